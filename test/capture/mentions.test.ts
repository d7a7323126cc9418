import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyRecords } from '../../src/capture/copy.ts'
import { type Delivery, startReading } from '../../src/capture/delivery.ts'
import { forgetMessages } from '../../src/capture/forget.ts'
import { rememberMessages } from '../../src/capture/messages.ts'
import type { GivenMessage } from '../../src/index.ts'
import { mentionLines, remembering, spaceLines } from './space-lines.ts'

const T0 = Date.UTC(2026, 4, 1, 10)
const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** Texts as messages m1, m2 … of one session, a minute apart. */
const told = (...texts: readonly string[]): Delivery => ({
  session: 's',
  messages: texts.map((text, i) => ({ id: `m${i + 1}`, text, at: T0 + i * MINUTE })),
})

const forgetting = (ids: readonly string[]) => ({ session: null, ids, query: null, span: { from: null, to: null } })

async function checkMentions(texts: readonly string[], expected: readonly string[]): Promise<void> {
  await using memory = await remembering(told(...texts))
  expect(await mentionLines(memory.store, memory.space)).toEqual([...expected].sort())
}

describe('a message leads to the things that it names', () => {
  const TABLE: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'persons and places',
      ['Ana met Ben in Paris.'],
      ['m1 -MENTIONS→ Ana', 'm1 -MENTIONS→ Ben', 'm1 -MENTIONS→ Paris'],
    ],
    ['in Chinese', ['张伟在杭州'], ['m1 -MENTIONS→ 张伟', 'm1 -MENTIONS→ 杭州']],
    [
      'files, endpoints and identifiers',
      ['POST /api/cart calls orderService, see src/cart/total.ts'],
      ['m1 -MENTIONS→ POST /api/cart', 'm1 -MENTIONS→ orderService', 'm1 -MENTIONS→ src/cart/total.ts'],
    ],
    ['once, however often it is named', ['Docker, docker and DOCKER'], ['m1 -MENTIONS→ Docker']],
    [
      'one thing over case, called as it was named first',
      ['we use DOCKER', 'Docker is slow'],
      ['m1 -MENTIONS→ DOCKER', 'm2 -MENTIONS→ DOCKER'],
    ],
    [
      'one thing over traditional and simplified characters',
      ['張偉去了杭州', '张伟在杭州'],
      ['m1 -MENTIONS→ 張偉', 'm2 -MENTIONS→ 張偉', 'm1 -MENTIONS→ 杭州', 'm2 -MENTIONS→ 杭州'],
    ],
    [
      'one thing over synonyms of both languages',
      ['auth is failing', '登录有问题', '登錄很慢', 'the login page is slow'],
      ['m1', 'm2', 'm3', 'm4'].map((id) => `${id} -MENTIONS→ auth`),
    ],
    [
      'one thing over slashes of both kinds',
      ['see src/auth/token.ts', 'SRC\\auth\\token.ts'],
      ['m1 -MENTIONS→ src/auth/token.ts', 'm2 -MENTIONS→ src/auth/token.ts'],
    ],
    ['nothing where nothing is named', ['I slept well, thank you.', '今天天气不错'], []],
  ]
  test.each(TABLE)('%s', (_, texts, expected) => checkMentions(texts, expected))

  test('called as the earliest named it, also when that is delivered last', async () => {
    await using memory = await remembering(told('Docker is slow'))
    const early: GivenMessage = { id: 'm0', text: 'we use DOCKER', at: T0 - DAY }
    await rememberMessages(
      memory.store,
      memory.space,
      { session: 'before', messages: [early] },
      startReading('by-receipt', 0),
    )
    expect(await mentionLines(memory.store, memory.space)).toEqual(['m0 -MENTIONS→ DOCKER', 'm1 -MENTIONS→ DOCKER'])
    const lines = await spaceLines(memory.store, memory.space)
    expect(lines).toContain(`entity DOCKER {"key":"docker","kind":"tool"} @${T0 - DAY}`)
  })

  test('of which a message has thirty-two, the first ones', async () => {
    const files = Array.from({ length: 200 }, (_, i) => `src/part${i}/index.ts`)
    await using memory = await remembering(told(`Changed: ${files.join(', ')}.`))
    const named = files.slice(0, 32).map((file) => `m1 -MENTIONS→ ${file}`)
    expect(await mentionLines(memory.store, memory.space)).toEqual(named.sort())
  })

  test('as recorded facts that were seen when it was said', async () => {
    await using memory = await remembering(told('Ana is here.'))
    const [found] = await memory.store.neighbours(memory.space, 'm1', {
      direction: 'out',
      kinds: ['MENTIONS'],
      limit: 9,
    })
    expect(found?.edge).toMatchObject({
      provenance: 'recorded',
      state: 'active',
      weight: 1,
      firstSeen: T0,
      lastSeen: T0,
    })
    expect(found?.node).toMatchObject({ kind: 'entity', at: T0, session: null, speaker: null, text: 'Ana' })
  })

  test('and not to those of another message that was given under the same id', async () => {
    const messages = [
      { id: 'own', text: 'Ana is here.', at: T0 },
      { id: 'own', text: 'Docker is slow.', at: T0 + 1 },
    ]
    await using memory = await remembering({ session: 's', messages }, { session: 's', messages })
    expect(await mentionLines(memory.store, memory.space)).toEqual(['own -MENTIONS→ Ana'])
  })

  test('not again when it is given again, nor when it was forgotten', async () => {
    const delivery = told('Ana met Ben.', 'Ben left.')
    await using memory = await remembering(delivery, delivery)
    const before = await spaceLines(memory.store, memory.space)
    await forgetMessages(memory.store, memory.space, forgetting(['m1']), { at: T0, isDryRun: false })
    await rememberMessages(memory.store, memory.space, delivery, startReading('by-receipt', 0))
    expect(before).toContain('m1 -MENTIONS→ Ana')
    expect(await mentionLines(memory.store, memory.space)).toEqual(['m2 -MENTIONS→ Ben'])
  })
})

