import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inEnglish } from '../../src/graph/wording.ts'
import { diagnoseHosts } from '../../src/host/doctor.ts'
import { installHost } from '../../src/host/install.ts'

const top = mkdtempSync(join(tmpdir(), 'engraph-host-doctor-'))
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))

/** Programs that do what a hook and a server do, in the least that a host would notice. */
const HOOK = `const { mkdirSync, writeFileSync } = require('node:fs')
mkdirSync(process.env.ENGRAPH_HOME + '/journal', { recursive: true })
writeFileSync(process.env.ENGRAPH_HOME + '/journal/doctor.jsonl', '{"v":1}\\n')\n`
const SERVER = `process.stdin.once('data', () => console.log('{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{}}}'))\n`

function setup({ hook = HOOK, server = SERVER } = {}) {
  const home = mkdtempSync(join(top, 'home-'))
  const folder = join(home, 'engraph')
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "engraph", "type": "module" }')
  const programs = { node: process.execPath, hook: join(folder, 'dist/hook.cjs'), cli: join(folder, 'dist/cli.js') }
  writeFileSync(programs.hook, hook)
  writeFileSync(programs.cli, server)
  const options = { home: join(home, 'data'), programs, environment: { HOME: home } }
  installHost('claude-code', options)
  const settings = join(home, '.claude/settings.json')
  const findings = async () => {
    const checks = await diagnoseHosts(options)
    return Object.fromEntries(checks.map(({ name, isOk, detail }) => [inEnglish(name), `${isOk} ${inEnglish(detail)}`]))
  }
  return { home, options, programs, settings, findings }
}

describe('the doctor follows the chain from an agent to its memory', () => {
  test('when all is well', async () => {
    const { findings } = setup()
    expect(await findings()).toEqual({
      'agent claude-code': 'true hooks: 10, with the MCP server',
      hook: expect.stringMatching(/^true writes to the journal; \d+ ms$/u),
      journal: expect.stringMatching(/^true .*\(not made yet\)$/u),
      'log of the hooks': 'true no failures',
      'MCP server': 'true answers',
    })
  })

  test('when a hook is missing', async () => {
    const { settings, findings } = setup()
    const { hooks } = JSON.parse(readFileSync(settings, 'utf8'))
    writeFileSync(settings, JSON.stringify({ hooks: { ...hooks, Stop: [], SessionEnd: [] } }))
    expect((await findings())['agent claude-code']).toBe(
      `false ${settings} has no hook for Stop, SessionEnd; \`engraph install claude-code\` mends it`,
    )
  })

  test('when the MCP server is missing', async () => {
    const { home, findings } = setup()
    writeFileSync(join(home, '.claude.json'), '{}')
    expect((await findings())['agent claude-code']).toContain('names no MCP server of Engraph')
  })

  test('when all hooks are switched off', async () => {
    const { settings, findings } = setup()
    const before = JSON.parse(readFileSync(settings, 'utf8'))
    writeFileSync(settings, JSON.stringify({ ...before, disableAllHooks: true }))
    expect((await findings())['agent claude-code']).toBe(
      `false ${settings} switches all hooks off: take \`"disableAllHooks": true\` out of it`,
    )
    writeFileSync(settings, JSON.stringify({ ...before, disableAllHooks: false }))
    expect((await findings())['agent claude-code']).toMatch(/^true /u)
  })

  test('when the settings do not parse', async () => {
    const { settings, findings } = setup()
    writeFileSync(settings, '{')
    expect((await findings())['agent claude-code']).toMatch(/^false .*it is no valid JSON: line 1, column 2/u)
  })

  test('when the package has moved', async () => {
    const { options, programs } = setup()
    const elsewhere = { ...programs, hook: `${programs.hook}.moved.js` }
    const checks = await diagnoseHosts({ ...options, programs: elsewhere })
    expect(inEnglish(checks[0]!.detail)).toContain(`starts another copy of Engraph, ${programs.hook}`)
  })

  test('when Node is gone', async () => {
    const { settings, findings } = setup()
    writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(process.execPath, '/gone/node'))
    expect((await findings())['agent claude-code']).toContain('starts /gone/node, which is not there any more')
  })

  test('when the hook fails, writes nothing, or the server says nothing', async () => {
    const failing = setup({ hook: "throw new Error('broken')\n", server: 'process.exit(3)\n' })
    const found = await failing.findings()
    expect(found['hook']).toMatch(/^false it fails: Error: broken; `npm install -g engraph`/u)
    expect(found['MCP server']).toMatch(/^false it does not answer: status 3; `npm install -g engraph`/u)
    const silent = await setup({ hook: '' }).findings()
    expect(silent['hook']).toMatch(/^false it writes nothing to the journal/u)
  })

  test('when a hook failed lately, and no more when that is long ago', async () => {
    const { options, findings } = setup()
    const log = join(options.home, 'logs/hooks.log')
    mkdirSync(join(options.home, 'logs'))
    writeFileSync(log, '2026-01-01 PostToolUse ENOSPC first\n2026-01-02 Stop ENOSPC last\n')
    expect((await findings())['log of the hooks']).toMatch(/^false the last failure: 2026-01-02 Stop ENOSPC last \(/u)
    utimesSync(log, new Date('2026-01-02'), new Date('2026-01-02'))
    expect((await findings())['log of the hooks']).toMatch(/^true the last failure: /u)
  })

  test('when the journal holds something', async () => {
    const { options, findings } = setup()
    mkdirSync(join(options.home, 'journal'))
    writeFileSync(join(options.home, 'journal/a.jsonl'), '12345\n')
    expect((await findings())['journal']).toBe('true can be written; sessions: 1, bytes: 6')
  })

  test('when the plugin is enabled, alone or besides', async () => {
    const { settings, options, findings } = setup()
    const { hooks } = JSON.parse(readFileSync(settings, 'utf8'))
    writeFileSync(settings, JSON.stringify({ hooks, enabledPlugins: { 'engraph@engraph': true } }))
    expect((await findings())['agent claude-code']).toContain('and those of the plugin besides')
    writeFileSync(settings, JSON.stringify({ enabledPlugins: { 'engraph@engraph': true } }))
    writeFileSync(join(options.environment.HOME, '.claude.json'), '{}')
    expect((await findings())['agent claude-code']).toBe('true by its plugin')
  })

  test('when there is no agent, nothing is started', async () => {
    const { options } = setup()
    const checks = await diagnoseHosts({
      ...options,
      home: join(top, 'none'),
      environment: { HOME: join(top, 'none') },
    })
    expect(checks.map(({ name, isOk }) => [inEnglish(name), isOk])).toEqual([['coding agents', true]])
  })
})
