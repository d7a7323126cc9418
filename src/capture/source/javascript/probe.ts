import { joined, type SourceTree } from '../source-language.ts'

/** Tried in these orders behind a specifier without an extension. Types read descriptions; programs run what is written. */
const EXTENSIONS = {
  typed: ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte', '.json'],
  plain: ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.vue', '.svelte', '.json', '.d.ts'],
} as const

/** A specifier may name the file that will be made of a source. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx', '.ts', '.d.ts'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
}

/** `typed`: TypeScript asks. `plain`: JavaScript does, which runs what it finds. */
export type Asker = 'typed' | 'plain'

/** The listed file that a path stands for, with extensions and folders as in TypeScript and Node; `null` for none. */
export function probe(tree: SourceTree, path: string, asker: Asker = 'typed'): string | null {
  return probeFile(tree, path, asker) ?? probeFolder(tree, path, asker)
}

export function probeFile({ paths }: SourceTree, path: string, asker: Asker = 'typed'): string | null {
  if (path === '' || path.endsWith('/')) return null
  const extension = /\.[cm]?jsx?$/u.exec(path)?.[0] ?? ''
  const stem = path.slice(0, path.length - extension.length)
  const isComplete = /\.\w+$/u.test(path)
  if (asker === 'plain' && isComplete && paths.has(path)) return path
  for (const source of SOURCES[extension] ?? []) if (paths.has(stem + source)) return stem + source
  if (isComplete && paths.has(path)) return path
  for (const added of EXTENSIONS[asker]) if (paths.has(path + added)) return path + added
  return paths.has(path) ? path : null
}

/** What a folder stands for: what its `package.json` names as its main file, else its index. */
export function probeFolder(tree: SourceTree, folder: string, asker: Asker = 'typed', depth = 0): string | null {
  const prefix = folder === '' ? '' : `${folder}/`
  const manifest = tree.paths.has(`${prefix}package.json`) ? readJson(tree, `${prefix}package.json`) : null
  const mains = depth === 0 ? [manifest?.['source'], manifest?.['module'], manifest?.['main']] : []
  for (const main of mains) {
    const path = typeof main === 'string' ? joined(folder, main) : null
    if (path === null || path === folder) continue
    const found = probeFile(tree, path, asker) ?? probeFolder(tree, path, asker, depth + 1)
    if (found !== null) return found
  }
  return probeFile(tree, `${prefix}index`, asker)
}

type Json = Readonly<Record<string, unknown>>

/** An object in a listed file; `null` where it is none. */
export function readJson(tree: SourceTree, path: string): Json | null {
  const text = tree.read(path)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/u, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
  } catch (error) {
    // Somebody is in the middle of writing it. Until then it says nothing.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
