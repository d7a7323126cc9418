import type { RecallConfig } from './config.ts'
import type { Plan } from './plan.ts'
import type { SpaceIndex } from './space-index.ts'

/** Something that makes a message likelier or less so, whatever it says. Never a filter: the factor is never 0. */
export interface Boost {
  readonly name: 'named speaker' | 'asker' | 'asking' | 'telling' | 'asked' | 'recency'
  readonly factor: (slot: number) => number
}

export function boostsOf(
  index: SpaceIndex,
  plan: Plan,
  { config, hasOwnTerm }: { readonly config: RecallConfig; readonly hasOwnTerm: (slot: number) => boolean },
): Boost[] {
  const boosts: Boost[] = []
  const [named, ...others] = plan.speakers
  // Who names two people asks about what is between them.
  if (named !== undefined && others.length === 0) {
    boosts.push({
      name: 'named speaker',
      factor: (slot) => (index.speaker[slot] === named ? 1 + config.namedSpeaker : 1),
    })
  }
  if (plan.askers.length > 0) {
    const isAsker = (slot: number) => plan.askers.includes(index.speaker[slot]!)
    boosts.push({ name: 'asker', factor: (slot) => (isAsker(slot) ? 1 + config.asker : 1) })
  }
  const { asking, telling } = index.units
  boosts.push({ name: 'asking', factor: (slot) => 1 - config.asking * asking[index.firstUnit[slot]!]! })
  if (plan.isPersonal && plan.isAboutAsker) {
    // Half, where none of the question's words stands in the message itself.
    boosts.push({
      name: 'telling',
      factor: (slot) => 1 + config.telling * telling[index.firstUnit[slot]!]! * (hasOwnTerm(slot) ? 1 : 0.5),
    })
  }
  if (plan.askedFlags !== 0) {
    boosts.push({
      name: 'asked',
      factor: (slot) => (holdsAsked(index, slot, plan.askedFlags) ? 1 + config.asked : 1),
    })
  }
  // A long question goes on with what was just talked of; a short one asks about any time.
  const distinct = Math.min(1, plan.terms.length / config.recencyTerms)
  const bySession = Float64Array.from(
    index.sessionAge,
    (age) => 1 + config.recency * distinct * Math.exp(-age / config.recencySessions),
  )
  boosts.push({ name: 'recency', factor: (slot) => bySession[index.session[slot]!]! })
  return boosts
}

function holdsAsked({ units, firstUnit, unitCount }: SpaceIndex, slot: number, flags: number): boolean {
  const first = firstUnit[slot]!
  for (let unit = first; unit < first + unitCount[slot]!; unit++) if ((units.held[unit]! & flags) !== 0) return true
  return false
}
