import type { TextSpan, TimeSpan } from '../graph/spans.ts'
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
import { amountsOf, standingOf, worthOfWords } from './meaning.ts'
import type { Plan } from './plan.ts'
import { GRAINS, type Grain } from './recalled.ts'
import type { SpaceIndex } from './space-index.ts'
import { nearness } from './when.ts'

/*
 * The semantic route. Each message is given
 *
 *     total = sum over grains of weight × BM25  +  what vectors and words of like meaning add (meaning.ts)
 *
 * and then factors of the form 1 + x (boosts.ts). Grains are added as they are, unstandardised: BM25 over the same
 * terms is of the same kind at each, and a coarse grain, whose counts are higher but whose idf is lower, cannot drown a
 * fine one.
 */

/** What is computed once per state of a space and kept until the space changes. */
export interface ScoredIndex {
  readonly index: SpaceIndex
  readonly documents: ReadonlyMap<Grain, GrainDocuments>
  readonly scratch: ReturnType<typeof makeScratch>
}

export interface SemanticScores {
  /** Slots that words were found in or beside, ascending. Events and sessions alone find nothing, they only lift. */
  readonly candidates: Uint32Array
  /** By candidate. */
  readonly total: Float64Array
  /** What each candidate has for being named, where no word was found at all; else 0. */
  readonly named: number
  /** By candidate, weighted; `null` when the question names no time. */
  readonly time: Float64Array | null
  /** By slot, how near a message is to the time, 0..1; `null` when the question names none. */
  readonly near: Float64Array | null
  /** By candidate, what vectors add; `null` where none was compared. */
  readonly meaning: Float64Array | null
  /** By candidate, what words of like meaning add; `null` where none were looked for. */
  readonly related: Float64Array | null
  /** Raw BM25 of each grain that was scored. */
  readonly grains: ReadonlyMap<Grain, GrainScores>
  readonly terms: readonly WeightedTerm[]
  readonly late: readonly Grain[]
}

export function prepareIndex(index: SpaceIndex, config: RecallConfig): ScoredIndex {
  const documents = new Map<Grain, GrainDocuments>()
  for (const grain of GRAINS) if (config.grains[grain]) documents.set(grain, documentsOf(index, grain, config.bm25))
  return { index, documents, scratch: makeScratch(index) }
}

export function weighTerms(
  { index }: ScoredIndex,
  plan: Plan,
  postings: ReadonlyMap<string, PostingList>,
  config: RecallConfig,
): WeightedTerm[] {
  // Saying a word twice does not make it twice as important: each distinct term counts once.
  const terms = plan.terms.flatMap(({ term, weight }) => {
    const list = postings.get(term)
    return list && weight > 0 ? [{ term, weight, postings: list }] : []
  })
  if (terms.length <= config.termsMax) return terms
  const worth = ({ weight, postings: { units } }: WeightedTerm) =>
    weight * inverseFrequency(units.length, index.units.count)
  return terms.sort((a, b) => worth(b) - worth(a)).slice(0, config.termsMax)
}

/** The times that a question names, and where they are told of. */
export interface AskedTimes {
  readonly windows: readonly TimeSpan[]
  /** Units that name one of the times, on whatever day they were said. */
  readonly told: readonly PostingList[]
}

export interface ScoreRequest {
  readonly terms: readonly WeightedTerm[]
  /** Times and speakers that the question names. */
  readonly times: AskedTimes
  readonly speakers: readonly number[]
  /** By unit, how like the question it is by its vector; `null` where nothing was compared. */
  readonly likeness: Float32Array | null
  /** By unit, how like its words are to those of the question. */
  readonly related: Float32Array | null
  readonly isLate: () => boolean
}

/** Scores all messages. Grains for which `isLate` says that there is no time any more are left out and named. */
export function scoreSemantic(
  { index, documents, scratch }: ScoredIndex,
  { terms, times, speakers, likeness, related, isLate }: ScoreRequest,
  config: RecallConfig,
): SemanticScores {
  const grains = new Map<Grain, GrainScores>()
  const late: Grain[] = []
  for (const [grain, grainDocuments] of documents) {
    if (grains.size > 0 && isLate()) late.push(grain)
    else grains.set(grain, scoreGrain(index, grain, grainDocuments, terms, config.bm25, scratch))
  }
  const byMeaning = likeness && standingOf(index, { byUnit: likeness, zeroIsUnknown: true }, config.meaning)
  const byRelated = related && standingOf(index, { byUnit: related, zeroIsUnknown: false }, config.related)
  const beside = ascending(byMeaning?.found ?? [], byRelated?.found ?? [])
  const found = findCandidates(index, grains, beside)
  const near = times.windows.length > 0 ? nearTimes(index, times, config) : null
  const hasWords = found.length > beside.length || findCandidates(index, grains, []).length > 0
  // Where no word is found, who or what time is named still counts, whatever else is like the question.
  const byName = hasWords ? [] : [...namedCandidates(index, near, speakers)]
  const candidates = byName.length > 0 ? Uint32Array.from(ascending(beside, byName)) : found
  const named = byName.length > 0 ? 1 : 0
  const total = new Float64Array(candidates.length).fill(named)
  for (const [grain, scores] of grains) addGrain(index, grain, scores, config.grains[grain]!, candidates, total)
  const words = byMeaning || byRelated ? worthOfWords(total) : 0
  const meaning = byMeaning && amountsOf(byMeaning, { candidates, words }, config.meaning)
  const alike = byRelated && amountsOf(byRelated, { candidates, words }, config.related)
  const time = near ? scoreTime(near, candidates, config) : null
  for (const part of [meaning, alike, time]) {
    if (part) for (let i = 0; i < total.length; i++) total[i]! += part[i]!
  }
  return { candidates, total, named, meaning, related: alike, time, near, grains, terms, late }
}