describe('forgetting a message', () => {
  test('removes the things that nobody else names, and calls the others as the next one does', async () => {
    await using memory = await remembering(told('ANA-BOT met 張偉 on DOCKER', 'Docker and 张伟', '张伟 left'))
    const forget = (...ids: string[]) =>
      forgetMessages(memory.store, memory.space, forgetting(ids), { at: T0, isDryRun: false })
    await forget('m1')
    const expected = await remembering(told('', 'Docker and 张伟', '张伟 left'))
    expect(await spaceLines(memory.store, memory.space)).toEqual(await spaceLines(expected.store, expected.space))
    await forget('m2', 'm3')
    expect(await spaceLines(memory.store, memory.space)).toEqual([])
  })

  test('that named a thing at the same moment as others calls it by the smallest of their labels', async () => {
    const messages = ['DOCKER', 'docker', 'Docker'].map((text, i) => ({ id: `m${i}`, text: `We use ${text}.`, at: T0 }))
    await using memory = await remembering({ session: 's', messages })
    const labels = async () => [
      ...new Set((await mentionLines(memory.store, memory.space)).map((line) => line.slice(14))),
    ]
    const seen = [await labels()]
    for (const id of ['m0', 'm2']) {
      await forgetMessages(memory.store, memory.space, forgetting([id]), { at: T0, isDryRun: false })
      seen.push(await labels())
    }
    expect(seen).toEqual([['DOCKER'], ['Docker'], ['docker']])
  })
})

describe('times in a text', () => {
  const timesOf = async (memory: Awaited<ReturnType<typeof remembering>>, id: string) => {
    const [node] = await memory.store.nodes(memory.space, [id])
    return ((node?.body['times'] ?? []) as readonly (readonly number[])[]).map(
      ([start, end, from, to]) =>
        `${node!.text.slice(start, end)}: ${new Date(from!).toISOString().slice(0, 10)} ${(to! - from!) / DAY}`,
    )
  }
  const TABLE: readonly (readonly [string, string, readonly string[]])[] = [
    ['in English', 'next Friday we launch, not tomorrow', ['next Friday: 2026-05-08 1', 'tomorrow: 2026-05-02 1']],
    ['in Chinese', '下周五上线', ['下周五: 2026-05-08 1']],
    ['of a season', '去年夏天去了海边', ['去年夏天: 2025-06-01 92']],
    ['where there is none', 'we launch when it is done', []],
  ]
  test.each(TABLE)('are kept as spans, counted from when it was said: %s', async (_, text, expected) => {
    await using memory = await remembering(told(text))
    expect(await timesOf(memory, 'm1')).toEqual(expected)
  })

  test('are counted from the time of the message, not from when it is delivered or stands', async () => {
    const late = (id: string, at: number): Delivery => ({
      session: 's',
      messages: [{ id, text: 'We met yesterday.', at }],
    })
    await using memory = await remembering(late('b', T0), late('a', T0 - 30 * DAY), late('c', T0 - 2 * DAY))
    expect(await timesOf(memory, 'a')).toEqual(['yesterday: 2026-03-31 1'])
    expect(await timesOf(memory, 'b')).toEqual(['yesterday: 2026-04-30 1'])
    expect(await timesOf(memory, 'c')).toEqual(['yesterday: 2026-04-28 1'])
  })

  test('find the passage that names them, and no other of the message', async () => {
    const filler = 'The garden needs water and the fence needs paint. '.repeat(60)
    await using memory = await remembering(told(`${filler}\n\nNext Friday we launch.\n\n${filler}`))
    const { store, space } = memory
    const [list] = (await store.postings(space, ['@2026-05-08'])).values()
    const units = await store.units(space, null)
    expect(units.count).toBeGreaterThan(3)
    expect(list!.units.length).toBe(1)
    const [node] = await store.nodes(space, ['m1'])
    const unit = list!.units[0]!
    expect(node!.text.slice(units.start[unit], units.end[unit])).toContain('Next Friday')
  })
})

