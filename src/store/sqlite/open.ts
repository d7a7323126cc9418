import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { EngraphError } from '../../graph/errors.ts'
import { systemReason, type WordingValue, wording } from '../../graph/wording.ts'
import { type Database, type DriverName, immediately, openDatabase, wasOpened } from './driver.ts'
import spine from './migrations/0001-spine.sql'
import routes from './migrations/0002-routes.sql'
import vectors from './migrations/0003-vectors.sql'
import observations from './migrations/0004-observations.sql'
import code from './migrations/0005-code.sql'
import softEdges from './migrations/0006-soft-edges.sql'

/** What a database file of ours is, and how it comes to its schema. */
export interface FileKind {
  /** In the header of the file; it tells our databases from other people's. */
  readonly applicationId: number
  /** In order; the number of a migration is its place, from 1. Released ones are never edited. */
  readonly migrations: readonly string[]
  /** A log lets readers go on while one writes; a file of a few rows does without, and stays one file. */
  readonly journal: 'log' | 'rollback'
  /** Fills a database that was just made, in the transaction that makes its tables. */
  readonly fill?: (database: Database) => void
}

/** "Engr" */
const SPACES: FileKind = {
  applicationId: 0x456e6772,
  migrations: [spine, routes, vectors, observations, code, softEdges],
  journal: 'log',
}
export const SCHEMA_VERSION = SPACES.migrations.length

export const BUSY_TIMEOUT_MS_MAX = 3_600_000
const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\u0000'

export interface OpenFileOptions {
  /** How long a writer waits for another, in ms. Eight writers with full synchronisation waited 5.5 s at worst. */
  readonly busyTimeoutMs: number
  readonly driver?: DriverName
  /** Default: a file of spaces. */
  readonly kind?: FileKind
}

/**
 * Opens or makes a database file and brings its schema up to date. A file that is damaged, newer than this program or
 * somebody else's is refused before anything is written.
 */
export function openFile(path: string, { busyTimeoutMs, driver, kind = SPACES }: OpenFileOptions): Database {
  if (!Number.isInteger(busyTimeoutMs) || busyTimeoutMs < 0 || busyTimeoutMs > BUSY_TIMEOUT_MS_MAX) {
    throw new EngraphError(
      'invalid-options',
      wording`busyTimeoutMs is a whole number from 0 to ${BUSY_TIMEOUT_MS_MAX}.`,
    )
  }
  // Looked at when this process first opened it; reading it beside a connection would drop its locks.
  if (path !== ':memory:' && !wasOpened(path)) inspect(path, kind)
  const database = translated(path, () => openDatabase(path, driver))
  try {
    translated(path, () => {
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
      // Ours from the first byte on: the log, where the schema goes, may outlive a killed process without the header.
      if (readNumber(database, 'PRAGMA page_count', 'page_count') === 0) {
        immediately(database, () => database.exec(`PRAGMA application_id = ${kind.applicationId}`))
      }
      if (readNumber(database, 'PRAGMA application_id', 'application_id') !== kind.applicationId) throw foreign(path)
      // The write-ahead log may hold a newer schema than the header that `inspect` saw.
      refuseNewer(path, readNumber(database, 'PRAGMA user_version', 'user_version'), kind)
      if (kind.journal === 'log') {
        switchToLog(database, busyTimeoutMs)
        database.exec('PRAGMA synchronous = NORMAL')
      }
      database.exec('PRAGMA foreign_keys = ON')
      // What was forgotten is overwritten, not merely unlinked.
      database.exec('PRAGMA secure_delete = ON')
      database.exec('PRAGMA cache_size = -32000')
      database.exec('PRAGMA temp_store = MEMORY')
      migrate(path, database, kind)
    })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const SWITCH_PAUSE_MS = 5

/** SQLite does not wait for others when it changes the mode of a file, so we do. */
function switchToLog(database: Database, busyTimeoutMs: number): void {
  const deadline = performance.now() + busyTimeoutMs
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      Atomics.wait(pause, 0, 0, SWITCH_PAUSE_MS)
    }
  }
}

