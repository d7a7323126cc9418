import { describe, expect, test } from 'vitest'
import { Engraph } from '../../src/index.ts'
import { DRIVER_NAMES } from '../../src/store/sqlite/driver.ts'
import { DAY, FILLER, idsOf, MINUTE, rememberTalk, START, talkOf } from './talk.ts'

interface Expected {
  readonly first?: string
  readonly holds?: readonly string[]
  readonly lacks?: readonly string[]
}

async function check(talk: string, question: string, { first, holds = [], lacks = [] }: Expected, options = {}) {
  await using memory = await rememberTalk(talk + FILLER)
  const found = await memory.ask(question, options)
  if (first !== undefined) expect(found[0]).toBe(first)
  expect(found).toEqual(expect.arrayContaining([...holds]))
  for (const id of lacks) expect(found).not.toContain(id)
}

describe('what a question names in other words', () => {
  const AUTH = `
    a1 0 Tom: auth is failing since the morning.
    b1 1 Tom: We use DOCKER for the builds.
    c1 2 Tom: 張偉去了杭州。
  `
  test.each<[string, string, string]>([
    ['a synonym of the other language', '登录有问题', 'a1'],
    ['a synonym in traditional characters', '登錄有問題', 'a1'],
    ['a synonym of the same language', 'Is the login broken?', 'a1'],
    ['a synonym alone', '认证', 'a1'],
    ['another case', 'is docker slow?', 'b1'],
    ['simplified characters', '张伟在哪里？', 'c1'],
  ])('is found: %s', (_, question, first) => check(AUTH, question, { first }))

  test('is found for words that a person said mean the same, also in what was remembered before', async () => {
    const texts = [
      'The ana-service restarted at noon.',
      'anaService is calm now.',
      '订单中心重启了。',
      'The heron stands in the pond.',
    ]
    await using memory = await Engraph.open({ path: ':memory:', space: 'alice' })
    for (const [i, text] of texts.entries()) {
      await memory.remember({ session: `s${i}`, messages: [{ id: `m${i}`, text, at: START + i * DAY }] })
    }
    const ask = async (question: string) => idsOf(await memory.recall(question)).sort()
    expect(await ask('Is zebra slow?')).toEqual([])
    await memory.alias(['zebra', 'ana-service', '订单中心'])
    expect(await ask('Is zebra slow?')).toEqual(['m0', 'm1', 'm2'])
    expect(await ask('订单中心怎么了')).toEqual(['m0', 'm1', 'm2'])
    await memory.remember({
      session: 'new',
      messages: [{ id: 'm9', text: 'Then zebra stopped.', at: START + 9 * DAY }],
    })
    expect(await ask('What of the ana-service?')).toEqual(['m0', 'm1', 'm2', 'm9'])
    await memory.unalias('zebra')
    expect(await ask('Is zebra slow?')).toEqual(['m9'])
  })
})

describe('a question about a time', () => {
  // Day 60 is Friday 1 May 2026.
  const PLANS = `
    a1 60 Tom: Next Friday we launch.
    b1 40 Tom: 去年夏天去了海边。
    c1 65 Tom: Enough for today, I am tired.
  `
  test.each<[string, string, string]>([
    ['finds what was told of that day on another', 'What happens on 8 May 2026?', 'a1'],
    ['of any year finds it too', 'What happens on 8 May?', 'a1'],
    ['in Chinese finds it too', '5月8号有什么安排？', 'a1'],
    ['of a season finds what was told of it much later', 'What did we do in summer 2025?', 'b1'],
    ['finds what was said on that day', 'What was said on 6 May?', 'c1'],
    ['of a week finds what was told of a day of it', 'What happens between 7 May and 10 May 2026?', 'a1'],
  ])('%s', (_, question, first) => check(PLANS, question, { first }))

  test('weighs what was told of that day against what was said then', async () => {
    await using memory = await rememberTalk(PLANS + FILLER)
    const [first] = (await memory.recall('What happens on 8 May 2026?')).items
    expect(first?.why.parts['time']).toBeGreaterThan(0)
    const silent = await memory.ask('What happens on 8 May 2026?', { ranking: { toldTime: 0 } })
    expect(silent[0]).not.toBe('a1')
  })

  test('without a year finds a plan for a year of which nothing is known yet', async () => {
    const talk = [
      { session: 's', messages: [{ id: 'a1', text: 'On 5 January we launch.', at: Date.UTC(2025, 11, 20) }] },
    ]
    await using memory = await rememberTalk([...talk, ...talkOf(FILLER)], { now: Date.UTC(2025, 11, 21) })
    expect((await memory.ask('What happens on 5 January?'))[0]).toBe('a1')
  })
})

describe('a question that no word of is known', () => {
  const TALK = `
    a1 0 Ana: The new load balancer costs 400 euros.
    a2 0 Tom: The platform budget covers the load balancer.
    b1 9 Tom: In Lisbon it rains.
  `
  test.each<[string, string, Expected]>([
    ['but a speaker finds what they said', 'What did Tom say?', { holds: ['a2', 'b1'], lacks: ['a1', 'f1'] }],
    ['but a day finds what was said then, whatever its other words lead to', '3月11号说了什么', { first: 'b1' }],
    ['and nobody finds nothing', 'hippopotamus', { lacks: ['a1', 'a2', 'b1', 'f1'] }],
  ])('%s', (_, question, expected) => check(TALK, question, expected))
})

