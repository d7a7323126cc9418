import { describe, expect, test } from 'vitest'
import { makeEdge } from '../../src/graph/edges.ts'
import type { NodeId } from '../../src/graph/nodes.ts'
import type { Observation, StoredObservation, StoredSummary } from '../../src/graph/observation.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import type { ObservationQuery } from '../../src/ports/observation-store.ts'
import { eventNode, idsWith, indexed, inSpaceOf, openSpace, put, T0 } from './graph-store.ts'

const MINUTE = 60_000

/** What is observed of an event whose one record bears its name with `r-` before it. */
export function stored(
  event: NodeId,
  given: Partial<StoredObservation> & Partial<Observation> = {},
): StoredObservation {
  const { type = 'change', title = `title of ${event}`, concepts = [], filesModified = [], filesRead = [] } = given
  const { facts = [], isUnfinished = false, at = T0, until = at + 1, session = 's', branch = null, tokens = 40 } = given
  const observation: Observation = {
    type,
    title,
    narrative: 'It was asked for, and done.',
    facts,
    concepts,
    knowledge: [],
    filesRead,
    filesModified,
    records: [`r-${event}`],
    isUnfinished,
    language: 'en',
  }
  const factIds = facts.map((_, i) => `f~${event}-${i}`)
  return { event, session, at, until, branch, agent: null, host: 'claude-code', factIds, tokens, observation }
}

/** Puts events of one record each, and what was observed of them. */
export async function observing(store: GraphStore, space: SpaceId, ...observations: readonly StoredObservation[]) {
  const records = observations.map(({ event, session, at }) =>
    indexed(`r-${event}`, `words of ${event}`, { session, at }),
  )
  await put(store, space, ...records)
  await store.transact(space, async (writer) => {
    for (const { event, session, at } of observations) {
      await writer.putNodes([eventNode(event, { session, at })])
      await writer.assignEvents([{ message: `r-${event}`, event }])
      await writer.link([
        makeEdge({ kind: 'CONTAINS', from: event, to: `r-${event}`, provenance: 'recorded', seenAt: at }),
      ])
      await writer.markUnobserved(session, { isEnded: false })
    }
    await writer.putObservations(observations)
  })
}

function summary(session: string, given: Partial<StoredSummary> = {}): StoredSummary {
  const said = { request: `asked in ${session}`, investigated: [], learned: [], completed: [], nextSteps: [] }
  const base = { id: `s~${session}`, session, at: T0, until: T0 + 1, branch: null, isEnded: false }
  return { ...base, summary: { ...said, language: 'en' }, ...given }
}

/** What every `GraphStore` must do with observations. `open` gives an empty one, which the suite closes. */
export function observationsContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)

  describe(`observations: ${name}`, () => {
    choosing(inSpace)
    reading(inSpace)
    replacing(inSpace)
    forgetting(inSpace)
    sessions(inSpace)
    indexing(inSpace)
  })
}

type InSpace = (work: (store: GraphStore, space: SpaceId) => Promise<void>) => () => Promise<void>

