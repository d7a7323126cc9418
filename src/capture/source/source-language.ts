import type { SourceDefinition, SourceImport, SourceReexport } from '../../graph/source-graph.ts'

/**
 * One language, or a family that is read alike. Another one is one more of these in `languages.ts`.
 *
 * **Contract:** `parse` never throws on any text, and takes time in proportion to its length.
 */
export interface SourceLanguage {
  readonly name: string
  /** With their dots, in lower case. */
  readonly extensions: readonly string[]
  readonly parse: (text: string, path: string) => ParsedSource
  /** What finds the files behind specifiers; `null` where imports are not read. Made anew for every state of the tree. */
  readonly resolver: ((tree: SourceTree) => Resolve) | null
}

export interface ParsedSource {
  /** Whether all of it was understood. */
  readonly isParsed: boolean
  readonly definitions: readonly SourceDefinition[]
  readonly imports: readonly SourceImport[]
  readonly reexports: readonly SourceReexport[]
  readonly identifiers: readonly string[]
  readonly counts: readonly number[]
}

/** The listed files of a folder. */
export interface SourceTree {
  /** Absolute. */
  readonly root: string
  readonly paths: ReadonlySet<string>
  /** Listed folders that are repositories of their own, such as submodules. */
  readonly repositories: ReadonlySet<string>
  /** The text of a file; `null` where it cannot be read. */
  readonly read: (path: string) => string | null
}

/** Finds what a specifier in a file stands for. */
export type Resolve = (from: string, specifier: string) => Resolution

export type Resolution =
  | { readonly outcome: 'file'; readonly target: string }
  | { readonly outcome: 'external' | 'unresolved'; readonly target: null }

export const EXTERNAL: Resolution = { outcome: 'external', target: null }
export const UNRESOLVED: Resolution = { outcome: 'unresolved', target: null }

export function toFile(target: string): Resolution {
  return { outcome: 'file', target }
}

/** The extension of a path in lower case, with its dot; empty where it has none. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? path.slice(dot).toLowerCase() : ''
}

/** The folder of a path; empty for one at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** A path from a folder, without `.` and `..`; `null` where it leaves the tree. */
export function joined(folder: string, relative: string): string | null {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}
