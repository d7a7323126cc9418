import type { PostingList } from '../ports/graph-store.ts'
import { countTerms, tokenise } from '../text/tokenise.ts'
import type { FeedbackConfig, RecallConfig } from './config.ts'
import { type GrainScores, inverseFrequency, scoreGrain, type WeightedTerm } from './grains.ts'
import type { ScoredIndex } from './semantic.ts'

/*
 * Feedback: what the first hits have in common finds more of the same, also where the question's own words are absent.
 * A term of the head is worth
 *
 *     sum over the head of  worth of the message × share of the term in it × idf
 *
 * as in the relevance model of Lavrenko and Croft (2001). The best terms are scored as a second question, over windows,
 * and added with a weight; they find nothing by themselves.
 */

/** A text of the head, with how well it fits the question, 0..1. */
export interface HeadText {
  readonly text: string
  readonly worth: number
}

/** Terms whose postings are looked at. */
const TERMS_READ_MAX = 64
/** A short message would make each of its few words too heavy. */
const LENGTH_MIN = 8
/** Terms in more than this share of all messages tell nothing of a subject. */
const SHARE_MAX = 0.1
/** What all weights together are worth, against one word of the question at one grain. */
const WEIGHT_SUM = 3
/** A single Han character says too little. */
const HAN_CHARACTER = /^\p{Script=Han}$/u

/** Terms of the head that the question does not have, with their share, the heaviest first. */
export function headTerms(head: readonly HeadText[], own: ReadonlySet<string>): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const { text, worth } of head) {
    const terms = tokenise(text)
    const length = Math.max(terms.length, LENGTH_MIN)
    for (const [term, count] of countTerms(terms)) {
      if (own.has(term) || HAN_CHARACTER.test(term)) continue
      shares.set(term, (shares.get(term) ?? 0) + (worth * count) / length)
    }
  }
  return new Map([...shares].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, TERMS_READ_MAX))
}

/** Scores all windows by the best terms of the head; `null` where there are none. */
export function scoreFeedback(
  { index, documents, scratch }: ScoredIndex,
  shares: ReadonlyMap<string, number>,
  postings: ReadonlyMap<string, PostingList>,
  { bm25, feedback }: Pick<RecallConfig, 'bm25' | 'feedback'>,
): GrainScores | null {
  const windows = documents.get('window2')
  if (!windows) return null
  const terms = bestTerms(shares, postings, index.units.count, feedback)
  return terms.length === 0 ? null : scoreGrain(index, 'window2', windows, terms, bm25, scratch)
}

function bestTerms(
  shares: ReadonlyMap<string, number>,
  postings: ReadonlyMap<string, PostingList>,
  unitCount: number,
  { terms: termsMax }: FeedbackConfig,
): WeightedTerm[] {
  const worths: WeightedTerm[] = []
  for (const [term, share] of shares) {
    const list = postings.get(term)
    const found = list?.units.length ?? 0
    // A term of one message leads nowhere else.
    if (!list || found < 2 || found > Math.max(LENGTH_MIN, SHARE_MAX * unitCount)) continue
    worths.push({ term, weight: share * inverseFrequency(found, unitCount), postings: list })
  }
  const best = worths.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1)).slice(0, termsMax)
  const sum = best.reduce((total, { weight }) => total + weight, 0)
  return best.map((term) => ({ ...term, weight: (WEIGHT_SUM * term.weight) / sum }))
}
