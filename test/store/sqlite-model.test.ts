import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALWAYS } from '../../src/graph/spans.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { indexed, openSpace, put, T0 } from '../contracts/graph-store.ts'

const WORDS = ['tea', 'te', 'milk', '茶', '茶杯', 'x2', '1', 'a', 'rare']

type Step =
  | {
      readonly kind: 'put'
      readonly messages: readonly { readonly at: number; readonly passages: readonly string[] }[]
    }
  | { readonly kind: 'forget'; readonly ids: readonly number[] }
  /** Enough filling to fold what is fresh and to seal what is folded. */
  | { readonly kind: 'fill'; readonly count: number }

const passage = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' '))
const message = fc.record({ at: fc.nat(20), passages: fc.array(passage, { minLength: 1, maxLength: 3 }) })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('put' as const), messages: fc.array(message, { maxLength: 6 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('forget' as const), ids: fc.array(fc.nat(30), { maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fill' as const), count: fc.constantFrom(700, 2048, 2100) }) },
)

interface Kept {
  readonly id: string
  readonly at: number
  readonly order: number
  readonly text: string
  /** Term counts of each passage. */
  readonly units: readonly ReadonlyMap<string, number>[]
}

test('whatever is put and forgotten, the store holds what a plain Map holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const store = openSqliteStore(':memory:')
      const space = await openSpace(store)
      const model = new Map<string, Kept>()
      const buried = new Set<string>()
      let next = 0
      for (const one of steps) {
        if (one.kind === 'forget') {
          const ids = one.ids.map((id) => `m${id}`)
          await store.transact(space, (writer) => writer.forget(ids, T0))
          for (const id of ids) {
            model.delete(id)
            buried.add(id)
          }
        } else {
          const given =
            one.kind === 'put'
              ? one.messages
              : Array.from({ length: one.count }, () => ({ at: 9, passages: ['tea a'] }))
          const messages = given
            .map(({ at, passages }) => indexed(`m${next++}`, '', { at: T0 + at, passages }))
            .filter(({ record }) => !buried.has(record.id))
          const placed = await put(store, space, ...messages)
          for (const [i, { record, units }] of messages.entries()) {
            const { id, at, text } = record
            model.set(id, { id, at, order: placed[i]!.handle, text, units: units.map(({ terms }) => terms) })
          }
        }
      }

      const kept = [...model.values()]
      const units = await store.units(space, null)
      for (let reads = 0; reads < 2; reads++) {
        const lists = await store.postings(space, [...WORDS, 'unheard'])
        for (const word of WORDS) {
          const expected = kept.flatMap(({ order, units: own }) =>
            own.flatMap((terms) => (terms.has(word) ? [[order, terms.get(word)!]] : [])),
          )
          const list = lists.get(word)
          const found = list ? [...list.units].map((unit, i) => [units.message[unit]!, list.counts[i]!]) : []
          expect(found).toEqual(expected)
        }
        expect(lists.has('unheard')).toBe(false)
      }
      const query = { kinds: ['message'], span: ALWAYS, order: 'oldest-first', limit: 99_999 } as const
      const nodes = (await store.timeRange(space, query)).map(({ id, at, text }) => ({ id, at, text }))
      const inOrder = kept.sort((a, b) => a.at - b.at || a.order - b.order)
      expect(nodes).toEqual(inOrder.map(({ id, at, text }) => ({ id, at, text })))
      expect([...(await store.tombstones(space))].sort()).toEqual([...buried].sort())
      const stats = await store.stats(space)
      expect(stats.units).toBe(kept.reduce((sum, { units: own }) => sum + own.length, 0))
      expect(stats.terms).toBe(
        new Set(kept.flatMap(({ units: own }) => own.flatMap((terms) => [...terms.keys()]))).size,
      )
      await store.close()
    }),
    { numRuns: 60 },
  )
})
