import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VectorIndex } from '../../../src/ports/vector-index.ts'
import { joinScanThread, type ScanSeat } from '../../../src/providers/vectors/scan-thread.ts'
import { openVectorIndex } from '../../../src/providers/vectors/vector-index.ts'
import { openMatrix } from '../../../src/vectors/matrix.ts'
import { scoreAll } from '../../../src/vectors/scan.ts'
import { CLI } from '../../doors/cli/run-engraph.ts'
import { rowVector } from '../../vectors/vectors.ts'

const WORKER = join(dirname(CLI), 'scan-worker.js')
const DIMENSIONS = 20
const ROWS = 3000

const folder = mkdtempSync(join(tmpdir(), 'engraph-scan-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
beforeAll(() => expect(existsSync(WORKER), 'npm run build').toBe(true))

const failing = (name: string, program: string) => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, program)
  return file
}
const READY = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ kind: 'ready' });`

/** Each with the same promise to keep. */
const WAYS: readonly (readonly [string, () => { readonly worker: string | null; readonly threadBytesMin: number }])[] =
  [
    ['scans itself what is small', () => ({ worker: WORKER, threadBytesMin: 2 ** 30 })],
    ['scans in a thread', () => ({ worker: WORKER, threadBytesMin: 0 })],
    ['scans itself when no thread is wanted', () => ({ worker: null, threadBytesMin: 0 })],
    ['scans itself when the program is missing', () => ({ worker: join(folder, 'none.js'), threadBytesMin: 0 })],
    ['scans itself when the program is broken', () => ({ worker: failing('broken', '{'), threadBytesMin: 0 })],
    [
      'scans itself when the thread dies at a question',
      () => ({
        worker: failing(
          'dying',
          `${READY} parentPort.on('message', ({ kind }) => kind === 'scores' && process.exit(1))`,
        ),
        threadBytesMin: 0,
      }),
    ],
    [
      'scans itself when the thread says that it cannot',
      () => ({
        worker: failing(
          'unable',
          `${READY} parentPort.on('message', ({ kind, request }) => {
          if (kind === 'scores') parentPort.postMessage({ kind, request, scores: null })
        })`,
        ),
        threadBytesMin: 0,
      }),
    ],
  ]

describe.each(WAYS)('the index that %s', (_, options) => {
  test('gives the likeness of every row, at once and when all have started', async () => {
    const index = openVectorIndex({ dimensions: DIMENSIONS, ...options() })
    const expected = expectedScores(index)
    for (let round = 0; round < 4; round++) {
      for (const { query, scores } of expected) expect(await index.scores(query)).toEqual(scores)
      await setTimeout(60)
    }
    const [first] = expected
    expect([...index.dots([5, 4000, 0], first!.query)]).toEqual([first!.scores[5], 0, first!.scores[0]])
    await index.close()
    await index.close()
    await expect(index.scores(first!.query)).rejects.toMatchObject({ code: 'store-closed' })
    expect([index.rows, index.bytes]).toEqual([0, 0])
  })

  test('refuses what is no query, and answers the next', async () => {
    const index = openVectorIndex({ dimensions: DIMENSIONS, ...options() })
    const [first] = expectedScores(index)
    for (let round = 0; round < 3; round++) {
      await expect(index.scores(new Float32Array(3))).rejects.toMatchObject({ code: 'invalid-input' })
      await expect(index.scores(new Float32Array(DIMENSIONS).fill(Number.NaN))).rejects.toMatchObject({
        code: 'invalid-input',
      })
      expect(await index.scores(first!.query)).toEqual(first!.scores)
      await setTimeout(60)
    }
    await index.close()
  })

  test('takes changes while it scans, whole or not at all', async () => {
    const index = openVectorIndex({ dimensions: DIMENSIONS, ...options() })
    const [first] = expectedScores(index)
    for (let round = 0; round < 20; round++) {
      const asked = index.scores(first!.query)
      index.clear(7)
      index.set(8, first!.query)
      index.set(ROWS + round, first!.query)
      const scores = await asked
      expect(scores).toHaveLength(ROWS + round)
      expect([0, first!.scores[7]]).toContain(scores[7])
      expect(Math.min(Math.abs(scores[8]! - 1), Math.abs(scores[8]! - first!.scores[8]!))).toBeLessThan(0.02)
      index.set(7, rowVector(7, DIMENSIONS))
      index.set(8, rowVector(8, DIMENSIONS))
      await setTimeout(5)
    }
    await index.close()
  })
})

test('one thread serves several indexes, and ends with the last', async () => {
  const matrices = [3, 4].map((dimensions) => {
    const matrix = openMatrix({ dimensions })
    for (let row = 0; row < 10; row++) matrix.set(row, rowVector(row, dimensions))
    return matrix
  })
  const seats = matrices.map((matrix) => joinScanThread(matrix, WORKER)!)
  for (const [i, seat] of seats.entries()) {
    const query = rowVector(2, matrices[i]!.dimensions)
    expect(await scoresWhenReady(seat, query)).toEqual(scoreAll(matrices[i]!, query))
  }
  await seats[0]!.leave()
  expect(await seats[0]!.scores(rowVector(2, 3), 10)).toBeNull()
  expect(await seats[1]!.scores(rowVector(2, 4), 10)).toEqual(scoreAll(matrices[1]!, rowVector(2, 4)))
  await seats[1]!.leave()
  expect(await seats[1]!.scores(rowVector(2, 4), 10)).toBeNull()
})

test('more questions than may wait are answered by those who ask', async () => {
  const matrix = openMatrix({ dimensions: 3 })
  matrix.set(0, rowVector(0, 3))
  const seat = joinScanThread(matrix, WORKER)!
  await scoresWhenReady(seat, rowVector(0, 3))
  const answers = await Promise.all(Array.from({ length: 100 }, () => seat.scores(rowVector(0, 3), 1)))
  expect(answers.filter((answer) => answer !== null)).toHaveLength(64)
  await seat.leave()
})

test('matrices that no other thread can read have no place in one', () => {
  expect(joinScanThread(openMatrix({ dimensions: 3, kernel: 'plain' }), WORKER)).toBeNull()
})

async function scoresWhenReady(seat: ScanSeat, query: Float32Array): Promise<Float32Array> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const scores = await seat.scores(query, 10)
    if (scores) return scores
    await setTimeout(10)
  }
  throw new Error('The thread did not start.')
}

function expectedScores(index: VectorIndex) {
  const matrix = openMatrix({ dimensions: DIMENSIONS })
  for (let row = 0; row < ROWS; row++) {
    matrix.set(row, rowVector(row, DIMENSIONS))
    index.set(row, rowVector(row, DIMENSIONS))
  }
  return [1, 2500].map((row) => {
    const query = rowVector(row, DIMENSIONS)
    return { query, scores: scoreAll(matrix, query) }
  })
}