function choosing(inSpace: InSpace): void {
  const given = [
    stored('e1', { at: T0, type: 'bugfix', filesModified: ['src/auth/token.ts'], concepts: ['jwt'], branch: 'main' }),
    stored('e2', { at: T0 + MINUTE, type: 'decision', filesRead: ['docs/auth.md'], concepts: ['auth', '登录'] }),
    stored('e3', { at: T0 + 2 * MINUTE, session: 's/agent-1', isUnfinished: true, filesModified: ['src/token.ts'] }),
    stored('e4', { at: T0 + 2 * MINUTE, session: 's2', type: 'bugfix', branch: 'fix', concepts: ['jwt'] }),
    stored('e5', { at: T0 + 3 * MINUTE, session: 's-other', filesModified: ['/etc/hosts', 'src/auth.ts'] }),
  ]
  const table: readonly [string, Partial<ObservationQuery>, readonly NodeId[]][] = [
    ['all of them', {}, ['e1', 'e2', 'e3', 'e4', 'e5']],
    ['a type', { types: ['bugfix'] }, ['e1', 'e4']],
    ['several types', { types: ['decision', 'bugfix'] }, ['e1', 'e2', 'e4']],
    ['no type at all', { types: [] }, []],
    ['a file by its path', { file: 'src/auth/token.ts' }, ['e1']],
    ['a file by the end of its path', { file: 'token.ts' }, ['e1', 'e3']],
    ['a folder', { file: 'src/auth' }, ['e1']],
    ['a folder with a slash at its end', { file: './src/auth/' }, ['e1']],
    ['a folder by the end of its path', { file: 'auth' }, ['e1']],
    ['a file outside of the tree', { file: '/etc/hosts' }, ['e5']],
    ['no part of a name', { file: 'oken.ts' }, []],
    ['a concept, whatever its case', { concept: 'JWT' }, ['e1', 'e4']],
    ['a concept in Chinese', { concept: '登录' }, ['e2']],
    ['a session with those of its subagents', { session: 's' }, ['e1', 'e2', 'e3']],
    ['a subagent alone', { session: 's/agent-1' }, ['e3']],
    ['a branch', { branch: 'fix' }, ['e4']],
    ['what is unfinished', { isUnfinished: true }, ['e3']],
    ['what is done', { isUnfinished: false }, ['e1', 'e2', 'e4', 'e5']],
    ['a stretch of time', { span: { from: T0 + MINUTE, to: T0 + 3 * MINUTE } }, ['e2', 'e3', 'e4']],
    ['what stands before an event', { anchor: { event: 'e3', side: 'before' } }, ['e1', 'e2']],
    ['what stands after it, also of the same moment', { anchor: { event: 'e3', side: 'after' } }, ['e4', 'e5']],
    ['around nothing', { anchor: { event: 'nothing', side: 'after' } }, []],
    ['several at once', { types: ['bugfix'], concept: 'jwt', branch: 'main', session: 's' }, ['e1']],
    ['as many as wanted', { limit: 2 }, ['e1', 'e2']],
    ['the newest', { order: 'newest-first', limit: 2 }, ['e5', 'e4']],
  ]
  test.each(table)('are chosen by %s', async (_, query, expected) => {
    await inSpace(async (store, space) => {
      await observing(store, space, ...given)
      const whole: ObservationQuery = { order: 'oldest-first', limit: 100, ...query }
      expect(await store.observations.events(space, whole)).toEqual(expected)
      expect((await store.observations.find(space, whole)).map(({ event }) => event)).toEqual(expected)
    })()
  })
}

function reading(inSpace: InSpace): void {
  const facts = [
    { kind: 'edit', text: 'ttl: 5 -> 15', records: ['r-e1'] },
    { kind: 'command', text: 'npm test: exit 1', records: ['r-e1', 'nothing'] },
  ] as const

  test(
    'one is read whole by its event, by a fact and by a record',
    inSpace(async (store, space) => {
      const one = stored('e1', { facts, concepts: ['jwt'], filesModified: ['a.ts'], tokens: 77 })
      await observing(store, space, one)
      const ids = ['e1', 'f~e1-1', 'r-e1', 'nothing']
      expect(await store.observations.get(space, ids)).toEqual([one, one, one, null])
      const [event, fact] = await store.nodes(space, ['e1', 'f~e1-0'])
      expect(event).toMatchObject({ kind: 'event', body: { observation: one.observation } })
      expect(fact).toMatchObject({ kind: 'fact', text: 'ttl: 5 -> 15', body: { kind: 'edit' } })
    }),
  )

  test(
    'edges lead to files and concepts, and from facts to the records that are there',
    inSpace(async (store, space) => {
      await observing(store, space, stored('e1', { facts, concepts: ['jwt'], filesModified: ['src/a.ts'] }))
      const out = async (id: NodeId) => {
        const found = await store.neighbours(space, id, { direction: 'out', limit: 100 })
        return found.map(({ edge, node }) => `${edge.kind} ${node.kind} ${node.text}`).sort()
      }
      expect(await out('e1')).toEqual(['CONTAINS message words of e1', 'MENTIONS entity jwt', 'TOUCHES file src/a.ts'])
      expect(await out('f~e1-1')).toEqual(['REFERENCES message words of e1'])
      const [jwt] = await store.thingsLike(space, 'jwt', 1)
      expect(await store.mentionsOf(space, jwt!.id, 10)).toEqual({ count: 0, newest: [] })
    }),
  )

  test(
    'those of another space are never seen',
    inSpace(async (store, space) => {
      const other = await openSpace(store, 'bob')
      await observing(store, space, stored('e1', { concepts: ['jwt'] }))
      await observing(store, other, stored('e2', { concepts: ['jwt'] }))
      const query = { concept: 'jwt', order: 'oldest-first', limit: 10 } as const
      expect(await store.observations.events(space, query)).toEqual(['e1'])
      expect(await store.observations.get(space, ['e2', 'r-e2'])).toEqual([null, null])
      expect(await store.observations.sessions(other)).toEqual([{ session: 's', mark: 1, isEnded: false }])
    }),
  )
}

