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

/** Length and number of the documents of a grain. */
export interface GrainDocuments {
  readonly length: ArrayLike<number>
  readonly count: number
  readonly averageLength: number
}

export function documentsOf(index: SpaceIndex, grain: Grain): GrainDocuments {
  switch (grain) {
    case 'passage':
      return measured(index.units.length, index.units.count, liveUnits(index))
    case 'message':
      return measured(index.length, index.slots)
    case 'window1':
      return measured(windowLengths(index, 1), index.slots)
    case 'window2':
      return measured(windowLengths(index, 2), index.slots)
    case 'event':
      return measured(runLengths(index, index.eventStart), index.eventStart.length - 1)
    case 'session':
      return measured(runLengths(index, index.sessionStart), index.sessionStart.length - 1)
    default:
      return grain satisfies never
  }
}

function measured(length: ArrayLike<number>, size: number, count = size): GrainDocuments {
  let sum = 0
  for (let i = 0; i < size; i++) sum += length[i]!
  return { length, count, averageLength: count > 0 && sum > 0 ? sum / count : 1 }
}

function liveUnits({ slotOf, units }: SpaceIndex): number {
  let live = 0
  for (let unit = 0; unit < units.count; unit++) if (slotOf[unit]! >= 0) live++
  return live
}

function windowLengths(index: SpaceIndex, radius: number): Float64Array {
  const sums = new Float64Array(index.slots)
  for (let session = 0; session + 1 < index.sessionStart.length; session++) {
    const [start, end] = [index.sessionStart[session]!, index.sessionStart[session + 1]!]
    for (let slot = start; slot < end; slot++) {
      const last = Math.min(end - 1, slot + radius)
      for (let near = Math.max(start, slot - radius); near <= last; near++) sums[slot]! += index.length[near]!
    }
  }
  return sums
}

function runLengths(index: SpaceIndex, starts: Uint32Array): Float64Array {
  const sums = new Float64Array(starts.length - 1)
  for (let run = 0; run < sums.length; run++) {
    for (let slot = starts[run]!; slot < starts[run + 1]!; slot++) sums[run]! += index.length[slot]!
  }
  return sums
}

export function scoreGrain(
  index: SpaceIndex,
  grain: Grain,
  documents: GrainDocuments,
  terms: readonly WeightedTerm[],
  { k1, b }: Bm25,
  scratch: Scratch,
): GrainScores {
  const { counts, touched } = scratch
  const scores = new Float64Array(documents.length.length)
  for (const { postings, weight } of terms) {
    const reached = gather(index, grain, postings, scratch)
    const idf = inverseFrequency(reached, documents.count)
    for (let i = 0; i < reached; i++) {
      const place = touched[i]!
      const count = counts[place]!
      const norm = k1 * (1 - b + (b * documents.length[place]!) / documents.averageLength)
      scores[place]! += (weight * idf * count * (k1 + 1)) / (count + norm)
      counts[place] = 0
    }
  }
  return scores
}

export function inverseFrequency(reached: number, documents: number): number {
  return Math.log(1 + (documents - reached + 0.5) / (reached + 0.5))
}

/** Adds up a term's counts at a grain into the scratch, and answers how many documents it reaches. */
function gather(index: SpaceIndex, grain: Grain, postings: PostingList, { counts, touched }: Scratch): number {
  const { slotOf, session, event, sessionStart } = index
  const { units, counts: unitCounts } = postings
  let reached = 0
  const radius = grain === 'window1' ? 1 : grain === 'window2' ? 2 : 0
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    // A unit that was written after the columns were read is not there yet.
    const slot = unit < slotOf.length ? slotOf[unit]! : -1
    if (slot < 0) continue
    const count = unitCounts[i]!
    let first = slot
    let last = slot
    if (radius > 0) {
      const ordinal = session[slot]!
      first = Math.max(sessionStart[ordinal]!, slot - radius)
      last = Math.min(sessionStart[ordinal + 1]! - 1, slot + radius)
    } else if (grain === 'passage') first = last = unit
    else if (grain === 'event') first = last = event[slot]!
    else if (grain === 'session') first = last = session[slot]!
    for (let place = first; place <= last; place++) {
      if (counts[place] === 0) touched[reached++] = place
      counts[place]! += count
    }
  }
  return reached
}
