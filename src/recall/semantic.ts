import type { PostingList } from '../ports/graph-store.ts'
import type { RecallConfig } from './config.ts'
import {
  documentsOf,
  type GrainDocuments,
  type GrainScores,
  inverseFrequency,
  makeScratch,
  scoreGrain,
  type WeightedTerm,
} from './grains.ts'
import type { Plan } from './plan.ts'
import { GRAINS, type Grain } from './recalled.ts'
import type { SpaceIndex } from './space-index.ts'

/*
 * The semantic route, by words. Each message is given
 *
 *     total = ( sum over grains of weight × BM25 ) + sessionBest × (the best sum in its session)
 *
 * and then factors of the form 1 + x. Grains are added as they are, unstandardised: BM25 over the same terms is of the
 * same kind at each, and a coarse grain, whose counts are higher but whose idf is lower, cannot drown a fine one.
 */

/** What is computed once per state of a space and kept until the space changes. */
export interface ScoredIndex {
  readonly index: SpaceIndex
  readonly documents: ReadonlyMap<Grain, GrainDocuments>
  readonly scratch: ReturnType<typeof makeScratch>
}

export interface SemanticScores {
  /** By slot; 0 for what no grain found. */
  readonly total: Float64Array
  /** Raw BM25 of each grain that was scored. */
  readonly grains: ReadonlyMap<Grain, GrainScores>
  /** By session ordinal, before its weight. */
  readonly sessionBest: Float64Array
  readonly terms: readonly WeightedTerm[]
  readonly late: readonly Grain[]
}

export function prepareIndex(index: SpaceIndex, config: RecallConfig): ScoredIndex {
  const documents = new Map<Grain, GrainDocuments>()
  for (const grain of GRAINS) if (config.grains[grain]) documents.set(grain, documentsOf(index, grain))
  return { index, documents, scratch: makeScratch(index) }
}

export function weighTerms(
  { index }: ScoredIndex,
  plan: Plan,
  postings: ReadonlyMap<string, PostingList>,
  config: RecallConfig,
): WeightedTerm[] {
  const saturation = config.repeatSaturation
  const terms = plan.terms.flatMap(({ term, count }) => {
    const list = postings.get(term)
    return list ? [{ term, weight: (count * (1 + saturation)) / (count + saturation), postings: list }] : []
  })
  if (terms.length <= config.termsMax) return terms
  const worth = ({ weight, postings: { units } }: WeightedTerm) =>
    weight * inverseFrequency(units.length, index.units.count)
  return terms.sort((a, b) => worth(b) - worth(a)).slice(0, config.termsMax)
}

/** Scores all messages. Grains for which `isLate` says that there is no time any more are left out and named. */
export function scoreSemantic(
  { index, documents, scratch }: ScoredIndex,
  terms: readonly WeightedTerm[],
  config: RecallConfig,
  isLate: () => boolean,
): SemanticScores {
  const total = new Float64Array(index.slots)
  const grains = new Map<Grain, GrainScores>()
  const late: Grain[] = []
  for (const [grain, grainDocuments] of documents) {
    if (grains.size > 0 && isLate()) {
      late.push(grain)
      continue
    }
    const scores = scoreGrain(index, grain, grainDocuments, terms, config.bm25, scratch)
    grains.set(grain, scores)
    addGrain(index, grain, scores, config.grains[grain]!, total)
  }
  const sessionBest = new Float64Array(index.sessionReference.length)
  for (let slot = 0; slot < index.slots; slot++) {
    const session = index.session[slot]!
    if (total[slot]! > sessionBest[session]!) sessionBest[session] = total[slot]!
  }
  for (let slot = 0; slot < index.slots; slot++) total[slot]! += config.sessionBest * sessionBest[index.session[slot]!]!
  return { total, grains, sessionBest, terms, late }
}

function addGrain(index: SpaceIndex, grain: Grain, scores: GrainScores, weight: number, total: Float64Array): void {
  for (let slot = 0; slot < index.slots; slot++) total[slot]! += weight * scores[placeOf(index, grain, scores, slot)]!
}

/** Where a message's score stands among those of a grain; for passages, its best one. */
export function placeOf(index: SpaceIndex, grain: Grain, scores: GrainScores, slot: number): number {
  if (grain === 'session') return index.session[slot]!
  if (grain === 'event') return index.event[slot]!
  return grain === 'passage' ? bestUnit(index, scores, slot) : slot
}

export function bestUnit(index: SpaceIndex, passages: GrainScores | undefined, slot: number): number {
  const first = index.firstUnit[slot]!
  let best = first
  if (!passages) return best
  for (let unit = first + 1; unit < first + index.unitCount[slot]!; unit++) {
    if (passages[unit]! > passages[best]!) best = unit
  }
  return best
}
