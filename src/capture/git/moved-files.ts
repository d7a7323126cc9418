import type { ChangedFile } from '../../graph/changes.ts'

/** More in one commit are a new layout, in which the same name stands for too many files. */
const PAIRS_MAX = 500

/**
 * Finds files that were moved *and* edited in one commit, as every move is that must mend its own imports. Git would
 * compare contents for that, which a partial clone lacks; names say nearly as much: only the extension changed in place
 * (`a.js` -> `a.ts`), or one path went and one came that ends alike (`src/a/token.ts` -> `lib/a/token.ts`). The longest
 * common ends are taken first, and only where there is no other file that they would fit.
 */
export function withMoves(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const gone = files.filter(({ kind }) => kind === 'deleted')
  const come = files.filter(({ kind }) => kind === 'added')
  if (gone.length === 0 || come.length === 0 || gone.length + come.length > PAIRS_MAX) return files
  const cameFrom = new Map<string, string>()
  const moved = new Set<string>()
  for (const key of KEYS) {
    const sources = unique(
      gone.filter(({ path }) => !moved.has(path)),
      key,
    )
    for (const [name, path] of unique(
      come.filter(({ path }) => !cameFrom.has(path)),
      key,
    )) {
      const from = sources.get(name)
      if (from === undefined) continue
      cameFrom.set(path, from)
      moved.add(from)
    }
  }
  if (moved.size === 0) return files
  return files
    .filter(({ kind, path }) => kind !== 'deleted' || !moved.has(path))
    .map((file) => {
      const from = file.kind === 'added' ? cameFrom.get(file.path) : undefined
      return from === undefined ? file : { kind: 'renamed', path: file.path, from }
    })
}

/** What a file may keep when it moves: all but its extension, else from five parts of its path down to the last one. */
const KEYS: readonly ((path: string) => string)[] = [stemOf, ...[5, 4, 3, 2, 1].map((parts) => endOf(parts))]

/** Those whose key nobody else has. */
function unique(files: readonly ChangedFile[], keyOf: (path: string) => string): Map<string, string> {
  const found = new Map<string, string | null>()
  for (const { path } of files) {
    const key = keyOf(path)
    found.set(key, found.has(key) ? null : path)
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== null))
}

/** The path without its last extension. */
function stemOf(path: string): string {
  return path.replace(/\.[^./]+$/u, '')
}

function endOf(parts: number): (path: string) => string {
  return (path) => path.split('/').slice(-parts).join('/')
}
