import { readText } from './file-state.ts'
import type { Links } from './links.ts'
import type { SourceTree } from './source-language.ts'

export interface TreeGiven {
  readonly paths: readonly string[]
  readonly links: Links
  readonly repositories: ReadonlySet<string>
}

/** The files of a folder as resolution sees them: each is read once at most, and only when it is asked for. */
export function sourceTree(root: string, { paths, links, repositories }: TreeGiven): SourceTree {
  const texts = new Map<string, string | null>()
  return {
    root,
    paths: new Set([...paths, ...links.keys()]),
    repositories,
    read: (path) => {
      const before = texts.get(path)
      if (before !== undefined) return before
      const read = readText(root, path)
      const text = typeof read === 'string' ? null : read.text
      texts.set(path, text)
      return text
    },
  }
}
