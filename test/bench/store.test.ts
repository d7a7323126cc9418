import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runStoreBench, type StoreEffort } from '../../bench/store/run.ts'

const TINY: StoreEffort = {
  rows: 400,
  rounds: 1,
  singles: 20,
  questions: 20,
  starts: 1,
  writers: 2,
  rowsEach: 20,
  kills: 1,
}

test('engraph bench store compares drivers and layouts that agree about every posting', async () => {
  const report = await runStoreBench({ messages: [400, 150], cli: null, effort: TINY })
  expect(report.layouts.map(({ messages }) => messages)).toEqual([150, 400])
  for (const { agreement, layouts, ratios } of report.layouts) {
    expect(agreement.lists).toBeGreaterThan(20)
    expect(agreement.top10Overlap).toBeGreaterThan(0.9)
    expect(Object.keys(layouts)).toEqual(['blocks', 'covering', 'fts5'])
    expect(layouts.fts5.grainsP50Ms).toBeNull()
    expect(ratios.covering['fileBytes']).toBeGreaterThan(0)
  }
  const drivers = Object.values(report.drivers)
  expect(drivers.length).toBeGreaterThan(0)
  for (const { speed, start, writers, kill } of drivers) {
    expect(Object.values(speed).every((figure) => figure > 0)).toBe(true)
    expect({ start, writers, kill }).toEqual({ start: null, writers: null, kill: null })
  }
})

test('its processes lose no row, together or killed', async () => {
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
  expect(existsSync(cli), 'npm run build').toBe(true)
  const { drivers } = await runStoreBench({ messages: [], cli, effort: TINY })
  for (const { start, writers, kill } of Object.values(drivers)) {
    expect(start!.emptyNodeMs).toBeGreaterThan(0)
    expect(writers).toMatchObject({ writers: 2, rowsEach: 20, rowsLost: 0, errors: 0 })
    expect(kill).toMatchObject({ kills: 2, acknowledgedLost: 0, whole: 1, files: 1 })
  }
})
