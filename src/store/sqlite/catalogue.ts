import { join } from 'node:path'
import { EngraphError, type ErrorCode } from '../../graph/errors.ts'
import { normaliseAlias, type SpaceId } from '../../graph/space.ts'
import type { Instant } from '../../graph/spans.ts'
import { wording } from '../../graph/wording.ts'
import { type Database, immediately, type Row } from './driver.ts'
import { type FileKind, openFile, translated } from './open.ts'
import { listSpaceFiles, readSpaces, stateOfFile } from './space-files.ts'
import { readAlias } from './spaces.ts'

/** A space and the file it lives in, relative to the data directory. */
export interface CatalogueEntry {
  readonly space: SpaceId
  readonly file: string
  /** Whether the file must hold the space. Not yet between entering and making it, nor while it is removed. */
  readonly isMade: boolean
}

/** Which alias leads to which space and file of a data directory. */
export interface Catalogue {
  find(aliasOrId: string): CatalogueEntry | null
  /** Finds or enters; two processes that enter the same alias get the same space. It is not made yet. */
  enter(alias: string, makeEntry: () => Pick<CatalogueEntry, 'space' | 'file'>): CatalogueEntry
  /** Answers false when the space is not entered any more. */
  mark(space: SpaceId, made: Pick<CatalogueEntry, 'isMade'>): boolean
  addAlias(space: SpaceId, alias: string): void
  aliasesOf(space: SpaceId): readonly string[]
  entries(): readonly CatalogueEntry[]
  /** Leads to another file, which holds the space already. */
  move(space: SpaceId, file: string): void
  /** Lets the aliases of a space lead to another; the space itself is still found by its id. */
  handOver(space: SpaceId, heir: SpaceId): void
  /** Takes out a space that is marked as not made; false when another process made it meanwhile. */
  remove(space: SpaceId): boolean
  /** Takes or renews a task until a moment; false while another holder has it. Ended leases are free. */
  lease(task: string, holder: string, times: { readonly now: Instant; readonly until: Instant }): boolean
  close(): void
}

const SCHEMA = `
  CREATE TABLE spaces (ref INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, file TEXT NOT NULL, is_made INTEGER NOT NULL);
  CREATE TABLE aliases (alias TEXT PRIMARY KEY, space TEXT NOT NULL REFERENCES spaces (id));
`

/** What one process at a time may do, and until when it may. */
const LEASES = `
  CREATE TABLE leases (task TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL);
`

/** "EngC" */
const APPLICATION_ID = 0x456e6743

