import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { madeUpVectors } from '../../bench/vectors/data.ts'
import { runVectorsBench } from '../../bench/vectors/run.ts'
import { CLI } from '../doors/cli/run-engraph.ts'
import { dot } from '../vectors/vectors.ts'

test('engraph bench vectors measures each way, and what bytes cost against floats', async () => {
  const effort = { rounds: 3, plainRounds: 1, queries: 2 }
  const { speed, quality } = await runVectorsBench({ rows: [300, 100], effort })
  expect(speed.map(({ rows }) => rows)).toEqual([100, 300])
  for (const { simd, thread, plain, ratios } of speed) {
    expect([simd!.p50Ms, plain.p50Ms, ratios.plain].every((figure) => figure! > 0)).toBe(true)
    // Sources have no program for a thread.
    expect([thread, ratios.thread]).toEqual([null, null])
  }
  expect(quality).toHaveLength(8)
  for (const { recallAt30, errorMax, errorMean } of quality) {
    expect(recallAt30).toBeGreaterThan(0.9)
    expect(errorMax).toBeLessThan(0.01)
    expect(errorMean).toBeLessThan(errorMax / 2)
  }
})

test('the built command measures the thread as well, and ends', () => {
  const printed = execFileSync(process.execPath, [CLI, 'bench', 'vectors', '--rows', '200'], { encoding: 'utf8' })
  const { speed, machine } = JSON.parse(printed)
  expect(machine).toMatchObject({ node: process.version })
  expect(speed[0]).toMatchObject({ rows: 200, thread: { p50Ms: expect.any(Number) } })
})

test('made-up vectors have unit length, and clustered ones have neighbours', () => {
  const size = { count: 2000, dimensions: 64, queries: 3 }
  const [random, clustered] = [madeUpVectors('random', size), madeUpVectors('clustered', size)]
  const row = ({ numbers }: typeof random, place: number) => numbers.subarray(place * 64, (place + 1) * 64)
  const nearest = (data: typeof random) =>
    Math.max(...Array.from({ length: 2000 }, (_, place) => dot(row(data, place), data.queries[0]!)))
  expect(dot(row(random, 7), row(random, 7))).toBeCloseTo(1, 4)
  expect(nearest(random)).toBeLessThan(0.55)
  expect(nearest(clustered)).toBeGreaterThan(0.55)
})
