import { describe, expect, test } from 'vitest'
import { Engraph, formatPath } from '../src/engraph.ts'

const open = (options: object = {}) => Engraph.open({ path: ':memory:', space: 'alice', ...options })

describe('a call with wrong arguments', () => {
  const memory = open()
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['open without options', () => Engraph.open(undefined as never)],
    ['open with null', () => Engraph.open(null as never)],
    ['open without a space', () => Engraph.open({} as never)],
    ['open with an unknown option', () => open({ dir: '/tmp' })],
    ['open with a clock that is none', () => open({ clock: {} })],
    ['open with a purpose that is none', () => open({ purpose: 'fun' })],
    ['remember of nothing', async () => (await memory).remember(null as never)],
    ['remember without a session', async () => (await memory).remember({ messages: [] } as never)],
    ['recall of a number', async () => (await memory).recall(5 as never)],
    ['recall with a limit of 0', async () => (await memory).recall('x', { limit: 0 })],
    ['recall with an unknown option', async () => (await memory).recall('x', { topK: 5 } as never)],
    ['recall with sessions that are no list', async () => (await memory).recall('x', { sessions: 's' as never })],
    ['recall since never', async () => (await memory).recall('x', { since: 'soon' })],
    ['timeline with an unknown kind', async () => (await memory).timeline({ kinds: ['thing'] as never })],
    ['timeline with keep', async () => (await memory).timeline({ keep: 'both' as never })],
    ['walk from nowhere', async () => (await memory).walk({} as never)],
    ['show of a number', async () => (await memory).show(5 as never)],
    ['forget of everything', async () => (await memory).forget({})],
    ['forget of ids that are no list', async () => (await memory).forget({ ids: 'a' as never })],
  ]

  test.each(calls)('%s is refused with a code', async (_, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'EngraphError',
      code: expect.stringMatching(/^invalid-(?:input|options)$/u),
    })
  })

  test('reads null as not given', async () => {
    await expect((await memory).recall('x', { limit: null, since: null } as never)).resolves.toMatchObject({
      items: [],
    })
  })

  test('of one message spoils that message only', async () => {
    const circular: { self?: unknown } = {}
    circular.self = circular
    const messages = [{ text: 'good' }, { text: 'odd', at: 10n }, { text: 'round', at: circular }, { text: 5 }, null]
    const { remembered, problems } = await (await memory).remember({ session: 's', messages: messages as never })
    expect(remembered).toBe(3)
    expect(problems.map(({ index, kind }) => `${index} ${kind}`)).toEqual([
      '1 invalid-date',
      '2 invalid-date',
      '3 invalid-message',
      '4 invalid-message',
    ])
  })

  test('takes a time in seconds for none, and says so', async () => {
    const { problems } = await (await memory).remember({ session: 't', messages: [{ text: 'x', at: 1_777_800_000 }] })
    expect(problems.map(({ kind }) => kind)).toEqual(['invalid-date'])
  })
})

describe('live messages without a time', () => {
  test('are all kept, also when equal ones come in the same moment', async () => {
    await using memory = await open({ clock: { now: () => 1000 } })
    const said = { session: 's', messages: [{ speaker: 'Ana', text: 'yes' }] }
    await Promise.all(Array.from({ length: 50 }, () => memory.remember(said)))
    expect((await memory.stats()).nodes.message).toBe(50)
  })
})

describe('names', () => {
  test('of sessions and speakers are one, with or without blanks around them, composed or not', async () => {
    await using memory = await open()
    await memory.remember({ session: ' café ', messages: [{ speaker: ' Zoë', text: 'The oven is hot.', at: 1 }] })
    await memory.remember({
      session: 'cafe\u0301',
      messages: [{ speaker: 'Zoe\u0308', text: 'It cooled down.', at: 2 }],
    })
    expect((await memory.timeline({ session: 'café ' })).map(({ node }) => node.speaker)).toEqual(['Zoë', 'Zoë'])
    expect((await memory.stats()).sessions).toBe(1)
  })
})

describe('the timeline around a message', () => {
  const DAY = { at: '2026-05-03' }
  const messages = Array.from({ length: 20 }, (_, i) => ({ id: `d${i}`, text: `message ${i}`, ...DAY }))

  test.each([
    [1, ['d10']],
    [2, ['d9', 'd10']],
    [6, ['d7', 'd8', 'd9', 'd10', 'd11', 'd12']],
  ])('holds it and what stands beside it, also within one moment: %i', async (limit, expected) => {
    await using memory = await open()
    await memory.remember({ session: 's', messages })
    expect((await memory.timeline({ around: 'd10', limit })).map(({ node }) => node.id)).toEqual(expected)
  })
})

describe('closing', () => {
  test('waits for what was begun', async () => {
    const memory = await open()
    const messages = Array.from({ length: 3000 }, (_, i) => ({ text: `message number ${i}`, at: i }))
    const remembering = memory.remember({ session: 's', messages })
    const recalling = memory.recall('number')
    await memory.close()
    expect((await remembering).remembered).toBe(3000)
    expect((await recalling).late).toEqual([])
    await expect(memory.remember({ session: 's', messages: [] })).rejects.toMatchObject({ code: 'store-closed' })
  })

  test('lets the program run between the parts of a long delivery', async () => {
    await using memory = await open()
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    const messages = Array.from({ length: 5000 }, (_, i) => ({ text: `message number ${i}`, at: i }))
    await memory.remember({ session: 's', messages })
    clearInterval(timer)
    expect(ticks).toBeGreaterThanOrEqual(3)
  })
})

describe('a walk', () => {
  test('goes from a message to its event and to what followed', async () => {
    await using memory = await open()
    await memory.remember({
      session: 's',
      messages: [
        { id: 'a', text: 'Tea is ready.', at: 1000 },
        { id: 'b', text: 'Thank you.', at: 2000 },
      ],
    })
    const { nodes } = await memory.walk({ from: 'a', hopsMax: 1, kinds: ['CONTAINS', 'NEXT'] })
    expect(nodes.map(({ path }) => formatPath(path, (id) => id.slice(0, 2)))).toEqual(['a ←CONTAINS- e~', 'a -NEXT→ b'])
    await expect(memory.walk({ from: 'nobody' })).rejects.toMatchObject({ code: 'not-found' })
  })
})
