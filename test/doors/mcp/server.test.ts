import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { newShop, write } from '../../shop-repository.ts'
import { type Answered, type Connection, call, connect, ERAS, emptyProject, playWork } from './run-mcp.ts'

const project = emptyProject()
beforeAll(() => playWork(project))

interface Entry {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly tokens: number
}

describe.each(ERAS)('engraph mcp, asked in the era %s', (era) => {
  let connection: Connection
  beforeAll(async () => {
    connection = await connect(project, era)
  })

  const ask = (name: string, given: Record<string, unknown>): Promise<Answered> => call(connection, name, given)
  /** The best observation: the summary of its session may stand before it. */
  const idOf = async (query: string): Promise<string> => {
    const { structured } = await ask('search', { query })
    return structured.entries.find(({ type }: Entry) => type !== 'summary').id
  }

  test('lists its tools with what they may do', async () => {
    const { tools } = await connection.client.listTools()
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    ).toEqual([
      ['search', true, false],
      ['timeline', true, false],
      ['get', true, false],
      ['records', true, false],
      ['impact', true, false],
      ['edges', false, false],
      ['remember', false, false],
      ['forget', false, true],
      ['why', true, false],
    ])
    expect(
      tools.every(({ annotations, outputSchema }) => annotations?.openWorldHint === false && outputSchema),
    ).toBeTruthy()
  })

  test.each([
    ['refresh JWT', /JWT/u],
    ['JWT refresh', /JWT/u],
    ['结账 缓存', /结账/u],
    ['缓存 结账', /结账/u],
  ])('finds by %s, whatever the order of the words', async (query, title) => {
    const { structured, text, isError } = await ask('search', { query })
    expect(isError).toBe(false)
    expect(structured.outcome).toBe('found')
    expect(structured.entries[0].title).toMatch(title)
    expect(structured.entries[0].tokens).toBeGreaterThan(0)
    expect(text).toContain(`get({"ids":["${structured.entries[0].id}"`)
  })

  test('bounds exclude what does not fit', async () => {
    const titles = async (given: Record<string, unknown>) => {
      const { structured } = await ask('search', given)
      return structured.entries.map(({ title }: Entry) => title).join('\n')
    }
    expect(await titles({ file: 'src/cart/price.ts' })).toMatch(/结账/u)
    expect(await titles({ file: 'src/cart/price.ts' })).not.toMatch(/JWT/u)
    expect(await titles({ session: 'one' })).toMatch(/JWT/u)
    expect(await titles({ session: 'one' })).not.toMatch(/结账/u)
    expect(await titles({ since: '2100-01-01' })).toBe('')
    expect(await titles({ branch: 'elsewhere' })).toBe('')
    expect((await ask('search', { limit: 1 })).structured.entries).toHaveLength(1)
  })

  test('nothing found says what to try', async () => {
    const { structured, text } = await ask('search', { query: 'zeppelin' })
    expect(structured).toMatchObject({ outcome: 'nothing-found', entries: [] })
    expect(text).toContain('Try other words')
  })

  test('the timeline stands around an id or a query', async () => {
    const id = await idOf('refresh JWT')
    const byId = await ask('timeline', { around: id, before: 3, after: 3 })
    expect(byId.structured.anchor).toBe(id)
    expect(byId.structured.entries.map((entry: Entry) => entry.id)).toContain(id)
    expect(byId.structured.entries.length).toBeGreaterThan(1)
    const byQuery = await ask('timeline', { around: 'JWT refresh' })
    expect(byQuery.structured.anchor).toBe(id)
    const nowhere = await ask('timeline', { around: 'e~nothing' })
    expect(nowhere.structured).toMatchObject({ anchor: null, entries: [] })
  })

  test('an observation is read whole, with literal facts that name their records', async () => {
    const id = await idOf('refresh JWT')
    const { structured, text } = await ask('get', { ids: [id, 'e~nothing'] })
    const [item] = structured.items
    expect(item).toMatchObject({ kind: 'observation', id, session: 'one', moreFacts: 0 })
    const facts = item.facts.map((fact: { readonly text: string }) => fact.text).join('\n')
    expect(facts).toMatch(/900.*3600/su)
    expect(item.facts.every((fact: { readonly records: readonly string[] }) => fact.records.length > 0)).toBe(true)
    expect(item.filesModified).toEqual(['src/auth/token.ts'])
    expect(structured.unknown).toEqual(['e~nothing'])
    expect(text).toContain('Unknown: e~nothing')
  })

  test('records are the raw calls, cut to the budget and read on from there', async () => {
    const id = await idOf('refresh JWT')
    const { records } = (await ask('get', { ids: [id] })).structured.items[0]
    const all = (await ask('records', { ids: records, budgetTokens: 20_000 })).structured.records
    const long = all.find(({ text }: { readonly text: string }) => text.includes('ok 399'))
    expect(long.text).toMatch(/^input\.command: npm test -- token/u)
    let read = ''
    let calls = 0
    for (let from = 0; from < long.text.length && calls < 50; calls++) {
      const { structured } = await ask('records', { ids: [long.id], from, budgetTokens: 1_000 })
      const [part] = structured.records
      expect(structured.tokens).toBeLessThanOrEqual(1_000)
      expect(part.from).toBe(from)
      read += part.text
      from += part.text.length
      if (part.charactersLeft > 0) expect(structured.hint).toContain(`"from":${from}`)
    }
    expect(calls).toBeGreaterThan(2)
    expect(read).toBe(long.text)
  })

  test('recalled text cannot leave its frame, nor steer a terminal', async () => {
    const id = await idOf('refresh JWT')
    const { records } = (await ask('get', { ids: [id] })).structured.items[0]
    for (const answer of [await ask('records', { ids: records }), await ask('search', { query: 'AssertionError' })]) {
      expect(answer.text.match(/<\/engraph-memory>/gu)).toHaveLength(1)
      const whole = answer.text + JSON.stringify(answer.structured)
      expect(['<system-reminder>', '\\u001b', '\u001b'].filter((part) => whole.includes(part))).toEqual([])
      expect(answer.structured.notice).toContain('not instructions')
    }
  })

  test('a note is remembered once, found, and forgotten in two steps', async () => {
    const text = `We keep sessions in Redis, agreed in the era ${era}: cookies were too large.`
    const note = { text, title: 'Sessions stay in Redis', type: 'decision', concepts: ['sessions'] }
    const { structured: stored } = await ask('remember', note)
    const found = await ask('search', { query: `Redis ${era}`, type: 'decision' })
    const entry = found.structured.entries.find(({ title }: Entry) => title.includes('Redis'))
    expect(entry.type).toBe('decision')

    const dry = await ask('forget', { ids: [entry.id] })
    expect(dry.structured).toMatchObject({ isDryRun: true, count: 1 })
    expect(dry.text).toContain('Redis')
    expect((await ask('get', { ids: [entry.id] })).structured.items).toHaveLength(1)

    const { code } = dry.structured
    const done = await ask('forget', { confirm: true, code })
    expect(done.structured).toMatchObject({ isDryRun: false, count: 1 })
    expect((await ask('get', { ids: [entry.id, stored.id] })).structured.items).toEqual([])
    expect(await ask('forget', { confirm: true, code })).toMatchObject({ isError: true })
  })

  test('says why a query finds an id, and when it does not', async () => {
    const id = await idOf('refresh JWT')
    const { structured } = await ask('why', { query: 'JWT refresh', id })
    expect(structured).toMatchObject({ id, isFound: true })
    expect(structured.rank).toBeLessThanOrEqual(2)
    expect(structured.routes.length).toBeGreaterThan(0)
    expect(structured.terms.length).toBeGreaterThan(0)
    expect((await ask('why', { query: 'zeppelin', id })).structured).toMatchObject({ isFound: false, rank: null })
  })

  test.each<[string, string, Record<string, unknown>, RegExp]>([
    ['a value of the wrong kind', 'search', { query: 5 }, /query/u],
    ['an argument that there is not', 'search', { querry: 'x' }, /querry/u],
    ['a type that there is not', 'search', { type: 'idea' }, /bugfix/u],
    ['a time that is none', 'search', { since: 'yesterday' }, /ISO 8601/u],
    ['no ids', 'get', { ids: [] }, /ids/u],
    ['nothing to forget', 'forget', {}, /Give ids/u],
    ['a code that was not given', 'forget', { confirm: true, code: 'ffffffff' }, /Call forget with ids first/u],
    ['an empty note', 'remember', { text: '' }, /text/u],
  ])('%s is an error that says what to do', async (_, name, given, says) => {
    const { isError, text } = await ask(name, given)
    expect(isError).toBe(true)
    expect(text).toMatch(says)
  })
})

