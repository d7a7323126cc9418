import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, describe, expect, test } from 'vitest'
import { inEnglish } from '../../src/graph/wording.ts'
import { CLAUDE_CODE_EVENTS } from '../../src/host/claude-code.ts'
import { CODEX_EVENTS } from '../../src/host/codex.ts'
import { type HostName, type HostReport, installHost, uninstallHost } from '../../src/host/install.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'engraph-host-')))
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))

interface Setup {
  readonly home: string
  readonly data: string
  readonly programs: { readonly node: string; readonly hook: string; readonly cli: string }
  install(host: HostName, options?: Partial<Parameters<typeof installHost>[1]>): HostReport
  uninstall(host: HostName, options?: Partial<Parameters<typeof installHost>[1]>): HostReport
}

/** A user's folder of its own, with these files in it, and a package that is installed. */
function setup(files: Readonly<Record<string, string | Buffer>> = {}): Setup {
  const home = mkdtempSync(join(top, 'home-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  const programs = packageIn(join(home, 'one'))
  const options = { home: join(home, 'data'), programs, environment: { HOME: home } }
  return {
    home,
    data: options.home,
    programs,
    install: (host, more = {}) => installHost(host, { ...options, ...more }),
    uninstall: (host, more = {}) => uninstallHost(host, { ...options, ...more }),
  }
}

function packageIn(folder: string) {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{\n  "name": "engraph"\n}\n')
  const programs = { node: process.execPath, hook: join(folder, 'dist/hook.cjs'), cli: join(folder, 'dist/cli.js') }
  for (const program of [programs.hook, programs.cli]) writeFileSync(program, '')
  return programs
}

const changesOf = ({ changes }: HostReport) => changes.map(({ change }) => change)
const problemsOf = ({ problems }: HostReport) => problems.map(({ reason }) => inEnglish(reason))
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** Every file of a folder with its bytes and permissions, and where its links lead. */
function pictureOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name)
      const { mode } = lstatSync(path)
      return [name, `${mode.toString(8)} ${statSync(path).isFile() ? readFileSync(path, 'base64') : ''}`]
    }),
  )
}

const SETTINGS = `{
  // What I like.
  "model": "opus", // best
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "npx prettier" }] } // format
    ],
  },
  "permissions": { "allow": ["Bash(ls:*)"] }
}
`
const STATE = '{"numStartups":7,"mcpServers":{"other":{"command":"other"}},"projects":{}}'
const CONFIG = '# mine\nmodel = "gpt" # best\n\n[mcp_servers.other]\ncommand = "other"\n\n[profiles.x]\nmodel = "y"\n'
const HOOKS = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}'

const FILES: Readonly<Record<HostName, Readonly<Record<string, string>>>> = {
  'claude-code': { '.claude/settings.json': SETTINGS, '.claude.json': STATE },
  codex: { '.codex/hooks.json': HOOKS, '.codex/config.toml': CONFIG },
}
const HOSTS = ['claude-code', 'codex'] as const

describe('what is put into the configuration of Claude Code', () => {
  test('starts node with the bundle and the event, without a shell, for every event', () => {
    const { home, programs, install } = setup()
    expect(changesOf(install('claude-code'))).toEqual(['made', 'made'])
    const { hooks } = json(join(home, '.claude/settings.json'))
    expect(Object.keys(hooks)).toEqual(CLAUDE_CODE_EVENTS.map(([event]) => event))
    for (const [event, matcher] of CLAUDE_CODE_EVENTS) {
      const handler = { type: 'command', command: programs.node, args: [programs.hook, event], timeout: 5 }
      expect(hooks[event]).toEqual([{ ...(matcher && { matcher }), hooks: [handler] }])
    }
    const server = { type: 'stdio', command: programs.node, args: [programs.cli, 'mcp'] }
    expect(json(join(home, '.claude.json'))).toEqual({ mcpServers: { engraph: server } })
  })

  test('stands where CLAUDE_CONFIG_DIR says', () => {
    const { home, install } = setup()
    install('claude-code', { environment: { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'elsewhere') } })
    expect(readdirSync(join(home, 'elsewhere')).sort()).toEqual(['.claude.json', 'settings.json'])
    expect(existsSync(join(home, '.claude'))).toBe(false)
  })

  test('for one project, stands in what is not shared with others', () => {
    const { home, data, install, uninstall } = setup({
      'code/.git/HEAD': '',
      'code/src/a.ts': '',
      '.claude.json': STATE,
    })
    const before = pictureOf(home)
    install('claude-code', { project: join(home, 'code/src') })
    expect(Object.keys(json(join(home, 'code/.claude/settings.local.json')).hooks)).toContain('Stop')
    expect(json(join(home, '.claude.json')).projects[join(home, 'code')].mcpServers).toHaveProperty('engraph')
    uninstall('claude-code', { project: join(home, 'code') })
    rmSync(data, { recursive: true })
    expect(pictureOf(home)).toEqual(before)
  })
})

