import { closeSync, openSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'

export type Value = string | number | null | Uint8Array

export interface Row {
  readonly [column: string]: Value
}

/** A prepared statement. Bytes come back as `Uint8Array` whichever driver runs. */
export interface Statement {
  /** Answers the number of rows changed. */
  run(...values: Value[]): number
  get(...values: Value[]): Row | undefined
  all(...values: Value[]): Row[]
}

/** The little that we ask of SQLite. Synchronous: a statement takes microseconds, a hop to a thread more. */
export interface Database {
  readonly driver: DriverName
  exec(sql: string): void
  /** Prepared once per SQL text and kept. */
  prepare(sql: string): Statement
  close(): void
}

export const DRIVER_NAMES = ['node:sqlite', 'libsql'] as const
export type DriverName = (typeof DRIVER_NAMES)[number]

type Open = (path: string) => { exec(sql: string): void; prepare(sql: string): RawStatement; close(): void }

interface RawStatement {
  run(...values: unknown[]): { changes: number | bigint }
  get(...values: unknown[]): Record<string, unknown> | undefined
  all(...values: unknown[]): Record<string, unknown>[]
}

/** Opens with the runtime's own SQLite where there is one, else with libsql; `wanted` insists on one of them. */
export function openDatabase(path: string, wanted?: DriverName): Database {
  if (path !== ':memory:') touchPrivately(path)
  const names = wanted ? [wanted] : DRIVER_NAMES
  const failures: unknown[] = []
  for (const name of names) {
    const open = loaders[name](failures)
    if (open) return wrap(name, open(path))
  }
  throw new EngraphError('driver-missing', wording`No SQLite driver could be loaded (tried ${names.join(', ')}).`, {
    cause: failures[0],
    hint: 'Reinstall with optional dependencies, or use Node 22.13 or newer, which brings SQLite along.',
  })
}

/** Files that this process opened as databases, by device and number. */
const opened = new Set<string>()

/**
 * Whether this process opened the file as a database before. It must not be opened by any other means then: the system
 * drops all locks of a process on a file when that process closes it anywhere, and another process would take the log
 * away under a connection that still writes to it. That holds for closed ones too: libsql lets go of a file only when
 * its memory is collected, and until then new connections share the locks that it believes to have.
 */
export function wasOpened(path: string): boolean {
  const identity = identityOf(path)
  return identity !== null && opened.has(identity)
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    // It is not there, or where no file can be; opening it says so better.
    if ((error as NodeJS.ErrnoException).code) return null
    throw error
  }
}

/** What is remembered is nobody else's to read. SQLite gives its log the mode of the file. */
function touchPrivately(path: string): void {
  if (wasOpened(path)) return
  closeSync(openSync(path, 'a', 0o600))
  const identity = identityOf(path)
  if (identity !== null) opened.add(identity)
}

const loaders: Record<DriverName, (failures: unknown[]) => Open | null> = {
  'node:sqlite': () => {
    const sqlite = withoutWarnings(() => process.getBuiltinModule('node:sqlite' as 'node:fs')) as unknown as
      | { DatabaseSync: new (path: string) => ReturnType<Open> }
      | undefined
    return sqlite ? (path) => new sqlite.DatabaseSync(path) : null
  },
  libsql: (failures) => {
    try {
      const Libsql = withoutReport(() => createRequire(import.meta.url)('libsql')) as new (
        path: string,
      ) => ReturnType<Open>
      return (path) => freeingStatements(passingArrays(new Libsql(path)))
    } catch (cause) {
      failures.push(cause)
      return null
    }
  },
}

/**
 * libsql asks for a report on the whole process to learn which C library runs it, and that takes as long as all the rest
 * of loading. It gets none when it asks first, so it looks at the file system, and asks again only where that does not tell.
 */
function withoutReport<T>(load: () => T): T {
  const { report } = process
  // Some systems have none, whatever the types say.
  if (!report) return load()
  const { getReport } = report
  report.getReport = () => {
    report.getReport = getReport
    return {}
  }
  try {
    return load()
  } finally {
    report.getReport = getReport
  }
}

/** Node 22 warns that its SQLite is experimental each time it is loaded, on the stderr of every command. */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** libsql takes a lone buffer for named parameters and brings the process down; an array of values is always safe. */
function passingArrays(database: ReturnType<Open>): ReturnType<Open> {
  return {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        run: (...values) => statement.run(values),
        get: (...values) => statement.get(values),
        all: (...values) => statement.all(values),
      }
    },
  }
}

/** After a full disk or a failed read, SQLite may have rolled back by itself, and refuses to do it twice. */
export function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch (error) {
    if (!/no transaction is active/u.test((error as Error).message)) throw error
  }
}

/** Runs work that does not wait in a transaction of its own, which takes the lock at once. */
export function immediately<T>(database: Database, work: () => T): T {
  return inTransaction(database, 'BEGIN IMMEDIATE', work)
}

/** Runs work that only reads, and sees one state however many statements it takes. */
export function atOnce<T>(database: Database, work: () => T): T {
  return inTransaction(database, 'BEGIN', work)
}

function inTransaction<T>(database: Database, begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => T): T {
  database.exec(begin)
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/** Closed libsql databases whose files stay open, at most: two descriptors each. */
const UNFREED_MAX = 32
let unfreed = 0
let collectGarbage: (() => void) | undefined

/**
 * libsql frees a statement only when it is collected as garbage, and until then its database keeps the files open after
 * it was closed. Who opens and closes often would run out of descriptors long before the collector sees a reason to run.
 */
function freeingStatements(database: ReturnType<Open>): ReturnType<Open> {
  return {
    ...database,
    close: () => {
      database.close()
      if (++unfreed < UNFREED_MAX) return
      unfreed = 0
      if (!collectGarbage) {
        // Loaded here, since few programs come so far.
        process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
        collectGarbage = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
      }
      collectGarbage()
    },
  }
}

function wrap(driver: DriverName, raw: ReturnType<Open>): Database {
  const statements = new Map<string, Statement>()
  return {
    driver,
    exec: (sql) => raw.exec(sql),
    close: () => {
      statements.clear()
      raw.close()
    },
    prepare: (sql) => {
      let statement = statements.get(sql)
      if (!statement) {
        const prepared = raw.prepare(sql)
        statement = {
          run: (...values) => Number(prepared.run(...values).changes),
          get: (...values) => {
            const row = prepared.get(...values)
            return row ? readRow(row) : undefined
          },
          all: (...values) => {
            const rows = prepared.all(...values)
            for (let i = 0; i < rows.length; i++) rows[i] = readRow(rows[i]!)
            return rows as Row[]
          },
        }
        statements.set(sql, statement)
      }
      return statement
    },
  }
}

function readRow(row: Record<string, unknown>): Row {
  for (const column in row) {
    const value = row[column]
    if (value instanceof ArrayBuffer) row[column] = new Uint8Array(value)
  }
  return row as Row
}
