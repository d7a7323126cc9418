import type { Change, ChangedFile } from '../../graph/changes.ts'

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

/**
 * Changes, oldest first, in which a file takes its past along only where its old path stays empty. Where a file is made
 * there again later, as in a module that is split in two, the past stays with the path that lives on, and the new one begins
 * with the move.
 *
 * A path of which later changes only say that it was modified stays empty: that was another branch, which did not know of
 * the move yet. And a file that is moved to it later brings a past of its own.
 *
 * `later`: paths that are made again after all of these. More of them never let a past go along that stayed before, so that
 * whoever reads on need only ask whether the same changes come out.
 */
export function settleMoves(changes: readonly Change[], later: ReadonlySet<string> = new Set()): readonly Change[] {
  const again = new Set(later)
  return changes
    .toReversed()
    .map((change) => settledMove(change, again))
    .reverse()
}

/** Paths that some changes make again, for changes before them. */
export function madeAgain(changes: readonly Change[]): ReadonlySet<string> {
  const again = new Set<string>()
  for (const change of changes.toReversed()) settledMove(change, again)
  return again
}

/** The change itself where every move in it holds. `again`: paths that are made after it; becomes that of what is before. */
function settledMove(change: Change, again: Set<string>): Change {
  const moves = change.files.filter(({ from }) => from !== null)
  for (const { kind, path } of change.files) if (kind === 'added') again.add(path)
  const stays = new Set<string>()
  // Where files swap their names, one that stays makes the other's path anew.
  for (let before = -1; before < stays.size; ) {
    before = stays.size
    for (const { path, from } of moves) {
      if (!again.has(from!)) continue
      stays.add(from!)
      again.add(path)
    }
  }
  for (const { path, from } of moves) if (!stays.has(from!)) again.delete(path)
  if (stays.size === 0) return change
  const files = change.files.flatMap((file): readonly ChangedFile[] => {
    if (file.from === null || !stays.has(file.from)) return [file]
    const left = { kind: 'modified', path: file.from, from: null } as const
    return [{ kind: 'added', path: file.path, from: null }, left]
  })
  return { ...change, files }
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
