import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookHome } from '../../../src/doors/hooks/hook-home.ts'
import { homeDirectory } from '../../../src/home-options.ts'
import {
  ended,
  HOOK,
  readJournal,
  runHook,
  SILENT,
  startHook,
  temporaryFolder,
  toolPayload,
} from './run-hook-process.ts'

function freshHome(): string {
  return join(temporaryFolder(), 'data')
}

test('a tool call becomes one line, in files that nobody else reads', async () => {
  const home = freshHome()
  expect(await runHook({ home, event: 'PostToolUse', input: toolPayload('session-1', 7) })).toEqual(SILENT)
  const { activities, problems } = readJournal(home)
  expect(problems).toEqual([])
  expect(activities).toMatchObject([
    { kind: 'tool', session: 'session-1', host: 'claude-code', tool: 'Bash', key: 'toolu_7', outcome: 'ok' },
  ])
  const file = join(home, 'journal/session-1.jsonl')
  expect(readFileSync(file, 'utf8')).toMatch(/^\{"v":1,"id":"[a-z0-9]{20,}".*\}\n$/u)
  expect([statSync(home), statSync(join(home, 'journal')), statSync(file)].map(({ mode }) => mode & 0o777)).toEqual([
    0o700, 0o700, 0o600,
  ])
})

test('the event of the payload wins over that of the command line, which may be missing', async () => {
  const home = freshHome()
  const payload = toolPayload('session-1', 1)
  expect(await runHook({ home, input: payload })).toEqual(SILENT)
  expect(await runHook({ home, event: 'Stop', input: { ...payload, tool_use_id: 'toolu_2' } })).toEqual(SILENT)
  const unnamed = { ...toolPayload('session-1', 3), hook_event_name: undefined }
  expect(await runHook({ home, event: 'PostToolUse', input: unnamed })).toEqual(SILENT)
  expect(readJournal(home).activities.map(({ key }) => key)).toEqual(['toolu_1', 'toolu_2', 'toolu_3'])
})

test.each<readonly [string, unknown]>([
  ['an unknown event', { session_id: 'session-1', hook_event_name: 'MoonPhase', phase: 'full' }],
  ['a tool that is only about to run', { ...toolPayload('session-1', 1), hook_event_name: 'PreToolUse' }],
  ['a session without a name', { ...toolPayload('session-1', 1), session_id: undefined }],
  ['nothing at all', ''],
  ['blank lines', '\n\n'],
  ['a list', '[1, 2]'],
  ['a number', '42'],
  ['null', 'null'],
  ['a prompt of blanks', { session_id: 'session-1', hook_event_name: 'UserPromptSubmit', prompt: '  \n' }],
  [
    'a tool of our own',
    toolPayload('session-1', 1, { tool_name: 'mcp__plugin_engraph_engraph__search', tool_response: 'x' }),
  ],
])('%s passes harmlessly and leaves nothing', async (_, input) => {
  const home = freshHome()
  expect(await runHook({ home, event: 'Whatever', input })).toEqual(SILENT)
  expect(readJournal(home).activities).toEqual([])
})

test('broken JSON is one line of the log, without what it said, and told once', async () => {
  const home = freshHome()
  const run = await runHook({ home, event: 'Stop', input: '{"session_id": "x", "secret-word": ' })
  expect(run).toEqual(SILENT)
  const log = readFileSync(join(home, 'logs/hooks.log'), 'utf8')
  expect(log).toMatch(/^\S+ Stop SyntaxError [^\n]+\n$/u)
  expect(log).not.toContain('secret-word')
  const start = { session_id: 'session-2', cwd: '/', hook_event_name: 'SessionStart', source: 'startup' }
  const said = await runHook({ home, input: start, env: { ENGRAPH_EMBEDDER: 'words' } })
  expect(said).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(said.stdout)).toEqual({ systemMessage: expect.stringContaining('1 hook failed') })
  expect(await runHook({ home, input: start, env: { ENGRAPH_EMBEDDER: 'words' } })).toEqual(SILENT)
})

test('a byte order mark before the JSON is no part of it', async () => {
  const home = freshHome()
  const input = `\uFEFF${JSON.stringify(toolPayload('session-1', 1))}`
  expect(await runHook({ home, input })).toEqual(SILENT)
  expect(readJournal(home).activities).toMatchObject([{ key: 'toolu_1' }])
})

