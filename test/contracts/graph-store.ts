import { describe, expect, test } from 'vitest'
import { type Edge, makeEdge } from '../../src/graph/edges.ts'
import type { GraphNode, NodeId } from '../../src/graph/nodes.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import { ALWAYS } from '../../src/graph/spans.ts'
import type { GraphStore, GraphWriter, IndexedMessage, TimeQuery } from '../../src/ports/graph-store.ts'

export const T0 = Date.UTC(2026, 4, 3, 10)

export interface GivenIndexed {
  readonly session?: string
  readonly speaker?: string | null
  readonly at?: number
  readonly branch?: string
  /** Several passages instead of one. */
  readonly passages?: readonly string[]
}

/** A message whose terms are its words; with `passages`, each is a unit. */
export function indexed(id: NodeId, text: string, given: GivenIndexed = {}): IndexedMessage {
  const { session = 's', speaker = 'Ana', at = T0, branch = null, passages = [text] } = given
  let start = 0
  const units = passages.map((passage) => {
    const terms = new Map<string, number>()
    for (const word of passage.split(' ').filter((one) => one !== '')) terms.set(word, (terms.get(word) ?? 0) + 1)
    const span = { start, end: start + passage.length }
    start += passage.length
    return { span, terms, keys: [], asking: 0, telling: 0, held: 0 }
  })
  return { record: { id, session, speaker, text: passages.join(''), at, branch }, units, times: [] }
}

export function eventNode(id: NodeId, given: Partial<GraphNode> = {}): GraphNode {
  return { id, kind: 'event', at: T0, session: 's', speaker: null, text: `label of ${id}`, body: {}, ...given }
}

export async function openSpace(store: GraphStore, alias = 'alice'): Promise<SpaceId> {
  return (await store.ensureSpace({ alias, purpose: 'companion', at: T0 })).id
}

export function put(store: GraphStore, space: SpaceId, ...messages: readonly IndexedMessage[]) {
  return store.transact(space, async (writer) => {
    await writer.known(messages.map(({ record }) => record.id))
    return writer.putMessages(messages)
  })
}

/** The ids of the messages that hold a term, with how often, in order of their units. */
export async function idsWith(store: GraphStore, space: SpaceId, term: string): Promise<string[]> {
  const list = (await store.postings(space, [term])).get(term)
  if (!list) return []
  const units = await store.units(space, null)
  const nodes = await store.nodesByHandle(
    space,
    [...list.units].map((unit) => units.message[unit]!),
  )
  return nodes.map((node, i) => `${node?.id} x${list.counts[i]}`)
}

function edge(kind: Edge['kind'], from: NodeId, to: NodeId, given: Partial<Edge> = {}): Edge {
  return makeEdge({ kind, from, to, provenance: 'recorded', seenAt: T0, ...given })
}

/** A test with a store of its own, which is closed behind it. */
export function usingStore(open: () => Promise<GraphStore>) {
  return (work: (store: GraphStore) => Promise<void>) => async () => {
    const store = await open()
    try {
      await work(store)
    } finally {
      await store.close()
    }
  }
}

/** A test with a space of its own. */
export function inSpaceOf(open: () => Promise<GraphStore>) {
  const using = usingStore(open)
  return (work: (store: GraphStore, space: SpaceId) => Promise<void>) =>
    using(async (store) => work(store, await openSpace(store)))
}

/** What every `GraphStore` must do. `open` gives an empty one, which the suite closes. */
export function graphStoreContract(name: string, open: () => Promise<GraphStore>): void {
  const using = usingStore(open)
  const inSpace = inSpaceOf(open)

  describe(`a graph store: ${name}`, () => {
    spaces(using)
    nodes(inSpace)
    edges(inSpace)
    order(inSpace)
    postings(inSpace)
    units(inSpace)
    forgetting(inSpace)
    transactions(inSpace)
    isolation(using)
  })
}

type Using = (work: (store: GraphStore) => Promise<void>) => () => Promise<void>
type InSpace = (work: (store: GraphStore, space: SpaceId) => Promise<void>) => () => Promise<void>

