import type { MeaningConfig } from './config.ts'
import type { SpaceIndex } from './space-index.ts'
import { largest } from './top.ts'

/*
 * What does not go by spelling: how like the question a passage is as a whole, by vectors (`meaning`), and word by word
 * (`related`). Both come as numbers by unit, on scales that differ from model to model and from question to question; so
 * each is counted in deviations from what is usual in the space, where what stands out counts for more than what is
 * merely better than most:
 *
 *     z      = (likeness - mean) / deviation                                a message takes its best passage
 *     own    = z + Σ before^k × (z of the k-th message before) + Σ after^k × (z of the k-th after)      k = 1, 2, 3
 *     amount = weight × words × (own / full) ^ power
 *
 * `words` is what the twentieth best message has by words. Where a few messages stand out by words, it is low, and they
 * stay ahead; where many fit as well as any, what they mean decides.
 */

export interface Standing {
  /** By slot, in deviations, at least 0. */
  readonly scores: Float64Array
  /** Slots that are found even if no word is, ascending. */
  readonly found: readonly number[]
}

export interface StandingRequest {
  readonly byUnit: Float32Array
  /** Whether 0 means that nothing is known, rather than that nothing is alike. */
  readonly zeroIsUnknown: boolean
}

/** Messages that are found by this alone, at most. */
const FOUND_MAX = 200
/** Messages before and after that count. */
const REACH = 3
/** Rank of the message that says what words are worth. */
const WORDS_RANK = 20

/** `null` where nothing is alike. */
export function standingOf(index: SpaceIndex, request: StandingRequest, config: MeaningConfig): Standing | null {
  const best = bestBySlot(index, request.byUnit)
  const usual = usualOf(best, request.zeroIsUnknown)
  if (usual === null) return null
  const { mean, deviation } = usual
  const own = new Float64Array(index.slots)
  for (let slot = 0; slot < own.length; slot++) {
    const value = best[slot]!
    own[slot] = request.zeroIsUnknown && value === 0 ? 0 : (value - mean) / deviation
  }
  const scores = spread(index, own, config)
  for (let slot = 0; slot < scores.length; slot++) if (!(scores[slot]! > 0)) scores[slot] = 0
  const found: number[] = []
  for (let slot = 0; slot < scores.length; slot++) {
    const value = best[slot]!
    const standsOut = scores[slot]! >= config.foundMin && value - mean >= config.aboveMean
    if (standsOut || value >= config.surely) found.push(slot)
  }
  if (found.length <= FOUND_MAX) return { scores, found }
  const places = largest(
    found.map((slot) => scores[slot]!),
    FOUND_MAX,
    (a, b) => a - b,
  )
  return { scores, found: places.map((place) => found[place]!).sort((a, b) => a - b) }
}

/** What the messages around add to each. A pass per step: there may be as many slots as messages. */
function spread({ session }: SpaceIndex, own: Float64Array, { before, after }: MeaningConfig): Float64Array {
  const scores = own.slice()
  let [shareBefore, shareAfter] = [1, 1]
  for (let step = 1; step <= REACH && (before > 0 || after > 0); step++) {
    shareBefore *= before
    shareAfter *= after
    for (let slot = step; slot < own.length; slot++) {
      if (session[slot] !== session[slot - step]) continue
      scores[slot]! += shareBefore * own[slot - step]!
      scores[slot - step]! += shareAfter * own[slot]!
    }
  }
  return scores
}

function bestBySlot({ slots, firstUnit, unitCount }: SpaceIndex, byUnit: Float32Array): Float32Array {
  const best = new Float32Array(slots)
  for (let slot = 0; slot < slots; slot++) {
    const first = firstUnit[slot]!
    const end = Math.min(first + unitCount[slot]!, byUnit.length)
    let most = first < end ? byUnit[first]! : 0
    for (let unit = first + 1; unit < end; unit++) if (byUnit[unit]! > most) most = byUnit[unit]!
    best[slot] = most
  }
  return best
}

/** A few messages are too few to know what is usual: the lower half of them is counted so many times more. */
const USUAL_MIN = 20
const USUAL_DEVIATION = 0.1
/** Likeness that is usual at most: where there is but one message, or all say the same, they must not be it. */
const USUAL_MAX = 0.25
/** With more it makes no difference. */
const SMALL_MAX = 1000

/** Mean and deviation of what is known; `null` where nothing tells one from another. */
function usualOf(values: Float32Array, zeroIsUnknown: boolean) {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (zeroIsUnknown && value === 0) continue
    count++
    sum += value
    squares += value * value
  }
  if (squares === 0) return null
  const mean = sum / count
  const variance = Math.max(0, squares / count - mean * mean)
  if (count > SMALL_MAX) return { mean, deviation: Math.sqrt(variance) || 1 }
  const known = zeroIsUnknown ? values.filter((value) => value !== 0) : values.slice()
  const lower = known.sort().subarray(0, Math.ceil(count / 2))
  const low = Math.min(USUAL_MAX, lower.reduce((total, value) => total + value, 0) / lower.length)
  const whole = count + USUAL_MIN
  return {
    mean: (sum + USUAL_MIN * low) / whole,
    deviation: Math.sqrt((count * variance + USUAL_MIN * USUAL_DEVIATION ** 2) / whole),
  }
}

/** By candidate, what standing out adds to what words say. */
export function amountsOf(
  { scores }: Standing,
  { candidates, words }: { readonly candidates: Uint32Array; readonly words: number },
  { weight, full, power }: MeaningConfig,
): Float64Array {
  const amounts = new Float64Array(candidates.length)
  for (let i = 0; i < amounts.length; i++) {
    const share = scores[candidates[i]!]! / full
    amounts[i] = share > 0 ? weight * words * share ** power : 0
  }
  return amounts
}

/** What the twentieth best by words has. Where no word is found, anything will do. */
export function worthOfWords(byWords: Float64Array): number {
  const best = largest(byWords, WORDS_RANK, (a, b) => a - b)
  const last = best.at(-1)
  return last === undefined ? 1 : byWords[last]!
}
