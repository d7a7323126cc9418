import type { Change } from '../graph/changes.ts'
import type { Instant } from '../graph/spans.ts'
import { isSourceFile } from './source-files.ts'

/** A change as it is remembered: its source files by today's names. */
export interface PastChange {
  readonly id: string
  readonly by: Change['by']
  readonly at: Instant
  readonly weight: number
  /** Names of today; files that are gone are not among them. */
  readonly files: readonly string[]
  /** How many source files it had, those that are gone included. */
  readonly size: number
  /** How many changes came after it. Where little happens, a month is nothing. */
  readonly ago: number
}

export interface FileActivity {
  readonly changes: number
  readonly lastAt: Instant
  /** Changes since the last one of the file. */
  readonly ago: number
  /** Changes of the file, each halved with every `HEAT_CHANGES` that came after it. */
  readonly heat: number
}

/** What is known of the past, as the features ask for it. Another implementation may read it from a database. */
export interface ChangeHistory {
  /** Changes that touched a file, latest first, at most `changesMax`. */
  readonly changesOf: (file: string, changesMax: number) => readonly PastChange[]
  /** How often a file changed, and when last; `null` where it never did. */
  readonly activityOf: (file: string) => FileActivity | null
  /** Changes that are known at all. */
  readonly changesCount: number
}

/** Changes of more files say nothing of the pairs in them. */
export const CHANGE_FILES_MAX = 50

/** Changes after which one counts half. */
const HEAT_CHANGES = 40
interface Known {
  readonly change: Pick<Change, 'id' | 'by' | 'at' | 'weight'>
  readonly number: number
  readonly files: readonly number[]
}

/**
 * Grows with each change, in the order in which they happened. A file is a number that follows it through renames; its
 * name is what it is called today. A name that was given up and taken again is another file.
 */
export class GrowingHistory implements ChangeHistory {
  readonly #idOf = new Map<string, number>()
  readonly #names: (string | null)[] = []
  readonly #changesOf: Known[][] = []
  readonly #heat: number[] = []
  #count = 0

  get changesCount(): number {
    return this.#count
  }

  add(change: Change): void {
    const ids = new Set<number>()
    const gone: string[] = []
    // Files may swap their names in one change: all old names are given up before the new ones are taken.
    const moved: [string, number][] = []
    for (const { kind, path, from } of change.files) {
      if (kind === 'renamed' && from !== null) {
        moved.push([path, this.#idOf.get(from) ?? this.#made()])
        this.#idOf.delete(from)
      }
    }
    for (const [path, id] of moved) this.#name(path, id)
    for (const { kind, path } of change.files) {
      const id = this.#idOf.get(path) ?? this.#name(path, this.#made())
      if (isSourceFile(path)) ids.add(id)
      if (kind === 'deleted') gone.push(path)
    }
    if (ids.size > 0 && ids.size <= CHANGE_FILES_MAX) this.#remember(change, [...ids])
    for (const path of gone) {
      this.#names[this.#idOf.get(path)!] = null
      this.#idOf.delete(path)
    }
  }

  changesOf(file: string, changesMax: number): readonly PastChange[] {
    const id = this.#idOf.get(file)
    if (id === undefined) return []
    const known = this.#changesOf[id]!
    const latest = known.slice(Math.max(0, known.length - changesMax)).reverse()
    return latest.map(({ change, files, number }) => ({
      ...change,
      files: files.flatMap((other) => this.#names[other] ?? []),
      size: files.length,
      ago: this.#count - number,
    }))
  }

  activityOf(file: string): FileActivity | null {
    const id = this.#idOf.get(file)
    if (id === undefined) return null
    const known = this.#changesOf[id]!
    const last = known.at(-1)
    if (last === undefined) return null
    const ago = this.#count - last.number
    return { changes: known.length, lastAt: last.change.at, ago, heat: cooled(this.#heat[id]!, ago) }
  }

  #remember({ id, by, at, weight }: Change, files: readonly number[]): void {
    this.#count++
    const known: Known = { change: { id, by, at, weight }, files, number: this.#count }
    for (const file of files) {
      const before = this.#changesOf[file]!
      this.#heat[file] = weight + cooled(this.#heat[file]!, this.#count - (before.at(-1)?.number ?? 0))
      before.push(known)
    }
  }

  #made(): number {
    this.#changesOf.push([])
    this.#heat.push(0)
    return this.#names.push(null) - 1
  }

  #name(path: string, id: number): number {
    const before = this.#idOf.get(path)
    if (before !== undefined && before !== id) this.#names[before] = null
    this.#idOf.set(path, id)
    this.#names[id] = path
    return id
  }
}

function cooled(heat: number, changes: number): number {
  return heat * 0.5 ** (changes / HEAT_CHANGES)
}

/** The history that some changes make, given in the order in which they happened. */
export function changeHistory(changes: Iterable<Change>): ChangeHistory {
  const history = new GrowingHistory()
  for (const change of changes) history.add(change)
  return history
}