test.each([
  ['what Engraph itself runs', { ENGRAPH_INTERNAL: '1' }],
  ['an agent that was started without it', { ENGRAPH_OFF: '1' }],
])('%s is not watched', async (_, env) => {
  const home = freshHome()
  expect(await runHook({ home, event: 'PostToolUse', input: toolPayload('session-1', 1), env })).toEqual(SILENT)
  expect(readJournal(home).activities).toEqual([])
})

test('secrets and what is private never reach the disk', async () => {
  const home = freshHome()
  const prompt = `use ghp_${'a1'.repeat(18)} <private>call 555</private> and <engraph-memory>remembered</engraph-memory> 密码：hunter22`
  await runHook({
    home,
    input: { session_id: 'session-1', hook_event_name: 'UserPromptSubmit', prompt_id: 'p', prompt },
  })
  const read = toolPayload('session-1', 1, {
    tool_name: 'Read',
    tool_input: { file_path: '/srv/app/.env' },
    tool_response: { type: 'text', file: { filePath: '/srv/app/.env', content: 'PLAIN=valueofplain\nPORT=8080\n' } },
  })
  await runHook({ home, input: read })
  const disk = readFileSync(join(home, 'journal/session-1.jsonl'), 'utf8')
  for (const word of ['a1a1a1', '555', 'remembered', 'hunter22', 'valueofplain']) expect(disk).not.toContain(word)
  expect(disk).toContain('PLAIN=[redacted:env]')
  expect(disk).toContain('PORT=8080')
})

test('50 MB are read to the end, and kept as far as they can be', async () => {
  const home = freshHome()
  const stdout = 'x y\n'.repeat(13 << 20)
  const input = JSON.stringify(toolPayload('session-1', 1, { tool_response: { stdout, stderr: '' } }))
  expect(input.length).toBeGreaterThan(50e6)
  expect(await runHook({ home, input })).toEqual(SILENT)
  const { activities } = readJournal(home)
  expect(activities).toMatchObject([{ kind: 'tool', key: null, input: { command: 'echo 1' } }])
  expect(statSync(join(home, 'journal/session-1.jsonl')).size).toBeLessThan(256 << 10)
})

test('a host that keeps its end open is not waited for', async () => {
  const home = freshHome()
  const child = startHook({ home, input: '' })
  child.stdin!.write(JSON.stringify(toolPayload('session-1', 1)))
  expect(await ended(child)).toEqual(SILENT)
  expect(readJournal(home).activities).toHaveLength(1)
})

test('a closed standard input is nothing to say', async () => {
  const home = freshHome()
  const before = ['sh', '-c', 'exec "$@" <&-', 'sh']
  expect(await runHook({ home, event: 'Stop', input: '', before })).toEqual(SILENT)
})

test('without HOME the folder of the user is asked for elsewhere', async () => {
  const home = freshHome()
  const env = { HOME: undefined, ENGRAPH_HOME: undefined, XDG_DATA_HOME: home }
  expect(await runHook({ home, input: toolPayload('session-1', 1), env })).toEqual(SILENT)
  expect(readJournal(join(home, 'engraph')).activities).toHaveLength(1)
})

test('the data directory is the one that the rest of Engraph uses', () => {
  expect(hookHome({ ...process.env, ENGRAPH_HOME: '' })).toBe(homeDirectory(''))
  expect(hookHome({ ENGRAPH_HOME: '/data/x' })).toBe(homeDirectory('/data/x'))
})

test('ids of sessions that are no names of files stay within the journal', async () => {
  const home = freshHome()
  for (const session of ['../../escape', 'a/b', '.', '', 'x'.repeat(5000), '会话', 'CON']) {
    expect(await runHook({ home, input: toolPayload(session, 1) })).toEqual(SILENT)
  }
  const sessions = readJournal(home).activities.map(({ session }) => session.slice(0, 12))
  expect(sessions.sort()).toEqual(['.', '../../escape', 'CON', 'a/b', 'xxxxxxxxxxxx', '会话'])
})

test('the bundle is one file that loads nothing but Node itself', () => {
  const text = readFileSync(HOOK, 'utf8')
  const loaded = [...text.matchAll(/\brequire\(([^)]+)\)/gu)].map(([, name]) => name!.slice(1, -1))
  expect([...new Set(loaded)].sort()).toEqual(['node:fs', 'node:path'])
})