function spaces(using: Using): void {
  test(
    'asking for a space twice makes one, which keeps its purpose',
    using(async (store) => {
      const made = await store.ensureSpace({ alias: 'alice', purpose: 'project', at: T0 })
      const again = await store.ensureSpace({ alias: 'alice', purpose: 'support', at: T0 + 1 })
      expect(again).toEqual(made)
      expect(made).toMatchObject({ purpose: 'project', createdAt: T0, aliases: ['alice'] })
      expect(await store.spaces()).toEqual([made])
    }),
  )

  test(
    'a space is found by its id and by every alias, in whatever form it is written',
    using(async (store) => {
      const space = await store.ensureSpace({ alias: ' Zoë  Müller ', purpose: 'companion', at: T0, id: 'own-id' })
      expect(space.id).toBe('own-id')
      await store.addAlias('own-id', 'git@example.org:zoe/app')
      await store.addAlias('own-id', 'git@example.org:zoe/app')
      const found = await store.findSpace('own-id')
      expect(found?.aliases).toEqual(['Zoë Müller', 'git@example.org:zoe/app'])
      expect(await store.findSpace('Zoë Müller'.normalize('NFD'))).toEqual(found)
      expect(await store.findSpace('git@example.org:zoe/app')).toEqual(found)
      expect(await store.findSpace('nobody')).toBeNull()
    }),
  )

  test(
    'an alias leads to one space only, and is no empty text',
    using(async (store) => {
      const alice = await openSpace(store, 'alice')
      await openSpace(store, 'bob')
      await expect(store.addAlias(alice, 'bob')).rejects.toMatchObject({ code: 'space-conflict' })
      await expect(store.addAlias(alice, '  ')).rejects.toMatchObject({ code: 'invalid-input' })
      await expect(store.addAlias(alice, 'x'.repeat(501))).rejects.toMatchObject({ code: 'invalid-input' })
      await expect(store.addAlias('nobody', 'carol')).rejects.toMatchObject({ code: 'space-unknown' })
      expect((await store.findSpace('bob'))?.aliases).toEqual(['bob'])
    }),
  )

  test(
    'what is asked of a space that does not exist is refused',
    using(async (store) => {
      const refused = { code: 'space-unknown' }
      await expect(store.nodes('nowhere', [])).rejects.toMatchObject(refused)
      await expect(store.units('nowhere', null)).rejects.toMatchObject(refused)
      await expect(store.transact('nowhere', async () => 1)).rejects.toMatchObject(refused)
      await expect(store.removeSpace('nowhere')).rejects.toMatchObject(refused)
    }),
  )

  test(
    'a removed space is gone with its aliases, and another takes its name with nothing in it',
    using(async (store) => {
      const first = await openSpace(store)
      await store.addAlias(first, 'ally')
      await put(store, first, indexed('a', 'apple'), indexed('b', 'apple banana'))
      for (let reads = 0; reads < 3; reads++) await store.postings(first, ['apple'])
      await store.transact(first, (writer) => writer.forget(['b', 'never'], T0))
      for (let reads = 0; reads < 3; reads++) await store.postings(first, ['apple'])
      await store.removeSpace(first)
      expect(await store.findSpace(first)).toBeNull()
      expect(await store.findSpace('ally')).toBeNull()
      expect(await store.spaces()).toEqual([])

      const second = await openSpace(store)
      expect(second).not.toBe(first)
      expect(await store.stats(second)).toEqual({
        nodes: {},
        edges: {},
        sessions: 0,
        units: 0,
        terms: 0,
        forgotten: 0,
        firstAt: null,
        lastAt: null,
      })
      expect(await store.tombstones(second)).toEqual([])
    }),
  )

  test(
    'a space that was written to since a version is not removed, and an heir takes over its aliases',
    using(async (store) => {
      const [heir, space] = [await openSpace(store, 'heir'), await openSpace(store, 'old')]
      await put(store, space, indexed('a', 'apple'))
      const { version } = await store.units(space, null)
      await put(store, space, indexed('b', 'banana'))
      expect(await store.removeSpace(space, { ifVersion: version, heir })).toBe(false)
      expect((await store.stats(space)).nodes).toEqual({ message: 2 })
      expect((await store.findSpace('old'))?.id).toBe(space)
      const now = await store.units(space, null)
      expect(await store.removeSpace(space, { ifVersion: now.version, heir })).toBe(true)
      expect((await store.findSpace('old'))?.aliases).toEqual(['heir', 'old'])
      expect(await store.findSpace(space)).toBeNull()
    }),
  )

  test(
    'a space that follows a removed one never answers with the postings of the other',
    using(async (store) => {
      const first = await openSpace(store, 'first')
      await put(store, first, indexed('a', 'apple'))
      await put(store, first, indexed('b', 'apple'))
      for (let reads = 0; reads < 3; reads++) await store.postings(first, ['apple'])
      await store.removeSpace(first)
      const second = await openSpace(store, 'second')
      await put(store, second, indexed('c', 'cherry'))
      await put(store, second, indexed('d', 'cherry'))
      expect([...(await store.postings(second, ['apple', 'cherry'])).keys()]).toEqual(['cherry'])
    }),
  )

  test(
    'nothing can be done after closing, and closing twice is closing',
    using(async (store) => {
      const space = await openSpace(store)
      const begun = put(store, space, indexed('a', 'apple'))
      await store.close()
      await expect(begun).resolves.toHaveLength(1)
      await store.close()
      const refused = { name: 'EngraphError', code: 'store-closed' }
      await expect(store.findSpace('alice')).rejects.toMatchObject(refused)
      await expect(store.transact(space, async () => 1)).rejects.toMatchObject(refused)
      await expect(store.units(space, null)).rejects.toMatchObject(refused)
      await expect(store.tasks.lease({ kinds: ['k'], worker: 'w', now: 0, leaseMs: 1 })).rejects.toMatchObject(refused)
      await expect(store.tasks.counts(space, 0)).rejects.toMatchObject(refused)
    }),
  )

  test(
    'a new store is whole',
    using(async (store) => {
      expect(store.location).not.toBe('')
      expect(store.driver).not.toBe('')
      expect(await store.integrity()).toEqual([])
      expect(await store.spaces()).toEqual([])
    }),
  )
}

