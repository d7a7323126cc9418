import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLI, engraph, temporaryFolder } from './run-engraph.ts'

/** A user's folder, with the data directory in it. */
function user() {
  const home = temporaryFolder()
  const data = join(home, 'data')
  return { home, data, env: { HOME: home } }
}

const hooksOf = (home: string) => JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8')).hooks

describe.concurrent('engraph install', () => {
  test('says what it did, and how to take it out again; a second time there is nothing to do', async () => {
    const { home, data, env } = user()
    const first = await engraph(data, ['install', 'claude-code'], { env })
    expect(first).toMatchObject({ status: 0 })
    expect(first.stdout).toBe(
      `${join(home, '.claude/settings.json')} (hooks): made\n${join(home, '.claude.json')} (MCP server): made\n`,
    )
    expect(first.stderr).toContain('`engraph uninstall claude-code` takes it out again.')
    expect(first.stderr).toContain(`ENGRAPH_HOME=${data}`)
    const second = await engraph(data, ['install', 'claude-code'], { env })
    expect(second.stdout.match(/nothing to do/gu)).toHaveLength(2)
    const gone = await engraph(data, ['uninstall', 'claude-code'], { env })
    expect(gone).toMatchObject({ status: 0 })
    expect(existsSync(join(home, '.claude'))).toBe(false)
    expect(existsSync(join(home, '.claude.json'))).toBe(false)
  })

  test('names files that exist, in this copy of Engraph', async () => {
    const { home, data, env } = user()
    await engraph(data, ['install', 'claude-code'], { env })
    const [{ command, args }] = hooksOf(home).Stop[0].hooks
    expect(existsSync(command)).toBe(true)
    expect(args).toEqual([join(CLI, '../hook.cjs'), 'Stop'])
    expect(existsSync(args[0])).toBe(true)
  })

  test('prints one JSON object', async () => {
    const { home, data, env } = user()
    const run = await engraph(data, ['install', 'codex', '--json'], { env })
    expect(JSON.parse(run.stdout)).toMatchObject({
      schemaVersion: 1,
      host: 'codex',
      scope: 'user',
      isDryRun: false,
      changes: [
        { path: join(home, '.codex/hooks.json'), holds: 'hooks', change: 'made' },
        { path: join(home, '.codex/config.toml'), holds: 'server', change: 'made' },
      ],
      problems: [],
      notes: expect.arrayContaining([expect.stringContaining('/hooks')]),
    })
  })

  test('refuses a file that does not parse, says where, and changes nothing', async () => {
    const { home, data, env } = user()
    mkdirSync(join(home, '.claude'))
    writeFileSync(join(home, '.claude/settings.json'), '{ "hooks": ')
    const run = await engraph(data, ['install', 'claude-code'], { env })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(/settings\.json: it is no valid JSON: line 1, column 12: .*\nNothing was changed\.\n$/u)
    expect(existsSync(join(home, '.claude.json'))).toBe(false)
    const chinese = await engraph(data, ['install', 'claude-code'], { env: { ...env, LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stderr).toMatch(/不是有效的 JSON：第 1 行第 12 列.*\n未做任何改动。\n$/u)
  })

  test('refuses an agent that it does not know', async () => {
    const { data, env } = user()
    expect(await engraph(data, ['install', 'other'], { env })).toMatchObject({ status: 2, stdout: '' })
  })

  test('several at once put in one of each, and remember what was there before', async () => {
    const { home, data, env } = user()
    mkdirSync(join(home, '.claude'))
    writeFileSync(join(home, '.claude/settings.json'), '{ "model": "opus" }')
    const runs = await Promise.all([1, 2, 3, 4].map(() => engraph(data, ['install', 'claude-code'], { env })))
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 0])
    for (const groups of Object.values(hooksOf(home))) expect(groups).toHaveLength(1)
    await engraph(data, ['uninstall', 'claude-code'], { env })
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{ "model": "opus" }')
    expect(existsSync(join(home, '.claude.json'))).toBe(false)
  })

  test('killed at any moment, what it left can be finished and taken out', async () => {
    const text = '{\n  "model": "opus"\n}\n'
    for (const waitMs of [120, 180, 240, 300, 360]) {
      const { home, data, env } = user()
      mkdirSync(join(home, '.claude'))
      writeFileSync(join(home, '.claude/settings.json'), text)
      const child = spawn(process.execPath, [CLI, 'install', 'claude-code'], {
        env: { ...env, PATH: process.env['PATH'], ENGRAPH_HOME: data },
        stdio: 'ignore',
      })
      const ended = new Promise((resolve) => child.on('close', resolve))
      setTimeout(() => child.kill('SIGKILL'), waitMs)
      await ended
      // Whole, old or new: never half of it.
      JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'))
      expect(await engraph(data, ['install', 'claude-code'], { env })).toMatchObject({ status: 0 })
      expect(await engraph(data, ['uninstall', 'claude-code'], { env })).toMatchObject({ status: 0 })
      expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe(text)
    }
  })
})

describe.concurrent('engraph doctor', () => {
  test('follows the chain of an agent that is installed', async () => {
    const { data, env } = user()
    await engraph(data, ['install', 'claude-code'], { env })
    const { checks } = JSON.parse((await engraph(data, ['doctor', '--json'], { env })).stdout)
    const found = Object.fromEntries(checks.map(({ name, isOk, detail }: Check) => [name, `${isOk} ${detail}`]))
    expect(found).toMatchObject({
      'agent claude-code': 'true hooks: 10, with the MCP server',
      hook: expect.stringMatching(/^true writes to the journal; \d+ ms$/u),
      'log of the hooks': 'true no failures',
      'MCP server': 'true answers',
    })
  })

  test('says how to begin where no agent is', async () => {
    const { data, env } = user()
    const chinese = await engraph(data, ['doctor'], { env: { ...env, LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toContain('可用 `engraph install claude-code`')
  })
})

interface Check {
  readonly name: string
  readonly isOk: boolean
  readonly detail: string
}
