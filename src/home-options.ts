import { resolve } from 'node:path'
import envPaths from 'env-paths'
import { EngraphError } from './graph/errors.ts'
import { type Check, clock, name, readGiven, text, wholeNumber } from './graph/given.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import { BUSY_TIMEOUT_MS_MAX } from './store/sqlite/open.ts'
import { BUSY_TIMEOUT_MS_DEFAULT } from './store/sqlite/sqlite-store.ts'

export interface HomeOptions {
  /** The data directory. Default: `ENGRAPH_HOME`, else the platform's own. */
  readonly home?: string
  /** A single database file instead of a data directory. */
  readonly path?: string
  /** How long a writer waits for another process, in ms. Default 30,000, at most 3,600,000. */
  readonly busyTimeoutMs?: number
  readonly clock?: Clock
}

/** Where the spaces are, and how they are opened. */
export interface HomePlace {
  /** The data directory, the file, or `:memory:`. */
  readonly location: string
  readonly isFile: boolean
  readonly busyTimeoutMs: number
  readonly clock: Clock
}

export const HOME_CHECKS: Readonly<Record<keyof HomeOptions, Check>> = {
  home: text(),
  path: name,
  busyTimeoutMs: wholeNumber(0, BUSY_TIMEOUT_MS_MAX),
  clock,
}

/** Checks the options; `invalid-options` names what is wrong. */
export function readHomeOptions(given: unknown): HomePlace {
  // A URL or a date has no fields of its own and would read as "everything by default".
  if (given !== undefined && Object.prototype.toString.call(given) !== '[object Object]') {
    throw new EngraphError('invalid-options', 'The options of EngraphHome must be an object, such as { home: "data" }.')
  }
  const read = readGiven<HomeOptions>(given, 'The options of EngraphHome', HOME_CHECKS, 'invalid-options')
  const { home, path, busyTimeoutMs = BUSY_TIMEOUT_MS_DEFAULT, clock: time = systemClock } = read
  for (const place of [home, path]) {
    if (place?.includes('\0')) throw new EngraphError('invalid-options', 'A path holds no NUL character.')
  }
  if (home === ':memory:') {
    throw new EngraphError('invalid-options', 'A data directory lies on a disk.', {
      hint: 'Give { path: ":memory:" }.',
    })
  }
  const isFile = path !== undefined
  const location = isFile ? (path === ':memory:' ? path : resolve(path)) : homeDirectory(home)
  return { location, isFile, busyTimeoutMs, clock: time }
}

/** The data directory: what is given, else `ENGRAPH_HOME`, else the platform's own. Empty counts as not given. */
export function homeDirectory(given?: string): string {
  return resolve(given || process.env['ENGRAPH_HOME'] || envPaths('engraph', { suffix: '' }).data)
}
