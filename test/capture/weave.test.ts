import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GivenMessage, startReading } from '../../src/capture/delivery.ts'
import { rememberMessages } from '../../src/capture/messages.ts'
import { EVENT_MESSAGES_LONG, EVENT_MESSAGES_MAX, isCut, PAUSE_MS } from '../../src/capture/segment.ts'
import { ALWAYS } from '../../src/graph/spans.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { tokenise } from '../../src/text/tokenise.ts'

const T0 = Date.UTC(2026, 4, 3, 10)
const MINUTE = 60_000

interface Talk {
  readonly session: string
  readonly messages: readonly GivenMessage[]
}

async function remembered(
  deliveries: readonly Talk[],
): Promise<{ readonly store: GraphStore; readonly space: string }> {
  const store = openSqliteStore(':memory:')
  const { id: space } = await store.ensureSpace({ alias: 'alice', purpose: 'companion', at: T0 })
  for (const delivery of deliveries) {
    const { problems } = await rememberMessages(store, space, delivery, startReading('by-receipt', T0))
    expect(problems).toEqual([])
  }
  return { store, space }
}

/** Everything that the port shows of a graph, without handles. */
async function graphOf({ store, space }: { readonly store: GraphStore; readonly space: string }) {
  const limit = 100_000
  const all = { kinds: ['message', 'event'], span: ALWAYS, order: 'oldest-first', limit } as const
  const nodes = [...(await store.timeRange(space, all))].sort((a, b) => (a.id < b.id ? -1 : 1))
  const edges: string[] = []
  for (const { id } of nodes) {
    for (const { edge } of await store.neighbours(space, id, { direction: 'out', limit }))
      edges.push(JSON.stringify(edge))
  }
  const sessions = [...new Set(nodes.map(({ session }) => session!))]
  const orders: Record<string, readonly string[]> = {}
  for (const session of sessions) orders[session] = await store.sessionMessages(space, session)
  // The columns of the index, by message and passage, with names for references.
  const table = await store.units(space, null)
  const units = Array.from({ length: table.count - 1 }, (_, i) => i + 1)
  const idsOf = async (handles: Uint32Array) =>
    (await store.nodesByHandle(space, [...handles.subarray(1, table.count)])).map((node) => node?.id ?? null)
  const [messages, events] = [await idsOf(table.message), await idsOf(table.event)]
  const columns = units.map((unit) =>
    JSON.stringify([
      messages[unit - 1],
      events[unit - 1],
      table.sessions.get(table.session[unit]!),
      table.speakers.get(table.speaker[unit]!) ?? null,
      table.at[unit],
      table.start[unit],
      table.end[unit],
      table.length[unit],
      table.asking[unit],
    ]),
  )
  const terms = [...new Set(nodes.slice(0, 200).flatMap(({ text }) => tokenise(text)))].sort()
  const postings = [...(await store.postings(space, terms))].map(([term, list]) => [
    term,
    [...list.units].map((unit, i) => `${messages[unit - 1]} ${table.start[unit]} x${list.counts[i]}`).sort(),
  ])
  return { nodes, edges: edges.sort(), orders, columns: columns.sort(), postings, stats: await store.stats(space) }
}

type Graph = Awaited<ReturnType<typeof graphOf>>

/** A list of ten thousand is compared as text, since looking for differences takes seconds where there are none. */
function expectSame(made: Graph, expected: Graph): void {
  if (JSON.stringify(made) !== JSON.stringify(expected)) expect(made).toEqual(expected)
}

