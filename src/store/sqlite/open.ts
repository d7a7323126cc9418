import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { EngraphError } from '../../graph/errors.ts'
import { type Database, type DriverName, openDatabase, rollBack } from './driver.ts'
import spine from './migrations/0001-spine.sql'

/** "Engr" in the header of the file tells our databases from other people's. */
const APPLICATION_ID = 0x456e6772
/** In order; the number of a migration is its place, from 1. Released ones are never edited. */
const MIGRATIONS: readonly string[] = [spine]
export const SCHEMA_VERSION = MIGRATIONS.length

const BUSY_TIMEOUT_MS_MAX = 3_600_000
const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\u0000'

export interface OpenFileOptions {
  /** How long a writer waits for another, in ms. Eight writers with full synchronisation waited 5.5 s at worst. */
  readonly busyTimeoutMs: number
  readonly driver?: DriverName
}

/**
 * Opens or makes a database file and brings its schema up to date. A file that is damaged, newer than this program or
 * somebody else's is refused before anything is written.
 */
export function openFile(path: string, { busyTimeoutMs, driver }: OpenFileOptions): Database {
  if (!Number.isInteger(busyTimeoutMs) || busyTimeoutMs < 0 || busyTimeoutMs > BUSY_TIMEOUT_MS_MAX) {
    throw new EngraphError('invalid-options', `busyTimeoutMs is a whole number from 0 to ${BUSY_TIMEOUT_MS_MAX}.`)
  }
  if (path !== ':memory:') inspect(path)
  const database = translated(path, () => openDatabase(path, driver))
  try {
    translated(path, () => {
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
      // The write-ahead log may hold a newer schema than the header that `inspect` saw.
      refuseNewer(path, readNumber(database, 'PRAGMA user_version', 'user_version'))
      // Ours from the first byte on: the log, where the schema goes, may outlive a killed process without the header.
      if (readNumber(database, 'PRAGMA page_count', 'page_count') === 0) {
        database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
      }
      switchToLog(database, busyTimeoutMs)
      database.exec('PRAGMA synchronous = NORMAL')
      database.exec('PRAGMA foreign_keys = ON')
      // What was forgotten is overwritten, not merely unlinked.
      database.exec('PRAGMA secure_delete = ON')
      database.exec('PRAGMA cache_size = -32000')
      database.exec('PRAGMA temp_store = MEMORY')
      migrate(path, database)
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

function isBusy(error: unknown): boolean {
  return /SQLITE_BUSY|SQLITE_LOCKED|database is locked/u.test(saidBy(error as Error))
}

function saidBy(error: Error): string {
  return `${(error as { code?: unknown }).code ?? ''} ${error.message}`
}

function migrate(path: string, database: Database): void {
  if (readNumber(database, 'PRAGMA user_version', 'user_version') === SCHEMA_VERSION) return
  database.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have migrated while this one waited.
    const version = readNumber(database, 'PRAGMA user_version', 'user_version')
    refuseNewer(path, version)
    for (let next = version; next < SCHEMA_VERSION; next++) database.exec(MIGRATIONS[next]!)
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    database.exec('COMMIT')
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/** Reads the header as bytes, so that a file that is not ours is not even opened by SQLite. */
function inspect(path: string): void {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new EngraphError('store-unreadable', `The file ${path} cannot be read.`, { cause })
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new EngraphError('store-unreadable', `${path} is not a file.`)
    if (stat.size === 0) return
    const header = Buffer.alloc(HEADER_BYTES)
    const read = readSync(file, header, 0, HEADER_BYTES, 0)
    if (read < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      throw damaged(path, 'it does not begin like an SQLite database')
    }
    if (header.readUInt32BE(68) !== APPLICATION_ID) {
      throw new EngraphError('store-foreign', `${path} is a database of another program.`, {
        hint: 'Choose another file; this one was left untouched.',
      })
    }
    refuseNewer(path, header.readUInt32BE(60))
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
    // While there is a log, pages may still be on their way from it into the file, the one with the size first.
    const isSizeValid = header.readUInt32BE(24) === header.readUInt32BE(92) && !hasLog(path)
    if (isSizeValid && stat.size < header.readUInt32BE(28) * pageSize) throw damaged(path, 'its end is missing')
  } finally {
    closeSync(file)
  }
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function refuseNewer(path: string, version: number): void {
  if (version <= SCHEMA_VERSION) return
  throw new EngraphError(
    'store-newer',
    `${path} was written by a newer Engraph (schema ${version}; this one knows ${SCHEMA_VERSION}).`,
    { hint: 'Update Engraph; the file was left untouched.' },
  )
}

function damaged(path: string, how: string, cause?: unknown): EngraphError {
  return new EngraphError('store-damaged', `The database ${path} is damaged: ${how}.`, {
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
    return new EngraphError('store-locked', `Another process holds ${path}.`, {
      cause: error,
      hint: 'Try again, or raise busyTimeoutMs.',
    })
  }
  if (/SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database/u.test(said)) return damaged(path, error.message, error)
  if (/SQLITE_FULL|disk is full/u.test(said)) {
    return new EngraphError('store-unreadable', `There is no room left to write ${path}.`, { cause: error })
  }
  if (/SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_IOERR|SQLITE_PERM|unable to open|readonly database/u.test(said)) {
    return new EngraphError('store-unreadable', `The file ${path} cannot be opened or written.`, { cause: error })
  }
  if (/\b(?:ENOENT|ENOTDIR|EEXIST|EISDIR|EACCES|EPERM|EROFS|ENOSPC|ELOOP|ENAMETOOLONG)\b/u.test(said)) {
    return new EngraphError('store-unreadable', `${path} cannot be used: ${error.message}.`, { cause: error })
  }
  return error
}
