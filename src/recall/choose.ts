import { spanContains } from '../graph/spans.ts'
import { coverSessions } from './coverage.ts'
import type { Fused } from './fuse.ts'
import type { Plan } from './plan.ts'
import type { SpaceIndex } from './space-index.ts'
import { largest } from './top.ts'

/** Candidates that are looked at to cover several sessions, for each that is wanted. */
const COVER_FACTOR = 5

/** The best places of the fused list, those of equal worth by time. Bounds of the caller do filter: "since May" wants no April. */
export function choose(
  index: SpaceIndex,
  { slots, total }: Fused,
  { span, sessions, question }: Plan,
  { limit, coverage }: { readonly limit: number; readonly coverage: number },
): number[] {
  const isAllowed = (place: number) => {
    const slot = slots[place]!
    if (!spanContains(span, index.at[slot]!)) return false
    if (sessions === null) return true
    const name = index.units.sessions.get(index.sessionReference[index.session[slot]!]!)
    return name !== undefined && sessions.has(name)
  }
  const isCovering = question.scope === 'list' && coverage > 0
  const best = largest(total, isCovering ? limit * COVER_FACTOR : limit, byTime(index, slots), isAllowed)
  if (!isCovering) return best
  const ranked = best.map((place) => ({ slot: slots[place]!, worth: total[place]! }))
  return coverSessions(index, ranked, { repeated: coverage, limit }).map((i) => best[i]!)
}

/** Of equal worth, the earlier first. */
export function byTime(index: SpaceIndex, slots: Uint32Array): (a: number, b: number) => number {
  return (a, b) => {
    const [slotA, slotB] = [slots[a]!, slots[b]!]
    return index.at[slotA]! - index.at[slotB]! || index.handle[slotA]! - index.handle[slotB]!
  }
}
