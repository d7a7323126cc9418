import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Engraph, type GivenMessage, type Recalled, type RecallOptions } from '../../src/index.ts'
import { loadTokenCounter } from '../../src/text/tokens.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-limits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const T0 = Date.UTC(2026, 4, 3, 10)
const MINUTE = 60_000

const inMemory = (space = 'alice') => Engraph.open({ path: ':memory:', space })

const TALK: readonly GivenMessage[] = [
  { id: 'moved', speaker: 'Ana', text: 'I moved the deployment to Thursday morning', at: T0 },
  { id: 'why', speaker: 'Ben', text: 'Because of the database migration, I guess', at: T0 + MINUTE },
  { id: 'zh', speaker: '小明', text: '登录接口的令牌十分钟后过期', at: T0 + 2 * MINUTE },
  { id: 'lunch', speaker: 'Ana', text: 'Lunch at the ramen place?', at: T0 + 3 * MINUTE },
]

async function withTalk(): Promise<Engraph> {
  const memory = await inMemory()
  await memory.remember({ session: 'work', messages: TALK })
  await memory.remember({
    session: 'later',
    messages: [{ id: 'again', speaker: 'Ben', text: 'The deployment moved again, to Friday', at: T0 + 600 * MINUTE }],
  })
  return memory
}

const idsOf = ({ items }: Recalled) => items.map(({ node }) => node)

describe('what is wrong with one message', () => {
  test('is listed, and the others are remembered', async () => {
    await using memory = await inMemory()
    const bad = (message: unknown) => message as GivenMessage
    const messages: readonly [GivenMessage, string | null][] = [
      [{ text: 'a good one', at: T0 }, null],
      [{ text: '', at: T0 }, 'empty-text'],
      [{ text: ' \n\t\u3000', at: T0 }, 'empty-text'],
      [bad(null), 'invalid-message'],
      [bad('text'), 'invalid-message'],
      [bad({ text: 5 }), 'invalid-message'],
      [bad({ text: 'x', speaker: 5 }), 'invalid-message'],
      [{ text: 'x', speaker: 'x'.repeat(501) }, 'invalid-message'],
      [{ text: 'x', id: '' }, 'invalid-id'],
      [{ text: 'x', id: 'm~mine' }, 'invalid-id'],
      [{ text: 'x', id: 'x'.repeat(201) }, 'invalid-id'],
      [bad({ text: 'x', id: 7 }), 'invalid-id'],
      [{ text: 'x'.repeat(16_000_001) }, 'text-too-long'],
      [{ text: 'yesterday-ish', at: 'yesterday-ish' }, 'invalid-date'],
      [{ text: 'no such day', at: '2026-02-30T10:00:00Z' }, 'invalid-date'],
      [{ text: 'no number', at: Number.NaN }, 'invalid-date'],
      [{ text: 'out of range', at: 1e300 }, 'invalid-date'],
      [{ text: 'no date', at: new Date('x') }, 'invalid-date'],
      [bad({ text: 'no moment', at: {} }), 'invalid-date'],
      [{ text: 'another good one', at: T0 + 5 }, null],
    ]
    const outcome = await memory.remember({ session: 's', messages: messages.map(([message]) => message) })
    const expected = messages.flatMap(([, kind], index) => (kind === null ? [] : [{ index, kind }]))
    expect(outcome.problems.map(({ index, kind }) => ({ index, kind }))).toEqual(expected)
    const isKept = (kind: string | null) => kind === null || kind === 'invalid-date'
    expect(outcome.ids.map((id) => id !== null)).toEqual(messages.map(([, kind]) => isKept(kind)))
    expect(outcome.remembered).toBe(messages.filter(([, kind]) => isKept(kind)).length)
    // What has no readable time is kept at the time before.
    expect((await memory.timeline()).map(({ node }) => node.at)).toEqual([...Array(7).fill(T0), T0 + 5])
    for (const problem of outcome.problems) expect(problem.message).toMatch(/\.$/u)
  })

  test('a record that is known with another text stays as it was', async () => {
    await using memory = await withTalk()
    const outcome = await memory.remember({ session: 'work', messages: [{ id: 'moved', text: 'Never mind', at: T0 }] })
    expect(outcome).toMatchObject({ remembered: 0, problems: [{ index: 0, kind: 'conflicting-record' }] })
    expect((await memory.show('moved'))?.node.text).toBe(TALK[0]!.text)
  })

  test('equal messages of one delivery are several records, the same delivery twice is one', async () => {
    await using memory = await inMemory()
    const yes = { speaker: 'Ana', text: 'yes', at: T0 }
    const first = await memory.remember({ session: 's', messages: [yes, yes, yes] })
    expect(new Set(first.ids).size).toBe(3)
    const second = await memory.remember({ session: 's', messages: [yes, yes, yes] })
    expect(second).toEqual({ ids: first.ids, remembered: 0, duplicates: 3, problems: [] })
    const own = await memory.remember({
      session: 's',
      messages: [
        { ...yes, id: 'own' },
        { ...yes, id: 'own' },
      ],
    })
    expect(own).toMatchObject({ ids: ['own', 'own'], remembered: 1, duplicates: 1 })
  })
})

