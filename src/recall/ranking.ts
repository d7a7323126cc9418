import type { Boost } from './boosts.ts'
import { byTime } from './choose.ts'
import type { SemanticScores } from './semantic.ts'
import type { SpaceIndex } from './space-index.ts'
import { largest } from './top.ts'

/** The semantic route's answer, boosts included. */
export interface SemanticRanking {
  readonly candidates: Uint32Array
  readonly scores: SemanticScores
  readonly boosts: readonly Boost[]
  /** By candidate, the factor for fitting a part of the question; `null` where it has none. */
  readonly lifts: Float64Array | null
  /** By candidate, weighted; `null` where there was none. */
  readonly feedback: Float64Array | null
  readonly isFeedbackLate?: boolean
  /** By candidate. */
  readonly ranked: Float64Array
}

/** The first of the semantic route, with how they compare with the very first. */
export function headOf(index: SpaceIndex, { candidates, ranked }: SemanticRanking, count: number) {
  const head = largest(ranked, count, byTime(index, candidates))
  const best = ranked[head[0] ?? 0] ?? 1
  return head.map((place) => ({ slot: candidates[place]!, worth: ranked[place]! / best }))
}

/** All factors of each candidate, multiplied. */
export function factorsOf(candidates: Uint32Array, boosts: readonly Boost[], lifts: Float64Array | null): Float64Array {
  const factors = lifts ? Float64Array.from(lifts) : new Float64Array(candidates.length).fill(1)
  for (const { factor } of boosts) {
    for (let i = 0; i < factors.length; i++) factors[i]! *= factor(candidates[i]!)
  }
  return factors
}

/** The scores, with feedback added, times their factors. */
export function boosted(total: Float64Array, factors: Float64Array, feedback: Float64Array | null): Float64Array {
  const ranked = new Float64Array(total.length)
  if (feedback) for (let i = 0; i < ranked.length; i++) ranked[i] = (total[i]! + feedback[i]!) * factors[i]!
  else for (let i = 0; i < ranked.length; i++) ranked[i] = total[i]! * factors[i]!
  return ranked
}
