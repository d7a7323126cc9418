import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { putWork } from '../../bench/hooks/made-up-observations.ts'
import type { MadeUpWork } from '../../bench/hooks/made-up-work.ts'
import { gitPlace } from '../../src/capture/git-place.ts'
import { lineOfActivity } from '../../src/capture/journal-entry.ts'
import type { Activity } from '../../src/graph/activity.ts'
import type { StoredObservation } from '../../src/graph/observation.ts'
import { EngraphHome } from '../../src/home.ts'
import { ProjectMemory } from '../../src/project/project-memory.ts'
import { openProjectSpace } from '../../src/project/project-space.ts'

const NOON = Date.UTC(2026, 10, 30, 12)
const HOUR_MS = 3_600_000

let top: string
let home: string
let folder: string
let memory: ProjectMemory

beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'engraph-project-')))
  home = join(top, 'home')
  folder = join(top, 'project')
  git('init', '-q', '-b', 'main', folder)
  memory = await opened()
})

afterEach(async () => {
  await memory.close()
  rmSync(top, { recursive: true, force: true, maxRetries: 5 })
})

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: top, stdio: 'ignore' })
}

async function opened(): Promise<ProjectMemory> {
  const clock = { now: () => NOON }
  const found = await ProjectMemory.open({ home, folder, embedder: 'words', clock })
  return found!
}

interface Given extends Partial<MadeUpWork['observation']> {
  readonly title: string
  readonly session?: string
  readonly branch?: string
  readonly hoursAgo?: number
}

/** Puts observations as if they had been captured, and answers them. */
async function put(...given: readonly Given[]): Promise<readonly StoredObservation[]> {
  const directory = await EngraphHome.open({ home })
  const place = gitPlace(folder)
  const { store, space } = (await openProjectSpace(directory, place, { create: true }))!
  const work = given.map(
    ({ session = 's1', branch = 'main', hoursAgo = 24, ...said }): MadeUpWork => ({
      session,
      at: NOON - hoursAgo * HOUR_MS,
      branch,
      prompt: said.title,
      observation: {
        ...{ type: 'change', narrative: '', facts: [], concepts: [], knowledge: [], filesRead: [], filesModified: [] },
        ...{ isUnfinished: false, language: 'en' },
        ...said,
      },
    }),
  )
  const stored = await putWork(store, space.id, { place, work })
  await store.close()
  await directory.close()
  return stored
}

type Step = Partial<Activity> & Pick<Activity, 'kind'>

const PROMPT = (text: string): Step => ({ kind: 'prompt', text })
const BASH = (command: string, stdout: string): Step => ({
  ...{ kind: 'tool', tool: 'Bash', input: { command }, output: { stdout, stderr: '', interrupted: false } },
  ...{ outcome: 'ok', error: null, durationMs: 5 },
})

/** What a hook would append. */
function append(session: string, ...activities: readonly Step[]): void {
  const file = join(home, 'journal', `${session}.jsonl`)
  mkdirSync(join(home, 'journal'), { recursive: true })
  const lines = activities.map((one, i) => {
    const step = {
      session,
      at: NOON - 1000 + i,
      host: 'claude-code',
      agent: null,
      key: `${session}-${i}`,
      place: gitPlace(folder),
    }
    return `${lineOfActivity({ ...step, ...one } as Activity, `${session}-line-${i}`)}\n`
  })
  writeFileSync(file, lines.join(''), { flag: 'a' })
}

const JWT: Given = {
  title: 'Refresh of the JWT survives a restart',
  type: 'bugfix',
  narrative: 'The refresh token was kept in memory only; it is written to a file now.',
  facts: [
    { kind: 'edit', text: 'src/auth/token-store.ts: new Map() -> openTokenFile(path)' },
    { kind: 'command', text: 'npx vitest run test/auth (exit 0)' },
  ],
  concepts: ['auth', 'jwt'],
  filesModified: ['src/auth/token-store.ts'],
  session: 'one',
  hoursAgo: 50,
}
const EXPORT: Given = {
  title: '修复订单导出乱码',
  type: 'bugfix',
  narrative: 'CSV 文件开头补上 BOM。',
  facts: [{ kind: 'edit', text: 'src/export/csv.ts: utf8 -> BOM + utf8' }],
  concepts: ['export', 'order'],
  filesModified: ['src/export/csv.ts'],
  language: 'zh',
  session: 'two',
  hoursAgo: 40,
}
const STREAMS: Given = {
  title: 'Redis Streams instead of Kafka for payment webhooks',
  type: 'decision',
  facts: [{ kind: 'decision', text: 'Redis Streams: one service less to run' }],
  concepts: ['payment', 'webhook'],
  session: 'two',
  branch: 'feat/pay',
  hoursAgo: 39,
}
const RED: Given = {
  title: 'mypy stays red in report.py',
  type: 'failure',
  facts: [{ kind: 'error', text: 'report.py:31: "None" has no attribute "quantize"' }],
  filesModified: ['invoices/report.py'],
  isUnfinished: true,
  session: 'three',
  hoursAgo: 5,
}