test('a delivery that is none is refused', async () => {
  await using memory = await inMemory()
  const refused = { name: 'EngraphError', code: 'invalid-input' }
  for (const delivery of [null, {}, { session: 's' }, { session: '', messages: [] }, { session: ' ', messages: [] }]) {
    await expect(memory.remember(delivery as never)).rejects.toMatchObject(refused)
  }
  await expect(memory.remember({ session: 'x'.repeat(501), messages: [] })).rejects.toMatchObject(refused)
  await expect(memory.remember({ session: 's', messages: 'x' as never })).rejects.toMatchObject(refused)
  expect(await memory.remember({ session: 's', messages: [] })).toEqual({
    ids: [],
    remembered: 0,
    duplicates: 0,
    problems: [],
  })
  expect((await memory.stats()).nodes).toEqual({})
})

describe('texts of any kind', () => {
  test.each([
    [
      'English',
      'The quick brown foxes jumped over lazy dogs again. ',
      'The password is xylophonist tonight',
      'xylophonist',
    ],
    ['Chinese', '昨天我们讨论了部署计划和数据库迁移的问题。', '密码是鸬鹚捕鱼', '鸬鹚'],
  ])(
    'of five megabytes are kept verbatim, and a word at the end is found where it stands: %s',
    async (_, filling, end, word) => {
      await using memory = await inMemory()
      const repeats = Math.ceil(5_000_000 / Buffer.byteLength(filling))
      const text = filling.repeat(repeats) + end
      const outcome = await memory.remember({ session: 's', messages: [{ id: 'big', text, at: T0 }, ...TALK] })
      expect(outcome).toMatchObject({ remembered: 5, problems: [] })
      const { items } = await memory.recall(`What about ${word}?`)
      const [best] = items
      expect(best?.node).toBe('big')
      expect((await memory.show('big'))?.node.text === text).toBe(true)
      expect(best?.text).toContain(word)
      expect(text.slice(best!.span.start, best!.span.end)).toBe(best?.text)
      expect(best!.span.end).toBe(text.length)
      expect(best!.text.length).toBeLessThan(2000)
      expect(await memory.remember({ session: 's', messages: [{ id: 'big', text, at: T0 }] })).toMatchObject({
        duplicates: 1,
        problems: [],
      })
      await memory.forget({ ids: ['big'] })
      expect((await memory.recall(word)).items.every(({ node }) => node !== 'big')).toBe(true)
    },
  )

  test('that end in one endless word, one endless letter or nothing but marks are kept and do no harm', async () => {
    await using memory = await inMemory()
    const texts = [
      'x'.repeat(1_000_000),
      `a${'\u0301'.repeat(300_000)}`,
      '?!'.repeat(300_000),
      '👩‍'.repeat(100_000),
      `${'\n\n '.repeat(200_000)}.`,
    ]
    const messages = texts.map((text, i) => ({ id: `t${i}`, text, at: T0 + i }))
    expect(await memory.remember({ session: 's', messages })).toMatchObject({ remembered: texts.length, problems: [] })
    for (const [i, text] of texts.entries()) expect((await memory.show(`t${i}`))?.node.text === text).toBe(true)
    for (const text of texts) await memory.recall(text)
  })

  test('with lone surrogates or NUL are kept as far as they can be, and are the same record again', async () => {
    await using memory = await inMemory()
    const messages = [
      { text: 'half \ud83d a face, gladiolus', at: T0 },
      { text: 'other half \ude00 begonia', at: T0 + 1 },
      { text: 'before\u0000after, hyacinth', at: T0 + 2, speaker: 'A\u0000na' },
      { text: '\u0000', at: T0 + 3 },
      { text: 'control \u0001\u001b[31m\u007f characters, snowdrop', at: T0 + 4, branch: 'b\ud800' },
    ]
    const first = await memory.remember({ session: 's', messages })
    expect(first).toMatchObject({ remembered: 5, problems: [] })
    expect(await memory.remember({ session: 's', messages })).toMatchObject({
      remembered: 0,
      duplicates: 5,
      problems: [],
    })
    const kept = (await memory.timeline()).map(({ node }) => node)
    expect(kept.map(({ text }) => text)).toEqual([
      'half \ufffd a face, gladiolus',
      'other half \ufffd begonia',
      'before\ufffdafter, hyacinth',
      '\ufffd',
      'control \u0001\u001b[31m\u007f characters, snowdrop',
    ])
    expect(kept[2]?.speaker).toBe('A\ufffdna')
    for (const [i, word] of ['gladiolus', 'begonia', 'hyacinth'].entries()) {
      expect((await memory.recall(`${word} \ud83d\u0000`)).items[0]?.node).toBe(first.ids[i])
    }
    expect((await memory.recall('snowdrop')).items[0]?.node).toBe(first.ids[4])
  })

  test('a session is found by the name under which it was given', async () => {
    await using memory = await inMemory()
    const session = 'a\u0000b\ud800'
    await memory.remember({ session: 'a', messages: [{ id: 'other', text: 'tulips', at: T0 }] })
    await memory.remember({ session, messages: [{ id: 'own', text: 'tulips', at: T0 }] })
    expect(idsOf(await memory.recall('tulips', { sessions: [session] }))).toEqual(['own'])
    expect((await memory.timeline({ session })).map(({ node }) => node.id)).toEqual(['own'])
    expect((await memory.forget({ session })).ids).toEqual(['own'])
  })
})

