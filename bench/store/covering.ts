import type { PostingList } from '../../src/ports/graph-store.ts'
import type { Database } from '../../src/store/sqlite/driver.ts'
import { inTransaction, listOf, type PostingLayout } from './layout.ts'

const SPACE = 1

/** A row per posting in a table that is its own index, so that a term's postings lie side by side. */
export function coveringLayout(database: Database): PostingLayout {
  database.exec(`CREATE TABLE covering_postings (
    space INTEGER NOT NULL,
    term  TEXT    NOT NULL,
    unit  INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (space, term, unit)
  ) WITHOUT ROWID`)
  const insert = database.prepare('INSERT INTO covering_postings (space, term, unit, count) VALUES (?, ?, ?, ?)')
  const find = database.prepare('SELECT unit, count FROM covering_postings WHERE space = ? AND term = ? ORDER BY unit')
  return {
    append: (messages, firstUnit) =>
      inTransaction(database, () => {
        const rows: { readonly term: string; readonly unit: number; readonly count: number }[] = []
        let unit = firstUnit
        for (const { units } of messages) {
          for (const { terms } of units) {
            for (const [term, count] of terms) rows.push({ term, unit, count })
            unit++
          }
        }
        // In the order of the table, which saves it most of its searching.
        rows.sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : a.unit - b.unit))
        for (const { term, unit: place, count } of rows) insert.run(SPACE, term, place, count)
      }),
    read: (terms) => {
      const found = new Map<string, PostingList>()
      for (const term of terms) {
        const rows = find.all(SPACE, term)
        if (rows.length > 0) found.set(term, listOf(rows))
      }
      return found
    },
  }
}
