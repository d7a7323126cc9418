import { describe, expect, test } from 'vitest'
import { EDGE_KINDS, type Edge, type EdgeKind, makeEdge } from '../../src/graph/edges.ts'
import { PROVENANCES } from '../../src/graph/provenance.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import type { AdjacencyQuery, GraphStore } from '../../src/ports/graph-store.ts'
import { eventNode, indexed, inSpaceOf, openSpace, put, T0 } from './graph-store.ts'

const ASKED: AdjacencyQuery = { directions: 'both', at: T0, perNodeMax: 100 }

/** Puts nodes by their ids, in that order, and edges written as `a CAUSES b`. */
async function link(
  store: GraphStore,
  space: SpaceId,
  ids: readonly string[],
  ...edges: readonly (string | readonly [string, Partial<Edge>])[]
): Promise<void> {
  await store.transact(space, async (writer) => {
    await writer.putNodes(
      ids.map((id) => eventNode(id, id.startsWith('thing') ? { kind: 'entity', session: null } : {})),
    )
    await writer.link(
      edges.map((given) => {
        const [text, more] = typeof given === 'string' ? [given, {}] : given
        const [from, kind, to] = text.split(' ') as [string, EdgeKind, string]
        return makeEdge({ kind, from, to, provenance: 'recorded', seenAt: T0, ...more })
      }),
    )
  })
}

/** The edges as they are walked from the nodes, sorted: `a -CAUSES→ b`, `b ←CAUSES- a`. */
async function edgesOf(
  store: GraphStore,
  space: SpaceId,
  nodes: readonly string[],
  query: Partial<AdjacencyQuery> = {},
): Promise<string[]> {
  const handles = (await store.handles(space, nodes)).map((handle) => handle!)
  const { count, from, to, kind, isReverse } = await store.adjacency(space, handles, { ...ASKED, ...query })
  const found = await store.nodesByHandle(space, [...from.subarray(0, count), ...to.subarray(0, count)])
  return Array.from({ length: count }, (_, i) => {
    const arrow = isReverse[i] === 1 ? `←${EDGE_KINDS[kind[i]!]}-` : `-${EDGE_KINDS[kind[i]!]}→`
    return `${found[i]?.id} ${arrow} ${found[count + i]?.id}`
  }).sort()
}

/** What every `GraphStore` must do for walks. `open` gives an empty one, which the suite closes. */
export function adjacencyContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)
  describe(`the edges of a graph store, for walks: ${name}`, () => {
    choosing(inSpace)
    bounds(inSpace)
    absence(inSpace)
  })
}

type InSpace = (work: (store: GraphStore, space: SpaceId) => Promise<void>) => () => Promise<void>

