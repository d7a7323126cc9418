import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DEMO = join(import.meta.dirname, '../../examples/demo.js')

test('the demo finds the expected record first for each of its five questions, and leaves nothing behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-demo-test-'))
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [DEMO], {
    encoding: 'utf8',
    env: { PATH, TMPDIR: folder, TMP: folder, TEMP: folder },
  })
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
  expect(stdout.match(/✓ as expected/gu)).toHaveLength(5)
  expect(stdout.match(/^ {3}path {3}session .+ → event .+ → message .+$/gmu)).toHaveLength(5)
  // Colours are for terminals only.
  expect(stdout).not.toContain('\u001b')
  expect(readdirSync(folder)).toEqual([])
})
