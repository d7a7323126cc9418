import type { Database } from '../../src/store/sqlite/driver.ts'
import { appendPostings, freshReader, readPostings } from '../../src/store/sqlite/postings.ts'
import { inTransaction, type PostingLayout } from './layout.ts'

const SPACE = 1

/** The store's own code on the store's own tables: fresh text, then tails of terms, then sealed blocks. */
export function blocksLayout(database: Database): PostingLayout {
  database
    .prepare('INSERT INTO spaces (ref, id, purpose, created_at, text_version) VALUES (?, ?, ?, ?, 0)')
    .run(SPACE, 'bench', 'companion', 0)
  const readFreshOf = freshReader(database)
  return {
    append: (messages, firstUnit) =>
      inTransaction(database, () => {
        // As the store does with every write: readers keep what they decoded until then.
        database.prepare('UPDATE spaces SET version = version + 1 WHERE ref = ?').run(SPACE)
        appendPostings(database, SPACE, messages, firstUnit)
      }),
    read: (terms) => readPostings(database, SPACE, terms, readFreshOf),
  }
}