function replacing(inSpace: InSpace): void {
  const facts = [{ kind: 'edit', text: 'a quokka', records: ['r-e1'] }] as const
  const before = stored('e1', { facts, concepts: ['quokka'], filesModified: ['quokka.ts'] })
  const query = { order: 'oldest-first', limit: 10 } as const

  test(
    'a new one takes the place of the one before, with everything',
    inSpace(async (store, space) => {
      await observing(store, space, before)
      const after = stored('e1', { title: 'another', concepts: ['zebra'], filesModified: ['zebra.ts'] })
      await store.transact(space, (writer) => writer.putObservations([after]))
      expect(await store.observations.find(space, query)).toEqual([after])
      expect(await store.observations.events(space, { ...query, concept: 'quokka' })).toEqual([])
      expect(await store.nodes(space, ['f~e1-0'])).toEqual([])
      expect(await store.thingsLike(space, 'quokka', 10)).toEqual([])
      expect(await store.stats(space)).toMatchObject({ nodes: { event: 1, message: 1, entity: 1, file: 1 } })
    }),
  )

  test.each(['removeObservations', 'removeNodes'] as const)('%s leaves nothing of it', async (how) => {
    await inSpace(async (store, space) => {
      await observing(store, space, before)
      await store.transact(space, async (writer) => {
        await writer.putDerivations([{ event: 'e1', source: 'x' }])
        await writer[how](['e1'])
      })
      expect(await store.observations.find(space, query)).toEqual([])
      expect([...(await store.observations.derivations(space, 's'))]).toEqual([])
      expect((await store.stats(space)).nodes).toEqual(
        how === 'removeNodes' ? { message: 1 } : { event: 1, message: 1 },
      )
      if (how === 'removeObservations') expect((await store.nodes(space, ['e1']))[0]?.body).toEqual({})
    })()
  })

  test(
    'nothing is observed of an event that is not there',
    inSpace(async (store, space) => {
      await store.transact(space, (writer) => writer.putObservations([stored('e9')]))
      expect(await store.observations.find(space, query)).toEqual([])
    }),
  )
}

