import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI } from '../doors/cli/run-engraph.ts'
import { downloaded } from './downloaded.ts'
import { type Answer, type MockModel, startMockModel } from './mock-model.ts'

/*
 * The real Claude Code and the real Codex, from the registry, against a model on the loopback. Engraph is installed into
 * the configuration of a user who exists for this run only; what the agents did must then be in memory.
 */

const ROOT = join(import.meta.dirname, '../..')
const MODEL = '@copilotkit/aimock@1.43.0'
const CLAUDE_CODE = `@anthropic-ai/claude-code-${process.platform}-${process.arch}@2.1.332`
const CODEX = '@openai/codex@0.171.0'
const RUN_MS_MAX = 120_000
/** Sessions that are begun until one is told something: a hook that has no time, on a busy machine, is silent. */
const ATTEMPTS_MAX = 3

const top = realpathSync(mkdtempSync(join(tmpdir(), 'engraph-agents-')))
// The worker that the end of a session started may still write.
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 }))

interface User {
  readonly home: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
}

function newUser(name: string): User {
  const home = join(top, name)
  const project = join(home, 'work/shop')
  mkdirSync(join(project, 'src'), { recursive: true })
  writeFileSync(join(project, 'src/total.mjs'), 'export const total = (cents) => Math.round(cents / 100)\n')
  writeFileSync(
    join(project, 'check.mjs'),
    "import { total } from './src/total.mjs'\nif (total(250) !== 2) throw new Error('RoundingError: total(250) must be 2')\n",
  )
  const PATH = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
  const env = { HOME: home, PATH, LANG: 'C.UTF-8', ENGRAPH_EMBEDDER: 'words' }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, env, stdio: 'pipe' })
  git('init', '-q', '-b', 'rounding')
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'first')
  return { home, project, env }
}

interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function start(command: string, args: readonly string[], { project, env }: User): Promise<Run> {
  const child = spawn(command, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_MS_MAX })
  const run = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...run }))
  })
}

async function engraph(user: User, ...args: readonly string[]) {
  const { status, stdout, stderr } = await start(process.execPath, [CLI, ...args, '--json'], user)
  expect({ status, stderr }, args.join(' ')).toMatchObject({ status: 0 })
  return JSON.parse(stdout)
}

/** The titles that a search finds. */
async function titles(user: User, query: string): Promise<readonly string[]> {
  const { entries } = await engraph(user, 'search', query)
  return (entries as readonly { readonly title: string }[]).map(({ title }) => title)
}

/** The binary that a package of a platform brings. */
function binaryIn(folder: string, name: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const found = entries.find((entry) => entry.isFile() && entry.name === name)
  if (found === undefined) throw new Error(`There is no ${name} in ${folder}.`)
  return join(found.parentPath, found.name)
}

const model = await downloaded([MODEL])
let mock: MockModel
beforeAll(async () => {
  if ('folder' in model) mock = await startMockModel(model.folder)
})
afterAll(() => mock?.stop())

const FIX = 'export const total = (cents) => Math.floor(cents / 100 + 0.4999)\n'
const DONE = 'Totals now round half to even. I decided for banker rounding because refunds must cancel out.'