/** Opens the catalogue, or makes it from what the files of the data directory hold. Errors: those of opening a file. */
export function openCatalogue(home: string, { busyTimeoutMs }: { readonly busyTimeoutMs: number }): Catalogue {
  const path = join(home, 'catalogue.db')
  const fill = (made: Database) => {
    for (const file of listSpaceFiles(home)) adopt(made, file, { path: join(home, file), busyTimeoutMs })
  }
  const kind: FileKind = { applicationId: APPLICATION_ID, migrations: [SCHEMA, LEASES], journal: 'rollback', fill }
  const database = openFile(path, { busyTimeoutMs, kind })
  const read = <T>(work: () => T): T => translated(path, work)
  const write = <T>(work: () => T): T => translated(path, () => immediately(database, work))
  const find = (aliasOrId: string) => findEntry(database, aliasOrId)
  return {
    find: (aliasOrId) => read(() => find(aliasOrId)),
    enter: (alias, makeEntry) =>
      read(() => find(alias)) ??
      write(() => {
        const known = find(alias)
        if (known) return known
        const entry = { ...makeEntry(), isMade: false }
        insertEntry(database, entry)
        insertAlias(database, readAlias(alias), entry.space)
        return entry
      }),
    mark: (space, { isMade }) =>
      write(() => database.prepare('UPDATE spaces SET is_made = ? WHERE id = ?').run(Number(isMade), space) > 0),
    addAlias: (space, given) =>
      write(() => {
        const alias = readAlias(given)
        const holder = holderOf(database, alias)
        if (holder !== null && holder !== space) {
          throw new EngraphError('space-conflict', wording`The alias "${alias}" already leads to another space.`)
        }
        if (holder === null) insertAlias(database, alias, space)
      }),
    aliasesOf: (space) =>
      read(() =>
        database
          .prepare('SELECT alias FROM aliases WHERE space = ? ORDER BY rowid')
          .all(space)
          .map((row) => row['alias'] as string),
      ),
    entries: () => read(() => database.prepare('SELECT * FROM spaces ORDER BY ref').all().map(entryOf)),
    move: (space, file) =>
      write(() => void database.prepare('UPDATE spaces SET file = ?, is_made = 1 WHERE id = ?').run(file, space)),
    handOver: (space, heir) =>
      write(() => void database.prepare('UPDATE aliases SET space = ? WHERE space = ?').run(heir, space)),
    remove: (space) =>
      write(() => {
        if (database.prepare('SELECT 1 FROM spaces WHERE id = ? AND is_made = 1').get(space)) return false
        database.prepare('DELETE FROM aliases WHERE space = ?').run(space)
        database.prepare('DELETE FROM spaces WHERE id = ?').run(space)
        return true
      }),
    lease: (task, holder, { now, until }) =>
      write(
        () =>
          database
            .prepare(
              `INSERT INTO leases (task, holder, until) VALUES (?1, ?2, ?4)
               ON CONFLICT (task) DO UPDATE SET holder = excluded.holder, until = excluded.until
                 WHERE holder = ?2 OR until <= ?3`,
            )
            .run(task, holder, now, until) > 0,
      ),
    close: () => database.close(),
  }
}

/** What cannot be opened now cannot be adopted; the doctor names it. Locked files may be opened later: those are waited for. */
const SKIPPED: readonly ErrorCode[] = ['store-damaged', 'store-foreign', 'store-newer', 'store-unreadable']

/**
 * Enters the spaces that a file holds under the names that they bear in it: the catalogue was lost, or never came along
 * with the files. A file is left out whole when one of its names leads elsewhere already, as those of a copy do.
 */
function adopt(
  database: Database,
  file: string,
  { path, busyTimeoutMs }: { readonly path: string; readonly busyTimeoutMs: number },
): void {
  if (stateOfFile(path) !== 'there') return
  let spaces: ReturnType<typeof readSpaces>
  try {
    spaces = readSpaces(path, { busyTimeoutMs })
  } catch (error) {
    if (error instanceof EngraphError && SKIPPED.includes(error.code)) return
    throw error
  }
  const isTaken = spaces.some(
    ({ id, aliases }) =>
      findEntry(database, id) !== null || aliases.some((alias) => holderOf(database, alias) !== null),
  )
  if (isTaken) return
  for (const { id, aliases } of spaces) {
    insertEntry(database, { space: id, file, isMade: true })
    for (const alias of aliases) insertAlias(database, alias, id)
  }
}

function insertEntry(database: Database, { space, file, isMade }: CatalogueEntry): void {
  database.prepare('INSERT INTO spaces (id, file, is_made) VALUES (?, ?, ?)').run(space, file, Number(isMade))
}

function insertAlias(database: Database, alias: string, space: SpaceId): void {
  database.prepare('INSERT INTO aliases (alias, space) VALUES (?, ?)').run(alias, space)
}

function holderOf(database: Database, alias: string): SpaceId | null {
  const row = database.prepare('SELECT space FROM aliases WHERE alias = ?').get(alias)
  return (row?.['space'] as SpaceId | undefined) ?? null
}

function findEntry(database: Database, aliasOrId: string): CatalogueEntry | null {
  const row =
    database
      .prepare('SELECT s.* FROM aliases a JOIN spaces s ON s.id = a.space WHERE a.alias = ?')
      .get(normaliseAlias(aliasOrId)) ?? database.prepare('SELECT * FROM spaces WHERE id = ?').get(aliasOrId)
  return row ? entryOf(row) : null
}

function entryOf(row: Row): CatalogueEntry {
  return { space: row['id'] as string, file: row['file'] as string, isMade: row['is_made'] === 1 }
}