function forgetting(inSpace: InSpace): void {
  const facts = (event: NodeId) => [{ kind: 'edit', text: `fact of ${event}`, records: [`r-${event}`] }] as const

  test(
    'forgetting a record takes what was distilled from its session, which waits to be observed anew',
    inSpace(async (store, space) => {
      const observations = [
        stored('e1', { facts: facts('e1') }),
        stored('e2', { at: T0 + MINUTE, facts: facts('e2') }),
        stored('e3', { session: 's2', facts: facts('e3') }),
      ]
      await observing(store, space, ...observations)
      await store.observations.index(space)
      const marked = await store.observations.sessions(space)
      await store.transact(space, async (writer) => {
        await writer.putSummary(summary('s'))
        await writer.putSummary(summary('s2'))
        for (const { session, mark } of marked) await writer.markObserved(session, mark)
        const index = await writer.index()
        const texts = [
          indexed('o~1', 'quokka one', { session: 's' }),
          indexed('o~3', 'quokka three', { session: 's2' }),
        ]
        await index.known(texts.map(({ record }) => record.id))
        await index.putMessages(texts)
      })
      expect(await store.observations.unobserved(space, 10)).toEqual([])
      await store.transact(space, (writer) => writer.forget(['r-e1'], T0))
      const query = { order: 'oldest-first', limit: 10 } as const
      expect(await store.observations.events(space, query)).toEqual(['e3'])
      expect((await store.observations.summaries(space, { limit: 10 })).map(({ session }) => session)).toEqual(['s2'])
      expect(await store.observations.unobserved(space, 10)).toEqual([{ session: 's', mark: 4, isEnded: false }])
      const index = await store.observations.index(space)
      expect(await idsWith(store, index, 'quokka')).toEqual(['o~3 x1'])
      expect(await store.tombstones(index)).toEqual([])
    }),
  )

  test(
    'a session of which nothing is left is observed no more',
    inSpace(async (store, space) => {
      await observing(store, space, stored('e1', { facts: facts('e1'), filesModified: ['a.ts'], concepts: ['jwt'] }))
      await store.transact(space, async (writer) => {
        await writer.putSummary(summary('s'))
        await writer.removeNodes(['e1'])
        await writer.forget(['r-e1'], T0)
      })
      expect(await store.observations.sessions(space)).toEqual([])
      expect(await store.stats(space)).toMatchObject({ nodes: {}, edges: {}, sessions: 0, forgotten: 1 })
    }),
  )
}