/** A generator that gives the same figures everywhere (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const SUBJECTS = [
  'the tomato seedlings in our greenhouse need water compost light gloves spade',
  'invoices payments ledger balances taxes adviser quarterly audit receipts bank',
  'violin rehearsal concert programme brahms sonata tempo rosin bow audience',
  '登录 接口 令牌 刷新 部署 服务器 回滚 日志 数据库 迁移',
  '周末 爬山 野餐 天气 背包 水壶 相机 日出 民宿 火车',
].map((subject) => subject.split(' '))

/** Talk of several subjects, in English and Chinese, with pauses; every message differs and has its own time. */
function generate(count: number, sessions: number, seed: number): Talk[] {
  const next = random(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const talks = Array.from({ length: sessions }, (_, i) => ({ session: `s${i}`, messages: [] as GivenMessage[] }))
  const states = talks.map((_, i) => ({ at: T0 + i * 7, subject: pick(SUBJECTS) }))
  for (let i = 0; i < count; i++) {
    const state = states[i % sessions]!
    if (next() < 0.06) state.subject = pick(SUBJECTS)
    state.at += next() < 0.02 ? 31 * MINUTE + Math.floor(next() * 1000) : 1 + Math.floor(next() * 2 * MINUTE)
    const words = Array.from({ length: 1 + Math.floor(next() * 12) }, () => pick(state.subject))
    const isHan = /\p{Script=Han}/u.test(words[0]!)
    const long = next() < 0.01 ? ` ${words.join(' ')}. `.repeat(20) : ''
    talks[i % sessions]!.messages.push({
      speaker: pick(['Ana', 'Ben', '小明']),
      text: `${words.join(isHan ? '' : ' ')}${isHan ? '。' : '.'}${long} #${i}`,
      at: state.at,
      ...(next() < 0.3 ? { id: `own-${i}` } : {}),
      ...(next() < 0.1 ? { branch: 'main' } : {}),
    })
  }
  return talks
}

function inCallsOf(size: number, talks: readonly Talk[]): Talk[] {
  return talks.flatMap(({ session, messages }) =>
    Array.from({ length: Math.ceil(messages.length / size) }, (_, i) => ({
      session,
      messages: messages.slice(i * size, (i + 1) * size),
    })),
  )
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const next = random(seed)
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
  }
  return copy
}

describe('ten thousand messages give the same graph', () => {
  const talks = generate(10_000, 6, 42)
  const whole = remembered(talks).then(graphOf)

  test('that has what was given', async () => {
    const { nodes, orders, stats } = await whole
    expect(stats.nodes.message).toBe(10_000)
    expect(stats.edges).toMatchObject({ CONTAINS: 10_000, NEXT: 10_000 - 6 })
    expect(stats.nodes.event).toBeGreaterThan(10_000 / EVENT_MESSAGES_MAX)
    expect(nodes.length).toBe(10_000 + stats.nodes.event!)
    for (const { session, messages } of talks) expect(orders[session]).toHaveLength(messages.length)
  })

  test.each([1, 7])('in calls of %i', async (size) => {
    expectSame(await graphOf(await remembered(inCallsOf(size, talks))), await whole)
  })

  test('in calls of 50 that come in any order', async () => {
    expectSame(await graphOf(await remembered(shuffled(inCallsOf(50, talks), 7))), await whole)
  })
})

describe('a thousand messages give the same graph', () => {
  const talks = generate(1000, 2, 4711)
  const whole = remembered(talks).then(graphOf)

  test.each([1, 7])('in calls of %i that come in any order', async (size) => {
    expectSame(await graphOf(await remembered(shuffled(inCallsOf(size, talks), 3))), await whole)
  })

  test('in one call that is in no order', async () => {
    const disordered = talks.map(({ session, messages }) => ({ session, messages: shuffled(messages, 9) }))
    expectSame(await graphOf(await remembered(disordered)), await whole)
  })

  test('when they are given twice', async () => {
    const made = await remembered(talks)
    for (const talk of inCallsOf(70, talks)) {
      const outcome = await rememberMessages(made.store, made.space, talk, startReading('by-receipt', T0 + 99))
      expect(outcome).toMatchObject({ remembered: 0, duplicates: talk.messages.length, problems: [] })
    }
    expectSame(await graphOf(made), await whole)
  })
})

// Text in, graph out. A line is `+minutes text`; `---` parts events. Lines that begin with `>` are given afterwards.
interface Line {
  readonly id: string
  readonly at: number
  readonly text: string
  readonly isLate: boolean
}