test('a session of a hundred thousand messages is remembered, asked, and forgotten in part', {
  timeout: 240_000,
}, async () => {
  await using memory = await Engraph.open({ path: join(folder, 'long.db'), space: 'alice' })
  const messages = Array.from({ length: 100_000 }, (_, i) => ({
    speaker: i % 2 ? 'Ana' : 'Ben',
    text: i === 77_777 ? 'The walrus ate the chandelier' : `Remark ${i} on subject${i % 500}`,
    at: T0 + i * 1000,
  }))
  const outcome = await memory.remember({ session: 's', messages })
  expect(outcome).toMatchObject({ remembered: 100_000, duplicates: 0, problems: [] })
  expect(await memory.stats()).toMatchObject({
    nodes: { message: 100_000 },
    edges: { CONTAINS: 100_000, NEXT: 99_999 },
    sessions: 1,
  })
  const { items } = await memory.recall('What did the walrus eat?', { limit: 3 })
  expect(items[0]?.node).toBe(outcome.ids[77_777])
  const late = { text: 'A late pelican', at: T0 + 50_000_500 }
  expect(await memory.remember({ session: 's', messages: [late] })).toMatchObject({ remembered: 1 })
  expect((await memory.recall('pelican')).items[0]?.text).toBe(late.text)
  expect((await memory.forget({ query: 'walrus' })).ids).toEqual([outcome.ids[77_777]])
  expect((await memory.recall('walrus chandelier')).outcome).toBe('nothing-found')
})

