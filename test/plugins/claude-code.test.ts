import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CLAUDE_CODE_EVENTS } from '../../src/host/claude-code.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLUGIN = join(ROOT, 'plugins/claude-code')
const top = realpathSync(mkdtempSync(join(tmpdir(), 'engraph-plugin-')))
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

describe('the plugin', () => {
  test('has the version of the package, and is shipped with it', () => {
    const { version, files, name } = json(join(ROOT, 'package.json'))
    expect(json(join(PLUGIN, '.claude-plugin/plugin.json'))).toMatchObject({ name, version })
    expect(files).toEqual(expect.arrayContaining(['plugins', '.claude-plugin']))
  })

  test('stands in the marketplace of this repository', () => {
    const { plugins } = json(join(ROOT, '.claude-plugin/marketplace.json'))
    const [{ name, source }] = plugins
    expect(json(join(ROOT, source, '.claude-plugin/plugin.json')).name).toBe(name)
  })

  test('has the same hooks as the installed configuration, without a shell', () => {
    const { hooks } = json(join(PLUGIN, 'hooks/hooks.json'))
    const expected = CLAUDE_CODE_EVENTS.map(([event, matcher]) => {
      const args = [['$', '{CLAUDE_PLUGIN_ROOT}/bin/engraph-hook.cjs'].join(''), event]
      const handler = { type: 'command', command: 'node', args, timeout: 5 }
      return [event, [{ ...(matcher && { matcher }), hooks: [handler] }]]
    })
    expect(hooks).toEqual(Object.fromEntries(expected))
  })

  test('has one skill whose name is that of its folder, with a description that a listing does not cut', () => {
    const [name, ...others] = readdirSync(join(PLUGIN, 'skills'))
    expect(others).toEqual([])
    const text = readFileSync(join(PLUGIN, 'skills', name!, 'SKILL.md'), 'utf8')
    const [, front = ''] = /^---\n([\s\S]*?)\n---\n/u.exec(text) ?? []
    expect(/^name: (.+)$/mu.exec(front)?.[1]).toBe(name)
    expect(/^description: (.+)$/mu.exec(front)?.[1]?.length).toBeLessThan(1_536)
    expect(text).toMatch(/\p{Script=Han}/u)
  })
})

const spyOf = (file: string) => `
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  appendFileSync(process.env.SPY, JSON.stringify({ file: '${file}', args: process.argv.slice(2), pid: process.pid }) + '\\n')
`

/** A package called engraph whose programs write down that they ran. */
function packageIn(folder: string, { name = 'engraph', text = null as string | null } = {}): void {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module' }))
  for (const file of ['hook.cjs', 'cli.js']) writeFileSync(join(folder, 'dist', file), text ?? spyOf(file))
}

interface Place {
  readonly folder: string
  readonly plugin: string
  readonly bin: string
}

function place(): Place {
  const folder = mkdtempSync(join(top, 'place-'))
  const plugin = join(folder, 'cache/engraph/0.1.0')
  cpSync(PLUGIN, plugin, { recursive: true })
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  return { folder, plugin, bin }
}

async function run(
  { folder, plugin, bin }: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const spy = join(folder, 'spy.jsonl')
  const [program, ...rest] = args
  const child = spawn(process.execPath, [join(plugin, 'bin', program!), ...rest], {
    env: { PATH: [bin, join(folder, 'none')].join(':'), SPY: spy, LANG: 'C', ...env },
  })
  child.stdin.on('error', () => {})
  child.stdin.end('{}')
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    said.stdout += text
  })
  child.stderr.on('data', (text) => {
    said.stderr += text
  })
  const status = await new Promise((resolve) => child.on('close', resolve))
  const seen = existsSync(spy)
    ? readFileSync(spy, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  return { status, ...said, seen, pid: child.pid }
}

const PLACES: readonly (readonly [string, (place: Place) => void])[] = [
  ['among its own dependencies', ({ plugin }) => packageIn(join(plugin, 'node_modules/engraph'))],
  ['around itself', ({ plugin }) => packageIn(join(plugin, '../..'))],
  [
    'behind a link on the PATH',
    ({ folder, bin }) => {
      packageIn(join(folder, 'lib/engraph'))
      symlinkSync(join(folder, 'lib/engraph/dist/cli.js'), join(bin, 'engraph'))
    },
  ],
  [
    'behind a script on the PATH',
    ({ folder, bin }) => {
      packageIn(join(folder, 'global/engraph'))
      writeFileSync(join(bin, 'engraph'), '#!/bin/sh\nexec node  "$basedir/../global/engraph/dist/cli.js" "$@"\n')
      chmodSync(join(bin, 'engraph'), 0o755)
    },
  ],
]

describe.concurrent('the launcher of the plugin', () => {
  test.each(PLACES)('runs the package %s, in its own process', async (_, prepare) => {
    const there = place()
    prepare(there)
    const hook = await run(there, ['engraph-hook.cjs', 'Stop'])
    expect(hook).toMatchObject({ status: 0, stdout: '', stderr: '', seen: [{ file: 'hook.cjs', args: ['Stop'] }] })
    expect(hook.seen[0].pid).toBe(hook.pid)
    const server = await run(there, ['engraph-mcp.cjs'])
    expect(server.seen[1]).toEqual({ file: 'cli.js', args: ['mcp'], pid: server.pid })
  })

  test('passes by a package of another name', async () => {
    const there = place()
    packageIn(join(there.folder, 'lib/other'), { name: 'other' })
    symlinkSync(join(there.folder, 'lib/other/dist/cli.js'), join(there.bin, 'engraph'))
    expect(await run(there, ['engraph-hook.cjs', 'Stop'])).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
      seen: [],
    })
  })

  test.each(CLAUDE_CODE_EVENTS.filter(([event]) => event !== 'SessionStart').map(([event]) => event))(
    'is silent at %s where there is no package',
    async (event) => {
      expect(await run(place(), ['engraph-hook.cjs', event])).toMatchObject({ status: 0, stdout: '', stderr: '' })
    },
  )

  test.each([
    ['C', 'npm install -g engraph'],
    ['zh_CN.UTF-8', '安装：npm install -g engraph'],
  ])('says once at the start of a session under %s how to install the package', async (LANG, words) => {
    const start = await run(place(), ['engraph-hook.cjs', 'SessionStart'], { LANG })
    expect(start).toMatchObject({ status: 0, stderr: '' })
    expect(Object.keys(JSON.parse(start.stdout))).toEqual(['systemMessage'])
    expect(JSON.parse(start.stdout).systemMessage).toContain(words)
  })

  test('a package that is broken does not show', async () => {
    const there = place()
    packageIn(join(there.plugin, 'node_modules/engraph'), { text: 'throw new Error("broken")\n' })
    expect(await run(there, ['engraph-hook.cjs', 'Stop'])).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('the MCP server says what is missing', async () => {
    const server = await run(place(), ['engraph-mcp.cjs'])
    expect(server).toMatchObject({ status: 1, stdout: '' })
    expect(server.stderr).toContain('npm install -g engraph')
  })
})