describe('what is put into the configuration of Codex', () => {
  test('quotes the paths for the shell, and hands on the variables that say where the memory is', () => {
    const { home, install } = setup()
    const programs = packageIn(join(home, "it's here"))
    install('codex', { programs })
    const { hooks } = json(join(home, '.codex/hooks.json'))
    expect(Object.keys(hooks)).toEqual(CODEX_EVENTS)
    const quoted = programs.hook.replace("'", String.raw`'\''`)
    expect(hooks.Stop[0].hooks[0].command).toBe(`'${programs.node}' '${quoted}' Stop`)
    const server = { command: programs.node, args: [programs.cli, 'mcp'] }
    expect(parse(readFileSync(join(home, '.codex/config.toml'), 'utf8'))).toMatchObject({
      mcp_servers: { engraph: { ...server, env_vars: expect.arrayContaining(['ENGRAPH_HOME']) } },
    })
    expect(changesOf(install('codex', { programs }))).toEqual(['none', 'none'])
  })

  test('stands where CODEX_HOME says', () => {
    const { home, install } = setup()
    install('codex', { environment: { HOME: home, CODEX_HOME: join(home, 'elsewhere') } })
    expect(readdirSync(join(home, 'elsewhere')).sort()).toEqual(['config.toml', 'hooks.json'])
  })
})

