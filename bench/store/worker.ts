import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs'
import type { Database, DriverName } from '../../src/store/sqlite/driver.ts'
import { openFile } from '../../src/store/sqlite/open.ts'
import { inTransaction } from './layout.ts'

/** What a process of the benchmark does; it is started by `processes.ts` and answers in files. */
export type Task =
  | { readonly kind: 'open'; readonly path: string; readonly driver: DriverName; readonly result: string }
  | {
      readonly kind: 'write'
      readonly path: string
      readonly driver: DriverName
      readonly writer: number
      /** `null`: until it is killed. */
      readonly rows: number | null
      /** Written when it is ready; it begins when `go` exists. */
      readonly ready: string
      readonly go: string
      /** A line per committed row. */
      readonly acknowledged: string
      readonly result: string
    }

export interface OpenResult {
  /** Loading the driver, opening the file, the store's settings and the look at its schema. */
  readonly loadAndOpenMs: number
}

export interface WriteResult {
  readonly errors: readonly string[]
  readonly longestMs: number
}

export const WRITES_TABLE = `CREATE TABLE writes (
  writer INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (writer, n)
)`
const BUSY_TIMEOUT_MS = 30_000
const POLL_MS = 2
const TEXT = 'Ana moved the deployment to Thursday. 安娜把部署改到了周四。'

export function runTask(task: Task): void {
  switch (task.kind) {
    case 'open': {
      const start = performance.now()
      const database = openFile(task.path, { busyTimeoutMs: BUSY_TIMEOUT_MS, driver: task.driver })
      const result: OpenResult = { loadAndOpenMs: performance.now() - start }
      database.close()
      writeFileSync(task.result, JSON.stringify(result))
      return
    }
    case 'write': {
      const database = openFile(task.path, { busyTimeoutMs: BUSY_TIMEOUT_MS, driver: task.driver })
      writeFileSync(task.ready, '')
      while (!existsSync(task.go)) sleep(POLL_MS)
      writeFileSync(task.result, JSON.stringify(write(database, task)))
      database.close()
      return
    }
    default:
      task satisfies never
  }
}

/** Reads before it writes, in one transaction each, as capture does. */
function write(database: Database, { writer, rows, acknowledged }: Task & { readonly kind: 'write' }): WriteResult {
  const last = database.prepare('SELECT max(n) AS n FROM writes WHERE writer = ?')
  const insert = database.prepare('INSERT INTO writes (writer, n, text) VALUES (?, ?, ?)')
  const file = openSync(acknowledged, 'a')
  const errors: string[] = []
  let longestMs = 0
  for (let count = 0; rows === null || count < rows; count++) {
    const start = performance.now()
    let n = 0
    try {
      inTransaction(database, () => {
        n = Number(last.get(writer)?.['n'] ?? 0) + 1
        insert.run(writer, n, TEXT)
      })
      writeSync(file, `${n}\n`)
    } catch (error) {
      errors.push((error as Error).message)
    }
    longestMs = Math.max(longestMs, performance.now() - start)
  }
  closeSync(file)
  return { errors, longestMs }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
