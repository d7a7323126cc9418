import type { PostingList } from '../ports/graph-store.ts'
import type { Grain } from './recalled.ts'
import type { SpaceIndex } from './space-index.ts'

/*
 * BM25 at several grains, from one set of postings. A coarser grain is a sum over its messages, never a second copy: a
 * term's count in a window is what its postings in the window add up to, and its document frequency is the number of
 * windows that it reaches.
 *
 *   postings of "deploy"          slot 3 ×1       slot 5 ×2
 *   spread over windows of ±1     2 3 4           4 5 6        counts  2:1  3:1  4:3  5:2  6:2     df 5
 *
 * BM25 after Robertson and Zaragoza (2009), with idf = ln(1 + (N - df + 0.5) / (df + 0.5)), which is never negative.
 */

export interface Bm25 {
  readonly k1: number
  readonly b: number
}

export interface WeightedTerm {
  readonly term: string
  /** How much the question leans on it. */
  readonly weight: number
  readonly postings: PostingList
}

/** Scores of one grain, by unit for passages, by ordinal for sessions and events, by slot otherwise. */
export type GrainScores = Float64Array

/** Where the counts of one term are gathered; cleared behind itself. */
interface Scratch {
  readonly counts: Float64Array
  readonly touched: Uint32Array
}

export function makeScratch(index: SpaceIndex): Scratch {
  const size = Math.max(index.slots, index.units.count, 1)
  return { counts: new Float64Array(size), touched: new Uint32Array(size) }
}

/** The documents of a grain, as BM25 needs them. */
export interface GrainDocuments {
  readonly count: number
  /**
   * k1 (1 - b + b length / average length) by document: the count at which a term has half its effect. 0 until it is
   * asked for; a process that answers one question needs few of them.
   */
  readonly norm: Float64Array
  readonly normOf: (place: number) => number
}

export function documentsOf(index: SpaceIndex, grain: Grain, { k1, b }: Bm25): GrainDocuments {
  const { size, count, sum, lengthOf } = lengthsOf(index, grain)
  const average = count > 0 && sum > 0 ? sum / count : 1
  return {
    count,
    norm: new Float64Array(size),
    normOf: (place) => k1 * (1 - b + (b * lengthOf(place)) / average),
  }
}

interface Lengths {
  readonly size: number
  readonly count: number
  readonly sum: number
  readonly lengthOf: (place: number) => number
}

function lengthsOf(index: SpaceIndex, grain: Grain): Lengths {
  const { units, slots, lengthUpTo, eventStart, sessionStart } = index
  const sum = lengthUpTo[slots]!
  switch (grain) {
    case 'passage':
      return { size: units.count, count: index.liveUnits, sum, lengthOf: (unit) => units.length[unit]! }
    case 'message':
      return windowLengths(index, 0)
    case 'window1':
      return windowLengths(index, 1)
    case 'window2':
      return windowLengths(index, 2)
    case 'event':
      return runLengths(index, eventStart)
    case 'session':
      return runLengths(index, sessionStart)
    default:
      return grain satisfies never
  }
}

function windowLengths({ slots, session, sessionStart, lengthUpTo }: SpaceIndex, radius: number): Lengths {
  const lengthOf = (slot: number) => {
    const ordinal = session[slot]!
    const first = Math.max(sessionStart[ordinal]!, slot - radius)
    const end = Math.min(sessionStart[ordinal + 1]!, slot + radius + 1)
    return lengthUpTo[end]! - lengthUpTo[first]!
  }
  // Each message stands in as many windows as it has neighbours within the radius, itself included.
  let sum = 0
  for (let ordinal = 0; ordinal + 1 < sessionStart.length; ordinal++) {
    const [start, end] = [sessionStart[ordinal]!, sessionStart[ordinal + 1]!]
    const innerStart = Math.min(start + radius, end)
    const innerEnd = Math.max(innerStart, end - radius)
    sum += (2 * radius + 1) * (lengthUpTo[innerEnd]! - lengthUpTo[innerStart]!)
    for (const [from, to] of [
      [start, innerStart],
      [innerEnd, end],
    ] as const) {
      for (let slot = from; slot < to; slot++) {
        const windows = Math.min(end - 1, slot + radius) - Math.max(start, slot - radius) + 1
        sum += windows * (lengthUpTo[slot + 1]! - lengthUpTo[slot]!)
      }
    }
  }
  return { size: slots, count: slots, sum, lengthOf }
}