describe('Claude Code', async () => {
  const packages = 'folder' in model ? await downloaded([CLAUDE_CODE]) : model
  const isMissing = 'missing' in packages

  test.skipIf(isMissing)(`remembers by itself${isMissing ? `: ${packages.missing}` : ''}`, async () => {
    const user = newUser('claude')
    await engraph(user, 'install', 'claude-code')
    const { folder } = packages as { readonly folder: string }
    const ask = askClaude(user, folder, [])
    const first = await ask('Fix the rounding of totals in checkout', [
      { tool: 'Bash', input: { command: 'node check.mjs', description: 'Run the check' } },
      { tool: 'Read', input: { file_path: join(user.project, 'src/total.mjs') } },
      { tool: 'Write', input: { file_path: join(user.project, 'src/total.mjs'), content: FIX } },
      { tool: 'Bash', input: { command: 'node check.mjs', description: 'Run the check' } },
      { content: DONE },
    ])
    expect(first, first.stderr).toMatchObject({ status: 0 })
    expect(readFileSync(join(user.project, 'src/total.mjs'), 'utf8')).toBe(FIX)

    for (const query of ['rounding totals', 'totals rounding', 'RoundingError', 'banker rounding']) {
      expect((await titles(user, query)).join('\n'), query).toMatch(/rounding/iu)
    }

    const { before, after } = await askUntilTold(ask, 'What did we do about the rounding lately?', [
      { tool: 'mcp__engraph__search', input: { query: 'rounding of totals' } },
      { content: 'You fixed it.' },
    ])
    // Before it asked for anything, it was told what happened; and what it asked for over MCP came back.
    expect(excerpt(before, '<engraph-memory')).toMatch(/rounding of totals/iu)
    expect(excerpt(after.slice(before.length), '"role":"tool"')).toMatch(/rounding of totals/iu)
    expectNoFailures(user)
  })

  test.skipIf(isMissing)('remembers by the plugin, whose dependencies came without their scripts', async () => {
    const user = newUser('plugin')
    const plugin = join(user.home, 'plugin')
    cpSync(join(ROOT, 'plugins/claude-code'), plugin, { recursive: true })
    const npm = (...args: string[]) =>
      execFileSync('npm', [...args, '--ignore-scripts'], { cwd: plugin, stdio: 'pipe' })
    npm('pack', '--silent', join(dirname(CLI), '..'))
    const tarball = readdirSync(plugin).find((name) => name.endsWith('.tgz'))
    writeFileSync(join(plugin, 'package.json'), JSON.stringify({ dependencies: { engraph: `file:${tarball}` } }))
    npm('install', '--package-lock-only')
    npm('ci')

    const { folder } = packages as { readonly folder: string }
    const ask = askClaude(user, folder, ['--plugin-dir', plugin])
    const first = await ask('Teach totals the plugin way', [
      { tool: 'Bash', input: { command: 'node check.mjs', description: 'Run the check' } },
      { content: 'The check fails with a rounding error.' },
    ])
    expect(first, first.stderr).toMatchObject({ status: 0 })
    await until(async () => (await titles(user, 'plugin way totals')).length > 0)
    const { before, after } = await askUntilTold(ask, 'What was done about that lately?', [
      { tool: 'mcp__plugin_engraph_engraph__search', input: { query: 'plugin way totals' } },
      { content: 'That.' },
    ])
    expect(excerpt(before, '<engraph-memory')).toMatch(/totals the plugin way/iu)
    expect(excerpt(after.slice(before.length), '"role":"tool"')).toMatch(/totals the plugin way/iu)
    expectNoFailures(user)
  })

  test.skipIf(isMissing)('takes the plugin for valid', async () => {
    const { folder } = packages as { readonly folder: string }
    for (const path of [join(ROOT, 'plugins/claude-code'), ROOT]) {
      const run = await start(
        claudeIn(folder),
        ['plugin', 'validate', '--strict', path],
        newUser(`plugin-${path.length}`),
      )
      expect(run, run.stdout).toMatchObject({ status: 0 })
    }
  })
})

describe('Codex', async () => {
  const packages = 'folder' in model ? await downloaded([CODEX]) : model
  const isMissing = 'missing' in packages

  test.skipIf(isMissing)(`remembers by itself${isMissing ? `: ${packages.missing}` : ''}`, async () => {
    const user = newUser('codex')
    mkdirSync(join(user.home, '.codex'))
    const config = join(user.home, '.codex/config.toml')
    const provider = `[model_providers.mock]\nname = "mock"\nbase_url = "${mock.url}/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"\n`
    writeFileSync(config, `# of the user\nmodel = "gpt-mock"\nmodel_provider = "mock"\n\n${provider}`)
    await engraph(user, 'install', 'codex')
    expect(readFileSync(config, 'utf8')).toContain('# of the user')

    const { folder } = packages as { readonly folder: string }
    const program = binaryIn(
      join(folder, `node_modules/@openai/codex-${process.platform}-${process.arch}`),
      process.platform === 'win32' ? 'codex.exe' : 'codex',
    )
    const ask = (prompt: string, answers: readonly Answer[]) => {
      mock.play(prompt, answers)
      const args = ['exec', '--skip-git-repo-check', '--json', '--dangerously-bypass-hook-trust']
      args.push('--dangerously-bypass-approvals-and-sandbox', prompt)
      return start(program, args, { ...user, env: { ...user.env, MOCK_KEY: 'mock', RUST_LOG: 'rmcp=info' } })
    }
    const write = `printf '%s' '${FIX.trim()}' > src/total.mjs`
    const first = await ask('Repair the rounding of totals in checkout', [
      { tool: 'exec_command', input: { cmd: 'node check.mjs' } },
      { tool: 'exec_command', input: { cmd: write } },
      { tool: 'exec_command', input: { cmd: 'node check.mjs' } },
      { content: DONE },
    ])
    expect(first, first.stderr).toMatchObject({ status: 0 })
    expect(readFileSync(join(user.project, 'src/total.mjs'), 'utf8')).toBe(FIX.trim())

    for (const query of ['rounding totals', 'totals rounding', 'RoundingError', 'banker rounding']) {
      expect((await titles(user, query)).join('\n'), query).toMatch(/rounding/iu)
    }

    const question = 'What did we do about the rounding in Codex?'
    const { run, before } = await askUntilTold(ask, question, [{ content: 'You fixed it.' }])
    expect(excerpt(before, '<engraph-memory')).toMatch(/rounding of totals/iu)
    // The mock has no words for calls of tools in a namespace, so this asks the server that Codex was told to start.
    expect(run.stderr).toMatch(/Service initialized as client[^\n]*engraph/u)
    expect(await askServer(user, config, 'rounding of totals')).toMatch(/rounding of totals/iu)
    expectNoFailures(user)
  })
})

