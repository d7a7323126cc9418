import { expect, test } from 'vitest'
import { makeEdge, type NewEdge } from '../../src/graph/edges.ts'
import { thingId } from '../../src/graph/records.ts'
import { DAY_MS } from '../../src/graph/spans.ts'
import { retireFaded } from '../../src/project/inferring.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { T0 } from '../contracts/graph-store.ts'
import { observing, stored } from '../contracts/observations.ts'

const NOW = T0 + 2 * 365 * DAY_MS

test('guesses that have no weight left are retired however many old habits still have some', async () => {
  const store = openSqliteStore(':memory:')
  try {
    const { id: space } = await store.ensureSpace({ alias: 'shop', purpose: 'project', at: T0 })
    const paths = Array.from({ length: 70 }, (_, i) => `src/${i}.ts`)
    const [some, others] = [paths.slice(0, 35), paths.slice(35)]
    await observing(store, space, stored('e~1', { session: 's1', filesModified: some }))
    await observing(store, space, stored('e~2', { session: 's2', at: T0 + 10, filesModified: others }))
    const files = paths.map((path) => thingId('file', path))
    const habit = (from: string, to: string, given: Partial<NewEdge>) => {
      const seen = { kind: 'CO_CHANGES', from, to, provenance: 'observed', evidence: ['commit:1'], seenAt: T0 } as const
      return makeEdge({ ...seen, ...given })
    }
    const strong = files.flatMap((from, i) => files.slice(i + 1).map((to) => habit(from, to, { weight: 0.9 })))
    const ends = { kind: 'CAUSES', from: 'e~1', to: 'e~2', provenance: 'inferred', state: 'suggested' } as const
    const guess = makeEdge({ ...ends, weight: 0.6, evidence: ['e~1', 'e~2'], seenAt: NOW - 300 * DAY_MS })
    // Two commits of some fifty, long ago.
    const [light, ...rest] = strong
    const weak = habit(light!.from, light!.to, { weight: 0.04 })
    await store.transact(space, (writer) => writer.link([weak, ...rest, guess]))
    expect(await retireFaded({ store, space }, NOW)).toBe(2)
    const retired = await store.edges(space, { states: ['retired'], limit: 10 })
    expect(retired.map(({ kind }) => kind).sort()).toEqual(['CAUSES', 'CO_CHANGES'])
    expect(await store.edges(space, { states: ['active'], kinds: ['CO_CHANGES'], limit: 5_000 })).toHaveLength(2_414)
  } finally {
    await store.close()
  }
})
