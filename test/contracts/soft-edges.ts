import { describe, expect, test } from 'vitest'
import { type Edge, makeEdge, type NewEdge } from '../../src/graph/edges.ts'
import { thingId } from '../../src/graph/records.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import type { EdgeQuery, GraphStore } from '../../src/ports/graph-store.ts'
import { inSpaceOf, T0 } from './graph-store.ts'
import { observing, stored } from './observations.ts'

const file = (path: string) => thingId('file', path)
const [A, B, C] = ['src/a.ts', 'src/b.ts', 'src/c.ts'].map(file) as [string, string, string]

const pair = (given: Partial<NewEdge> = {}) =>
  makeEdge({ kind: 'CO_CHANGES', from: A, to: B, provenance: 'observed', evidence: ['e~1'], seenAt: T0, ...given })
const cause = (given: Partial<NewEdge> = {}) => {
  const ends = { kind: 'CAUSES', from: 'e~1', to: 'e~2', provenance: 'inferred', state: 'suggested' } as const
  return makeEdge({ ...ends, evidence: ['e~1', 'e~2'], seenAt: T0, ...given })
}

/** What stores promise of edges that suggest, fade and are decided on. */
export function softEdgesContract(name: string, open: () => Promise<GraphStore>): void {
  describe(`soft edges, ${name}`, () => {
    const inSpace = inSpaceOf(open)
    const scene = (work: (store: GraphStore, space: SpaceId) => Promise<void>) =>
      inSpace(async (store, space) => {
        await observing(
          store,
          space,
          stored('e~1', { session: 's1', filesModified: ['src/a.ts', 'src/b.ts'] }),
          stored('e~2', { session: 's2', at: T0 + 10, filesModified: ['src/b.ts', 'src/c.ts'] }),
        )
        await work(store, space)
      })()
    const link = (store: GraphStore, space: SpaceId, ...edges: readonly Edge[]) =>
      store.transact(space, (writer) => writer.link(edges))
    const shown = async (store: GraphStore, space: SpaceId, query: Partial<EdgeQuery> = {}) =>
      (await store.edges(space, { limit: 100, ...query })).map(({ kind, state, count }) => `${kind} ${state} ${count}`)

    test('are listed without those of the records, the heaviest first', () =>
      scene(async (store, space) => {
        await link(store, space, cause({ weight: 0.4 }), pair({ weight: 0.7 }), pair({ to: C, weight: 0.2 }))
        const edges = await store.edges(space, { limit: 2 })
        expect(edges.map(({ kind, weight }) => [kind, weight])).toEqual([
          ['CO_CHANGES', 0.7],
          ['CAUSES', 0.4],
        ])
        expect(edges[1]).toEqual(cause({ weight: 0.4 }))
      }))

    test.each<[string, Partial<EdgeQuery>, number]>([
      ['a kind', { kinds: ['CAUSES'] }, 1],
      ['a state', { states: ['active'] }, 2],
      ['a provenance', { provenances: ['inferred'] }, 1],
      ['a node, from both ends', { node: B }, 1],
      ['a node that is not there', { node: 'n~nothing' }, 0],
      ['a time since which they were not seen', { seenBefore: T0 + 5 }, 2],
    ])('are chosen by %s', (_, query, count) =>
      scene(async (store, space) => {
        await link(store, space, cause(), pair(), pair({ to: C, seenAt: T0 + 10 }))
        expect(await store.edges(space, { limit: 10, ...query })).toHaveLength(count)
      }),
    )

    test('of another space are not seen', () =>
      scene(async (store, space) => {
        await link(store, space, cause())
        const other = await store.ensureSpace({ alias: 'other', purpose: 'project', at: T0 })
        expect(await store.edges(other.id, { limit: 10 })).toEqual([])
      }))

    test('that are retired stay so; those that were seen or decided on meanwhile are left alone', () =>
      scene(async (store, space) => {
        await link(store, space, cause(), pair(), pair({ to: C }))
        const read = await store.edges(space, { limit: 10 })
        await link(store, space, pair({ seenAt: T0 + 1 }), pair({ to: C, state: 'rejected', decidedBy: 'ana' }))
        expect(await store.transact(space, (writer) => writer.retire(read))).toBe(1)
        expect(await shown(store, space, { states: ['retired'] })).toEqual(['CAUSES retired 1'])
      }))

    test('go with the records that they rest on', () =>
      scene(async (store, space) => {
        await link(store, space, cause(), pair(), pair({ from: B, to: C, evidence: ['e~1', 'e~2'], count: 2 }))
        await store.transact(space, (writer) => writer.forget(['r-e~1'], T0 + 20))
        // Nobody knows the first file any more; the other pair lost one of two sessions.
        expect(await store.nodes(space, [A])).toEqual([])
        expect(await shown(store, space, { kinds: ['CO_CHANGES'] })).toEqual(['CO_CHANGES active 1'])
        expect((await store.edges(space, { kinds: ['CO_CHANGES'], limit: 1 }))[0]!.evidence).toEqual(['e~2'])
      }))

    test('that somebody decided on stay while both files are known, and what commits say stays', () =>
      scene(async (store, space) => {
        const decided = pair({ from: B, to: C, evidence: ['e~2'], state: 'rejected', decidedBy: 'ana' })
        await link(store, space, decided, pair({ evidence: ['e~2', '0a1b2c'], count: 9 }))
        await observing(store, space, stored('e~3', { session: 's3', filesRead: ['src/b.ts', 'src/c.ts'] }))
        await store.transact(space, (writer) => writer.forget(['r-e~2'], T0 + 20))
        expect((await shown(store, space)).sort()).toEqual(['CO_CHANGES active 8', 'CO_CHANGES rejected 1'])
      }))

    test('stay where an observation is only made anew', () =>
      scene(async (store, space) => {
        await link(store, space, pair(), cause())
        const again = stored('e~1', { session: 's1', filesModified: ['src/a.ts', 'src/b.ts'] })
        await store.transact(space, (writer) => writer.putObservations([again]))
        expect((await shown(store, space)).sort()).toEqual(['CAUSES suggested 1', 'CO_CHANGES active 1'])
      }))
  })
}