async function titles(query: Parameters<ProjectMemory['search']>[0]): Promise<readonly string[]> {
  return (await memory.search(query)).entries.map(({ title }) => title)
}

describe('search', () => {
  beforeEach(async () => {
    await put(JWT, EXPORT, STREAMS, RED)
  })

  test.each([
    ['refresh JWT', JWT],
    ['JWT refresh', JWT],
    ['令牌 refresh JWT', JWT],
    ['导出 乱码', EXPORT],
    ['乱码的订单导出', EXPORT],
    ['why not Kafka?', STREAMS],
    ['openTokenFile', JWT],
    ['quantize', RED],
  ])('finds "%s", whatever the order of the words', async (query, expected) => {
    expect((await titles({ query }))[0]).toBe(expected.title)
  })

  test('without words lists the newest first', async () => {
    expect(await titles({})).toEqual([RED.title, STREAMS.title, EXPORT.title, JWT.title])
  })

  test.each([
    [{ type: 'decision' } as const, [STREAMS]],
    [{ type: ['bugfix', 'failure'] } as const, [RED, EXPORT, JWT]],
    [{ file: 'src/auth' }, [JWT]],
    [{ file: 'token-store.ts' }, [JWT]],
    [{ concept: 'payment' }, [STREAMS]],
    [{ session: 'two' }, [STREAMS, EXPORT]],
    [{ branch: 'feat/pay' }, [STREAMS]],
    [{ since: NOON - 10 * HOUR_MS }, [RED]],
    [{ until: NOON - 45 * HOUR_MS }, [JWT]],
    [{ limit: 1 }, [RED]],
  ])('keeps to %j', async (bounds, expected) => {
    expect(await titles(bounds)).toEqual(expected.map(({ title }) => title))
  })

  test('keeps to bounds also with words', async () => {
    expect(await titles({ query: 'JWT refresh token', session: 'two' })).not.toContain(JWT.title)
    expect(await titles({ query: 'mypy JWT Kafka', type: 'decision' })).toEqual([STREAMS.title])
  })

  test('an observation is one entry, with the fact that says it best', async () => {
    const { entries } = await memory.search({ query: 'openTokenFile' })
    expect(entries.filter(({ title }) => title === JWT.title)).toHaveLength(1)
    expect(entries[0]?.fact?.text).toContain('openTokenFile')
    expect(entries[0]?.rank).toBe(1)
    expect(entries[0]?.why?.path[1]).toBe(`event ${entries[0]?.id}`)
  })

  test('nothing found is said so', async () => {
    const { outcome, entries } = await memory.search({ query: 'zeppelin' })
    expect([outcome, entries]).toEqual(['nothing-found', []])
  })

  test('what waits in the journal is read first', async () => {
    append('four', PROMPT('Make the zeppelin land softly'), BASH('npm test', 'ok 1 - it lands'))
    const { records, problems } = await memory.catchUp()
    expect([records, problems]).toEqual([2, []])
    expect((await memory.search({ query: 'zeppelin' })).entries[0]?.session).toBe('four')
  })

  test('what is wrong with a query is named', async () => {
    await expect(memory.search({ limit: 0 })).rejects.toThrow('limit must be a whole number from 1 to 100')
    await expect(memory.search({ type: 'wish' as 'test' })).rejects.toThrow('type must be one of bugfix')
  })
})