function nodes(inSpace: InSpace): void {
  test(
    'a message that was put is given back verbatim',
    inSpace(async (store, space) => {
      const long = `${'lang und breit. '.repeat(2000)}登录接口 👩‍👩‍👧‍👦`
      await put(
        store,
        space,
        indexed('short', 'Ana moved it', { branch: 'main', at: T0 + 1 }),
        indexed('long', long, { speaker: null, at: T0 + 0.5, passages: [long.slice(0, 100), long.slice(100)] }),
      )
      expect(await store.nodes(space, ['long', 'missing', 'short'])).toEqual([
        { id: 'long', kind: 'message', at: T0 + 0.5, session: 's', speaker: null, text: long, body: {} },
        {
          id: 'short',
          kind: 'message',
          at: T0 + 1,
          session: 's',
          speaker: 'Ana',
          text: 'Ana moved it',
          body: { branch: 'main' },
        },
      ])
    }),
  )

  test(
    'nodes by handle keep the places of those that are missing',
    inSpace(async (store, space) => {
      const [a, b] = await put(store, space, indexed('a', 'apple'), indexed('b', 'banana'))
      const found = await store.nodesByHandle(space, [b!.handle, 0, 4_000_000, a!.handle])
      expect(found.map((node) => node?.id ?? null)).toEqual(['b', null, null, 'a'])
    }),
  )

  test(
    'putting a node again replaces it and keeps its edges',
    inSpace(async (store, space) => {
      const entity: GraphNode = {
        ...eventNode('ana', { kind: 'entity', at: null, session: null }),
        body: { n: [1, null] },
      }
      const longer = { ...entity, text: 'x'.repeat(5000), body: { deep: { er: true } } }
      await store.transact(space, async (writer) => {
        await writer.putNodes([entity, eventNode('e')])
        await writer.link([edge('MENTIONS', 'e', 'ana')])
      })
      expect(await store.nodes(space, ['ana'])).toEqual([entity])
      await store.transact(space, (writer) => writer.putNodes([longer]))
      expect(await store.nodes(space, ['ana'])).toEqual([longer])
      await store.transact(space, (writer) => writer.putNodes([entity]))
      expect(await store.nodes(space, ['ana'])).toEqual([entity])
      expect(await store.neighbours(space, 'ana', { direction: 'in', limit: 9 })).toHaveLength(1)
    }),
  )

  test(
    'what is known of an id is its whole text, that it was forgotten, or nothing',
    inSpace(async (store, space) => {
      const long = 'word '.repeat(1000)
      await put(store, space, indexed('a', long), indexed('b', 'banana'))
      await store.transact(space, async (writer) => {
        await writer.forget(['b', 'never seen'], T0)
        const known = await writer.known(['a', 'b', 'never seen', 'c'])
        expect(Object.fromEntries(known)).toEqual({
          a: { kind: 'present', text: long, session: 's', speaker: 'Ana', at: T0 },
          b: { kind: 'forgotten' },
          'never seen': { kind: 'forgotten' },
        })
      })
    }),
  )

  test(
    'a removed node takes its edges along and leaves its messages without an event',
    inSpace(async (store, space) => {
      await put(store, space, indexed('a', 'apple'))
      await store.transact(space, async (writer) => {
        await writer.putNodes([eventNode('e')])
        await writer.link([edge('CONTAINS', 'e', 'a')])
        await writer.assignEvents([{ message: 'a', event: 'e' }])
      })
      await store.transact(space, async (writer) => {
        expect((await writer.place(['a']))[0]?.event).toBe('e')
        await writer.removeNodes(['e', 'missing'])
        expect((await writer.place(['a', 'e']))[0]?.event).toBeNull()
      })
      expect(await store.nodes(space, ['e', 'a'])).toHaveLength(1)
      expect(await store.neighbours(space, 'a', { direction: 'in', limit: 9 })).toEqual([])
    }),
  )
}

