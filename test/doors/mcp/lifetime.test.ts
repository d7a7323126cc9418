import { spawn } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CLI } from '../cli/run-engraph.ts'
import { engraphIn } from '../cli/run-in-project.ts'
import { call, connect, ERAS, emptyProject, isAlive, type Project, playHook, playWork } from './run-mcp.ts'

const TURNS = 500

/** A journal as long as after days without anybody who read it, made of lines that real hooks wrote. */
async function longJournal(): Promise<Project> {
  const project = emptyProject()
  const said = { session_id: 'long', prompt_id: 'p' }
  await playHook(project, 'UserPromptSubmit', { ...said, prompt: 'Let the refresh of the JWT survive a restart.' })
  const file = join(project.folder, 'src/token.ts')
  const tool_input = { file_path: file, old_string: 'const ttl = 900', new_string: 'const ttl = 3600' }
  await playHook(project, 'PostToolUse', {
    ...said,
    tool_name: 'Edit',
    tool_input,
    tool_response: {},
    tool_use_id: 't',
  })
  const folder = join(project.home, 'journal')
  const path = join(folder, readdirSync(folder)[0]!)
  const [prompt, edit] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lines = Array.from({ length: TURNS }, (_, turn) => {
    const own = (step: number) => ({
      id: `${turn}x${step}`,
      at: prompt.at + (2 * turn + step) * 1000,
      key: `${turn}x${step}`,
    })
    const asked = { ...prompt, ...own(0), text: `Turn ${turn} begins: ${prompt.text}` }
    return `${JSON.stringify(asked)}\n${JSON.stringify({ ...edit, ...own(1) })}\n`
  })
  appendFileSync(path, lines.join(''))
  return project
}

async function until(isTrue: () => boolean, msMax: number): Promise<boolean> {
  for (const end = Date.now() + msMax; Date.now() < end; await sleep(50)) if (isTrue()) return true
  return isTrue()
}

test.each(ERAS)('a long journal is read with progress, and a call can be cancelled, in the era %s', async (era) => {
  const connection = await connect(await longJournal(), era)
  const search = { name: 'search', arguments: { query: 'JWT' } }

  const ending = new AbortController()
  const progress: { readonly progress: number; readonly total?: number | undefined }[] = []
  const cancelled = connection.client.callTool(search, {
    signal: ending.signal,
    onprogress: (told) => {
      progress.push(told)
      ending.abort('enough')
    },
  })
  await expect(cancelled).rejects.toThrow(/enough/u)
  expect(progress[0]!.total).toBeGreaterThan(progress[0]!.progress)

  // The server goes on, and what was read before stays read.
  const told: number[] = []
  const { structuredContent } = await connection.client.callTool(search, {
    onprogress: (step) => told.push(step.progress),
  })
  expect(structuredContent).toMatchObject({ outcome: 'found' })
  expect(told).toEqual([...new Set(told)].sort((a, b) => a - b))
})

test('an answer does not wait for the whole of a long journal, and the rest is read behind it', async () => {
  const project = await longJournal()
  const connection = await connect(project)
  await call(connection, 'search', { query: 'JWT' })
  const isThere = async () => (await call(connection, 'search', { limit: 5 })).structured.entries.some(isLast)
  let found = false
  for (const end = Date.now() + 45_000; !found && Date.now() < end; await sleep(200)) found = await isThere()
  expect(found).toBe(true)
})

test('ends with its input, and leaves no process', async () => {
  const connection = await connect(emptyProject())
  await call(connection, 'remember', { text: 'A note.' })
  expect(isAlive(connection.pid)).toBe(true)
  await connection.client.close()
  expect(await until(() => !isAlive(connection.pid), 5_000)).toBe(true)
})

test.each(['SIGTERM', 'SIGINT'] as const)('ends when it is asked to by %s', async (signal) => {
  const connection = await connect(emptyProject())
  await call(connection, 'remember', { text: 'A note.' })
  process.kill(connection.pid, signal)
  expect(await until(() => !isAlive(connection.pid), 5_000)).toBe(true)
})

test('killed while it reads the journal, the next one has everything once', async () => {
  const project = await longJournal()
  const first = await connect(project)
  const kill = () => process.kill(first.pid, 'SIGKILL')
  const asked = first.client.callTool({ name: 'search', arguments: { query: 'JWT' } }, { onprogress: kill })
  await expect(asked).rejects.toThrow()

  const second = await connect(project)
  const newest = async () => (await call(second, 'search', { limit: 100 })).structured.entries
  let entries: readonly Entry[] = []
  for (const end = Date.now() + 45_000; Date.now() < end && !entries.some(isLast); await sleep(100))
    entries = await newest()
  expect(entries.some(isLast)).toBe(true)
  const turns = entries.flatMap(({ title, type }) => (type === 'summary' ? [] : (/Turn \d+/u.exec(title)?.[0] ?? [])))
  expect(turns.length).toBeGreaterThan(90)
  expect(new Set(turns).size).toBe(turns.length)
})

interface Entry {
  readonly title: string
  readonly type: string
}

function isLast({ title, type }: Entry): boolean {
  return type !== 'summary' && title.includes(`Turn ${TURNS - 1} `)
}

test('prints nothing but the protocol', async () => {
  const project = emptyProject()
  await playWork(project)
  const child = spawn(process.execPath, [CLI, 'mcp'], { cwd: project.folder, env: project.env })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'raw', version: '1' }
  say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  say({ method: 'notifications/initialized' })
  child.stdin.write('this is no JSON\n')
  say({ id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'JWT' } } })
  say({ id: 3, method: 'nothing/known' })
  expect(await until(() => stdout.split('\n').length > 3, 20_000)).toBe(true)
  child.stdin.end()
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect(status).toBe(0)
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(messages.map(({ jsonrpc }) => jsonrpc)).toEqual(messages.map(() => '2.0'))
  expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, null])
  expect(messages.find(({ id }) => id === null).error.code).toBe(-32700)
  expect(messages.find(({ id }) => id === 2).result.structuredContent.outcome).toBe('found')
  expect(messages.find(({ id }) => id === 3).error.code).toBe(-32601)
})

test('what was asked before the input ended is answered, and no page is said on stderr', async () => {
  const project = emptyProject()
  await playWork(project)
  const clientInfo = { name: 'raw', version: '1' }
  const said = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'JWT' } } },
    { id: 3, method: 'tools/call', params: { name: 'get', arguments: { ids: ['e~nowhere'] } } },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
  const input = [...said, 'garbage{', '{"jsonrpc":"2.0","neither":"request nor answer"}'].join('\n')
  const { status, stdout, stderr } = await engraphIn(project, ['mcp'], { stdin: input })
  const answers = new Map(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((answer) => [answer.id, answer]),
  )
  expect(status).toBe(0)
  expect(answers.get(null).error.code).toBe(-32700)
  expect(answers.get(2).result.structuredContent.outcome).toBe('found')
  expect(answers.get(3).result.isError ?? false).toBe(false)
  expect(answers.get(3).result.structuredContent.unknown).toEqual(['e~nowhere'])
  expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('engraph mcp: '))).toEqual([])
  expect(stderr.length).toBeLessThan(1000)
})