describe('the structural route', () => {
  const SHARED = `
    a1 0 Tom: The ledger import broke, orderService answers nothing.
    b1 5 Tom: I restarted orderService with more memory.
    b2 5 Tom: Now it is calm.
  `
  test('finds what shares a rare thing with the first hit, and no word with the question', async () => {
    await using memory = await rememberTalk(SHARED + FILLER)
    const { items } = await memory.recall('What broke the ledger import?')
    const found = items.find(({ node }) => node === 'b1')!
    expect(items[0]?.node).toBe('a1')
    expect(found.why).toMatchObject({ routes: ['structural'], terms: [], ranks: { structural: 1 } })
    const { node: thing } = (
      await memory.store.neighbours(memory.space, 'b1', { direction: 'out', kinds: ['MENTIONS'], limit: 1 })
    )[0]!
    expect(found.why.walk).toEqual([
      { kind: 'MENTIONS', from: 'a1', to: thing.id, isReverse: false, provenance: 'recorded', certainty: 'hard' },
      { kind: 'MENTIONS', from: thing.id, to: 'b1', isReverse: true, provenance: 'recorded', certainty: 'hard' },
    ])
    expect(await memory.ask('What broke the ledger import?', { ranking: { 'routes.structural': 0 } })).not.toContain(
      'b1',
    )
  })

  test('shows what stands beside what it found, and how it came there', async () => {
    await using memory = await rememberTalk(SHARED + FILLER)
    const { items } = await memory.recall('What broke the ledger import?')
    const found = items.find(({ node }) => node === 'b2')!
    expect(found.why.walk.map(({ kind, isReverse }) => `${isReverse ? '←' : '→'}${kind}`)).toEqual([
      '→MENTIONS',
      '←MENTIONS',
      '→NEXT',
    ])
    expect(found.why.walk.at(-1)).toMatchObject({ from: 'b1', to: 'b2' })
    expect(found.relevance).toBeLessThan(items.find(({ node }) => node === 'b1')!.relevance)
  })

  test('does not go over the names of those who speak', async () => {
    const named = (speaker: string) => `
      a1 0 Tom: Ana broke the ledger import.
      b1 5 Tom: Ana went to the sea.
      c1 6 ${speaker}: I am tired.
    `
    const question = 'What broke the ledger import?'
    await check(named('Eva'), question, { holds: ['b1'] })
    await check(named('Ana'), question, { lacks: ['b1'] })
  })

  test('does not go through a thing that more than two thousand messages mention', async () => {
    const messages = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ id: `d${i}`, text: `Docker, remark ${i}`, at: START + i * MINUTE }))
    const asked = [
      { id: 'a1', text: 'The ledger import broke in Docker with orderService.', at: START - DAY },
      { id: 'b1', text: 'I restarted orderService.', at: START - 10 * DAY },
    ]
    const walked = async (count: number) => {
      await using memory = await rememberTalk([
        { session: 'many', messages: messages(count) },
        { session: 'a', messages: asked.slice(0, 1) },
        { session: 'b', messages: asked.slice(1) },
      ])
      return await memory.ask('What broke the ledger import?', { limit: 1000 })
    }
    expect((await walked(2100)).sort()).toEqual(['a1', 'b1'])
    expect((await walked(20)).length).toBe(22)
  })

  test('finds what the question names where no word leads there', () =>
    check('a1 0 Tom: The Hangzhou office is closed.\n', '杭州怎么了', { first: 'a1' }))
})

describe('feedback', () => {
  const TALK = `
    a1 0 Tom: The zinnia bloomed beside the marble fountain terrace.
    b1 5 Tom: The zinnia is mentioned.
    b2 5 Tom: The marble fountain terrace was swept.
    c1 6 Tom: The zinnia is written down.
    c2 6 Tom: The kettle boiled over twice.
  `
  const orderOf = async (weight: number) => {
    await using memory = await rememberTalk(TALK + FILLER)
    const found = await memory.ask('zinnia', {
      ranking: { 'feedback.weight': weight, 'routes.structural': 0, recency: 0 },
    })
    return found.indexOf('b2') - found.indexOf('c2')
  }
  test('lifts what shares words only with the first hit', async () => expect(await orderOf(0.4)).toBeLessThan(0))
  test('without a weight does not', async () => {
    await using memory = await rememberTalk(TALK + FILLER)
    const { items } = await memory.recall('zinnia', { limit: 50 })
    expect(items.some(({ why }) => why.parts['feedback'] !== undefined)).toBe(true)
    expect(await orderOf(0)).toBeGreaterThan(0)
  })
})