test('a bundle whose end is missing keeps what is plain, and nothing that it cannot redact', async () => {
  const program = join(temporaryFolder(), 'hook.cjs')
  writeFileSync(program, readFileSync(HOOK, 'utf8').slice(0, -2000))
  const home = freshHome()
  const secret = toolPayload('session-1', 2, { tool_response: { stdout: 'password=hunter22', stderr: '' } })
  expect(await runHook({ home, input: toolPayload('session-1', 1), program })).toEqual(SILENT)
  expect(await runHook({ home, input: secret, program })).toEqual(SILENT)
  expect(readJournal(home).activities.map(({ key }) => key)).toEqual(['toolu_1'])
  const log = readFileSync(join(home, 'logs/hooks.log'), 'utf8')
  expect(log).toMatch(/^\S+ PostToolUse TORN SyntaxError\n$/u)
})

test('an answer that is late, fails or says nothing is no answer', async () => {
  const programs = temporaryFolder()
  writeFileSync(join(programs, 'hook.cjs'), readFileSync(HOOK))
  const start = { session_id: 'session-1', cwd: '/', hook_event_name: 'SessionStart', source: 'startup' }
  const answers: readonly (readonly [string, object | null])[] = [
    ['exports.answer = () => new Promise(() => setInterval(() => {}, 1000))', null],
    ['exports.answer = async () => null', null],
    [
      'exports.answer = async () => { throw new Error("broken") }',
      { systemMessage: expect.stringContaining('SessionStart Error broken. ') },
    ],
    [
      `exports.answer = async () => ({ permissionDecision: 'deny', hookSpecificOutput: { hookEventName: 'X', permissionDecision: 'deny', additionalContext: '<engraph-memory>' + 'line\\n'.repeat(3000) + '</engraph-memory>' } })`,
      {
        hookSpecificOutput: {
          hookEventName: 'SessionStart',
          additionalContext: expect.stringMatching(/^<engraph-memory>(?:line\n){1000,}<\/engraph-memory>$/u),
        },
      },
    ],
  ]
  for (const [program, expected] of answers) {
    const home = freshHome()
    writeFileSync(join(programs, 'hook-answers.cjs'), program)
    writeFileSync(join(programs, 'package.json'), '{"type":"module"}')
    const { stdout, stderr, status } = await runHook({ home, input: start, program: join(programs, 'hook.cjs') })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    if (expected === null) expect(stdout).toBe('')
    else {
      const output = JSON.parse(stdout)
      expect(output).toEqual(expected)
      expect(output.hookSpecificOutput?.additionalContext.length ?? 0).toBeLessThan(6000)
    }
  }
})

test('VS Code gets no context with a prompt', async () => {
  const programs = temporaryFolder()
  const home = freshHome()
  writeFileSync(join(programs, 'hook.cjs'), readFileSync(HOOK))
  writeFileSync(join(programs, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(programs, 'hook-answers.cjs'),
    `exports.answer = async () => ({ hookSpecificOutput: { additionalContext: 'known' } })`,
  )
  const program = join(programs, 'hook.cjs')
  const small = { sessionId: 's-12345', hookEventName: 'UserPromptSubmit', prompt: 'go' }
  expect(await runHook({ home, input: small, program })).toEqual(SILENT)
  const large = { session_id: 's-12345', hook_event_name: 'UserPromptSubmit', prompt: 'go', turn_id: 't' }
  const { stdout } = await runHook({ home, input: large, program })
  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'known' },
  })
})

test('the end of a session starts one worker, silenced and in no folder of the user', async () => {
  const programs = temporaryFolder()
  const home = freshHome()
  mkdirSync(home)
  writeFileSync(join(programs, 'hook.cjs'), readFileSync(HOOK))
  writeFileSync(
    join(programs, 'cli.js'),
    `const fs = require('fs'); fs.writeFileSync('worker.json.tmp', JSON.stringify({ args: process.argv.slice(2), internal: process.env.ENGRAPH_INTERNAL, home: process.env.ENGRAPH_HOME, folder: process.cwd() })); fs.renameSync('worker.json.tmp', 'worker.json')`,
  )
  const input = { session_id: 'session-1', cwd: '/', hook_event_name: 'SessionEnd', reason: 'other' }
  expect(await runHook({ home, input, program: join(programs, 'hook.cjs') })).toEqual(SILENT)
  await expect
    .poll(() => readWorker(home), { timeout: 20_000 })
    .toEqual({
      args: ['drain', '--worker'],
      internal: '1',
      home,
      folder: home,
    })
  expect(readJournal(home).activities).toMatchObject([{ kind: 'end', reason: 'other' }])
})

function readWorker(home: string): unknown {
  const file = join(home, 'worker.json')
  return statSync(file, { throwIfNoEntry: false }) === undefined ? null : JSON.parse(readFileSync(file, 'utf8'))
}
