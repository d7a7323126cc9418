import type { Edge, EdgeKind } from '../graph/edges.ts'
import { certaintyOf } from '../graph/provenance.ts'
import { DAY_MS, type Instant } from '../graph/spans.ts'

/** What is not seen again is worth half after so long: a habit a year, as that of commits; a guess about events two months. */
export const HALF_LIFE_DAYS: Readonly<Partial<Record<EdgeKind, number>>> = {
  CO_CHANGES: 365,
  CAUSES: 60,
  REFERENCES: 60,
  SIMILAR: 60,
}
const HALF_LIFE_DAYS_DEFAULT = 60
/** Below that, an edge is retired. A guess of weight 0.5 gets there after some 200 days. */
export const RETIRED_BELOW = 0.05

/** The weight that an edge has at a moment. What is hard, such as what somebody accepted, does not fade. */
export function fadedWeight(edge: Edge, now: Instant): number {
  if (certaintyOf(edge.provenance) === 'hard') return edge.weight
  return edge.weight * 0.5 ** (Math.max(0, now - edge.lastSeen) / halfLifeMs(edge.kind))
}

/** Whether an edge is to be retired. What somebody decided stays as it is. */
export function isFaded(edge: Edge, now: Instant): boolean {
  const mayFade = (edge.state === 'suggested' || edge.state === 'active') && edge.decidedBy === null
  return mayFade && certaintyOf(edge.provenance) === 'soft' && fadedWeight(edge, now) < RETIRED_BELOW
}

/** An edge that was seen since is not faded yet, whatever its weight was. */
export function mayHaveFaded(now: Instant): Instant {
  return now - Math.min(...Object.values(HALF_LIFE_DAYS)) * DAY_MS
}

function halfLifeMs(kind: EdgeKind): number {
  return (HALF_LIFE_DAYS[kind] ?? HALF_LIFE_DAYS_DEFAULT) * DAY_MS
}
