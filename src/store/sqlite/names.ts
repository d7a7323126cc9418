import type { Database } from './driver.ts'

export type NameKind = 'session' | 'speaker'

export function findName(database: Database, space: number, kind: NameKind, name: string): number | null {
  const row = database.prepare('SELECT ref FROM names WHERE space = ? AND kind = ? AND name = ?').get(space, kind, name)
  return row ? (row['ref'] as number) : null
}

export function ensureName(database: Database, space: number, kind: NameKind, name: string): number {
  const known = findName(database, space, kind, name)
  if (known !== null) return known
  const sql = 'INSERT INTO names (space, kind, name) VALUES (?, ?, ?) RETURNING ref'
  return database.prepare(sql).get(space, kind, name)!['ref'] as number
}

/** Names that no node bears any more tell of what was forgotten. */
export function removeUnusedNames(database: Database, space: number): void {
  database
    .prepare(
      `DELETE FROM names WHERE space = ?
         AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.session = names.ref)
         AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.speaker = names.ref)`,
    )
    .run(space)
}