describe.each(HOSTS)('installing for %s', (host) => {
  test('keeps what others have there, and taking it out again restores every byte', () => {
    const { home, data, install, uninstall } = setup(FILES[host])
    const before = pictureOf(home)
    const report = install(host)
    expect(changesOf(report)).toEqual(['changed', 'changed'])
    for (const { path, backup } of report.changes) {
      const name = path.slice(home.length + 1)
      expect(readFileSync(backup!, 'utf8')).toBe(FILES[host][name])
      // Every line of others is still there; the last of a list may have got a comma behind its value.
      const bare = (text: string) => text.split('\n').map((line) => line.replaceAll(',', ''))
      const missing = bare(FILES[host][name]!).filter((line) => !bare(readFileSync(path, 'utf8')).includes(line))
      expect(FILES[host][name]!.includes('\n') ? missing : []).toEqual([])
    }
    expect(changesOf(uninstall(host))).toEqual(['restored', 'restored'])
    expect(existsSync(data)).toBe(true)
    rmSync(data, { recursive: true })
    expect(pictureOf(home)).toEqual(before)
  })

  test('a second time there is nothing to do', () => {
    const { home, install } = setup(FILES[host])
    install(host)
    const once = pictureOf(home)
    expect(changesOf(install(host))).toEqual(['none', 'none'])
    expect(pictureOf(home)).toEqual(once)
  })

  test('where nothing was, nothing is left', () => {
    const { home, data, install, uninstall } = setup()
    const before = pictureOf(home)
    install(host)
    expect(changesOf(uninstall(host))).toEqual(['removed', 'removed'])
    rmSync(data, { recursive: true })
    expect(pictureOf(home)).toEqual(before)
  })

  test('a package that has moved gets its new paths in the same places', () => {
    const { home, data, programs, install, uninstall } = setup(FILES[host])
    const before = pictureOf(home)
    install(host)
    const moved = packageIn(join(home, 'two'))
    rmSync(join(home, 'one'), { recursive: true })
    expect(changesOf(install(host, { programs: moved }))).toEqual(['changed', 'changed'])
    const texts = Object.keys(FILES[host]).map((name) => readFileSync(join(home, name), 'utf8'))
    for (const text of texts) expect(text).not.toContain(programs.hook)
    expect(texts.join('').split(moved.hook)).toHaveLength(
      (host === 'codex' ? CODEX_EVENTS : CLAUDE_CODE_EVENTS).length + 1,
    )
    expect(changesOf(uninstall(host))).toEqual(['restored', 'restored'])
    rmSync(data, { recursive: true })
    rmSync(join(home, 'two'), { recursive: true })
    packageIn(join(home, 'one'))
    expect(pictureOf(home)).toEqual(before)
  })

  test('what others wrote since stays when it is taken out', () => {
    const { home, install, uninstall } = setup(FILES[host])
    install(host)
    const added: string[] = []
    for (const name of Object.keys(FILES[host])) {
      const path = join(home, name)
      const text = readFileSync(path, 'utf8')
      const isToml = name.endsWith('.toml')
      writeFileSync(path, isToml ? `${text}\n[late]\nx = 1\n` : text.replace('{', '{ "late": 1,'))
      added.push(isToml ? `${FILES[host][name]}\n[late]\nx = 1\n` : FILES[host][name]!.replace('{', '{ "late": 1,'))
    }
    expect(changesOf(uninstall(host))).toEqual(['cut', 'cut'])
    expect(Object.keys(FILES[host]).map((name) => readFileSync(join(home, name), 'utf8'))).toEqual(added)
  })

  test('without the data directory that remembered it, it is still taken out', () => {
    const { home, data, install, uninstall } = setup(FILES[host])
    const before = pictureOf(home)
    install(host)
    rmSync(data, { recursive: true })
    uninstall(host)
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    expect(pictureOf(home)).toEqual(before)
  })

  test('a link stays a link, and permissions stay', () => {
    const names = Object.keys(FILES[host])
    const { home, install, uninstall } = setup(FILES[host])
    for (const [index, name] of names.entries()) {
      const target = join(home, `dotfiles-${index}`)
      writeFileSync(target, FILES[host][name]!)
      chmodSync(target, 0o640)
      rmSync(join(home, name))
      symlinkSync(target, join(home, name))
    }
    install(host)
    for (const [index, name] of names.entries()) {
      expect(lstatSync(join(home, name)).isSymbolicLink()).toBe(true)
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o640)
      expect(readFileSync(join(home, `dotfiles-${index}`), 'utf8')).toMatch(/hook\.cjs|cli\.js/u)
    }
    uninstall(host)
    for (const [index, name] of names.entries()) {
      expect(lstatSync(join(home, name)).isSymbolicLink()).toBe(true)
      expect(readFileSync(join(home, `dotfiles-${index}`), 'utf8')).toBe(FILES[host][name])
    }
  })

  test('a dry run says what it would do, and does nothing', () => {
    const { home, install, uninstall } = setup(FILES[host])
    const before = pictureOf(home)
    expect(changesOf(install(host, { isDryRun: true }))).toEqual(['changed', 'changed'])
    expect(pictureOf(home)).toEqual(before)
    install(host)
    const installed = pictureOf(home)
    expect(changesOf(uninstall(host, { isDryRun: true }))).toEqual(['restored', 'restored'])
    expect(pictureOf(home)).toEqual(installed)
  })

  test('what was interrupted between remembering and writing is finished by the next run', () => {
    const { home, data, install, uninstall } = setup(FILES[host])
    const before = pictureOf(home)
    install(host)
    // As if the process had died before it wrote the file.
    for (const [name, text] of Object.entries(FILES[host])) writeFileSync(join(home, name), text)
    expect(changesOf(install(host))).toEqual(['changed', 'changed'])
    uninstall(host)
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    expect(pictureOf(home)).toEqual(before)
  })
})