test('what another process keeps from being read is shown by its words', async () => {
  await put(JWT)
  await memory.close()
  memory = (await ProjectMemory.open({ home, folder, embedder: 'words', busyTimeoutMs: 50 }))!
  append('four', PROMPT('Make the zeppelin land softly'))
  const writer = spawn(process.execPath, ['-e', HOLD, memory.location], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(writer.stdout, 'data')
  const found = await memory.search({ query: 'land the zeppelin' })
  writer.stdin.end()
  await once(writer, 'close')
  expect(found.outcome).toBe('incomplete')
  expect(found.waiting).toEqual(['Make the zeppelin land softly'])
  expect(found.caughtUp.waiting).toBeGreaterThan(0)
  await memory.catchUp()
  expect((await memory.search({ query: 'land the zeppelin' })).waiting).toEqual([])
})

/** A writer that holds the file until its input ends. */
const HOLD = `const database = new (require('libsql'))(process.argv[1])
database.exec('BEGIN IMMEDIATE')
console.log('held')
process.stdin.on('end', () => process.exit()).resume()`

describe('reading', () => {
  let jwt: StoredObservation
  let red: StoredObservation

  beforeEach(async () => {
    const stored = await put(JWT, EXPORT, STREAMS, RED)
    jwt = stored[0]!
    red = stored[3]!
  })

  test('get gives the whole by observation, fact and record, in order, and null for nothing', async () => {
    const got = await memory.get([red.event, jwt.factIds[0]!, 'e~nothing', jwt.observation.records[0]!])
    expect(got.map((one) => (one?.kind === 'observation' ? one.observation.event : one))).toEqual([
      red.event,
      jwt.event,
      null,
      jwt.event,
    ])
  })

  test('records gives the raw records of an observation, of a fact, and by their own ids', async () => {
    const [record] = jwt.observation.records
    const got = await memory.records([jwt.event, jwt.factIds[1]!, record!, 'u~nothing'])
    expect(got.map((one) => one?.id ?? null)).toEqual([record, record, record, null])
    expect(got[0]?.activity).toMatchObject({ kind: 'prompt', text: JWT.title })
    expect(got[0]?.event).toBe(jwt.event)
  })

  test('history stands around an id or the best hit of words, oldest first', async () => {
    const around = await memory.history({ around: red.event, before: 2, after: 2 })
    expect(around.entries.map(({ title }) => title)).toEqual([EXPORT.title, STREAMS.title, RED.title])
    const words = await memory.history({ around: '乱码', before: 1, after: 1 })
    expect(words.entries.map(({ title }) => title)).toEqual([JWT.title, EXPORT.title, STREAMS.title])
    expect(await memory.history({ around: 'zeppelin' })).toEqual({ anchor: null, entries: [] })
  })

  test('why says how a query finds something, and on which records it rests', async () => {
    const { hit, records } = await memory.why('JWT refresh', jwt.event)
    expect(hit?.why?.terms).toEqual(expect.arrayContaining(['jwt', 'refresh']))
    expect(records).toEqual(jwt.observation.records)
    expect((await memory.why('Kafka', jwt.event)).hit).toBeNull()
  })
})

describe('notes', () => {
  test('a note is remembered, found in either form, and is one when it is said twice', async () => {
    const note = {
      text: 'We keep sessions in Redis: cookies were too large.',
      type: 'decision',
      concepts: ['session'],
    } as const
    const first = await memory.remember(note)
    expect(first.isNew).toBe(true)
    expect(await memory.remember(note)).toEqual({ id: first.id, isNew: false })
    const [got] = await memory.get([first.id])
    expect(got?.kind === 'observation' && got.observation.observation.type).toBe('decision')
    expect((await memory.search({ query: 'Redis sessions' })).entries[0]?.id).toBe(first.id)
    expect((await memory.search({ concept: 'session' })).entries[0]?.id).toBe(first.id)
  })

  test('a note bears the branch that is checked out now, however long the memory is open', async () => {
    git('-C', folder, 'checkout', '-q', '-b', 'feat/later')
    const { id } = await memory.remember({ text: 'Decided: invoices are rounded once, at the end.' })
    const [got] = await memory.get([id])
    expect(got?.kind === 'observation' && got.observation.branch).toBe('feat/later')
  })

  test('a note that was forgotten can be said again', async () => {
    const note = { text: '部署前必须先迁移数据库' }
    const { id } = await memory.remember(note)
    await memory.forget({ ids: [id] })
    const again = await memory.remember(note)
    expect(again.isNew).toBe(true)
    expect((await memory.search({ query: '迁移数据库' })).entries[0]?.id).toBe(again.id)
  })
})

describe('forgetting', () => {
  test('a dry run only says what would go', async () => {
    const [jwt] = await put(JWT, EXPORT)
    const { ids, isDryRun } = await memory.forget({ ids: [jwt!.event] }, { dryRun: true })
    expect([ids, isDryRun]).toEqual([jwt!.observation.records, true])
    expect(await titles({ query: 'JWT' })).toEqual([JWT.title])
  })

  test('what was forgotten is in no answer and in no file, the journal included', async () => {
    append('five', PROMPT('Fill the zeppelin with hydrogen'), BASH('npm run fill', 'hydrogen: full'))
    await memory.catchUp()
    const [hit] = (await memory.search({ query: 'zeppelin' })).entries.filter(({ type }) => type !== 'summary')
    const { ids, problems } = await memory.forget({ ids: [hit!.id] })
    expect(ids).toHaveLength(2)
    expect(problems).toEqual([])
    expect((await memory.search({ query: 'zeppelin hydrogen' })).entries).toEqual([])
    await memory.close()
    const left = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes('hydrogen'))
    expect(left.map(({ name }) => name)).toEqual([])
  })

  test('a summary is refused, and says what to forget instead', async () => {
    append('seven', PROMPT('Steer the zeppelin north'), BASH('npm run steer', 'north'))
    await memory.catchUp()
    const { entries } = await memory.search({ query: 'zeppelin' })
    const summary = entries.find(({ type }) => type === 'summary')
    await expect(memory.forget({ ids: [summary!.id] })).rejects.toThrow('Forget the session (seven)')
    expect((await memory.search({ query: 'zeppelin' })).entries).toHaveLength(entries.length)
  })

  test('a session is forgotten with its subagents', async () => {
    append('six', PROMPT('Paint the zeppelin'), {
      ...PROMPT('Look for paint of zeppelins'),
      agent: { id: 'a1', type: null },
    })
    await memory.catchUp()
    const { ids } = await memory.forget({ session: 'six' })
    expect(ids).toHaveLength(2)
    expect((await memory.search({ query: 'zeppelin' })).entries).toEqual([])
  })
})

