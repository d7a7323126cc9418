import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { forgetMessages } from '../../src/capture/forget.ts'
import { rememberRecords } from '../../src/capture/messages.ts'
import type { MessageRecord } from '../../src/graph/records.ts'
import { DRIVER_NAMES, type DriverName } from '../../src/store/sqlite/driver.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { indexed, openSpace, T0 } from '../contracts/graph-store.ts'
import { observationsContract, stored } from '../contracts/observations.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-observations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

let files = 0
const newFile = () => join(folder, `${++files}.db`)
const hasOwnSqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined

for (const driver of DRIVER_NAMES.filter((name: DriverName) => name !== 'node:sqlite' || hasOwnSqlite)) {
  observationsContract(`${driver} in memory`, async () => openSqliteStore(':memory:', { driver }))
  observationsContract(`${driver} in a file`, async () => openSqliteStore(newFile(), { driver }))
}

function foundIn(path: string, words: readonly string[]): string[] {
  const files = ['', '-wal', '-shm'].filter((ending) => existsSync(path + ending))
  const bytes = files.map((ending) => readFileSync(path + ending))
  return words.filter((word) => bytes.some((file) => file.includes(word)))
}

const record = (id: string, text: string, at: number): MessageRecord => ({
  id,
  session: 'work',
  speaker: 'user',
  text,
  at,
  branch: 'main',
  body: { activity: { kind: 'prompt', text } },
})

test('what is kept beside the text of a record stays in its body, with branch and times', async () => {
  await using store = closing(openSqliteStore(':memory:'))
  const space = await openSpace(store)
  await rememberRecords(store, space, 'work', [record('q~1', 'The deadline is 2026-05-09.', T0)])
  const [node] = await store.nodes(space, ['q~1'])
  expect(node?.body).toMatchObject({
    branch: 'main',
    activity: { kind: 'prompt' },
    times: [[16, 26, expect.any(Number), expect.any(Number)]],
  })
})

test('a record that is forgotten stands in no file, neither in what was distilled nor in what was indexed of it', async () => {
  const path = newFile()
  const store = openSqliteStore(path)
  const space = await openSpace(store)
  const at = T0 + 60_000
  const records = [
    record('q~1', 'Plain words about gardens', T0),
    record('q~2', 'The xylofon quokka costs zwölfhundert', at),
  ]
  await rememberRecords(store, space, 'work', records)
  const [, event] = await store.transact(space, async (writer) =>
    (await writer.place(['q~1', 'q~2'])).map((place) => place!.event!),
  )
  const facts = [{ kind: 'edit', text: 'quokkaprice: zwölfhundert', records: ['q~2'] }] as const
  const observed = {
    at,
    session: 'work',
    facts,
    title: 'xylofon quokka',
    concepts: ['quokkaconcept'],
    filesModified: ['src/quokkafile.ts'],
  }
  await store.transact(space, async (writer) => {
    await writer.markUnobserved('work', { isEnded: false })
    await writer.putObservations([stored(event!, observed)])
    const summary = {
      request: 'xylofonrequest',
      investigated: [],
      learned: [],
      completed: [],
      nextSteps: [],
      language: 'en',
    } as const
    await writer.putSummary({ id: 's~1', session: 'work', at, until: at, branch: null, isEnded: false, summary })
    const index = await writer.index()
    const texts = [indexed('o~1', 'xylofonindex words', { session: 'work' })]
    await index.known(['o~1'])
    await index.putMessages(texts)
  })
  const secrets = [
    'xylofon',
    'quokka',
    'zwölfhundert',
    'quokkaprice',
    'quokkaconcept',
    'quokkafile',
    'xylofonrequest',
    'xylofonindex',
  ]
  await store.purge()
  expect(foundIn(path, secrets)).toEqual(secrets)
  const request = { session: null, ids: ['q~2'], query: null, span: { from: null, to: null } }
  expect(await forgetMessages(store, space, request, { at, isDryRun: false })).toMatchObject({ isPurged: true })
  expect(foundIn(path, secrets)).toEqual([])
  expect((await store.nodes(space, ['q~1']))[0]?.text).toBe('Plain words about gardens')
  expect(await store.observations.unobserved(space, 10)).toMatchObject([{ session: 'work' }])
  await store.close()
})

function closing<T extends { close(): Promise<void> }>(opened: T): T & AsyncDisposable {
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() })
}
