import type { PostingList } from '../../src/ports/graph-store.ts'
import type { Database } from '../../src/store/sqlite/driver.ts'
import { inTransaction, listOf, type PostingLayout } from './layout.ts'

export interface Fts5Layout extends PostingLayout {
  /** Units that hold any of the terms, best first by FTS5's own bm25(). */
  rank(terms: readonly string[], limit: number): readonly number[]
}

/**
 * FTS5 without content, a row per unit: our terms joined by spaces. Its tokeniser is told to part at spaces alone, so
 * that it keeps paths and dotted names, and to leave diacritics, so that both sides index the same terms.
 */
export function fts5Layout(database: Database): Fts5Layout {
  database.exec(`CREATE VIRTUAL TABLE fts USING fts5 (
    text, content = '', tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"
  )`)
  database.exec(`CREATE VIRTUAL TABLE fts_instances USING fts5vocab (fts, 'instance')`)
  const insert = database.prepare('INSERT INTO fts (rowid, text) VALUES (?, ?)')
  const find = database.prepare(
    'SELECT doc AS unit, count(*) AS count FROM fts_instances WHERE term = ? GROUP BY doc ORDER BY doc',
  )
  const match = database.prepare('SELECT rowid AS unit FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT ?')
  return {
    append: (messages, firstUnit) =>
      inTransaction(database, () => {
        let unit = firstUnit
        for (const { units } of messages) {
          for (const { terms } of units) insert.run(unit++, textOf(terms))
        }
      }),
    read: (terms) => {
      const found = new Map<string, PostingList>()
      for (const term of terms) {
        const rows = find.all(term)
        if (rows.length > 0) found.set(term, listOf(rows))
      }
      return found
    },
    rank: (terms, limit) => match.all(anyOf(terms), limit).map((row) => row['unit'] as number),
  }
}

function textOf(terms: ReadonlyMap<string, number>): string {
  const words: string[] = []
  for (const [term, count] of terms) for (let i = 0; i < count; i++) words.push(term)
  return words.join(' ')
}

function anyOf(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ')
}
