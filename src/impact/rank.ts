import type { CoChanges } from './co-change.ts'
import { type Candidate, candidatesOf } from './features.ts'
import type { Known } from './known.ts'
import { probabilitiesOf, scoreOf } from './weights.ts'

export interface Ranked {
  readonly path: string
  /** How likely the file is among what changes together with the other. */
  readonly probability: number
  readonly candidate: Candidate
  readonly past: CoChanges | null
}

/** Files that may have to change with a file, most likely first; of equals by path. */
export function rankedFor(known: Known, file: string): readonly Ranked[] {
  const { of, past } = candidatesOf(known, file)
  const [first] = of
  if (first === undefined) return []
  const scores = of.map(({ features }) => scoreOf(features))
  const probabilities = probabilitiesOf(scores, first.features)
  return of
    .map((candidate, at) => ({ path: candidate.path, probability: probabilities[at]!, candidate, past }))
    .sort((one, two) => two.probability - one.probability || (one.path < two.path ? -1 : 1))
}