function edges(inSpace: InSpace): void {
  const hub = async (store: GraphStore, space: SpaceId) => {
    await store.transact(space, async (writer) => {
      await writer.putNodes(['hub', 'a', 'b', 'c', 'd'].map((id) => eventNode(id)))
      await writer.link([
        edge('CAUSES', 'hub', 'a', { weight: 0.2, provenance: 'model', state: 'suggested' }),
        edge('CAUSES', 'hub', 'b', { weight: 0.9, provenance: 'observed' }),
        edge('NEXT', 'hub', 'c'),
        edge('NEXT', 'hub', 'd'),
        edge('REFERENCES', 'd', 'hub', { weight: 0.5 }),
      ])
    })
  }
  const ends = async (store: GraphStore, space: SpaceId, query: Parameters<GraphStore['neighbours']>[2]) =>
    (await store.neighbours(space, 'hub', query)).map(({ node }) => node.id)

  test(
    'neighbours come heaviest first, then by id, up to the limit',
    inSpace(async (store, space) => {
      await hub(store, space)
      expect(await ends(store, space, { direction: 'out', limit: 9 })).toEqual(['c', 'd', 'b', 'a'])
      expect(await ends(store, space, { direction: 'out', limit: 2 })).toEqual(['c', 'd'])
    }),
  )

  test(
    'neighbours are bounded by direction, kind and provenance',
    inSpace(async (store, space) => {
      await hub(store, space)
      expect(await ends(store, space, { direction: 'in', limit: 9 })).toEqual(['d'])
      expect(await ends(store, space, { direction: 'out', kinds: ['CAUSES'], limit: 9 })).toEqual(['b', 'a'])
      expect(await ends(store, space, { direction: 'out', kinds: [], limit: 9 })).toEqual([])
      expect(await ends(store, space, { direction: 'out', provenances: ['model'], limit: 9 })).toEqual(['a'])
      const both = {
        direction: 'out',
        kinds: ['NEXT', 'CAUSES'],
        provenances: ['recorded', 'model'],
        limit: 9,
      } as const
      expect(await ends(store, space, both)).toEqual(['c', 'd', 'a'])
      expect(await store.neighbours(space, 'missing', { direction: 'out', limit: 9 })).toEqual([])
    }),
  )

  test(
    'an edge is given back whole, from both of its ends',
    inSpace(async (store, space) => {
      const given = edge('REFERENCES', 'a', 'b', {
        weight: 0.25,
        provenance: 'confirmed',
        evidence: ['m1', 'm2'],
        count: 7,
        firstSeen: T0 - 5.5,
        valid: { from: T0, to: null },
        state: 'retired',
        decidedBy: 'Ana',
      })
      await store.transact(space, async (writer) => {
        await writer.putNodes([eventNode('a'), eventNode('b')])
        await writer.link([given])
      })
      expect(await store.neighbours(space, 'a', { direction: 'out', limit: 1 })).toEqual([
        { edge: given, node: eventNode('b') },
      ])
      expect(await store.neighbours(space, 'b', { direction: 'in', limit: 1 })).toEqual([
        { edge: given, node: eventNode('a') },
      ])
    }),
  )

  test(
    'putting the same edge twice keeps one',
    inSpace(async (store, space) => {
      const first = edge('CAUSES', 'a', 'b', { weight: 0.3, provenance: 'inferred', evidence: ['m1'] })
      const second = edge('CAUSES', 'a', 'b', { weight: 0.8, evidence: ['m2'], lastSeen: T0 + 9 })
      await store.transact(space, async (writer) => {
        await writer.putNodes([eventNode('a'), eventNode('b')])
        await writer.link([first, first])
      })
      await store.transact(space, (writer) => writer.link([second]))
      const [found, ...others] = await store.neighbours(space, 'a', { direction: 'out', limit: 9 })
      expect(others).toEqual([])
      expect(found?.edge).toMatchObject({ weight: 0.8, provenance: 'recorded', evidence: ['m1', 'm2'], count: 2 })
      expect(found?.edge).toMatchObject({ firstSeen: T0, lastSeen: T0 + 9 })
      expect((await store.stats(space)).edges).toEqual({ CAUSES: 1 })
    }),
  )

  test(
    'an edge to nowhere is refused, and unlinking what is not there is nothing',
    inSpace(async (store, space) => {
      await store.transact(space, (writer) => writer.putNodes([eventNode('a'), eventNode('b')]))
      const linking = store.transact(space, (writer) =>
        writer.link([edge('NEXT', 'a', 'b'), edge('NEXT', 'b', 'void')]),
      )
      await expect(linking).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('void') })
      expect((await store.stats(space)).edges).toEqual({})
      await store.transact(space, (writer) => writer.link([edge('NEXT', 'a', 'b'), edge('CAUSES', 'a', 'b')]))
      await store.transact(space, (writer) =>
        writer.unlink([
          { kind: 'NEXT', from: 'a', to: 'b' },
          { kind: 'NEXT', from: 'b', to: 'a' },
          { kind: 'NEXT', from: 'a', to: 'void' },
        ]),
      )
      expect((await store.stats(space)).edges).toEqual({ CAUSES: 1 })
    }),
  )
}