/** Whether another connection is in the way. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /SQLITE_BUSY|SQLITE_LOCKED|database is locked/u.test(saidBy(error))
}

function saidBy(error: Error): string {
  return `${(error as { code?: unknown }).code ?? ''} ${error.message}`
}

function migrate(path: string, database: Database, kind: FileKind): void {
  const newest = kind.migrations.length
  if (readNumber(database, 'PRAGMA user_version', 'user_version') === newest) return
  immediately(database, () => {
    // Another process may have migrated while this one waited.
    const version = readNumber(database, 'PRAGMA user_version', 'user_version')
    refuseNewer(path, version, kind)
    for (let next = version; next < newest; next++) database.exec(kind.migrations[next]!)
    if (version === 0) kind.fill?.(database)
    database.exec(`PRAGMA user_version = ${newest}`)
  })
}

/** Reads the header as bytes, so that a file that is not ours is not even opened by SQLite. */
function inspect(path: string, kind: FileKind): void {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new EngraphError('store-unreadable', wording`The file ${path} cannot be read.`, { cause })
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new EngraphError('store-unreadable', wording`${path} is not a file.`)
    if (stat.size === 0) return
    const header = Buffer.alloc(HEADER_BYTES)
    const read = readSync(file, header, 0, HEADER_BYTES, 0)
    if (read < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      throw damaged(path, wording`it does not begin like an SQLite database`)
    }
    if (header.readUInt32BE(68) !== kind.applicationId) {
      throw foreign(path)
    }
    refuseNewer(path, header.readUInt32BE(60), kind)
    if (isCutShort(path, file, header)) throw damaged(path, wording`its end is missing`)
  } finally {
    closeSync(file)
  }
}

function foreign(path: string): EngraphError {
  return new EngraphError('store-foreign', wording`${path} is a database of another program.`, {
    hint: 'Choose another file; this one was left untouched.',
  })
}

const SIZE_LOOKS = 20
const SIZE_PAUSE_MS = 10

/**
 * Whether the file stays smaller than its header says. While there is a log, pages may still be on their way from it
 * into the file, the one with the size first; and a process that made the file this moment may be about to grow it.
 */
function isCutShort(path: string, file: number, header: Buffer): boolean {
  for (let look = 0; look < SIZE_LOOKS; look++) {
    if (look > 0) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SIZE_PAUSE_MS)
      readSync(file, header, 0, HEADER_BYTES, 0)
    }
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
    const isSizeValid = header.readUInt32BE(24) === header.readUInt32BE(92)
    if (!isSizeValid || hasLog(path) || fstatSync(file).size >= header.readUInt32BE(28) * pageSize) return false
  }
  return true
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function refuseNewer(path: string, version: number, { migrations }: FileKind): void {
  if (version <= migrations.length) return
  throw new EngraphError(
    'store-newer',
    wording`${path} was written by a newer Engraph (schema ${version}; this one knows ${migrations.length}).`,
    { hint: 'Update Engraph; the file was left untouched.' },
  )
}

function damaged(path: string, how: WordingValue, cause?: unknown): EngraphError {
  return new EngraphError('store-damaged', wording`The database ${path} is damaged: ${how}.`, {
    ...(cause === undefined ? {} : { cause }),
    hint: 'Restore it from a backup; it was left untouched. `engraph doctor` says more.',
  })
}

function readNumber(database: Database, sql: string, column: string): number {
  return Number(database.prepare(sql).get()?.[column] ?? 0)
}

/** Runs something on the database and gives SQLite's own errors our names. */
export function translated<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw translate(path, error)
  }
}

export function translate(path: string, error: unknown): unknown {
  if (error instanceof EngraphError || !(error instanceof Error)) return error
  const said = saidBy(error)
  if (isBusy(error)) {
    return new EngraphError('store-locked', wording`Another process holds ${path}.`, {
      cause: error,
      hint: 'Try again, or raise busyTimeoutMs.',
    })
  }
  if (/SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database/u.test(said)) return damaged(path, error.message, error)
  if (/SQLITE_FULL|disk is full/u.test(said)) {
    return new EngraphError('store-full', wording`There is no room left to write ${path}.`, {
      cause: error,
      hint: 'Free some room. What was acknowledged before is there.',
    })
  }
  if (/SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_IOERR|SQLITE_PERM|unable to open|readonly database/u.test(said)) {
    return new EngraphError('store-unreadable', wording`The file ${path} cannot be opened or written.`, {
      cause: error,
    })
  }
  if (
    /\b(?:ENOENT|ENOTDIR|EEXIST|EISDIR|EACCES|EPERM|EROFS|ENOSPC|ELOOP|ENAMETOOLONG|EMFILE|ENFILE|EBUSY)\b/u.test(said)
  ) {
    return new EngraphError('store-unreadable', wording`${path} cannot be used: ${systemReason(error)}.`, {
      cause: error,
    })
  }
  // Whatever else SQLite says is ours to explain, not a caller's to know.
  if (/SQLITE|SqliteError/u.test(`${said} ${error.name}`)) {
    return new EngraphError('store-unreadable', wording`The database ${path} refused: ${error.message}.`, {
      cause: error,
    })
  }
  return error
}