function claudeIn(folder: string): string {
  return join(folder, 'node_modules', CLAUDE_CODE.slice(0, CLAUDE_CODE.lastIndexOf('@')), 'claude')
}

/** Asks Claude Code in a session of its own. */
function askClaude(user: User, folder: string, options: readonly string[]) {
  const env = {
    ...user.env,
    ANTHROPIC_API_KEY: 'sk-ant-mock',
    ANTHROPIC_BASE_URL: mock.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }
  const servers = ['mcp__engraph__search', 'mcp__plugin_engraph_engraph__search']
  return (prompt: string, answers: readonly Answer[]) => {
    mock.play(prompt, answers)
    const args = ['-p', prompt, '--model', 'claude-haiku-4-5', '--output-format', 'json', ...options]
    args.push('--allowedTools', ['Bash', 'Read', 'Write', 'Edit', ...servers].join(','))
    return start(claudeIn(folder), args, { ...user, env })
  }
}

type Ask = (prompt: string, answers: readonly Answer[]) => Promise<Run>

/** Begins sessions until one is told something; gives what the model was sent before and after its first answer. */
async function askUntilTold(ask: Ask, prompt: string, answers: readonly Answer[]) {
  for (let attempt = 1; ; attempt++) {
    const known = mock.sent(prompt).length
    const run = await ask(prompt, answers)
    expect(run, run.stderr).toMatchObject({ status: 0 })
    const [before = '', after = ''] = mock.sent(prompt).slice(known)
    if (before.includes('<engraph-memory') || attempt === ATTEMPTS_MAX) return { run, before, after }
  }
}

/** Waits for what the worker of a session does behind everybody. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 40 && !(await isSo()); attempt++) await setTimeout(250)
}

/** A piece of a long text, so that a failure shows what matters. */
function excerpt(text: string, words: string): string {
  const at = text.indexOf(words)
  return at < 0 ? `no "${words}" in ${text.length} characters` : text.slice(at, at + 4_000)
}

/** Searches through the MCP server that a configuration of Codex names, with the few variables that Codex passes on. */
async function askServer({ project, env }: User, config: string, query: string): Promise<string> {
  const { mcp_servers } = parse(readFileSync(config, 'utf8')) as unknown as {
    readonly mcp_servers: {
      readonly engraph: { readonly command: string; readonly args: string[]; readonly env_vars: string[] }
    }
  }
  const { command, args, env_vars } = mcp_servers.engraph
  const passed = Object.fromEntries(
    ['HOME', 'PATH', ...env_vars].flatMap((name) => (name in env ? [[name, env[name]!]] : [])),
  )
  const transport = new StdioClientTransport({ command, args, cwd: project, env: passed, stderr: 'ignore' })
  const client = new Client({ name: 'engraph-test', version: '1' })
  await client.connect(transport)
  try {
    return JSON.stringify(await client.callTool({ name: 'search', arguments: { query } }))
  } finally {
    await client.close()
  }
}

function expectNoFailures({ home }: User): void {
  const log = join(home, '.local/share/engraph/logs/hooks.log')
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('')
}
