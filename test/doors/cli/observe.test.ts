import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emptyProject } from '../mcp/run-mcp.ts'
import { engraphIn } from './run-in-project.ts'

const SESSION = fileURLToPath(new URL('../../fixtures/sessions/chinese.jsonl', import.meta.url))
const project = emptyProject()

describe('engraph observe', () => {
  test.each([
    ['/nonexistent', 'There is no file /nonexistent.'],
    ['/', '/ is a folder; name the file of a session in it.'],
  ])('fails for %s by name', async (path, message) => {
    const run = await engraphIn(project, ['observe', path])
    expect(run).toEqual({ status: 1, stdout: '', stderr: `engraph: ${message}\n` })
  })

  test('reads standard input as the file', async () => {
    const observationsOf = async (path: string, stdin: string) =>
      JSON.parse((await engraphIn(project, ['observe', path, '--json'], { stdin })).stdout).observations
    const observed = await observationsOf('-', readFileSync(SESSION, 'utf8'))
    expect(observed.length).toBeGreaterThan(0)
    expect(observed).toEqual(await observationsOf(SESSION, ''))
  })
})
