import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, DriverName } from '../../src/store/sqlite/driver.ts'
import { openFile } from '../../src/store/sqlite/open.ts'
import { percentile } from '../recall/metrics.ts'
import { syntheticConversation } from '../scale/conversation.ts'
import { seededRandom } from '../scale/random.ts'
import { inTransaction, rotated, timed } from './layout.ts'

/** Medians over the rounds. */
export interface DriverSpeed {
  /** In transactions of a thousand rows, each with a time and a text, one index besides the key. */
  readonly bulkRowsPerSecond: number
  /** `BEGIN IMMEDIATE`, one row, `COMMIT`. */
  readonly transactionsPerSecond: number
  /** One row by its key. */
  readonly readsPerSecond: number
  /** Two thousand blobs of 4 kB in one statement. */
  readonly blobs8MbMs: number
}

export interface SpeedEffort {
  readonly rows: number
  readonly rounds: number
}

const ROWS_PER_TRANSACTION = 1000
const BLOB_BYTES = 4096
const BLOBS = 2048
const SEED = 7

/** Measures the drivers in turn, a fresh file each time; the order changes with the round. */
export async function measureSpeed(
  drivers: readonly DriverName[],
  { rows, rounds }: SpeedEffort,
): Promise<ReadonlyMap<DriverName, DriverSpeed>> {
  const texts = [...syntheticConversation(rows)].flatMap(({ messages }) => messages.map(({ text }) => text))
  const kept = new Map<DriverName, DriverSpeed[]>(drivers.map((driver) => [driver, []]))
  for (let round = 0; round < rounds; round++) {
    for (const driver of rotated(drivers, round)) kept.get(driver)!.push(await oneRound(driver, texts))
  }
  const median = (speeds: readonly DriverSpeed[], figure: keyof DriverSpeed) =>
    percentile(
      speeds.map((speed) => speed[figure]),
      0.5,
    )!
  return new Map(
    [...kept].map(([driver, speeds]) => [
      driver,
      {
        bulkRowsPerSecond: median(speeds, 'bulkRowsPerSecond'),
        transactionsPerSecond: median(speeds, 'transactionsPerSecond'),
        readsPerSecond: median(speeds, 'readsPerSecond'),
        blobs8MbMs: median(speeds, 'blobs8MbMs'),
      },
    ]),
  )
}

async function oneRound(driver: DriverName, texts: readonly string[]): Promise<DriverSpeed> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-drivers-'))
  const database = openFile(join(folder, 'bench.db'), { busyTimeoutMs: 1000, driver })
  try {
    database.exec(`CREATE TABLE said (ref INTEGER PRIMARY KEY, at REAL NOT NULL, text TEXT NOT NULL);
      CREATE INDEX said_by_time ON said (at);
      CREATE TABLE blobs (ref INTEGER PRIMARY KEY, data BLOB NOT NULL)`)
    return writeAndRead(database, texts)
  } finally {
    database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function writeAndRead(database: Database, texts: readonly string[]): DriverSpeed {
  const insert = database.prepare('INSERT INTO said (at, text) VALUES (?, ?)')
  const bulkMs = timed(() => {
    for (let first = 0; first < texts.length; first += ROWS_PER_TRANSACTION) {
      const end = Math.min(texts.length, first + ROWS_PER_TRANSACTION)
      inTransaction(database, () => {
        for (let i = first; i < end; i++) insert.run(i, texts[i]!)
      })
    }
  })
  const singles = texts.slice(0, Math.ceil(texts.length / 10))
  const singleMs = timed(() => {
    for (const [i, text] of singles.entries()) inTransaction(database, () => void insert.run(i, text))
  })
  const random = seededRandom(SEED)
  const keys = texts.map(() => 1 + random.below(texts.length))
  const find = database.prepare('SELECT at, text FROM said WHERE ref = ?')
  const readMs = timed(() => {
    for (const key of keys) find.get(key)
  })
  const putBlob = database.prepare('INSERT INTO blobs (data) VALUES (?)')
  const blob = new Uint8Array(BLOB_BYTES).fill(7)
  inTransaction(database, () => {
    for (let i = 0; i < BLOBS; i++) putBlob.run(blob)
  })
  const readBlobs = () => void database.prepare('SELECT data FROM blobs ORDER BY ref').all()
  return {
    bulkRowsPerSecond: (texts.length / bulkMs) * 1000,
    transactionsPerSecond: (singles.length / singleMs) * 1000,
    readsPerSecond: (keys.length / readMs) * 1000,
    blobs8MbMs: percentile(
      Array.from({ length: 5 }, () => timed(readBlobs)),
      0.5,
    )!,
  }
}
