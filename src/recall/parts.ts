import { tokeniseQuestion } from '../text/tokenise.ts'
import type { RecallConfig } from './config.ts'
import { scoreGrain, type WeightedTerm } from './grains.ts'
import { placeOf, type ScoredIndex } from './semantic.ts'
import { largest } from './top.ts'

/** Messages of each part that are lifted. */
const LIFTED_MAX = 5

/**
 * A question of several parts is answered by several messages, none of which fits the whole. What fits one part best is
 * lifted, by a factor of 1 + x / rank within its part; by candidate, `null` where the question is one.
 */
export function liftParts(
  { index, documents, scratch }: ScoredIndex,
  { parts, terms, candidates }: PartsRequest,
  { bm25, parts: weight }: Pick<RecallConfig, 'bm25' | 'parts'>,
): Float64Array | null {
  const passages = documents.get('passage')
  if (parts.length === 0 || weight === 0 || !passages) return null
  const lifts = new Float64Array(candidates.length).fill(1)
  for (const part of parts) {
    const own = new Set(tokeniseQuestion(part))
    const partTerms = terms.filter(({ term }) => own.has(term))
    if (partTerms.length === 0 || partTerms.length === terms.length) continue
    const scores = scoreGrain(index, 'passage', passages, partTerms, bm25, scratch)
    const fits = new Float64Array(candidates.length)
    for (let i = 0; i < fits.length; i++) fits[i] = scores[placeOf(index, 'passage', scores, candidates[i]!)]!
    for (const [rank, i] of largest(fits, LIFTED_MAX, (a, b) => a - b).entries()) {
      lifts[i] = Math.max(lifts[i]!, 1 + weight / (rank + 1))
    }
  }
  return lifts
}

export interface PartsRequest {
  /** The parts as questions of their own. */
  readonly parts: readonly string[]
  readonly terms: readonly WeightedTerm[]
  /** Slots. */
  readonly candidates: Uint32Array
}