describe('a file that cannot be edited is refused, and nothing is changed', () => {
  test.each([
    [
      'claude-code',
      '.claude/settings.json',
      '{\n  "hooks": {,}\n}',
      'it is no valid JSON: line 2, column 13: ValueExpected',
    ],
    ['claude-code', '.claude/settings.json', '{ "hooks": [] }', 'its `hooks` is no object'],
    ['claude-code', '.claude/settings.json', '{ "hooks": { "Stop": {} } }', 'its `hooks.Stop` is no list'],
    ['claude-code', '.claude.json', '{ "mcpServers": 7 }', 'its `mcpServers` is no object'],
    ['claude-code', '.claude.json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'it is no valid UTF-8'],
    [
      'claude-code',
      '.claude.json',
      '{ "mcpServers": { "engraph": { "command": "mine" } } }',
      'it has another MCP server that is called engraph',
    ],
    ['codex', '.codex/hooks.json', '[]', 'it holds no JSON object'],
    [
      'codex',
      '.codex/config.toml',
      'mcp_servers = { other = { command = "x" } }\n',
      'its `mcp_servers.engraph` is written in a form that cannot be edited safely',
    ],
    [
      'codex',
      '.codex/config.toml',
      '[mcp_servers.engraph]\ncommand = "mine"\n',
      'it has another MCP server that is called engraph',
    ],
  ] as const)('%s: %s with %j', (host, name, text, reason) => {
    const { home, install } = setup({ [name]: text })
    const before = pictureOf(home)
    const report = install(host)
    expect(problemsOf(report)).toEqual([reason])
    expect(report.problems[0]?.path).toBe(join(home, name))
    expect(report.changes).toEqual([])
    expect(pictureOf(home)).toEqual(before)
  })
})

test.each(HOSTS)('when the last file of %s cannot be written, those before it are as they were', (host) => {
  const { home, data, install } = setup({ 'keep.txt': '' })
  const name = host === 'codex' ? '.codex/config.toml' : '.claude.json'
  mkdirSync(dirname(join(home, name)), { recursive: true })
  symlinkSync(join(home, name), join(home, name))
  const report = install(host)
  expect(report.problems.map(({ path }) => path)).toEqual([join(home, name)])
  expect(report.changes).toEqual([])
  expect(existsSync(join(home, host === 'codex' ? '.codex/hooks.json' : '.claude'))).toBe(false)
  expect(existsSync(join(data, 'installed', `${host}.json`))).toBe(false)
  rmSync(join(home, name))
  expect(problemsOf(install(host))).toEqual([])
})

test('who runs no hooks at all is told, also the second time', () => {
  const { home, install } = setup({ '.claude/settings.json': '{ "disableAllHooks": true }' })
  for (const _ of ['first', 'second']) {
    expect(install('claude-code').notes.map(inEnglish).join()).toContain(
      `${join(home, '.claude/settings.json')} switches all hooks off`,
    )
  }
})

test('two scopes in one file are taken out one by one', () => {
  const { home, data, install, uninstall } = setup({ 'code/.git/HEAD': '', '.claude.json': STATE })
  const before = pictureOf(home)
  install('claude-code')
  install('claude-code', { project: join(home, 'code') })
  uninstall('claude-code', { project: join(home, 'code') })
  expect(json(join(home, '.claude.json'))).toMatchObject({ projects: {}, mcpServers: { engraph: {} } })
  install('claude-code', { project: join(home, 'code') })
  uninstall('claude-code')
  rmSync(data, { recursive: true })
  expect(pictureOf(home)).toEqual(before)
})

test('lists that were empty before stay, also when others wrote to the file since', () => {
  const text = '{ "hooks": { "Stop": [] } }'
  const { home, install, uninstall } = setup({ '.claude/settings.json': text })
  const path = join(home, '.claude/settings.json')
  install('claude-code')
  writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ "late": 1,'))
  expect(changesOf(uninstall('claude-code'))).toEqual(['cut', 'removed'])
  expect(json(path)).toEqual({ late: 1, hooks: { Stop: [] } })
})

test('a byte order mark stays', () => {
  const { home, install, uninstall } = setup({ '.claude/settings.json': `\uFEFF${SETTINGS}` })
  install('claude-code')
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8').startsWith('\uFEFF{')).toBe(true)
  uninstall('claude-code')
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe(`\uFEFF${SETTINGS}`)
})

test('what a user added to the MCP server stays when the package moves', () => {
  const { home, install } = setup()
  install('claude-code')
  const path = join(home, '.claude.json')
  const state = json(path)
  state.mcpServers.engraph.env = { ENGRAPH_EMBEDDER: 'words' }
  writeFileSync(path, JSON.stringify(state))
  const programs = packageIn(join(home, 'two'))
  install('claude-code', { programs })
  expect(json(path).mcpServers.engraph).toEqual({
    type: 'stdio',
    command: programs.node,
    args: [programs.cli, 'mcp'],
    env: { ENGRAPH_EMBEDDER: 'words' },
  })
})

test('hooks of others that look alike are not taken for ours', () => {
  const foreign = { type: 'command', command: '/node', args: ['/opt/other/dist/hook.js', 'Stop'] }
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [foreign] }] } }, null, 2)
  const { home, data, install, uninstall } = setup({ '.claude/settings.json': text })
  install('claude-code')
  expect(json(join(home, '.claude/settings.json')).hooks.Stop).toHaveLength(2)
  rmSync(data, { recursive: true })
  uninstall('claude-code')
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe(text)
})

test('a package without its hook bundle is not installed', () => {
  const { home, programs, install } = setup()
  rmSync(programs.hook)
  expect(problemsOf(install('claude-code'))).toEqual(['this part of Engraph is missing; install it anew'])
  expect(existsSync(join(home, '.claude'))).toBe(false)
})