describe('a question', () => {
  test.each([
    '',
    '   ',
    'the of and to is',
    '的了吗',
    'What is it?',
    '你们呢？',
    '???',
    '\u0000\u0001\u0002\u001b',
    '\ud800',
    '🙂',
  ])('that says nothing is answered with as much: %j', async (question) => {
    await using memory = await withTalk()
    const recalled = await memory.recall(question)
    expect(recalled).toMatchObject({ items: [], text: null, tokens: null, late: [] })
    expect(['nothing-asked', 'nothing-found']).toContain(recalled.outcome)
  })

  test('that says nothing by itself is asked about what was just talked of', async () => {
    await using memory = await withTalk()
    for (const question of ['and then?', '', '呢？']) {
      const recalled = await memory.recall(question, { context: ['Ana likes ramen', 'Is the ramen place good?'] })
      expect(recalled.outcome).toBe('found')
      expect(recalled.items[0]?.node).toBe('lunch')
    }
    // One that says something is not led astray.
    const recalled = await memory.recall('database migration', { context: ['ramen ramen ramen'] })
    expect(recalled.items[0]?.node).toBe('why')
  })

  test('that says nothing in Chinese is asked about what was just talked of', async () => {
    await using memory = await withTalk()
    const recalled = await memory.recall('然后呢？', { context: ['Ana likes ramen', 'Is the ramen place good?'] })
    expect(recalled.items[0]?.node).toBe('lunch')
  })

  test.each([
    ['words', 'migration of the database because '.repeat(1500)],
    ['one word', 'x'.repeat(50_000)],
    ['Chinese', '登录接口的令牌什么时候过期呢'.repeat(1300)],
    ['different words', `${Array.from({ length: 7000 }, (_, i) => `w${i}`).join(' ')} ramen`],
    ['marks', '!?'.repeat(25_000)],
    ['half characters', '\ud83d'.repeat(50_000)],
  ])('of fifty kilobytes is answered: %s', async (_, question) => {
    await using memory = await withTalk()
    const recalled = await memory.recall(question)
    expect(recalled.items.length).toBeLessThanOrEqual(10)
  })

  test('of nothing but words that nobody said finds nothing', async () => {
    await using memory = await withTalk()
    expect(await memory.recall('hippopotamus 河马')).toMatchObject({ outcome: 'nothing-found', items: [] })
    await using empty = await inMemory()
    expect(await empty.recall('deployment')).toMatchObject({ outcome: 'nothing-found', items: [] })
  })

  test('that is no text is refused, and so are options that make no sense', async () => {
    await using memory = await withTalk()
    const refused = { name: 'EngraphError', code: 'invalid-input' }
    await expect(memory.recall(undefined as never)).rejects.toMatchObject(refused)
    const wrong: readonly RecallOptions[] = [
      ...[0, -1, 1.5, 1001, Number.NaN, Number.POSITIVE_INFINITY, '5' as never].map((limit) => ({ limit })),
      ...[0, -5, Number.NaN].map((budgetTokens) => ({ budgetTokens })),
      ...[-1, Number.NaN].map((deadlineMs) => ({ deadlineMs })),
      ...['soon', '2026-13-01', Number.NaN].flatMap((time) => [{ since: time }, { until: time }, { now: time }]),
    ]
    for (const options of wrong) await expect(memory.recall('deployment', options)).rejects.toMatchObject(refused)
  })
})