describe('context', () => {
  test('a session that begins is told unfinished work and decisions first', async () => {
    await put(JWT, EXPORT, STREAMS, RED)
    const text = await memory.sessionContext({ session: 'new', source: 'startup' })
    expect(text).toMatch(/^<engraph-memory /u)
    const order = [RED, STREAMS, EXPORT, JWT].map(({ title }) => text!.indexOf(title))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order.every((at) => at > 0)).toBe(true)
  })

  test('what is about files that are changed now comes before what is newer', async () => {
    await put(JWT, { ...EXPORT, hoursAgo: 1 })
    mkdirSync(join(folder, 'src/auth'), { recursive: true })
    writeFileSync(join(folder, 'src/auth/token-store.ts'), 'new')
    git('-C', folder, 'add', '.')
    const text = (await memory.sessionContext({ session: 'new', source: 'startup' }))!
    expect(text.indexOf(JWT.title)).toBeLessThan(text.indexOf(EXPORT.title))
  })

  test('on resume a session reads first what it did itself', async () => {
    await put(JWT, EXPORT, STREAMS)
    const text = (await memory.sessionContext({ session: 'one', source: 'resume' }))!
    expect(text.indexOf(JWT.title)).toBeLessThan(text.indexOf(STREAMS.title))
    expect(text).toContain('[This session so far]')
  })

  test('a new project is told nothing', async () => {
    expect(await memory.sessionContext({ session: 'new', source: 'startup' })).toBeNull()
    expect(await memory.promptContext({ session: 'new', prompt: 'refresh of the JWT' })).toBeNull()
  })

  test('a prompt is told what it has strongly to do with, and not what its own session did', async () => {
    await put(JWT, EXPORT, STREAMS, RED)
    const prompt = 'why does the refresh of the JWT fail after a restart?'
    expect(await memory.promptContext({ session: 'new', prompt })).toContain(JWT.title)
    expect(await memory.promptContext({ session: 'one', prompt })).toBeNull()
    expect(await memory.promptContext({ session: 'new', prompt: '订单导出又乱码了' })).toContain(EXPORT.title)
    expect(await memory.promptContext({ session: 'new', prompt: 'thanks, go on' })).toBeNull()
  })

  test('context that comes back in a prompt is not captured', async () => {
    await put(JWT)
    const context = (await memory.sessionContext({ session: 'new', source: 'startup' }))!
    append('seven', PROMPT(`${context}\nWhat is a zeppelin?`), BASH('cat zeppelin.md', context))
    await memory.catchUp()
    const { entries } = await memory.search({ session: 'seven' })
    const records = await memory.records([entries[0]!.id])
    expect(records[0]?.text).toBe('What is a zeppelin?')
    expect(JSON.stringify(records)).not.toContain('engraph-memory')
  })
})

test('a folder without a memory has none unless it may be made', async () => {
  const other = join(top, 'other')
  git('init', '-q', other)
  expect(await ProjectMemory.open({ home, folder: other, create: false })).toBeNull()
})

test('after close nothing is answered', async () => {
  await memory.close()
  await expect(memory.search({})).rejects.toMatchObject({ code: 'store-closed' })
})
