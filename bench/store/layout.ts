import type { IndexedMessage, PostingList } from '../../src/ports/graph-store.ts'
import type { Database } from '../../src/store/sqlite/driver.ts'

/** One way to keep postings, in a database of its own that was opened as the store opens its files. */
export interface PostingLayout {
  /** One transaction. */
  append(messages: readonly IndexedMessage[], firstUnit: number): void
  /** One list per term that occurs. */
  read(terms: readonly string[]): ReadonlyMap<string, PostingList>
}

export type MakeLayout = (database: Database) => PostingLayout

export function inTransaction(database: Database, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** A list from rows of a unit and a count each, in ascending order. */
export function listOf(rows: readonly Readonly<Record<string, unknown>>[]): PostingList {
  const units = new Uint32Array(rows.length)
  const counts = new Uint16Array(rows.length)
  for (const [i, row] of rows.entries()) {
    units[i] = row['unit'] as number
    counts[i] = row['count'] as number
  }
  return { units, counts }
}

/** The same items beginning with another one each turn: who goes first finds caches cold. */
export function rotated<T>(items: readonly T[], turn: number): readonly T[] {
  const first = turn % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

export function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
