import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compareWithTypeScript, oracleLines } from '../../bench/impact/oracle.ts'
import { oracleBenchCommand } from '../../src/doors/cli/bench-oracle.ts'
import { gitRepository } from '../git-repository.ts'

function shop(): string {
  const { folder, write } = gitRepository()
  write({
    'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] }, "module": "esnext" } }',
    'src/token.ts': 'export const token = 1',
    'src/cart.ts': "import { token } from '~/token'\nexport const cart = token",
    'src/index.js': "const { cart } = require('./cart')\nimport('./token')\nmodule.exports = cart",
    'test/cart.test.ts': "import { cart } from '../src/cart.js'\nvi.mock('../src/token.js')\ncart",
    // Found by us, and by no program of TypeScript.
    'src/start.ts': "new Worker(new URL('./worker.ts', import.meta.url))",
    'src/worker.ts': 'export {}',
  })
  return folder
}

test('imports are compared with those of TypeScript, both ways', async () => {
  const folder = shop()
  expect(await compareWithTypeScript(folder)).toMatchObject({
    ...{ schemaVersion: 1, repo: folder, files: 6, edges: 5, expected: 4, precision: 0.8, recall: 1 },
    ...{ surplus: ['src/start.ts -> src/worker.ts'], lacking: [] },
  })
})

test('the command prints one object, or lines for people', async () => {
  const folder = shop()
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  try {
    await oracleBenchCommand().parseAsync([folder, '--json'], { from: 'user' })
    expect(JSON.parse(written.splice(0).join(''))).toMatchObject({ schemaVersion: 1, edges: 5 })
    await oracleBenchCommand().parseAsync([folder], { from: 'user' })
  } finally {
    write.mockRestore()
  }
  expect(written.join('')).toMatch(
    /: 5 imports between 6 files; TypeScript \S+ has 4\nprecision 0.8000, recall 1.0000\n/u,
  )
  expect(written.join('')).toContain('Only here:\nsrc/start.ts -> src/worker.ts\n')
})

test('what differs is listed up to a bound, and the rest is counted', () => {
  const surplus = Array.from({ length: 23 }, (_, i) => `a${i}.ts -> b.ts`)
  const counts = { files: 30, edges: 23, expected: 1, precision: 0, recall: 0 }
  const report = { schemaVersion: 1, repo: '.', version: '5', ...counts, surplus, lacking: ['c.ts -> d.ts'] } as const
  const lines = oracleLines(report)
  expect(lines.filter((line) => line.endsWith('-> b.ts'))).toHaveLength(20)
  expect(lines.slice(-4)).toEqual(['and 3 more', '', 'Only there:', 'c.ts -> d.ts'])
})

test('where TypeScript is not installed, the command says so and what to do', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'engraph-oracle-'))
  onTestFinished(() => rmSync(empty, { recursive: true }))
  await expect(compareWithTypeScript(shop(), { beside: join(empty, 'cli.js') })).rejects.toMatchObject({
    code: 'not-found',
    message: 'TypeScript is not installed, with whose program imports are compared.',
    hint: expect.stringContaining('npm install typescript'),
  })
})