/** The finest grains, in order of reach: what a wider one did not reach, no narrower one did. */
const REACH = ['window2', 'window1', 'message'] as const

/** Both ascend; what stands in both comes once. */
function ascending(a: readonly number[], b: readonly number[]): readonly number[] {
  return [...new Set([...a, ...b])].sort((x, y) => x - y)
}

/** What words find, and what meaning does: both ascend. */
function findCandidates(
  index: SpaceIndex,
  grains: ReadonlyMap<Grain, GrainScores>,
  byMeaning: readonly number[],
): Uint32Array {
  const widest = REACH.map((grain) => grains.get(grain)).find((scores) => scores !== undefined)
  const passages = grains.get('passage')
  const found = new Uint32Array(index.slots)
  let [count, next] = [0, 0]
  for (let slot = 0; slot < index.slots; slot++) {
    const isMeant = byMeaning[next] === slot
    if (isMeant) next++
    const score = widest ? widest[slot]! : passages ? passages[bestUnit(index, passages, slot)]! : 0
    if (score > 0 || isMeant) found[count++] = slot
  }
  return found.subarray(0, count)
}

/** Nearness to a named time from which on a message belongs to it. */
const NEARNESS_MIN = 0.5

/** "What did Tom say?", "What happened on 4 March?": no word is left to search for, but somebody or some time is named. */
function namedCandidates(index: SpaceIndex, near: Float64Array | null, speakers: readonly number[]): Uint32Array {
  const isNamed = (slot: number) =>
    (speakers.length === 0 || speakers.includes(index.speaker[slot]!)) && (near === null || near[slot]! >= NEARNESS_MIN)
  if (near === null && speakers.length === 0) return new Uint32Array(0)
  return Uint32Array.from({ length: index.slots }, (_, slot) => slot).filter(isNamed)
}

/** By slot, how near a message is to the times: by when it was said, or by the time that it tells of. */
function nearTimes(index: SpaceIndex, { windows, told }: AskedTimes, config: RecallConfig): Float64Array {
  const near = new Float64Array(index.slots)
  for (let slot = 0; slot < index.slots; slot++) near[slot] = nearness(index.at[slot]!, windows, config.timeReachDays)
  for (const { units } of told) {
    for (const unit of units) {
      const slot = unit < index.slotOf.length ? index.slotOf[unit]! : -1
      if (slot >= 0) near[slot] = Math.max(near[slot]!, config.toldTime)
    }
  }
  return near
}

/**
 * The time that a question names is worth what a term is: the rarer, the more. With s the share of all messages that
 * are near it, a message that is near by n is given weight × n × ln(1 / s).
 */
function scoreTime(near: Float64Array, candidates: Uint32Array, config: RecallConfig): Float64Array {
  let sum = 0
  for (const one of near) sum += one
  const worth = sum > 0 ? config.time * Math.log(near.length / sum) : 0
  return weighted(near, candidates, worth)
}

/** What some slots have, times a weight. A loop: `from` with a function takes many times as long. */
export function weighted(scores: Float64Array, slots: Uint32Array, weight: number): Float64Array {
  const picked = new Float64Array(slots.length)
  for (let i = 0; i < slots.length; i++) picked[i] = scores[slots[i]!]! * weight
  return picked
}

function addGrain(
  index: SpaceIndex,
  grain: Grain,
  scores: GrainScores,
  weight: number,
  candidates: Uint32Array,
  total: Float64Array,
): void {
  const { session, event, firstUnit, unitCount } = index
  for (let i = 0; i < total.length; i++) {
    const slot = candidates[i]!
    let place = slot
    if (grain === 'session') place = session[slot]!
    else if (grain === 'event') place = event[slot]!
    else if (grain === 'passage') place = unitCount[slot] === 1 ? firstUnit[slot]! : bestUnit(index, scores, slot)
    total[i]! += weight * scores[place]!
  }
}

/** Where a message's score stands among those of a grain; for passages, its best one. */
export function placeOf(index: SpaceIndex, grain: Grain, scores: GrainScores, slot: number): number {
  if (grain === 'session') return index.session[slot]!
  if (grain === 'event') return index.event[slot]!
  return grain === 'passage' ? bestUnit(index, scores, slot) : slot
}

/** Where the passage that a message is shown and read by stands in it: the one that fits the words best. */
export function bestPassage(index: SpaceIndex, { grains }: Pick<SemanticScores, 'grains'>, slot: number): TextSpan {
  const unit = bestUnit(index, grains.get('passage'), slot)
  return { start: index.units.start[unit]!, end: index.units.end[unit]! }
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