function readLines(drawing: string): Line[] {
  return drawing
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const { late, minutes, text } = /^(?<late>>?)\s*\+(?<minutes>[\d.]+) (?<text>.*)$/u.exec(line)!.groups!
      return { id: text!.split(' ')[0]!, at: T0 + Number(minutes) * MINUTE, text: text!, isLate: late === '>' }
    })
}

/** Remembers the lines, the late ones afterwards and one by one, and draws the events as `a b | c d`. */
async function checkWeave(drawing: string, expected: string): Promise<void> {
  const lines = readLines(drawing)
  const given = ({ id, text, at }: Line) => ({ id, text, at })
  const late = lines.filter(({ isLate }) => isLate)
  const made = await remembered([
    { session: 's', messages: lines.filter(({ isLate }) => !isLate).map(given) },
    ...late.map((line) => ({ session: 's', messages: [given(line)] })),
  ])
  const { store, space } = made
  let drawn = ''
  let event: string | null = null
  let previous: string | null = null
  for (const id of await store.sessionMessages(space, 's')) {
    const holders = await store.neighbours(space, id, { direction: 'in', kinds: ['CONTAINS'], limit: 9 })
    expect(holders).toHaveLength(1)
    const holder = holders[0]!.node
    if (holder.id !== event) {
      const [message] = await store.nodes(space, [id])
      expect(holder).toMatchObject({ kind: 'event', at: message!.at, session: 's', text: message!.text.slice(0, 80) })
    }
    drawn += `${drawn === '' ? '' : holder.id === event ? ' ' : ' | '}${id}`
    event = holder.id
    const before = await store.neighbours(space, id, { direction: 'in', kinds: ['NEXT'], limit: 9 })
    expect(before.map(({ node, edge }) => [node.id, edge.provenance])).toEqual(previous ? [[previous, 'recorded']] : [])
    previous = id
  }
  expect(drawn).toBe(expected)
  expect(await graphOf(made)).toEqual(await graphOf(await remembered([{ session: 's', messages: lines.map(given) }])))
  await store.close()
}

const GARDEN = 'tomato seedlings greenhouse compost water spade'
const MONEY = 'invoices payments ledger balances taxes adviser'