function choosing(inSpace: InSpace): void {
  test(
    'edges are read in the direction asked for, those of several nodes at once',
    inSpace(async (store, space) => {
      await link(store, space, ['a', 'b', 'c'], 'a CAUSES b', 'b REFERENCES c', 'c CAUSES a', 'b NEXT b')
      expect(await edgesOf(store, space, ['a', 'b'], { directions: 'out' })).toEqual([
        'a -CAUSES→ b',
        'b -NEXT→ b',
        'b -REFERENCES→ c',
      ])
      expect(await edgesOf(store, space, ['a'], { directions: 'in' })).toEqual(['a ←CAUSES- c'])
      expect(await edgesOf(store, space, ['b'])).toEqual([
        'b -NEXT→ b',
        'b -REFERENCES→ c',
        'b ←CAUSES- a',
        'b ←NEXT- b',
      ])
      expect(await edgesOf(store, space, [])).toEqual([])
    }),
  )

  test(
    'symmetric edges are read from both ends, whatever the direction',
    inSpace(async (store, space) => {
      await link(store, space, ['a', 'b'], 'a CO_CHANGES b', 'a CAUSES b')
      expect(await edgesOf(store, space, ['b'], { directions: 'out' })).toEqual(['b ←CO_CHANGES- a'])
      expect(await edgesOf(store, space, ['a'], { directions: 'in' })).toEqual(['a -CO_CHANGES→ b'])
      expect(await edgesOf(store, space, ['b'], { directions: 'out', kinds: ['CAUSES'] })).toEqual([])
    }),
  )

  test(
    'only the kinds asked for are read, be they few or many',
    inSpace(async (store, space) => {
      const kinds = EDGE_KINDS.filter((kind) => kind !== 'CO_CHANGES')
      await link(store, space, ['a', 'b'], ...EDGE_KINDS.map((kind) => `a ${kind} b`))
      const read = (some: readonly EdgeKind[]) => edgesOf(store, space, ['a'], { kinds: some })
      const shown = (some: readonly EdgeKind[]) => some.map((kind) => `a -${kind}→ b`).sort()
      for (const some of [[], ['NEXT'], kinds.slice(0, 3), kinds.slice(2, 9), kinds, EDGE_KINDS] as EdgeKind[][]) {
        expect(await read(some)).toEqual(shown(some))
      }
      expect(await read(['NEXT', 'NEXT'])).toEqual(shown(['NEXT']))
    }),
  )

  test(
    'each edge says its weight and how it is known, and only the provenances asked for are read',
    inSpace(async (store, space) => {
      const ends = PROVENANCES.map((_, i) => `n${i}`)
      const edges = PROVENANCES.map(
        (provenance, i) =>
          [`a CAUSES n${i}`, { provenance, weight: (i + 1) / 10, state: 'active' }] as readonly [string, Partial<Edge>],
      )
      await link(store, space, ['a', ...ends], ...edges)
      const [a] = await store.handles(space, ['a'])
      const ask = (query: Partial<AdjacencyQuery>) => store.adjacency(space, [a!], { ...ASKED, ...query })
      for (const perNodeMax of [100, 2]) {
        const all = await ask({ perNodeMax })
        const nodes = await store.nodesByHandle(space, [...all.to])
        for (let i = 0; i < all.count; i++) {
          const place = Number(nodes[i]!.id.slice(1))
          expect([all.from[i], all.weight[i], all.provenance[i], all.isHard[i]]).toEqual([
            a,
            (place + 1) / 10,
            place,
            place < 4 ? 1 : 0,
          ])
        }
        expect(all.count).toBe(Math.min(perNodeMax, PROVENANCES.length))
      }
      expect(await edgesOf(store, space, ['a'], { provenances: ['parsed', 'model'] })).toEqual([
        'a -CAUSES→ n1',
        'a -CAUSES→ n6',
      ])
      expect(await edgesOf(store, space, ['a'], { provenances: [] })).toEqual([])
    }),
  )

  test(
    'what is suggested, rejected, retired, or does not hold at the moment is not walked',
    inSpace(async (store, space) => {
      const ends = ['b', 'c', 'd', 'e', 'f', 'g', 'h']
      await link(
        store,
        space,
        ['a', ...ends],
        ['a CAUSES b', { state: 'suggested' }],
        ['a CAUSES c', { state: 'rejected' }],
        ['a CAUSES d', { state: 'retired' }],
        ['a CAUSES e', { valid: { from: T0, to: T0 + 10 } }],
        ['a CAUSES f', { valid: { from: T0 + 1, to: null } }],
        ['a CAUSES g', { valid: { from: null, to: T0 } }],
        'a CAUSES h',
      )
      const at = (moment: number, perNodeMax: number) =>
        edgesOf(store, space, ['a'], { at: moment, perNodeMax }).then((edges) => edges.map((edge) => edge.at(-1)))
      for (const perNodeMax of [100, 3]) {
        expect(await at(T0, perNodeMax)).toEqual(['e', 'h'])
        expect(await at(T0 + 10, perNodeMax)).toEqual(['f', 'h'])
        expect(await at(T0 - 1, perNodeMax)).toEqual(['g', 'h'])
      }
    }),
  )
}