function sessions(inSpace: InSpace): void {
  test(
    'sessions wait in the order in which they began to, until nothing came since they were read',
    inSpace(async (store, space) => {
      const mark = (session: string, isEnded = false) =>
        store.transact(space, (writer) => writer.markUnobserved(session, { isEnded }))
      const observed = (session: string, upTo: number) =>
        store.transact(space, (writer) => writer.markObserved(session, upTo))
      const waiting = async () =>
        (await store.observations.unobserved(space, 10)).map((one) => `${one.session} ${one.mark} ${one.isEnded}`)
      await mark('b')
      await mark('a')
      await mark('b', true)
      expect(await waiting()).toEqual(['b 2 true', 'a 1 false'])
      expect(await observed('b', 1)).toBe(false)
      expect(await observed('b', 2)).toBe(true)
      expect(await observed('nobody', 1)).toBe(false)
      expect(await waiting()).toEqual(['a 1 false'])
      await mark('b')
      expect(await waiting()).toEqual(['a 1 false', 'b 3 false'])
      expect((await store.observations.unobserved(space, 1)).map(({ session }) => session)).toEqual(['a'])
      expect(await store.transact(space, (writer) => writer.observedSession('b'))).toMatchObject({ mark: 3 })
      expect(await store.transact(space, (writer) => writer.observedSession('c'))).toBeNull()
    }),
  )

  test(
    'a session has one summary, the newest first, and a mark for what it was derived from',
    inSpace(async (store, space) => {
      await store.transact(space, async (writer) => {
        await writer.putSummary(summary('one', { branch: 'main' }))
        await writer.putSummary(summary('two', { until: T0 + 5, isEnded: true }))
        await writer.putSummary(summary('one', { until: T0 + 9, branch: 'main' }))
      })
      const found = await store.observations.summaries(space, { limit: 10 })
      expect(found).toEqual([
        summary('one', { until: T0 + 9, branch: 'main' }),
        summary('two', { until: T0 + 5, isEnded: true }),
      ])
      const read = async (query: { session?: string; branch?: string }) =>
        (await store.observations.summaries(space, { ...query, limit: 10 })).map(({ session }) => session)
      expect(await read({ session: 'two' })).toEqual(['two'])
      expect(await read({ branch: 'main' })).toEqual(['one'])
      await store.transact(space, (writer) => writer.removeSummary('one'))
      expect(await read({})).toEqual(['two'])
      expect((await store.stats(space)).nodes).toEqual({ summary: 1 })
    }),
  )

  test(
    'a transaction that fails leaves no mark in a journal',
    inSpace(async (store, space) => {
      const set = (offset: number) =>
        store.transact(space, (writer) => writer.setJournalMark('one.jsonl', { offset, head: 'x' }))
      expect(await store.observations.journalMark(space, 'one.jsonl')).toBeNull()
      await set(5)
      const failing = store.transact(space, async (writer) => {
        await writer.setJournalMark('one.jsonl', { offset: 9, head: 'x' })
        expect(await writer.journalMark('one.jsonl')).toEqual({ offset: 9, head: 'x' })
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await store.observations.journalMark(space, 'one.jsonl')).toEqual({ offset: 5, head: 'x' })
      await store.transact(space, (writer) => writer.setJournalMark('one.jsonl', null))
      expect(await store.observations.journalMark(space, 'one.jsonl')).toBeNull()
    }),
  )
}

function indexing(inSpace: InSpace): void {
  test(
    'the space of their texts is found by nobody, and goes with its own',
    inSpace(async (store, space) => {
      const index = await store.observations.index(space)
      expect(await store.observations.index(space)).toBe(index)
      expect((await store.spaces()).map(({ id }) => id)).toEqual([space])
      expect(await store.findSpace(index)).toMatchObject({ id: index, aliases: [], purpose: 'companion' })
      await put(store, index, indexed('o~1', 'quokka', { session: 's' }))
      expect(await store.stats(space)).toMatchObject({ nodes: {}, units: 0, terms: 0 })
      await store.removeSpace(space)
      expect(await store.findSpace(index)).toBeNull()
      expect(await store.spaces()).toEqual([])
    }),
  )

  test(
    'what is removed from it may come back, and both spaces change in one transaction',
    inSpace(async (store, space) => {
      const index = await store.observations.index(space)
      await put(store, index, indexed('o~1', 'quokka one', { session: 's' }), indexed('o~2', 'zebra', { session: 's' }))
      const units = await store.units(index, null)
      await store.transact(space, async (writer) => {
        const inner = await writer.index()
        await inner.removeDerived(['o~1', 'nothing'])
        expect((await inner.known(['o~1'])).size).toBe(0)
        await inner.putMessages([indexed('o~1', 'quokka again', { session: 's' })])
      })
      expect(await idsWith(store, index, 'quokka')).toEqual(['o~1 x1'])
      expect(await idsWith(store, index, 'one')).toEqual([])
      expect((await store.units(index, units)).version).toBeGreaterThan(units.version)
      const failing = store.transact(space, async (writer) => {
        await (await writer.index()).removeDerived(['o~1', 'o~2'])
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await idsWith(store, index, 'zebra')).toEqual(['o~2 x1'])
    }),
  )

  test(
    'once it is lost, everything waits to be indexed anew',
    inSpace(async (store, space) => {
      await observing(store, space, stored('e1'))
      const index = await store.observations.index(space)
      await store.transact(space, async (writer) => {
        await writer.putDerivations([{ event: 'e1', source: 'x' }])
        const { mark } = (await writer.observedSession('s'))!
        await writer.markObserved('s', mark)
      })
      expect([...(await store.observations.derivations(space, 's'))]).toEqual([['e1', 'x']])
      await store.removeSpace(index)
      expect(await store.observations.unobserved(space, 10)).toEqual([])
      expect(await store.observations.index(space)).not.toBe(index)
      expect(await store.observations.unobserved(space, 10)).toHaveLength(1)
      expect([...(await store.observations.derivations(space, 's'))]).toEqual([])
    }),
  )

  test(
    'what an agent did has no vector, what it was asked has one',
    inSpace(async (store, space) => {
      await put(store, space, indexed('q~1', 'asked'), indexed('u~1', 'done'), indexed('x', 'said'))
      const texts = await store.vectors.texts(space, 0, 10)
      expect(texts.map((one) => one?.text ?? null)).toEqual(['asked', null, 'said'])
    }),
  )
}