function order(inSpace: InSpace): void {
  const filled = async (store: GraphStore, space: SpaceId) => {
    await put(
      store,
      space,
      indexed('late', 'x', { at: T0 + 30 }),
      indexed('early', 'x', { at: T0 + 10 }),
      indexed('twin', 'x', { at: T0 + 10 }),
      indexed('other', 'x', { at: T0 + 20, session: 'other' }),
    )
    await store.transact(space, (writer) => writer.putNodes([eventNode('e', { at: T0 + 15 })]))
  }
  const range = async (store: GraphStore, space: SpaceId, query: Partial<TimeQuery>) => {
    const base = { kinds: ['message'], span: ALWAYS, order: 'oldest-first', limit: 99 } as const
    return (await store.timeRange(space, { ...base, ...query })).map(({ id }) => id)
  }

  test(
    'a range of time comes in order of time, then of delivery, either way round',
    inSpace(async (store, space) => {
      await filled(store, space)
      expect(await range(store, space, {})).toEqual(['early', 'twin', 'other', 'late'])
      expect(await range(store, space, { order: 'newest-first' })).toEqual(['late', 'other', 'twin', 'early'])
      expect(await range(store, space, { order: 'newest-first', limit: 2 })).toEqual(['late', 'other'])
    }),
  )

  test(
    'a range of time is bounded by span, session and kinds',
    inSpace(async (store, space) => {
      await filled(store, space)
      expect(await range(store, space, { span: { from: T0 + 10, to: T0 + 30 } })).toEqual(['early', 'twin', 'other'])
      expect(await range(store, space, { span: { from: T0 + 11, to: null } })).toEqual(['other', 'late'])
      expect(await range(store, space, { span: { from: null, to: T0 + 10 } })).toEqual([])
      expect(await range(store, space, { session: 's' })).toEqual(['early', 'twin', 'late'])
      expect(await range(store, space, { session: 'unheard of' })).toEqual([])
      expect(await range(store, space, { kinds: ['event'] })).toEqual(['e'])
      expect(await range(store, space, { kinds: ['event', 'message'], session: 's' })).toEqual([
        'early',
        'twin',
        'e',
        'late',
      ])
      expect(await range(store, space, { kinds: [] })).toEqual([])
    }),
  )

  test(
    'the messages of a session come in order, from a place on and before it',
    inSpace(async (store, space) => {
      await filled(store, space)
      expect(await store.sessionMessages(space, 's')).toEqual(['early', 'twin', 'late'])
      expect(await store.sessionMessages(space, 'unheard of')).toEqual([])
      await store.transact(space, async (writer) => {
        const ids = async (found: ReturnType<GraphWriter['messagesFrom']>) => (await found).map(({ id }) => id)
        const [early, twin, missing] = await writer.place(['early', 'twin', 'missing'])
        expect(missing).toBeNull()
        expect(await ids(writer.messagesFrom('s', twin!, 9))).toEqual(['twin', 'late'])
        expect(await ids(writer.messagesFrom('s', twin!, 1))).toEqual(['twin'])
        expect(await ids(writer.messagesBefore('s', twin!, 9))).toEqual(['early'])
        expect(await ids(writer.messagesBefore('s', { ...twin!, at: T0 + 99 }, 2))).toEqual(['twin', 'late'])
        expect(await ids(writer.messagesBefore('s', early!, 9))).toEqual([])
        expect(await ids(writer.messagesFrom('unheard of', early!, 9))).toEqual([])
        const texts = await writer.texts([early!.handle, 4_000_000])
        expect(texts.get(early!.handle)).toBe('x')
      })
    }),
  )
}

function postings(inSpace: InSpace): void {
  test(
    'a term leads to the messages that hold it, with how often they do',
    inSpace(async (store, space) => {
      await put(store, space, indexed('a', 'tea tea milk'), indexed('b', 'milk', { passages: ['milk ', 'tea'] }))
      await put(store, space, indexed('c', '茶 tea'))
      expect(await idsWith(store, space, 'tea')).toEqual(['a x2', 'b x1', 'c x1'])
      expect(await idsWith(store, space, '茶')).toEqual(['c x1'])
      const lists = await store.postings(space, ['tea', 'te', 'ea', 'tea', 'milk', 'coffee', ''])
      expect([...lists.keys()].sort()).toEqual(['milk', 'tea'])
      expect([...lists.get('tea')!.units]).toEqual([1, 3, 4])
      expect(await store.postings(space, [])).toEqual(new Map())
    }),
  )

  test(
    'terms that contain each other, or look like data, stay apart',
    inSpace(async (store, space) => {
      const terms = ['a', 'ab', 'b', '1', '1x2', 'x', '12', '2x', '_', '%', "'", 'é', '𠮷']
      await put(store, space, ...terms.map((term, i) => indexed(`m${i}`, term)))
      for (const [i, term] of terms.entries()) expect(await idsWith(store, space, term)).toEqual([`m${i} x1`])
    }),
  )

  test(
    'more units than stay fresh are found as before, and so is what comes after them',
    inSpace(async (store, space) => {
      const many = (from: number, count: number) =>
        Array.from({ length: count }, (_, i) => indexed(`m${from + i}`, `all n${from + i} mod${(from + i) % 7}`))
      const expectAll = async (count: number) => {
        for (let reads = 0; reads < 2; reads++) {
          const lists = await store.postings(space, ['all', 'mod3', `n${count - 1}`])
          expect([...lists.get('all')!.units]).toEqual(Array.from({ length: count }, (_, i) => i + 1))
          expect([...lists.get('mod3')!.units].every((unit) => (unit - 1) % 7 === 3)).toBe(true)
          expect([...lists.get(`n${count - 1}`)!.units]).toEqual([count])
        }
      }
      await put(store, space, ...many(0, 2047))
      await expectAll(2047)
      await put(store, space, ...many(2047, 1))
      await expectAll(2048)
      await put(store, space, ...many(2048, 5))
      await expectAll(2053)
      await put(store, space, ...many(2053, 3000))
      await expectAll(5053)
      expect((await store.stats(space)).terms).toBe(1 + 7 + 5053)
    }),
  )
}