describe('messages become events:', () => {
  test('short ones that say little go on with what was', () =>
    checkWeave(
      `+0 a ${GARDEN}
       +1 b yes
       +2 c ok then
       +3 d ${GARDEN}`,
      'a b c d',
    ))

  test('a long pause ends one, a pause that is just not long does not', () =>
    checkWeave(
      `+0 a ${GARDEN}
       +30 b ${GARDEN}
       +60.001 c ${GARDEN}
       +61 d ${GARDEN}`,
      'a b | c d',
    ))

  test('a change of subject ends one, once it has a few messages', () =>
    checkWeave(
      `+0 a ${GARDEN}
       +1 b ${GARDEN}
       +2 c ${GARDEN}
       +3 d ${GARDEN}
       +4 e ${MONEY}
       +5 f ${GARDEN}`,
      'a b c d | e f',
    ))

  test('a late message in the middle joins its event, and the rest stays', () =>
    checkWeave(
      `+0 a ${GARDEN}
       +1 b ${GARDEN}
       > +1.5 x ${GARDEN}
       +2 c ${GARDEN}
       +40 d ${MONEY}
       +41 e ${MONEY}`,
      'a b x c | d e',
    ))

  test('a late message can bridge a pause', () =>
    checkWeave(
      `+0 a ${GARDEN}
       > +20 x ${GARDEN}
       +40 b ${GARDEN}
       +41 c ${GARDEN}
       +90 d ${GARDEN}`,
      'a x b c | d',
    ))

  test('late messages before the first open the event in its stead', () =>
    checkWeave(
      `> +0 y ${GARDEN}
       > +1 x ${GARDEN}
       +2 a ${GARDEN}
       +3 b ${GARDEN}
       +60 c ${MONEY}`,
      'y x a b | c',
    ))

  test('a late message long before the first has an event of its own', () =>
    checkWeave(
      `> +0 x ${GARDEN}
       +60 a ${GARDEN}
       +61 b ${GARDEN}`,
      'x | a b',
    ))

  test('late messages at a boundary go where their time puts them', () =>
    checkWeave(
      `+0 a ${GARDEN}
       +1 b ${GARDEN}
       > +5 x ${MONEY}
       > +55 y ${MONEY}
       +60 c ${MONEY}
       +61 d ${MONEY}`,
      'a b x | y c d',
    ))

  test('a late message can move the change of subject', () =>
    checkWeave(
      `+0 a ${GARDEN}
       +1 b ${GARDEN}
       > +1.5 x ${GARDEN}
       +2 c ${GARDEN}
       +3 d ${MONEY}
       +4 e ${MONEY}
       +5 f ${MONEY}
       +6 g ${GARDEN}
       +70 h ${GARDEN}`,
      'a b x c | d e f g | h',
    ))

  test('a full event ends, and without a cut a late message pushes everything behind it on', async () => {
    const count = EVENT_MESSAGES_MAX * 2 + 5
    const names = namesOf(count, (id) => !isCut(id))
    const parts = (all: readonly string[]) =>
      [0, 1, 2].map((i) => all.slice(i * EVENT_MESSAGES_MAX, (i + 1) * EVENT_MESSAGES_MAX).join(' ')).join(' | ')
    await checkWeave(drawingOf(names), parts(names))
    await checkWeave(`${drawingOf(names)}\n> +3.5 x ${GARDEN}`, parts([...names.slice(0, 4), 'x', ...names.slice(4)]))
  })

  test('from the next cut of a long event on, a late message moves nothing', async () => {
    const [cut] = namesOf(1, isCut)
    const before = namesOf(EVENT_MESSAGES_LONG, (id) => !isCut(id))
    const names = [...before, cut!, ...namesOf(EVENT_MESSAGES_LONG + 3, (id) => !isCut(id)).slice(-3)]
    const behind = names.slice(before.length).join(' ')
    await checkWeave(drawingOf(names), `${before.join(' ')} | ${behind}`)
    const late = [...before.slice(0, 4), 'x', ...before.slice(4)]
    await checkWeave(`${drawingOf(names)}\n> +3.5 x ${GARDEN}`, `${late.join(' ')} | ${behind}`)
  })

  /** The first ids m0, m1 … that are as wanted. */
  function namesOf(count: number, isWanted: (id: string) => boolean): string[] {
    return Array.from({ length: 40 * count + 100 }, (_, i) => `m${i}`)
      .filter(isWanted)
      .slice(0, count)
  }

  function drawingOf(names: readonly string[]): string {
    return names.map((id, i) => `+${i} ${id} ${GARDEN}`).join('\n')
  }
})

test('a session of one message is an event of one', async () => {
  await checkWeave('+0 a hello', 'a')
})

test('small conversations give the same graph in any order and any calls', async () => {
  const line = fc.record({
    gapMs: fc.constantFrom(1, MINUTE, PAUSE_MS, PAUSE_MS + 1),
    text: fc.constantFrom(GARDEN, MONEY, 'yes', `${GARDEN} ${MONEY}`, '登录接口的令牌刷新部署服务器'),
  })
  const conversation = fc.array(line, { minLength: 1, maxLength: 14 }).chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      order: fc.shuffledSubarray([...lines.keys()], { minLength: lines.length }),
      cuts: fc.array(fc.boolean(), { minLength: lines.length, maxLength: lines.length }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(conversation, async ({ lines, order, cuts }) => {
      let at = T0
      const messages = lines.map(({ gapMs, text }, i) => {
        at += gapMs
        return { id: `m${i}`, text, at, speaker: 'Ana' }
      })
      const calls: GivenMessage[][] = [[]]
      for (const i of order) {
        if (cuts[i]) calls.push([])
        calls.at(-1)!.push(messages[i]!)
      }
      const expected = await remembered([{ session: 's', messages }])
      const made = await remembered(calls.map((call) => ({ session: 's', messages: call })))
      expect(await graphOf(made)).toEqual(await graphOf(expected))
      await made.store.close()
      await expected.store.close()
    }),
    { numRuns: 120 },
  )
})