describe('a question about several things', () => {
  const TALK = `
    a1 0 Tom: The book Emma, a book, is a book to read.
    a2 0 Tom: The book Dune, a book, is a book to read.
    a3 0 Tom: The book Ulysses, a book, is a book to read.
    b1 5 Eva: Somebody brought a book along, it lay there on the shelf for weeks.
  `
  const LIST = 'Which books did we read?'
  const ONE = 'Which book did we read?'
  const repeated = { ranking: { coverage: 0.9 } }
  test.each<[string, string, object, boolean]>([
    ['is answered from several sessions', LIST, repeated, true],
    ['without a weight is answered by worth alone', LIST, { ranking: { coverage: 0 } }, false],
  ])('%s', async (_, question, options, isSpread) => {
    await using memory = await rememberTalk(TALK + FILLER)
    expect((await memory.recall(question)).plan.scope).toBe('list')
    const found = await memory.ask(question, { limit: 2, ...options })
    expect(found.includes('b1')).toBe(isSpread)
  })

  test('but not about one keeps its order whatever the weight', async () => {
    await using memory = await rememberTalk(TALK + FILLER)
    expect((await memory.recall(ONE)).plan.scope).toBe('local')
    expect(await memory.ask(ONE, repeated)).toEqual(await memory.ask(ONE, { ranking: { coverage: 0 } }))
  })
})

describe('what was just talked of', () => {
  const TALK = `
    a1 0 Tom: The refresh token expires after an hour, so the upload fails.
    b1 5 Tom: The parrot learned a new song.
  `
  test.each<[string, string, readonly string[]]>([
    [
      'that problem',
      'How was that problem solved?',
      ['The weather is nice.', 'The upload fails when the token expires.'],
    ],
    ['它', '刚才那个问题怎么解决的？', ['天气不错。', 'upload 失败了，token 过期。']],
    ['nothing at all', 'And then?', ['The upload fails when the token expires.']],
  ])('says what is meant by %s', async (_, question, context) => {
    await check(TALK, question, { first: 'a1' }, { context })
  })

  test('does not lead astray a question that says what it means', () =>
    check(
      TALK,
      'What did the parrot learn?',
      { first: 'b1' },
      { context: ['The upload fails when the token expires.'] },
    ))
})

describe('a route', () => {
  const TALK = `
    a1 0 Tom: The ledger import broke, orderService answers nothing.
    b1 5 Tom: I restarted orderService with more memory.
  `
  const opened = async (ranking: Readonly<Record<string, number>>) => {
    const memory = await Engraph.open({
      path: ':memory:',
      space: 'alice',
      ranking,
      clock: { now: () => START + 50 * DAY },
    })
    for (const delivery of talkOf(TALK + FILLER)) await memory.remember(delivery)
    return memory
  }
  const QUESTION = 'What broke the ledger import?'

  test('of structure with a factor of 0 is not asked', async () => {
    await using memory = await opened({ 'routes.structural': 0 })
    const { items, late } = await memory.recall(QUESTION)
    expect(idsOf({ items })).toEqual(['a1'])
    expect(items[0]!.why).toMatchObject({ routes: ['semantic'], walk: [] })
    expect(items[0]!.why.parts['structure']).toBeUndefined()
    expect(late).toEqual([])
    expect((await memory.recall(QUESTION, { deadlineMs: 0 })).late).not.toContain('structural')
  })

  test('by words with a factor of 0 only leads to where walks begin', async () => {
    await using memory = await opened({ 'routes.semantic': 0 })
    const { items } = await memory.recall(QUESTION)
    expect(idsOf({ items })[0]).toBe('b1')
    for (const { why, relevance } of items) {
      expect(why.routes).toEqual(['structural'])
      expect(why.parts).toEqual({ structure: relevance })
    }
  })

  test('that comes too late is named, and what is ready is answered with', async () => {
    await using memory = await opened({})
    await memory.recall(QUESTION)
    const { outcome, items, late, plan } = await memory.recall(QUESTION, { deadlineMs: 0 })
    expect(outcome).toBe('found')
    expect(items[0]).toMatchObject({ node: 'a1', rank: 1, relevance: 1 })
    expect(late).toEqual(expect.arrayContaining(['window2', 'session', 'feedback', 'structural']))
    expect(late).not.toContain('passage')
    expect(plan.terms).toEqual(['broke', 'ledger', 'import'])
    for (const { why } of items) expect(why.routes).toEqual(['semantic'])
  })
})

test('both drivers find the same', async () => {
  const talk = `
    a1 0 Tom: The ledger import broke, orderService answers nothing.
    b1 5 Tom: I restarted orderService, 登录 works again.
    c1 6 Eva: Next Friday we launch.
  `
  const hasOwnSqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined
  const answers: unknown[] = []
  for (const driver of DRIVER_NAMES.filter((name) => name !== 'node:sqlite' || hasOwnSqlite)) {
    await using memory = await rememberTalk(talk + FILLER, { driver })
    for (const question of ['What broke the ledger import?', 'Is the login fine?', 'What is on 13 March?']) {
      const { items, plan } = await memory.recall(question)
      expect(items.length).toBeGreaterThan(0)
      answers.push({ driver: null, question, items, plan })
    }
  }
  expect(answers.slice(3)).toEqual(answers.length > 3 ? answers.slice(0, 3) : [])
})
