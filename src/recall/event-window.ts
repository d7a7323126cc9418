import type { SpaceId } from '../graph/space.ts'
import { DAY_MS, type TimeSpan } from '../graph/spans.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { mayCountFromEvent } from '../text/times/time-mentions.ts'
import { tokeniseQuestion } from '../text/tokenise.ts'
import type { RecallConfig } from './config.ts'
import { scoreGrain } from './grains.ts'
import { namedTimesOf } from './named-times.ts'
import { placeOf, type ScoredIndex } from './semantic.ts'
import { handlesAt } from './space-index.ts'
import { largest } from './top.ts'

const UNIT_MS = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, year: 365 * DAY_MS } as const

/**
 * The time that a question counts from something remembered: "two weeks before the trade show" needs to know when that
 * was. It is when the message that fits the event's words best says it was, else when that was said. `null` where the
 * question counts from nothing, or nothing is known of the event.
 */
export async function eventWindow(
  { store, space, scored }: { readonly store: GraphStore; readonly space: SpaceId; readonly scored: ScoredIndex },
  question: string,
  { bm25 }: Pick<RecallConfig, 'bm25'>,
): Promise<TimeSpan | null> {
  if (!mayCountFromEvent(question)) return null
  const { relativeToEvent } = await import('../text/times/event-offsets.ts')
  const counted = relativeToEvent(question)
  const passages = scored.documents.get('passage')
  if (!counted || !passages) return null
  const { index, scratch } = scored
  const postings = await store.postings(space, [...new Set(tokeniseQuestion(counted.event))])
  const terms = [...postings].map(([term, list]) => ({ term, weight: 1, postings: list }))
  const scores = scoreGrain(index, 'passage', passages, terms, bm25, scratch)
  const fits = new Float64Array(index.slots)
  for (let slot = 0; slot < fits.length; slot++) fits[slot] = scores[placeOf(index, 'passage', scores, slot)]!
  const best = largest(fits, 1, (a, b) => index.at[a]! - index.at[b]!)
  if (best.length === 0) return null
  const [node] = await store.nodesByHandle(space, handlesAt(index, best))
  const happened = node && (namedTimesOf(node)[0]?.time.from ?? node.at)
  if (happened === null || happened === undefined) return null
  const { amount, unit, direction } = counted.offset
  const middle = happened + (direction === 'before' ? -1 : 1) * amount * UNIT_MS[unit]
  const half = Math.max(DAY_MS, UNIT_MS[unit]) / 2
  return { from: middle - half, to: middle + half }
}
