import { describe, expect, test } from 'vitest'
import { makeEdge } from '../../src/graph/edges.ts'
import type { GraphNode } from '../../src/graph/nodes.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { eventNode, inSpaceOf, openSpace, T0 } from './graph-store.ts'

const thing = (key: string, kind: GraphNode['kind'] = 'entity'): GraphNode =>
  eventNode(`n~${key}`, { kind, session: null, text: key.toUpperCase(), body: { key } })

/** What every `GraphStore` must do with things that are asked for by name. `open` gives an empty one, which the suite closes. */
export function namedThingsContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)

  describe(`things by name: ${name}`, () => {
    test(
      'who mentions a thing is counted, and the newest by time come first, of one moment those delivered last',
      inSpace(async (store, space) => {
        await store.transact(space, async (writer) => {
          await writer.putNodes([thing('ana'), thing('ben')])
          for (const [i, at] of [T0 + 2, T0 + 9, T0 + 2].entries()) {
            await writer.putNodes([eventNode(`e${i}`, { at })])
            await writer.link([
              makeEdge({ kind: 'MENTIONS', from: `e${i}`, to: 'n~ana', provenance: 'recorded', seenAt: at }),
              makeEdge({ kind: 'REFERENCES', from: `e${i}`, to: 'n~ben', provenance: 'recorded', seenAt: at }),
            ])
          }
        })
        const { count, newest } = await store.mentionsOf(space, 'n~ana', 2)
        expect([count, newest.map(({ id }) => id)]).toEqual([3, ['e1', 'e2']])
        expect(await store.mentionsOf(space, 'n~ana', 0)).toEqual({ count: 3, newest: [] })
        expect(await store.mentionsOf(space, 'n~ben', 5)).toEqual({ count: 0, newest: [] })
        expect(await store.mentionsOf(space, 'nobody', 5)).toEqual({ count: 0, newest: [] })
        expect(await store.mentionsOf(await openSpace(store, 'bob'), 'n~ana', 5)).toEqual({ count: 0, newest: [] })
      }),
    )

    test(
      'things are alike when one key holds the other, the nearest in length first, and no other kind is looked at',
      inSpace(async (store, space) => {
        const keys = ['marianne', 'marianne hill', 'maria', 'ca', 'ben', '100%', '张伟']
        await store.transact(space, async (writer) => {
          await writer.putNodes([
            ...keys.map((key) => thing(key)),
            thing('src/maria.ts', 'file'),
            thing('marias', 'fact'),
          ])
        })
        const like = async (key: string, limit = 9) =>
          (await store.thingsLike(space, key, limit)).map(({ body }) => body['key'])
        expect(await like('maria')).toEqual(['maria', 'marianne', 'src/maria.ts', 'marianne hill'])
        expect(await like('maria', 2)).toEqual(['maria', 'marianne'])
        expect(await like('maria smith')).toEqual(['maria'])
        expect(await like('%')).toEqual(['100%'])
        expect(await like('张伟先生')).toEqual(['张伟'])
        expect(await like('cabin')).toEqual([])
        expect(await like('伟')).toEqual(['张伟'])
        expect(await like('zoe')).toEqual([])
        const other = await openSpace(store, 'bob')
        expect(await store.thingsLike(other, 'maria', 9)).toEqual([])
      }),
    )
  })
}
