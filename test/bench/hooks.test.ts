import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { madeUpStorm } from '../../bench/hooks/payloads.ts'
import { hooksTable } from '../../bench/hooks/report-table.ts'
import type { HooksReport } from '../../bench/hooks/run.ts'
import { secretsOnDisk } from '../../bench/hooks/secrets-on-disk.ts'
import { contextIn } from '../../bench/hooks/storm.ts'
import { engraph } from '../doors/cli/run-engraph.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('made-up hooks', () => {
  const storm = madeUpStorm(1_000, { seed: 1, folder: '/project' })

  test('are the same from the same seed, and others from another', () => {
    expect(madeUpStorm(1_000, { seed: 1, folder: '/project' })).toEqual(storm)
    expect(madeUpStorm(1_000, { seed: 2, folder: '/project' })).not.toEqual(storm)
    expect(storm.hooks).toHaveLength(1_000)
  })

  test('hold every event that hosts tell, some twice', () => {
    expect([...new Set(storm.hooks.map(({ event }) => event))].sort()).toEqual([
      'PostCompact',
      'PostToolUse',
      'PostToolUseFailure',
      'PreCompact',
      'PreToolUse',
      'SessionEnd',
      'SessionStart',
      'Stop',
      'UserPromptSubmit',
    ])
    const markers = storm.hooks.flatMap(({ marker }) => marker ?? [])
    expect(new Set(markers).size).toBeLessThan(markers.length)
  })

  test('each is known by a word that stands in it', () => {
    for (const { payload, marker } of storm.hooks)
      if (marker !== null) expect(JSON.stringify(payload)).toContain(marker)
  })

  test('hold secrets', () => {
    const all = storm.hooks.map(({ payload }) => JSON.stringify(payload)).join('\n')
    expect(storm.secrets.length).toBeGreaterThan(100)
    expect(storm.secrets.filter((secret) => all.includes(secret)).length).toBeGreaterThan(100)
  })
})

test('secrets are found in files of any kind, in any letter case', () => {
  mkdirSync(join(folder, 'deep'))
  writeFileSync(join(folder, 'deep/a.db'), Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from('xxAbC123xx')]))
  writeFileSync(join(folder, 'b.jsonl'), '{"text":"nothing"}')
  expect(secretsOnDisk(folder, ['aBc123', 'elsewhere'])).toBe(1)
})

test.each([
  ['what is put in front of the model', '{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"x"}}', 'x'],
  ['an object without it', '{"systemMessage":"x"}', ''],
  ['no JSON', 'Warning: x', null],
  ['no object', '[1]', null],
])('reads %s', (_, stdout, expected) => {
  expect(contextIn(stdout)).toBe(expected)
})

test('a short run loses nothing, keeps nothing twice, and leaves nothing behind', async () => {
  const args = ['bench', 'hooks', '--hooks', '120', '--observations', '60', '--files', '50', '--seed', '7', '--json']
  const { status, stdout, stderr } = await engraph(folder, args)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const report: HooksReport & { readonly schemaVersion: number } = JSON.parse(stdout)
  expect(report).toMatchObject({
    schemaVersion: 1,
    lost: 0,
    duplicated: 0,
    modelCalls: 0,
    secretsOnDisk: 0,
    run: { hooks: 120, observations: 60, files: 50, seed: 7, faults: [] },
  })
  expect(report.processesLeft ?? 0).toBe(0)
  expect(report.run.hooksKilled).toBeGreaterThan(0)
  expect(report.run.acknowledged).toBeGreaterThan(50)
  expect(report.additionalContextMaxChars).toBeLessThan(6_000)
  expect(Object.keys(report.events)).toContain('PostToolUse')
  for (const { p50Ms, p95Ms, ratio } of Object.values(report.events)) {
    expect(p95Ms).toBeGreaterThanOrEqual(p50Ms)
    expect(ratio).toBeGreaterThan(0)
  }
  expect(hooksTable(report)).toContain('lost 0, duplicated 0')
}, 300_000)
