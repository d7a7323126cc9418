import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EngraphError } from '../../src/graph/errors.ts'
import { type DriverName, openDatabase } from '../../src/store/sqlite/driver.ts'
import { openFile } from '../../src/store/sqlite/open.ts'
import { percentile } from '../recall/metrics.ts'
import { rotated } from './layout.ts'
import { type OpenResult, type Task, WRITES_TABLE, type WriteResult } from './worker.ts'

/** A driver in a fresh process; medians. */
export interface StartFigures {
  readonly emptyNodeMs: number
  /** Measured inside of the process: whole processes differ by more than that from one run to the next. */
  readonly loadAndOpenMs: number
  /** (`emptyNodeMs` + `loadAndOpenMs`) / `emptyNodeMs` */
  readonly ratio: number
}

export interface WritersFigures {
  readonly writers: number
  readonly rowsEach: number
  readonly rowsLost: number
  readonly errors: number
  readonly longestMs: number
  readonly rowsPerSecond: number
}

export interface KillFigures {
  readonly kills: number
  readonly acknowledged: number
  readonly acknowledgedLost: number
  /** Files that `integrity_check` found whole, of `files`. */
  readonly whole: number
  /** Files that the store refused to open, whole or not. */
  readonly refused: number
  readonly files: number
}

export interface ProcessEffort {
  readonly starts: number
  readonly writers: number
  readonly rowsEach: number
  /** Rounds of killing all writers. */
  readonly kills: number
}

const BUSY_TIMEOUT_MS = 30_000
const READY_MAX_MS = 120_000
/** Writers are killed at some time between these after they began. */
const KILL_AFTER_MS = [150, 500] as const

export function measureStarts(
  cli: string,
  drivers: readonly DriverName[],
  { starts }: ProcessEffort,
): Promise<ReadonlyMap<DriverName, StartFigures>> {
  return inFolder(async (folder) => {
    const path = join(folder, 'bench.db')
    const result = join(folder, 'result.json')
    openFile(path, { busyTimeoutMs: BUSY_TIMEOUT_MS }).close()
    const empty: number[] = []
    const opened = new Map(drivers.map((driver) => [driver, [] as number[]]))
    // The first round warms the page cache and is thrown away.
    for (let round = 0; round <= starts; round++) {
      const emptyMs = spawnMs(['-e', '0'])
      if (round > 0) empty.push(emptyMs)
      for (const driver of rotated(drivers, round)) {
        spawnMs(argumentsOf(cli, { kind: 'open', path, driver, result }))
        const { loadAndOpenMs } = JSON.parse(readFileSync(result, 'utf8')) as OpenResult
        if (round > 0) opened.get(driver)!.push(loadAndOpenMs)
      }
    }
    const emptyNodeMs = percentile(empty, 0.5)!
    return new Map(
      [...opened].map(([driver, times]) => {
        const loadAndOpenMs = percentile(times, 0.5)!
        return [driver, { emptyNodeMs, loadAndOpenMs, ratio: (emptyNodeMs + loadAndOpenMs) / emptyNodeMs }]
      }),
    )
  })
}

export function measureWriters(
  cli: string,
  driver: DriverName,
  { writers, rowsEach }: ProcessEffort,
): Promise<WritersFigures> {
  return inFolder(async (folder) => {
    const crew = await startWriters(cli, folder, { driver, writers, rows: rowsEach })
    const start = performance.now()
    crew.begin()
    await crew.ended()
    const ms = performance.now() - start
    const results = crew.tasks.map(({ result }): WriteResult | null =>
      existsSync(result) ? (JSON.parse(readFileSync(result, 'utf8')) as WriteResult) : null,
    )
    const rows = rowsOf(crew.path, driver).size
    return {
      writers,
      rowsEach,
      rowsLost: writers * rowsEach - rows,
      // A writer without a result died.
      errors: results.reduce((sum, result) => sum + (result?.errors.length ?? 1), 0),
      longestMs: Math.max(...results.map((result) => result?.longestMs ?? Number.NaN)),
      rowsPerSecond: (rows / ms) * 1000,
    }
  })
}

