import type { NodeId } from '../graph/nodes.ts'
import type { History, HistoryQuery } from './answers.ts'
import { entryOf } from './entries.ts'
import { readHistory, readSearch } from './queries.ts'
import { getWhole } from './reading.ts'
import { type SearchParts, searchObservations } from './search.ts'

/** What was done before and after an observation, oldest first. */
export async function historyAround(parts: SearchParts, query: HistoryQuery): Promise<History> {
  const { store, space } = parts
  const { around, before, after, bounds, given } = readHistory(query)
  const anchor = (await anchorOfId(parts, around)) ?? (await anchorOfWords(parts, around, given))
  if (anchor === null) return { anchor: null, entries: [] }
  const side = (which: 'before' | 'after', limit: number) =>
    limit === 0
      ? Promise.resolve([])
      : store.observations.find(space.id, {
          ...bounds,
          anchor: { event: anchor, side: which },
          order: which === 'before' ? 'newest-first' : 'oldest-first',
          limit,
        })
  const [middle] = await store.observations.get(space.id, [anchor])
  const observations = [
    ...[...(await side('before', before))].reverse(),
    ...(middle ? [middle] : []),
    ...(await side('after', after)),
  ]
  return { anchor, entries: observations.map((stored) => entryOf(stored)) }
}

/** The observation that an id leads to; of the summary of a session, its last. */
async function anchorOfId(parts: SearchParts, id: NodeId): Promise<NodeId | null> {
  const [got] = await getWhole(parts, [id])
  if (!got) return null
  if (got.kind === 'observation') return got.observation.event
  const { store, space } = parts
  const { session } = got.summary
  const [last] = await store.observations.events(space.id, { session, order: 'newest-first', limit: 1 })
  return last ?? null
}

async function anchorOfWords(
  parts: SearchParts,
  query: string,
  given: Omit<HistoryQuery, 'around' | 'before' | 'after'>,
): Promise<NodeId | null> {
  const { entries } = await searchObservations(parts, readSearch({ ...given, query, limit: 5 }))
  return entries.find(({ type }) => type !== 'summary')?.id ?? null
}