function units(inSpace: InSpace): void {
  test(
    'the columns tell of each unit where it stands and whose it is',
    inSpace(async (store, space) => {
      const [a, b] = await put(
        store,
        space,
        indexed('a', 'one two two', { at: T0 + 7.25 }),
        indexed('b', '', { passages: ['three ', 'four five'], speaker: null, session: 'other' }),
      )
      await store.transact(space, async (writer) => {
        await writer.putNodes([eventNode('e')])
        await writer.assignEvents([{ message: 'a', event: 'e' }])
      })
      const table = await store.units(space, null)
      expect(table.count).toBe(4)
      expect([...table.message.subarray(0, 4)]).toEqual([0, a!.handle, b!.handle, b!.handle])
      expect([...table.length.subarray(1, 4)]).toEqual([3, 1, 2])
      expect([...table.start.subarray(1, 4)]).toEqual([0, 0, 6])
      expect([...table.end.subarray(1, 4)]).toEqual([11, 6, 15])
      expect([...table.at.subarray(1, 4)]).toEqual([T0 + 7.25, T0, T0])
      const named = (names: ReadonlyMap<number, string>, column: Uint32Array) =>
        [...column.subarray(1, 4)].map((reference) => names.get(reference) ?? null)
      expect(named(table.sessions, table.session)).toEqual(['s', 'other', 'other'])
      expect(named(table.speakers, table.speaker)).toEqual(['Ana', null, null])
      const events = await store.nodesByHandle(space, [...table.event.subarray(1, 4)])
      expect(events.map((node) => node?.id ?? null)).toEqual(['e', null, null])
    }),
  )

  test(
    'the columns are given back themselves when nothing changed',
    inSpace(async (store, space) => {
      const empty = await store.units(space, null)
      expect(empty.count).toBe(1)
      expect(await store.units(space, empty)).toBe(empty)
      await put(store, space, indexed('a', 'apple'))
      const one = await store.units(space, empty)
      expect(one).not.toBe(empty)
      expect(await store.units(space, one)).toBe(one)
    }),
  )

  test(
    'the columns read only what changed since, and leave the known ones alone',
    inSpace(async (store, space) => {
      const many = Array.from({ length: 700 }, (_, i) => indexed(`m${i}`, `w${i}`))
      await put(store, space, ...many)
      const known = await store.units(space, null)
      // A mark in the known columns tells whether a block was read again.
      known.length[10] = 4711
      known.length[300] = 4712
      known.length[699] = 4713
      await put(store, space, indexed('late', 'one two three'))
      await store.transact(space, (writer) => writer.forget(['m299'], T0))
      const fresh = await store.units(space, known)
      expect(fresh.count).toBe(702)
      expect(fresh.length[10]).toBe(4711)
      expect(fresh.length[300]).toBe(0)
      expect(fresh.length[699]).toBe(1)
      expect(fresh.length[701]).toBe(3)
      expect(known.count).toBe(701)
      expect(known.message[300]).not.toBe(0)
      expect(known.length[300]).toBe(4712)
      const whole = await store.units(space, null)
      expect([...fresh.message.subarray(0, 702)]).toEqual([...whole.message.subarray(0, 702)])
    }),
  )
}

