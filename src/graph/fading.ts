import { EDGE_KINDS, type Edge, type EdgeKind } from './edges.ts'
import { certaintyOf } from './provenance.ts'
import { DAY_MS, type Instant } from './spans.ts'

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

/** What fading looks at. */
export type Fading = Pick<Edge, 'kind' | 'weight' | 'provenance' | 'lastSeen' | 'state' | 'decidedBy'>

/** The weight that an edge has at a moment. What is hard, such as what somebody accepted, does not fade. */
export function fadedWeight(edge: Pick<Fading, 'kind' | 'weight' | 'provenance' | 'lastSeen'>, now: Instant): number {
  if (certaintyOf(edge.provenance) === 'hard') return edge.weight
  return edge.weight * 0.5 ** (Math.max(0, now - edge.lastSeen) / halfLifeMs(edge.kind))
}

/**
 * Whether an edge is to be retired: nothing is left of its weight, and it was not seen for a half-life, for a rare habit is
 * light from the first day. What somebody decided stays as it is. That its evidence is still there is no reason to keep it:
 * commits never go away.
 */
export function isFaded(edge: Fading, now: Instant): boolean {
  const mayFade = (edge.state === 'suggested' || edge.state === 'active') && edge.decidedBy === null
  if (!mayFade || certaintyOf(edge.provenance) === 'hard') return false
  return now - edge.lastSeen >= halfLifeMs(edge.kind) && fadedWeight(edge, now) < RETIRED_BELOW
}

/** Kinds that fade alike, with the moment before which one of them was seen last if it is faded now. */
export function fadingKinds(
  now: Instant,
): readonly { readonly kinds: readonly EdgeKind[]; readonly seenBefore: Instant }[] {
  const halfLives = [...new Set(EDGE_KINDS.map(halfLifeMs))]
  return halfLives.map((halfLife) => ({
    kinds: EDGE_KINDS.filter((kind) => halfLifeMs(kind) === halfLife),
    seenBefore: now - halfLife + 1,
  }))
}

function halfLifeMs(kind: EdgeKind): number {
  return (HALF_LIFE_DAYS[kind] ?? HALF_LIFE_DAYS_DEFAULT) * DAY_MS
}