/** Kills writers with SIGKILL in the midst of it and looks for every row that they were told is committed. */
export async function measureKills(cli: string, driver: DriverName, { writers, kills }: ProcessEffort) {
  const sum = { kills: 0, acknowledged: 0, acknowledgedLost: 0, whole: 0, refused: 0, files: 0 }
  for (let round = 0; round < kills; round++) {
    await inFolder(async (folder) => {
      const crew = await startWriters(cli, folder, { driver, writers, rows: null })
      crew.begin()
      const [least, most] = KILL_AFTER_MS
      await pause(least + ((most - least) * (round + 1)) / kills)
      for (const child of crew.children) child.kill('SIGKILL')
      await crew.ended()
      if (isRefused(crew.path, driver)) sum.refused += 1
      const there = rowsOf(crew.path, driver)
      for (const { writer, acknowledged } of crew.tasks) {
        if (!existsSync(acknowledged)) continue
        const lines = readFileSync(acknowledged, 'utf8').split('\n').slice(0, -1)
        sum.acknowledged += lines.length
        sum.acknowledgedLost += lines.filter((n) => !there.has(`${writer}:${n}`)).length
      }
      sum.kills += writers
      sum.files += 1
      if (isWhole(crew.path, driver)) sum.whole += 1
    })
  }
  return sum satisfies KillFigures
}

interface Crew {
  readonly driver: DriverName
  readonly writers: number
  readonly rows: number | null
}

async function startWriters(cli: string, folder: string, { driver, writers, rows }: Crew) {
  const path = join(folder, 'bench.db')
  const database = openFile(path, { busyTimeoutMs: BUSY_TIMEOUT_MS, driver })
  database.exec(WRITES_TABLE)
  database.close()
  const go = join(folder, 'go')
  const tasks = Array.from({ length: writers }, (_, writer) => {
    const file = (name: string) => join(folder, `${name}-${writer}`)
    const files = { ready: file('ready'), acknowledged: file('acknowledged'), result: file('result') }
    return { kind: 'write' as const, path, driver, writer, rows, go, ...files }
  })
  const children = tasks.map((task) => spawn(process.execPath, argumentsOf(cli, task), { stdio: 'ignore' }))
  const ends = children.map(endOf)
  const deadline = Date.now() + READY_MAX_MS
  while (!tasks.every(({ ready }) => existsSync(ready))) {
    if (Date.now() > deadline || children.some((child) => child.exitCode !== null)) {
      for (const child of children) child.kill('SIGKILL')
      throw new Error('A writer of the benchmark did not start.')
    }
    await pause(10)
  }
  return { path, tasks, children, begin: () => writeFileSync(go, ''), ended: () => Promise.all(ends) }
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

function isRefused(path: string, driver: DriverName): boolean {
  try {
    openFile(path, { busyTimeoutMs: BUSY_TIMEOUT_MS, driver }).close()
    return false
  } catch (error) {
    if (error instanceof EngraphError) return true
    throw error
  }
}

function rowsOf(path: string, driver: DriverName): ReadonlySet<string> {
  const database = openDatabase(path, driver)
  try {
    const rows = database.prepare('SELECT writer, n FROM writes').all()
    return new Set(rows.map((row) => `${row['writer']}:${row['n']}`))
  } finally {
    database.close()
  }
}

function isWhole(path: string, driver: DriverName): boolean {
  const database = openDatabase(path, driver)
  try {
    const sentences = database.prepare('PRAGMA integrity_check').all()
    return sentences.length === 1 && sentences[0]!['integrity_check'] === 'ok'
  } finally {
    database.close()
  }
}

function argumentsOf(cli: string, task: Task): string[] {
  return [cli, 'bench', 'store', '--worker', JSON.stringify(task)]
}

function spawnMs(arguments_: readonly string[]): number {
  const start = performance.now()
  const { status, error } = spawnSync(process.execPath, arguments_, { stdio: 'ignore' })
  if (error || status !== 0) {
    throw new Error(`A process of the benchmark failed (exit status ${status}).`, { cause: error })
  }
  return performance.now() - start
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-processes-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
