import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Delivery } from '../../src/capture/delivery.ts'
import { EDGE_KINDS } from '../../src/graph/edges.ts'
import type { Recalled } from '../../src/recall/recalled.ts'
import { DAY, MINUTE, rememberTalk, START } from './talk.ts'

/** Words, names and times that meet each other often. */
const PIECES = [
  ...['the ledger', 'import', 'broke', 'restarted', 'orderService', 'orderService', 'Docker', 'DOCKER', 'auth', '登录'],
  ...[
    '张伟',
    'I am',
    'we launch',
    'next Friday',
    'yesterday',
    'on 8 May 2026',
    '去年夏天',
    'tea',
    '问题',
    'src/a/b.ts',
  ],
  ...['Ana', 'Tom said', '?', '.', '\n\n', '。'],
]
const QUESTIONS = [
  ...[
    'What broke the ledger import?',
    'Why did orderService restart?',
    '登录有问题',
    'Is docker slow?',
    'What did Tom say?',
  ],
  ...[
    'What happens on 8 May 2026?',
    'Which imports broke?',
    'Who restarted it?',
    'and then?',
    'tea',
    '张伟说了什么',
    '',
  ],
  ...['Were there similar problems with auth?', 'How was the ledger import fixed?', 'When do you launch?'],
]

interface Said {
  readonly session: string
  readonly id: string
  readonly speaker: string
  readonly text: string
  readonly at: number
}

const said = fc.tuple(
  fc.constantFrom('s', 't', 'u'),
  fc.constantFrom('Ana', 'Tom', 'user', 'assistant'),
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }),
)
const talks: fc.Arbitrary<readonly Said[]> = fc.array(said, { minLength: 1, maxLength: 24 }).map((given) =>
  given.map(([session, speaker, pieces], i) => ({
    session,
    id: `m${i}`,
    speaker,
    text: pieces.join(' '),
    at: START + (i % 3) * 7 * DAY + i * 13 * MINUTE,
  })),
)
const bySession = (some: readonly Said[]): Delivery[] =>
  [...new Set(some.map(({ session }) => session))].map((session) => ({
    session,
    messages: some.filter((one) => one.session === session).map(({ session: _, ...message }) => message),
  }))
/** Edges between messages, or between the events that contain them. */
const kinds = fc.constantFrom('CAUSES', 'REFERENCES', 'SIMILAR')
const edges = fc.array(fc.tuple(fc.nat(23), kinds, fc.nat(23), fc.boolean(), fc.boolean()), { maxLength: 4 })
const question = fc.constantFrom(...QUESTIONS)
const numbers = fc.constantFrom(
  {},
  {},
  { 'fusion.rankConstant': 30 },
  { 'routes.semantic': 0 },
  { 'routes.structural': 0 },
  { coverage: 0.9 },
  { 'grains.message': 1, 'grains.event': 0.5 },
)

type Memory = Awaited<ReturnType<typeof rememberTalk>>
type Link = readonly [from: number, kind: string, to: number, isFromEvent: boolean, isToEvent: boolean]

/** Puts edges by hand between messages, or the events that contain them. */
async function linkAll({ store, space, link }: Memory, links: readonly Link[]): Promise<void> {
  for (const [from, kind, to, isFromEvent, isToEvent] of links) {
    const ends = [`m${from}`, `m${to}`]
    const events = await store.containers(space, ends)
    const [a, b] = ends.map((id, i) => ((i === 0 ? isFromEvent : isToEvent) ? events.get(id) : id))
    const isThere = events.has(ends[0]!) && events.has(ends[1]!) && a !== b
    if (isThere) await link(`${a} ${kind} ${b}`, { weight: 0.8 })
  }
}

/** Remembers a talk, with edges put by hand. */
async function rememberSaid(
  some: readonly Said[],
  links: readonly Link[],
  ranking: object = {},
  withMeaning = false,
): Promise<Memory> {
  const memory = await rememberTalk(bySession(some), { ranking: { ...ranking }, withMeaning })
  await linkAll(memory, links)
  return memory
}

/** Every edge from messages and events, as `from KIND to`. */
async function edgesOf({ store, space }: Memory, messages: readonly string[]): Promise<Set<string>> {
  const events = (await store.containers(space, messages)).values()
  const found = new Set<string>()
  for (const id of new Set([...messages, ...events])) {
    for (const { edge } of await store.neighbours(space, id, { direction: 'out', kinds: EDGE_KINDS, limit: 1000 })) {
      found.add(`${edge.from} ${edge.kind} ${edge.to}`)
    }
  }
  return found
}

