import { join } from 'node:path'
import { EngraphError } from '../../graph/errors.ts'
import { normaliseAlias, type SpaceId } from '../../graph/space.ts'
import { type Database, openDatabase, rollBack } from './driver.ts'
import { translated } from './open.ts'
import { readAlias } from './spaces.ts'

/** A space and the file it lives in, relative to the data directory. */
export interface CatalogueEntry {
  readonly space: SpaceId
  readonly file: string
}

/** Which alias leads to which space and file of a data directory. */
export interface Catalogue {
  find(aliasOrId: string): CatalogueEntry | null
  /** Finds or enters; two processes that enter the same alias get the same space. */
  enter(alias: string, makeEntry: () => CatalogueEntry): CatalogueEntry
  addAlias(space: SpaceId, alias: string): void
  entries(): readonly CatalogueEntry[]
  move(space: SpaceId, file: string): void
  /** Takes the space out and lets its aliases lead to `heir`, if there is one. */
  remove(space: SpaceId, heir: SpaceId | null): void
  close(): void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS spaces (ref INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, file TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS aliases (alias TEXT PRIMARY KEY, space TEXT NOT NULL REFERENCES spaces (id));
`

export function openCatalogue(home: string, { busyTimeoutMs }: { readonly busyTimeoutMs: number }): Catalogue {
  const path = join(home, 'catalogue.db')
  const database = translated(path, () => openDatabase(path))
  const write = <T>(work: () => T): T =>
    translated(path, () => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        rollBack(database)
        throw error
      }
    })
  try {
    translated(path, () => database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`))
    const isThere = () => database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'aliases'`).get() !== undefined
    if (!translated(path, isThere)) write(() => database.exec(SCHEMA))
  } catch (error) {
    database.close()
    throw error
  }
  const find = (aliasOrId: string) => findEntry(database, aliasOrId)
  return {
    find: (aliasOrId) => translated(path, () => find(aliasOrId)),
    enter: (alias, makeEntry) =>
      translated(path, () => find(alias)) ??
      write(() => {
        const known = find(alias)
        if (known) return known
        const entry = makeEntry()
        database.prepare('INSERT INTO spaces (id, file) VALUES (?, ?)').run(entry.space, entry.file)
        database.prepare('INSERT INTO aliases (alias, space) VALUES (?, ?)').run(readAlias(alias), entry.space)
        return entry
      }),
    addAlias: (space, given) =>
      write(() => {
        const alias = readAlias(given)
        const holder = database.prepare('SELECT space FROM aliases WHERE alias = ?').get(alias)
        if (holder && holder['space'] !== space) {
          throw new EngraphError('space-conflict', `The alias "${alias}" already leads to another space.`)
        }
        if (!holder) database.prepare('INSERT INTO aliases (alias, space) VALUES (?, ?)').run(alias, space)
      }),
    entries: () =>
      translated(path, () => database.prepare('SELECT id, file FROM spaces ORDER BY ref').all().map(entryOf)),
    move: (space, file) =>
      write(() => void database.prepare('UPDATE spaces SET file = ? WHERE id = ?').run(file, space)),
    remove: (space, heir) =>
      write(() => {
        if (heir === null) database.prepare('DELETE FROM aliases WHERE space = ?').run(space)
        else database.prepare('UPDATE aliases SET space = ? WHERE space = ?').run(heir, space)
        database.prepare('DELETE FROM spaces WHERE id = ?').run(space)
      }),
    close: () => database.close(),
  }
}

function findEntry(database: Database, aliasOrId: string): CatalogueEntry | null {
  const row =
    database
      .prepare('SELECT s.id, s.file FROM aliases a JOIN spaces s ON s.id = a.space WHERE a.alias = ?')
      .get(normaliseAlias(aliasOrId)) ?? database.prepare('SELECT id, file FROM spaces WHERE id = ?').get(aliasOrId)
  return row ? entryOf(row) : null
}

function entryOf(row: { readonly [column: string]: unknown }): CatalogueEntry {
  return { space: row['id'] as string, file: row['file'] as string }
}