describe('recall', () => {
  test('is bounded by limit, and by a budget that may be smaller than anything', async () => {
    await using memory = await withTalk()
    expect((await memory.recall('deployment', { limit: 1 })).items).toHaveLength(1)
    expect(await memory.recall('deployment')).toMatchObject({ text: null, tokens: null })
    const small = await memory.recall('deployment', { budgetTokens: 1 })
    expect(small).toMatchObject({ outcome: 'found', items: [], text: '', tokens: 0 })
    const counter = await loadTokenCounter()
    for (const budgetTokens of [3, 8, 12, 20, 50]) {
      const recalled = await memory.recall('deployment moved Thursday', { budgetTokens })
      expect(recalled.tokens).toBeLessThanOrEqual(budgetTokens)
      expect(recalled.tokens).toBe(counter.count(recalled.text!))
      for (const { text, tokens } of recalled.items) expect(tokens).toBe(counter.count(text))
      expect(recalled.items.map(({ rank }) => rank)).toEqual(recalled.items.map((_, i) => i + 1))
      for (const { node, text, span } of recalled.items) {
        expect((await memory.show(node))?.node.text.slice(span.start, span.end)).toBe(text)
      }
    }
  })

  test('names what a deadline left out, and answers with what is ready', async () => {
    await using memory = await withTalk()
    const hurried = await memory.recall('deployment', { deadlineMs: 0 })
    expect(hurried.late.length).toBeGreaterThan(0)
    const patient = await memory.recall('deployment', { deadlineMs: 60_000 })
    expect(patient.late).toEqual([])
    expect(patient.outcome).toBe('found')
  })

  test('keeps to the time and the sessions that it is given', async () => {
    await using memory = await withTalk()
    const ids = async (options: RecallOptions) => idsOf(await memory.recall('deployment moved', options)).sort()
    expect(await ids({ sessions: ['later'] })).toEqual(['again'])
    expect(await ids({ sessions: ['unheard of'] })).toEqual([])
    expect(await ids({ sessions: [] })).toEqual([])
    expect(await ids({ since: T0 + 1 })).not.toContain('moved')
    expect(await ids({ since: T0 })).toContain('moved')
    expect(await ids({ until: T0 + 600 * MINUTE })).not.toContain('again')
    expect(await ids({ until: new Date(T0 + 600 * MINUTE + 1) })).toContain('again')
    expect(await ids({ since: '2026-05-03T20:00:00Z', until: '2026-05-03T22:00:00+02:00' })).toEqual([])
    expect(await ids({ since: '2026-05-03T20:00:00Z', sessions: ['later'] })).toEqual(['again'])
    expect((await memory.recall('deployment', { since: '2026-05-03' })).plan).toMatchObject({
      since: Date.UTC(2026, 4, 3),
      until: null,
    })
  })

  test('never crosses from one space of a file to another', async () => {
    const path = join(folder, 'shared.db')
    await using alice = await Engraph.open({ path, space: 'alice' })
    await using bob = await Engraph.open({ path, space: 'bob' })
    await alice.remember({
      session: 's',
      messages: [{ id: '1', speaker: 'Ana', text: 'my locker code is 4711', at: T0 }],
    })
    await bob.remember({ session: 's', messages: [{ id: '1', speaker: 'Bob', text: 'my locker is green', at: T0 }] })
    const recalled = await bob.recall('locker code 4711')
    expect(recalled.items.map(({ text }) => text)).toEqual(['my locker is green'])
    expect((await bob.recall('What did Ana say of the locker?')).plan.speakers).toEqual([])
    expect((await alice.recall('locker')).items.map(({ text }) => text)).toEqual(['my locker code is 4711'])
    await alice.forget({ session: 's' })
    expect((await bob.recall('locker')).items).toHaveLength(1)
    expect(bob.space.id).not.toBe(alice.space.id)
  })

  test('sees what another handle on the same file wrote and forgot', async () => {
    const path = join(folder, 'handles.db')
    await using writer = await Engraph.open({ path, space: 'alice' })
    await using reader = await Engraph.open({ path, space: 'alice' })
    expect((await reader.recall('kingfisher')).outcome).toBe('nothing-found')
    for (let i = 0; i < 5; i++) {
      const messages = [{ id: `m${i}`, text: `kingfisher number ${i}`, at: T0 + i }]
      await writer.remember({ session: 's', messages })
      expect((await reader.recall('kingfisher')).items).toHaveLength(i + 1)
    }
    await writer.forget({ ids: ['m4', 'm0'] })
    expect(idsOf(await reader.recall('kingfisher')).sort()).toEqual(['m1', 'm2', 'm3'])
    await writer.remember({ session: 's', messages: [{ id: 'm5', text: 'kingfisher and heron', at: T0 + 9 }] })
    expect(idsOf(await reader.recall('kingfisher')).sort()).toEqual(['m1', 'm2', 'm3', 'm5'])
    expect((await reader.recall('heron')).items[0]?.node).toBe('m5')
  })
})