function forgetting(inSpace: InSpace): void {
  test(
    'a forgotten message goes with everything derived from it and leaves a tombstone',
    inSpace(async (store, space) => {
      await put(
        store,
        space,
        indexed('a', 'apple shared', { speaker: 'Zoe' }),
        indexed('b', 'banana shared', { at: T0 + 1 }),
        indexed('c', 'cherry', { session: 'gone', passages: ['cherry ', 'only'] }),
      )
      await store.transact(space, async (writer) => {
        await writer.putNodes([eventNode('e')])
        await writer.link([edge('CONTAINS', 'e', 'a'), edge('NEXT', 'a', 'b')])
        await writer.assignEvents([{ message: 'a', event: 'e' }])
      })
      await store.transact(space, (writer) => writer.forget(['c', 'a', 'unheard of'], T0 + 5))
      expect(await store.nodes(space, ['a', 'b', 'c'])).toHaveLength(1)
      expect([...(await store.tombstones(space))].sort()).toEqual(['a', 'c', 'unheard of'])
      expect([...(await store.postings(space, ['apple', 'shared', 'cherry', 'only'])).keys()]).toEqual(['shared'])
      expect(await idsWith(store, space, 'shared')).toEqual(['b x1'])
      expect(await store.neighbours(space, 'b', { direction: 'in', limit: 9 })).toEqual([])
      expect(await store.neighbours(space, 'e', { direction: 'out', limit: 9 })).toEqual([])
      const table = await store.units(space, null)
      expect([1, 2, 3, 4].map((unit) => table.message[unit] !== 0)).toEqual([false, true, false, false])
      expect([...table.speakers.values()]).toEqual(['Ana'])
      expect([...table.sessions.values()]).toEqual(['s'])
      expect(await store.stats(space)).toEqual({
        nodes: { message: 1, event: 1 },
        edges: {},
        sessions: 1,
        units: 1,
        terms: 2,
        forgotten: 3,
        firstAt: T0 + 1,
        lastAt: T0 + 1,
      })
      await store.purge()
      expect(await idsWith(store, space, 'shared')).toEqual(['b x1'])
      expect(await store.integrity()).toEqual([])
    }),
  )

  test(
    'units are forgotten alike whether they are fresh, folded or sealed',
    inSpace(async (store, space) => {
      // A term's list is sealed beyond a kilobyte: 5,000 postings of "all" at one byte each fill several blocks.
      const many = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, i) => indexed(`m${from + i}`, `all all n${from + i}`))
      let live: number[] = []
      const add = async (from: number, to: number) => {
        await put(store, space, ...many(from, to))
        for (let i = from; i < to; i++) live.push(i)
      }
      const forget = async (...gone: number[]) => {
        await store.transact(space, (writer) =>
          writer.forget(
            gone.map((i) => `m${i}`),
            T0,
          ),
        )
        live = live.filter((i) => !gone.includes(i))
      }
      const check = async () => {
        const lists = await store.postings(space, ['all', ...[0, 9, 2000, 2500, 5000, 5100, 5200].map((i) => `n${i}`)])
        expect([...lists.get('all')!.units]).toEqual(live.map((i) => i + 1))
        expect(new Set(lists.get('all')!.counts)).toEqual(new Set([2]))
        expect([...lists.keys()].slice(1)).toEqual(
          [0, 9, 2000, 2500, 5000, 5100, 5200].filter((i) => live.includes(i)).map((i) => `n${i}`),
        )
      }
      await add(0, 10)
      await forget(9, 3)
      await check()
      await add(10, 2100)
      await forget(0, 2000)
      await check()
      await add(2100, 5000)
      await add(5000, 5005)
      await check()
      await forget(5000, 2500, 1, 4999)
      await check()
      await add(5005, 5201)
      await check()
      await forget(5200, 5100)
      await check()
      await add(5201, 8000)
      await check()
      await forget(...Array.from({ length: 7000 }, (_, i) => i))
      await check()
      expect((await store.stats(space)).terms).toBe(1001)
    }),
  )

  test(
    'an id that was forgotten twice has one tombstone',
    inSpace(async (store, space) => {
      await store.transact(space, (writer) => writer.forget(['x', 'x'], T0))
      await store.transact(space, (writer) => writer.forget(['x'], T0 + 1))
      expect(await store.tombstones(space)).toEqual(['x'])
    }),
  )
}