function bounds(inSpace: InSpace): void {
  const many = Array.from({ length: 40 }, (_, i) => `n${String(i).padStart(2, '0')}`)

  test(
    'of each kind and direction of a node the newest are read, and cutting is told',
    inSpace(async (store, space) => {
      await link(
        store,
        space,
        ['hub', 'small', ...many],
        ...many.flatMap((id) => [`hub MENTIONS ${id}`, `${id} REFERENCES hub`]),
        'hub CAUSES n00',
        'small NEXT n05',
      )
      expect(await edgesOf(store, space, ['hub', 'small'], { perNodeMax: 2 })).toEqual([
        'hub -CAUSES→ n00',
        'hub -MENTIONS→ n38',
        'hub -MENTIONS→ n39',
        'hub ←REFERENCES- n38',
        'hub ←REFERENCES- n39',
        'small -NEXT→ n05',
      ])
      const [hub, small] = (await store.handles(space, ['hub', 'small'])) as [number, number]
      const ask = (query: Partial<AdjacencyQuery>) =>
        store.adjacency(space, [small, hub, hub], { ...ASKED, kinds: ['MENTIONS', 'NEXT'], ...query })
      expect([...(await ask({ perNodeMax: 39 })).isCut]).toEqual([0, 1, 1])
      expect(await ask({ perNodeMax: 40 })).toMatchObject({ count: 41, isCut: Uint8Array.of(0, 0, 0) })
      expect(await ask({ perNodeMax: 40, kinds: ['NEXT'] })).toMatchObject({ count: 1 })
      expect([...(await ask({ perNodeMax: 40 })).isHub]).toEqual([0, 0, 0])
    }),
  )

  test(
    'a hub is named and not read, by its edges of the wanted kinds in one direction',
    inSpace(async (store, space) => {
      const edges = many.slice(0, 6).flatMap((id) => [`thing1 MENTIONS ${id}`, `${id} MENTIONS thing2`])
      await link(store, space, ['thing1', 'thing2', ...many], ...edges, 'thing1 CAUSES n01')
      const handles = (await store.handles(space, ['n01', 'thing1', 'thing2'])) as number[]
      const ask = (query: Partial<AdjacencyQuery>) => store.adjacency(space, handles, { ...ASKED, ...query })
      const expected: readonly (readonly [Partial<AdjacencyQuery>, readonly number[], number])[] = [
        [{ hubDegreeMax: 5 }, [0, 1, 1], 3],
        [{ hubDegreeMax: 6 }, [0, 1, 0], 9],
        [{ hubDegreeMax: 7 }, [0, 0, 0], 16],
        [{ hubDegreeMax: 5, directions: 'out' }, [0, 1, 0], 1],
        [{ hubDegreeMax: 5, kinds: ['CAUSES'] }, [0, 0, 0], 2],
        [{ hubDegreeMax: 5, perNodeMax: 2 }, [0, 1, 1], 3],
        [{ hubDegreeMax: 6, perNodeMax: 2 }, [0, 1, 0], 5],
      ]
      for (const [query, isHub, count] of expected) {
        expect(await ask(query)).toMatchObject({ isHub: Uint8Array.from(isHub), count })
      }
    }),
  )

  test(
    'a message or an event is no hub, and keeps to the bound by kind',
    inSpace(async (store, space) => {
      await link(store, space, ['event', ...many], ...many.map((id) => `event CONTAINS ${id}`), 'event NEXT n00')
      const edges = await edgesOf(store, space, ['event', 'n39'], { hubDegreeMax: 5, perNodeMax: 2 })
      expect(edges).toEqual([
        'event -CONTAINS→ n38',
        'event -CONTAINS→ n39',
        'event -NEXT→ n00',
        'n39 ←CONTAINS- event',
      ])
      const [event] = await store.handles(space, ['event'])
      const read = await store.adjacency(space, [event!], { ...ASKED, hubDegreeMax: 5, perNodeMax: 39 })
      expect([read.count, read.isHub[0], read.isCut[0]]).toEqual([40, 0, 1])
    }),
  )

  test(
    'many edges that may not be walked hide a few that may, up to a bound that is told',
    inSpace(async (store, space) => {
      const edges = many.map(
        (id, i) => [`hub CAUSES ${id}`, i < 35 ? {} : { state: 'rejected' }] as readonly [string, Partial<Edge>],
      )
      await link(store, space, ['hub', ...many], ...edges)
      expect(await edgesOf(store, space, ['hub'], { perNodeMax: 2 })).toEqual(['hub -CAUSES→ n33', 'hub -CAUSES→ n34'])
      const [hub] = await store.handles(space, ['hub'])
      const bounded = await store.adjacency(space, [hub!], { ...ASKED, perNodeMax: 1 })
      expect(bounded.count).toBeLessThanOrEqual(1)
      expect([...bounded.isCut]).toEqual([1])
    }),
  )
}

function absence(inSpace: InSpace): void {
  test(
    'what was forgotten or removed takes its edges with it, and its handle leads nowhere',
    inSpace(async (store, space) => {
      await put(store, space, indexed('m1', 'tea'), indexed('m2', 'milk', { at: T0 + 1 }))
      await link(store, space, ['e'], 'e CONTAINS m1', 'e CONTAINS m2', 'm1 NEXT m2')
      const [m1, nothing] = await store.handles(space, ['m1', 'nobody'])
      expect(nothing).toBeNull()
      await store.transact(space, (writer) => writer.forget(['m1'], T0))
      expect(await edgesOf(store, space, ['e', 'm2'])).toEqual(['e -CONTAINS→ m2', 'm2 ←CONTAINS- e'])
      expect(await store.handles(space, ['m1'])).toEqual([null])
      expect((await store.adjacency(space, [m1!, 123_456_789], ASKED)).count).toBe(0)
    }),
  )

  test(
    'a node is not seen through another space',
    inSpace(async (store, space) => {
      const other = await openSpace(store, 'bob')
      await link(store, space, ['a', 'b'], 'a CAUSES b')
      await link(store, other, ['a', 'b'], 'b CAUSES a')
      const [a] = await store.handles(space, ['a'])
      expect(await store.handles(other, ['a'])).not.toEqual([a])
      for (const perNodeMax of [100, 0]) {
        expect((await store.adjacency(other, [a!], { ...ASKED, perNodeMax })).count).toBe(0)
      }
      expect(await edgesOf(store, other, ['b'])).toEqual(['b -CAUSES→ a'])
      await expect(store.adjacency('nowhere', [], ASKED)).rejects.toMatchObject({ code: 'space-unknown' })
    }),
  )
}