function runLengths({ slots, lengthUpTo }: SpaceIndex, starts: Uint32Array): Lengths {
  const size = starts.length - 1
  const lengthOf = (run: number) => lengthUpTo[starts[run + 1]!]! - lengthUpTo[starts[run]!]!
  return { size, count: size, sum: lengthUpTo[slots]!, lengthOf }
}

export function scoreGrain(
  index: SpaceIndex,
  grain: Grain,
  { count: documents, norm, normOf }: GrainDocuments,
  terms: readonly WeightedTerm[],
  { k1 }: Bm25,
  scratch: Scratch,
): GrainScores {
  const { counts, touched } = scratch
  const scores = new Float64Array(norm.length)
  for (const { postings, weight } of terms) {
    const reached = gather(index, grain, postings, scratch)
    const worth = weight * inverseFrequency(reached, documents) * (k1 + 1)
    for (let i = 0; i < reached; i++) {
      const place = touched[i]!
      const count = counts[place]!
      let half = norm[place]!
      if (half === 0) {
        half = normOf(place)
        norm[place] = half
      }
      scores[place]! += (worth * count) / (count + half)
      counts[place] = 0
    }
  }
  return scores
}

export function inverseFrequency(reached: number, documents: number): number {
  return Math.log(1 + (documents - reached + 0.5) / (reached + 0.5))
}

/** Adds up a term's counts at a grain into the scratch, and answers how many documents it reaches. */
function gather(index: SpaceIndex, grain: Grain, postings: PostingList, scratch: Scratch): number {
  switch (grain) {
    case 'passage':
      return gatherRuns(index, postings, null, scratch)
    case 'message':
      return gatherWindows(index, postings, 0, scratch)
    case 'window1':
      return gatherWindows(index, postings, 1, scratch)
    case 'window2':
      return gatherWindows(index, postings, 2, scratch)
    case 'event':
      return gatherRuns(index, postings, index.event, scratch)
    case 'session':
      return gatherRuns(index, postings, index.session, scratch)
    default:
      return grain satisfies never
  }
}

/** Over runs of slots, each of which bears the ordinal of its run; over units where there are no runs. */
function gatherRuns(
  { slotOf }: SpaceIndex,
  { units, counts: unitCounts }: PostingList,
  runOf: Uint32Array | null,
  { counts, touched }: Scratch,
): number {
  let reached = 0
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    // A unit that was written after the columns were read is not there yet.
    const slot = unit < slotOf.length ? slotOf[unit]! : -1
    if (slot < 0) continue
    const place = runOf === null ? unit : runOf[slot]!
    if (counts[place] === 0) touched[reached++] = place
    counts[place]! += unitCounts[i]!
  }
  return reached
}

function gatherWindows(
  { slotOf, session, sessionStart }: SpaceIndex,
  { units, counts: unitCounts }: PostingList,
  radius: number,
  { counts, touched }: Scratch,
): number {
  let reached = 0
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    const slot = unit < slotOf.length ? slotOf[unit]! : -1
    if (slot < 0) continue
    const ordinal = session[slot]!
    const first = Math.max(sessionStart[ordinal]!, slot - radius)
    const last = Math.min(sessionStart[ordinal + 1]! - 1, slot + radius)
    for (let place = first; place <= last; place++) {
      if (counts[place] === 0) touched[reached++] = place
      counts[place]! += unitCounts[i]!
    }
  }
  return reached
}