describe('why', () => {
  test('adds up: the parts of each item are its relevance, and the best has all of it', async () => {
    await fc.assert(
      fc.asyncProperty(talks, edges, question, numbers, async (some, links, asked, ranking) => {
        await using memory = await rememberSaid(some, links, ranking)
        const { items } = await memory.recall(asked)
        for (const { relevance, why } of items) {
          expect(relevance).toBeGreaterThan(0)
          expect(relevance).toBeLessThanOrEqual(1 + 1e-12)
          expect(Object.values(why.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(relevance, 9)
        }
        if (items.length > 0) expect(items[0]!.relevance).toBe(1)
      }),
      { numRuns: 120 },
    )
  })

  test('adds up with vectors and words of like meaning too, whose ranks are theirs', async () => {
    const synonyms = fc.constantFrom('the doctor', '医生', 'a vehicle', 'my hound', 'cash')
    const meant = fc
      .tuple(talks, synonyms, synonyms)
      .map(([some, ...added]) => some.map((one, i) => (i < 2 ? { ...one, text: `${one.text} ${added[i]}` } : one)))
    const asked = fc.oneof(question, fc.constantFrom('physician', '汽车', 'Which dog restarted?', 'the budget of Tom'))
    await fc.assert(
      fc.asyncProperty(meant, edges, asked, numbers, async (some, links, text, ranking) => {
        await using memory = await rememberSaid(some, links, ranking, true)
        const { items } = await memory.recall(text, { limit: 50 })
        for (const { relevance, why } of items) {
          expect(relevance).toBeGreaterThan(0)
          expect(relevance).toBeLessThanOrEqual(1 + 1e-12)
          expect(Object.values(why.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(relevance, 9)
          if ('by rank' in why.parts) continue
          for (const list of ['meaning', 'related'] as const) {
            if (list in why.parts) expect(why.ranks[list]).toBeGreaterThan(0)
          }
        }
        if (items.length > 0) expect(items[0]!.relevance).toBe(1)
      }),
      { numRuns: 120 },
    )
  })

  test('tells of ways that are there: each step of a walk is an edge, each goes on from the last, and it ends at the item', async () => {
    await fc.assert(
      fc.asyncProperty(talks, edges, question, async (some, links, asked) => {
        await using memory = await rememberSaid(some, links)
        const { items, plan } = await memory.recall(asked)
        const known = await edgesOf(
          memory,
          some.map(({ id }) => id),
        )
        for (const { node, why } of items) {
          if (why.walk.length > 0) expect(why.routes).toContain('structural')
          // What was said at the time that the question names needs no way there.
          else if (why.routes.includes('structural')) expect(plan.windows.length).toBeGreaterThan(0)
          expect(why.walk.length).toBeLessThanOrEqual(5)
          for (const [i, { from, to, kind, isReverse, provenance, certainty }] of why.walk.entries()) {
            expect(known).toContain(isReverse ? `${to} ${kind} ${from}` : `${from} ${kind} ${to}`)
            expect(certainty).toBe('hard')
            expect(provenance).toBe(['NEXT', 'MENTIONS', 'CONTAINS'].includes(kind) ? 'recorded' : 'declared')
            expect(from).toBe(i === 0 ? from : why.walk[i - 1]!.to)
          }
          if (why.walk.length > 0) expect(why.walk.at(-1)!.to).toBe(node)
        }
      }),
      { numRuns: 120 },
    )
  })

  test('names routes, ranks and terms that agree with each other and with the texts', async () => {
    await fc.assert(
      fc.asyncProperty(talks, edges, question, async (some, links, asked) => {
        await using memory = await rememberSaid(some, links)
        const { items, plan } = await memory.recall(asked, { limit: 50 })
        expect(new Set(items.map(({ node }) => node)).size).toBe(items.length)
        for (const { node, text, span, why, rank } of items) {
          expect(why.routes.length).toBeGreaterThan(0)
          for (const route of ['semantic', 'structural'] as const) {
            expect(why.ranks[route] !== undefined).toBe(why.routes.includes(route))
          }
          expect(why.parts['structure'] !== undefined).toBe(why.routes.includes('structural'))
          for (const term of why.terms) expect(plan.terms).toContain(term)
          expect(some.find(({ id }) => id === node)!.text.slice(span.start, span.end)).toBe(text)
          expect(items[rank - 1]!.node).toBe(node)
        }
      }),
      { numRuns: 80 },
    )
  })
})

/** What two answers must have in common when the graph is the same: sums differ in the last digits. */
const shown = ({ outcome, items, plan }: Recalled) => ({
  outcome,
  terms: [...plan.terms].sort(),
  windows: plan.windows,
  items: items
    .map(({ node, text, at, relevance, why }) => ({
      ...{ node, text, at, relevance: Number(relevance.toPrecision(9)), routes: why.routes },
      parts: Object.fromEntries(
        Object.entries(why.parts)
          .map(([name, part]) => [name, part.toFixed(9).replace('-0.000000000', '0.000000000')])
          .sort(),
      ),
    }))
    .sort((a, b) => (a.node < b.node ? -1 : 1)),
})

describe('the same records', () => {
  test('in other batches and in any order give the same answers for the same reasons', async () => {
    const shuffled = talks.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.shuffledSubarray([...some], { minLength: some.length, maxLength: some.length }),
        fc.integer({ min: 1, max: 6 }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        shuffled,
        edges,
        fc.array(question, { minLength: 3, maxLength: 3 }),
        async ([some, other, size], links, asked) => {
          await using a = await rememberSaid(some, links)
          await using b = await rememberSaid([], [])
          for (let start = 0; start < other.length; start += size) {
            for (const delivery of bySession(other.slice(start, start + size))) await b.remember(delivery)
          }
          await linkAll(b, links)
          for (const one of asked) {
            const options = { limit: 1000, now: START + 60 * DAY }
            expect(shown(await b.recall(one, options))).toEqual(shown(await a.recall(one, options)))
          }
        },
      ),
      { numRuns: 80 },
    )
  })
})