describe('opening', () => {
  test('a space that is not there is refused when it shall not be made', async () => {
    const refused = { name: 'EngraphError', code: 'space-unknown' }
    const path = join(folder, 'spaces.db')
    await expect(Engraph.open({ path, space: 'alice', create: false })).rejects.toMatchObject(refused)
    await (await Engraph.open({ path, space: 'alice' })).close()
    await expect(Engraph.open({ path, space: 'bob', create: false })).rejects.toMatchObject(refused)
    const home = join(folder, 'no-home')
    await expect(Engraph.open({ home, space: 'alice', create: false })).rejects.toMatchObject(refused)
    await using memory = await Engraph.open({ path, space: 'alice', create: false, purpose: 'project' })
    expect(memory.space.purpose).toBe('companion')
  })

  test('with options that make no sense is refused', async () => {
    const refused = { name: 'EngraphError', code: 'invalid-options' }
    for (const options of [{ space: '' }, { space: ' ' }, { space: 5 }, { space: 'a', purpose: 'fun' }]) {
      await expect(Engraph.open({ path: ':memory:', ...options } as never)).rejects.toMatchObject(refused)
    }
    for (const busyTimeoutMs of [-1, Number.NaN, 'soon']) {
      const options = { path: ':memory:', space: 'a', busyTimeoutMs } as never
      await expect(Engraph.open(options)).rejects.toMatchObject(refused)
    }
    await expect(Engraph.open({ path: ':memory:', space: 'x'.repeat(501) })).rejects.toMatchObject({
      name: 'EngraphError',
      code: 'invalid-input',
    })
  })

  test('gives nothing any more after closing, and closing again is nothing', async () => {
    const memory = await withTalk()
    await memory.close()
    await memory.close()
    const refused = { name: 'EngraphError', code: 'store-closed' }
    await expect(memory.recall('deployment')).rejects.toMatchObject(refused)
    await expect(memory.remember({ session: 's', messages: [{ text: 'late' }] })).rejects.toMatchObject(refused)
    await expect(memory.forget({ session: 'work' })).rejects.toMatchObject(refused)
    await expect(memory.timeline()).rejects.toMatchObject(refused)
    await expect(memory.show('moved')).rejects.toMatchObject(refused)
    await expect(memory.stats()).rejects.toMatchObject(refused)
  })
})

describe('what is shown', () => {
  test('the messages of an event come in order, also those of one moment', async () => {
    await using memory = await inMemory()
    const messages = Array.from({ length: 9 }, (_, i) => ({ id: `z${9 - i}`, text: `line number ${i}`, at: T0 }))
    const { ids } = await memory.remember({ session: 's', messages })
    const event = (await memory.show('z9'))?.event
    expect((await memory.show(event!.id))?.messages.map(({ id }) => id)).toEqual(ids)
    expect((await memory.timeline()).map(({ node }) => node.id)).toEqual(ids)
  })

  test('a timeline is bounded by time, session, kind and number, and may be around a message', async () => {
    await using memory = await withTalk()
    const ids = async (query: Parameters<Engraph['timeline']>[0]) =>
      (await memory.timeline(query)).map(({ node }) => node.id)
    expect(await ids({})).toEqual(['moved', 'why', 'zh', 'lunch', 'again'])
    expect(await ids({ limit: 2 })).toEqual(['lunch', 'again'])
    expect(await ids({ limit: 2, keep: 'oldest' })).toEqual(['moved', 'why'])
    expect(await ids({ session: 'later' })).toEqual(['again'])
    expect(await ids({ since: T0 + MINUTE, until: T0 + 3 * MINUTE })).toEqual(['why', 'zh'])
    expect(await ids({ around: 'why', limit: 3 })).toEqual(expect.arrayContaining(['why']))
    expect(await ids({ kinds: ['event'] })).toHaveLength(2)
    const refused = { name: 'EngraphError', code: 'invalid-input' }
    await expect(memory.timeline({ limit: 0 })).rejects.toMatchObject(refused)
    await expect(memory.timeline({ kinds: ['dream' as never] })).rejects.toMatchObject(refused)
    await expect(memory.timeline({ since: 'soon' })).rejects.toMatchObject(refused)
    await expect(memory.timeline({ around: 'nobody' })).rejects.toMatchObject({ code: 'not-found' })
    expect(await memory.show('nobody')).toBeNull()
  })
})