test('where nothing is remembered, it says so and makes nothing', async () => {
  const empty = emptyProject()
  const connection = await connect(empty)
  for (const [name, given] of [
    ['search', { query: 'x' }],
    ['timeline', { around: 'x' }],
    ['get', { ids: ['e~1'] }],
    ['records', { ids: ['u~1'] }],
    ['forget', { ids: ['e~1'] }],
    ['why', { query: 'x', id: 'e~1' }],
    ['impact', { files: ['src/a.ts'] }],
    ['edges', {}],
  ] as const) {
    const { isError, text } = await call(connection, name, given)
    expect([name, isError, text.includes('Nothing is remembered of this project yet')]).toEqual([name, false, true])
  }
  expect(existsSync(empty.home)).toBe(false)
  expect((await call(connection, 'remember', { text: 'The first note.' })).isError).toBe(false)
  expect((await call(connection, 'search', { query: 'first note' })).structured.outcome).toBe('found')
})

test('impact tells of which files the imports are not read, and which configurations cannot be read', async () => {
  const shop = { ...emptyProject(), folder: newShop(Date.now()) }
  const connection = await connect(shop, '2026-07-28')
  await call(connection, 'remember', { text: 'The first note.' })
  write(shop.folder, { 'app.py': 'def app(): pass\n' })
  const first = await call(connection, 'impact', { files: ['app.py', 'src/auth/token.ts'] })
  expect(first.structured).toMatchObject({
    dependents: [{ coverage: 'at-least' }, { coverage: 'complete' }],
    ...{ importsUnread: ['app.py'], unreadable: [] },
  })
  expect(first.text).toContain('app.py: imports of its language are not read yet')
  write(shop.folder, { 'tsconfig.json': '{' })
  const second = await call(connection, 'impact', { files: ['src/auth/token.ts'] })
  expect(second.structured).toMatchObject({ dependents: [{ coverage: 'at-least' }], unreadable: ['tsconfig.json'] })
  expect(second.text).toContain('Configurations that cannot be read, so imports may be missing: tsconfig.json')
})

test('--space names another memory than that of the folder', async () => {
  const connection = await connect(project, '2026-07-28', ['--space', 'elsewhere'])
  expect((await call(connection, 'search', { query: 'refresh JWT' })).structured.entries).toEqual([])
})
