import { describe, expect, test } from 'vitest'
import { makeEdge } from '../../src/graph/edges.ts'
import type { GraphNode } from '../../src/graph/nodes.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { indexed, inSpaceOf, openSpace, put, T0 } from './graph-store.ts'

const thing = (id: string, given: Partial<GraphNode> = {}): GraphNode => ({
  id,
  kind: 'entity',
  at: T0,
  session: null,
  speaker: null,
  text: id,
  body: { key: id },
  ...given,
})

/** Puts things, and edges written as `m1 thing`: the message mentions the thing. */
async function mention(
  store: GraphStore,
  space: SpaceId,
  things: readonly GraphNode[],
  ...edges: readonly string[]
): Promise<void> {
  await store.transact(space, async (writer) => {
    await writer.putThings(things)
    await writer.link(
      edges.map((edge) => {
        const [from, to] = edge.split(' ') as [string, string]
        return makeEdge({ kind: 'MENTIONS', from, to, provenance: 'recorded', seenAt: T0 })
      }),
    )
  })
}

/** What every `GraphStore` must do with things that records mention. `open` gives an empty one, which the suite closes. */
export function thingsContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)
  const labels = async (store: GraphStore, space: SpaceId, ...ids: readonly string[]) =>
    (await store.nodes(space, ids)).map(({ at, text }) => `${(at ?? 0) - T0} ${text}`)

  describe(`things: ${name}`, () => {
    test(
      'a thing keeps the label of who named it first, whatever the order of delivery; of equal times the smaller one',
      inSpace(async (store, space) => {
        await mention(store, space, [thing('a', { at: T0 + 5, text: 'ANA' })])
        expect(await labels(store, space, 'a')).toEqual(['5 ANA'])
        await mention(store, space, [thing('a', { at: T0 + 9, text: 'aaa' })])
        expect(await labels(store, space, 'a')).toEqual(['5 ANA'])
        await mention(store, space, [thing('a', { at: T0 + 1, text: 'ana' })])
        await mention(store, space, [thing('a', { at: T0 + 1, text: 'zzz' })])
        expect(await labels(store, space, 'a')).toEqual(['1 ana'])
        await mention(store, space, [thing('a', { at: T0 + 1, text: 'Ana' })])
        expect(await labels(store, space, 'a')).toEqual(['1 Ana'])
      }),
    )

    test(
      'a thing that is put again stays one node with its edges, and can be linked in the same transaction',
      inSpace(async (store, space) => {
        await put(store, space, indexed('m1', 'x'), indexed('m2', 'y'))
        await mention(store, space, [thing('a'), thing('b')], 'm1 a', 'm1 b')
        await mention(store, space, [thing('a')], 'm2 a')
        expect((await store.stats(space)).nodes.entity).toBe(2)
        const neighbours = await store.neighbours(space, 'a', { direction: 'in', limit: 9 })
        expect(neighbours.map(({ node }) => node.id)).toEqual(['m1', 'm2'])
      }),
    )

    test(
      'things of messages are told each once',
      inSpace(async (store, space) => {
        await put(store, space, indexed('m1', 'x'), indexed('m2', 'y'), indexed('m3', 'z'))
        await mention(store, space, [thing('a'), thing('b'), thing('c')], 'm1 a', 'm1 b', 'm2 a', 'm3 c')
        await store.transact(space, async (writer) => {
          expect([...(await writer.mentionedBy(['m1', 'm2']))].sort()).toEqual(['a', 'b'])
          expect(await writer.mentionedBy(['nobody'])).toEqual([])
          expect(await writer.mentionedBy([])).toEqual([])
        })
      }),
    )

    test(
      'who named a thing first are the messages of the earliest moment, in order of delivery, within the limit',
      inSpace(async (store, space) => {
        const long = `long ${'x'.repeat(5000)}`
        await put(
          store,
          space,
          indexed('m1', 'late', { at: T0 + 9 }),
          indexed('m2', long, { at: T0 + 1 }),
          indexed('m3', 'early', { at: T0 + 1 }),
        )
        await mention(store, space, [thing('a'), thing('b')], 'm1 a', 'm2 a', 'm3 a')
        await store.transact(space, async (writer) => {
          const firsts = await writer.firstMentions(['a', 'b'], 9)
          const [at, of] = [T0 + 1, (text: string) => ({ at, text })] as const
          expect(firsts.get('a')).toEqual([of(long), of('early')])
          expect(firsts.get('b') ?? []).toEqual([])
          expect((await writer.firstMentions(['a'], 1)).get('a')).toEqual([of(long)])
        })
      }),
    )

    test(
      'a thing gets another label and time',
      inSpace(async (store, space) => {
        await mention(store, space, [thing('a', { at: T0 + 1, text: 'ana' })])
        await store.transact(space, (writer) => writer.renameThings([thing('a', { at: T0 + 7, text: 'Ana' })]))
        expect(await labels(store, space, 'a')).toEqual(['7 Ana'])
      }),
    )

    test(
      'only things without an edge go, and only those that were named',
      inSpace(async (store, space) => {
        await put(store, space, indexed('m1', 'x'))
        await mention(store, space, [thing('a'), thing('b'), thing('c')], 'm1 a')
        await store.transact(space, (writer) => writer.removeLoneThings(['a', 'b', 'nobody']))
        expect(await labels(store, space, 'a', 'b', 'c')).toEqual(['0 a', '0 c'])
      }),
    )

    test(
      'things of one space are not those of another',
      inSpace(async (store, space) => {
        const other = await openSpace(store, 'bob')
        await put(store, space, indexed('m1', 'x'))
        await mention(store, space, [thing('a', { text: 'Ana' })], 'm1 a')
        await mention(store, other, [thing('a', { text: 'other' })])
        await store.transact(other, async (writer) => {
          expect(await writer.mentionedBy(['m1'])).toEqual([])
          await writer.renameThings([thing('a', { text: 'changed' })])
          await writer.removeLoneThings(['a'])
        })
        expect(await labels(store, space, 'a')).toEqual(['0 Ana'])
        expect(await labels(store, other, 'a')).toEqual([])
      }),
    )
  })
}