function transactions(inSpace: InSpace): void {
  test(
    'a transaction that throws leaves no trace',
    inSpace(async (store, space) => {
      await put(store, space, indexed('kept', 'kept'))
      const [before, stats] = [await store.units(space, null), await store.stats(space)]
      const failing = store.transact(space, async (writer) => {
        await writer.putMessages([indexed('a', 'apple kept', { session: 'new', speaker: 'New' })])
        await writer.putNodes([eventNode('e')])
        await writer.link([edge('CONTAINS', 'e', 'a')])
        await writer.forget(['kept', 'other'], T0)
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await store.stats(space)).toEqual(stats)
      expect(await store.units(space, before)).toBe(before)
      expect(await idsWith(store, space, 'kept')).toEqual(['kept x1'])
      expect(await store.tombstones(space)).toEqual([])
      // What follows is unharmed, and takes the numbers that were not used.
      await put(store, space, indexed('b', 'banana'))
      expect(await idsWith(store, space, 'banana')).toEqual(['b x1'])
      expect((await store.units(space, before)).count).toBe(3)
    }),
  )

  test(
    'a transaction reads what it wrote, and answers what its work answers',
    inSpace(async (store, space) => {
      const answer = await store.transact(space, async (writer) => {
        const [placed] = await writer.putMessages([indexed('a', 'apple')])
        expect(placed).toMatchObject({ id: 'a', at: T0, event: null })
        await writer.putNodes([eventNode('e')])
        await writer.link([edge('CONTAINS', 'e', 'a')])
        await writer.assignEvents([{ message: 'a', event: 'e' }])
        const [again] = await writer.messagesFrom('s', placed!, 9)
        expect(again).toEqual({ ...placed, event: 'e' })
        expect((await writer.known(['a'])).get('a')).toMatchObject({ kind: 'present', text: 'apple' })
        return 42
      })
      expect(answer).toBe(42)
    }),
  )

  test(
    'a read waits for the write before it and never sees half of it',
    inSpace(async (store, space) => {
      const writing = store.transact(space, async (writer) => {
        await writer.putMessages([indexed('a', 'apple')])
        // Long enough for an impatient read to come in between.
        await new Promise((resolve) => setTimeout(resolve, 20))
        await writer.putMessages([indexed('b', 'apple')])
      })
      const seen = [idsWith(store, space, 'apple'), store.nodes(space, ['a', 'b']), store.stats(space)] as const
      const failing = store.transact(space, async (writer) => {
        await writer.putMessages([indexed('c', 'apple')])
        await new Promise((resolve) => setTimeout(resolve, 20))
        throw new Error('on purpose')
      })
      const after = idsWith(store, space, 'apple')
      await writing
      await expect(failing).rejects.toThrow('on purpose')
      expect(await seen[1]).toHaveLength(2)
      expect((await seen[2]).nodes).toEqual({ message: 2 })
      expect(await after).toEqual(['a x1', 'b x1'])
      expect(await seen[0]).toEqual(['a x1', 'b x1'])
    }),
  )

  test(
    'transactions that are begun together run one after the other, in order',
    inSpace(async (store, space) => {
      const steps: string[] = []
      await Promise.all(
        ['a', 'b', 'c'].map((id) =>
          store.transact(space, async (writer) => {
            steps.push(`${id} begins`)
            await writer.putMessages([indexed(id, 'apple')])
            await new Promise((resolve) => setTimeout(resolve, 5))
            steps.push(`${id} ends`)
          }),
        ),
      )
      expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
      expect(await idsWith(store, space, 'apple')).toEqual(['a x1', 'b x1', 'c x1'])
    }),
  )
}

function isolation(using: Using): void {
  test(
    'spaces of one file hold the same ids and never see each other',
    using(async (store) => {
      const [alice, bob] = [await openSpace(store, 'alice'), await openSpace(store, 'bob')]
      for (const [space, word] of [
        [alice, 'apple'],
        [bob, 'banana'],
      ] as const) {
        const messages = [indexed('m1', `${word} shared`), indexed('m2', `${word} shared`, { at: T0 + 1 })]
        const [m1] = await put(store, space, ...messages)
        await store.transact(space, async (writer) => {
          await writer.putNodes([eventNode('e', { text: word })])
          await writer.link([edge('CONTAINS', 'e', 'm1'), edge('NEXT', 'm1', 'm2')])
          await writer.assignEvents([{ message: 'm1', event: 'e' }])
        })
        const other = space === alice ? bob : alice
        expect(await store.nodesByHandle(other, [m1!.handle])).toEqual([null])
      }
      await store.transact(alice, (writer) => writer.forget(['m1'], T0))

      expect(await store.sessionMessages(alice, 's')).toEqual(['m2'])
      expect(await store.sessionMessages(bob, 's')).toEqual(['m1', 'm2'])
      expect((await store.nodes(bob, ['m1', 'e'])).map(({ text }) => text)).toEqual(['banana shared', 'banana'])
      expect([...(await store.postings(bob, ['apple', 'banana'])).keys()]).toEqual(['banana'])
      expect(await idsWith(store, alice, 'shared')).toEqual(['m2 x1'])
      expect(await idsWith(store, bob, 'shared')).toEqual(['m1 x1', 'm2 x1'])
      expect(await store.neighbours(alice, 'e', { direction: 'out', limit: 9 })).toEqual([])
      expect(await store.neighbours(bob, 'e', { direction: 'out', limit: 9 })).toHaveLength(1)
      expect(await store.tombstones(bob)).toEqual([])
      expect((await store.stats(bob)).nodes).toEqual({ message: 2, event: 1 })
      const ranged = { kinds: ['message'], span: ALWAYS, order: 'oldest-first', limit: 9 } as const
      expect((await store.timeRange(alice, ranged)).map(({ text }) => text)).toEqual(['apple shared'])

      await store.removeSpace(alice)
      expect(await idsWith(store, bob, 'banana')).toEqual(['m1 x1', 'm2 x1'])
      expect(await store.sessionMessages(bob, 's')).toEqual(['m1', 'm2'])
      expect(await store.integrity()).toEqual([])
    }),
  )
}
