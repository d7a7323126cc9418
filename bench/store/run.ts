import { totalmem } from 'node:os'
import { EngraphError } from '../../src/graph/errors.ts'
import { DRIVER_NAMES, type DriverName, openDatabase } from '../../src/store/sqlite/driver.ts'
import { readCommit } from '../commit.ts'
import { type Machine, readMachine } from '../machine.ts'
import { type DriverSpeed, measureSpeed } from './driver-speed.ts'
import { type LayoutsReport, measureLayouts, ratiosOf } from './layouts.ts'
import {
  type KillFigures,
  measureKills,
  measureStarts,
  measureWriters,
  type StartFigures,
  type WritersFigures,
} from './processes.ts'

export interface DriverFigures {
  readonly sqlite: string
  readonly speed: DriverSpeed
  /** These three are `null` when there is no program to start. */
  readonly start: StartFigures | null
  readonly writers: WritersFigures | null
  readonly kill: KillFigures | null
}

export interface StoreReport {
  readonly schemaVersion: 1
  readonly commit: string | null
  readonly machine: Machine & { readonly memoryGib: number }
  /** Those that this runtime can load. */
  readonly drivers: Readonly<Partial<Record<DriverName, DriverFigures>>>
  /** Of libsql's speeds over those of node:sqlite; `null` where there is only one of them. */
  readonly libsqlOverNodeSqlite: Readonly<Record<string, number>> | null
  readonly layouts: readonly LayoutsReport[]
}

export interface StoreEffort {
  readonly rows: number
  readonly rounds: number
  readonly singles: number
  readonly questions: number
  readonly starts: number
  readonly writers: number
  readonly rowsEach: number
  readonly kills: number
}

export interface StoreOptions {
  readonly messages: readonly number[]
  /** Path of the program to start for what needs processes. */
  readonly cli: string | null
  readonly effort?: StoreEffort
  readonly onProgress?: (share: number | null, label: string) => void
}

export const STORE_EFFORT: StoreEffort = {
  rows: 20_000,
  rounds: 5,
  singles: 2100,
  questions: 100,
  starts: 9,
  writers: 8,
  rowsEach: 500,
  kills: 3,
}

/** Compares the drivers and three ways to keep postings, on a made-up conversation. */
export async function runStoreBench(options: StoreOptions): Promise<StoreReport> {
  const { cli, effort = STORE_EFFORT, onProgress = () => {} } = options
  const available = DRIVER_NAMES.filter(isAvailable)
  onProgress(null, 'drivers: speed')
  const speeds = await measureSpeed(available, effort)
  onProgress(null, 'drivers: start of a process')
  const starts = cli === null ? null : await measureStarts(cli, available, effort)
  const drivers: Partial<Record<DriverName, DriverFigures>> = {}
  for (const driver of available) {
    onProgress(null, `${driver}: writers`)
    drivers[driver] = {
      sqlite: sqliteVersion(driver),
      speed: speeds.get(driver)!,
      start: starts?.get(driver) ?? null,
      writers: cli === null ? null : await measureWriters(cli, driver, effort),
      kill: cli === null ? null : await measureKills(cli, driver, effort),
    }
  }
  const layouts: LayoutsReport[] = []
  for (const messages of [...options.messages].sort((a, b) => a - b)) {
    layouts.push(await measureLayouts({ messages, ...effort }, onProgress))
  }
  const [libsql, own] = [speeds.get('libsql'), speeds.get('node:sqlite')]
  return {
    schemaVersion: 1,
    commit: await readCommit(),
    machine: { ...readMachine(), memoryGib: Math.round(totalmem() / 2 ** 30) },
    drivers,
    libsqlOverNodeSqlite: libsql && own ? ratiosOf(libsql, own) : null,
    layouts,
  }
}

function isAvailable(driver: DriverName): boolean {
  try {
    openDatabase(':memory:', driver).close()
    return true
  } catch (error) {
    if (error instanceof EngraphError && error.code === 'driver-missing') return false
    throw error
  }
}

function sqliteVersion(driver: DriverName): string {
  const database = openDatabase(':memory:', driver)
  try {
    return String(database.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  } finally {
    database.close()
  }
}