describe('a copied space', () => {
  test('has the same mentions and times, derived anew, and things of both are one', async () => {
    const [ours, theirs] = [
      told('Docker is slow', '张伟在杭州，下周五上线'),
      { session: 'other', messages: [{ id: 'x', text: 'DOCKER, 張偉', at: T0 - DAY }] },
    ]
    await using from = await remembering(ours)
    await using into = await remembering(theirs)
    await using expected = await remembering(ours, theirs)
    await copyRecords(from, into, T0)
    await copyRecords(from, into, T0)
    expect(await spaceLines(into.store, into.space)).toEqual(await spaceLines(expected.store, expected.space))
  })
})

describe('the same records', () => {
  const PIECES = [
    ...[
      'Docker',
      'DOCKER',
      'docker',
      'Ana',
      'ANA',
      "Ana's",
      '张伟',
      '張偉',
      'auth',
      '登录',
      'login',
      'src/a/b.ts',
      'src\\A\\b.ts',
    ],
    ...[
      'yesterday',
      'next Friday',
      '去年夏天',
      'orderService',
      'in Paris',
      'Paris said',
      '《三体》',
      'the garden',
      '，',
      '. ',
    ],
  ]
  const text = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(' '))
  const session = fc.constantFrom('s', 't', 'u')

  /** The records cut into deliveries of several sizes, in another order. */
  const deliveries = (at: (i: number, tie: number) => number) =>
    fc
      .array(fc.tuple(text, session, fc.nat(2)), { minLength: 1, maxLength: 12 })
      .map((given) =>
        given.map(([said, where, tie], i) => ({ where, message: { id: `m${i}`, text: said, at: at(i, tie) } })),
      )
      .chain((records) => {
        const whole = fc.shuffledSubarray(records, { minLength: records.length, maxLength: records.length })
        return fc.tuple(
          fc.constant(records),
          whole,
          fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 12, maxLength: 12 }),
        )
      })
      .map(([records, shuffled, sizes]) => {
        const cut: (typeof records)[] = []
        for (let start = 0, i = 0; start < shuffled.length; start += sizes[i++]!) {
          cut.push(shuffled.slice(start, start + sizes[i]!))
        }
        return { inOrder: bySession(records), shuffled: cut.flatMap(bySession) }
      })

  const bySession = (records: readonly { readonly where: string; readonly message: GivenMessage }[]): Delivery[] =>
    [...new Set(records.map(({ where }) => where))].map((where) => ({
      session: where,
      messages: records.filter((record) => record.where === where).map(({ message }) => message),
    }))

  test('give the same graph in any order and any batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        deliveries((i) => T0 + i * 25 * MINUTE),
        async ({ inOrder, shuffled }) => {
          await using a = await remembering(...inOrder)
          await using b = await remembering(...shuffled)
          expect(await spaceLines(b.store, b.space)).toEqual(await spaceLines(a.store, a.space))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('also of one moment lead to the same things, called the same', async () => {
    const things = async ({ store, space }: Awaited<ReturnType<typeof remembering>>) =>
      (await spaceLines(store, space)).filter((line) => /^(?:entity|file|endpoint) |-MENTIONS→/u.test(line))
    await fc.assert(
      fc.asyncProperty(
        deliveries((_, tie) => T0 + tie),
        async ({ inOrder, shuffled }) => {
          await using a = await remembering(...inOrder)
          await using b = await remembering(...shuffled)
          expect(await things(b)).toEqual(await things(a))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('less some that were forgotten give the graph of those that are left', async () => {
    await fc.assert(
      fc.asyncProperty(
        deliveries((i) => T0 + i * 25 * MINUTE),
        fc.integer({ min: 1, max: 4 }),
        async ({ inOrder, shuffled }, every) => {
          const isGone = (id: string | undefined) => Number(id!.slice(1)) % every === 0
          await using some = await remembering(...shuffled)
          const gone = inOrder.flatMap(({ messages }) => messages.map(({ id }) => id!)).filter(isGone)
          await forgetMessages(some.store, some.space, forgetting(gone), { at: T0, isDryRun: false })
          const left = inOrder.map((one) => ({ ...one, messages: one.messages.filter(({ id }) => !isGone(id)) }))
          await using fresh = await remembering(...left)
          expect(await spaceLines(some.store, some.space)).toEqual(await spaceLines(fresh.store, fresh.space))
        },
      ),
      { numRuns: 50 },
    )
  })
})
