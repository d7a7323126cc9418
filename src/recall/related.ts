import type { PostingList } from '../ports/graph-store.ts'
import type { RelatedTerm } from '../ports/related-words.ts'
import { foldHan, segmentHan } from '../text/han.ts'
import { isHanStopWord, isQuestionStopWord } from '../text/stop-words.ts'
import { tokeniseQuestion } from '../text/tokenise.ts'
import { inverseFrequency } from './grains.ts'
import type { SpaceIndex } from './space-index.ts'

/*
 * Messages that say with other words what the question says: each word of the question finds its nearest word in the
 * message, whatever its spelling or language.
 *
 *     score = Σ idf(word) × likeness of the nearest word in the passage   /   Σ idf(word)      for words of the question
 *
 * As late interaction (Khattab and Zaharia 2020), over vectors of words: a word has the same vector in every sentence, so
 * the nearest words of a whole space are found once, and their postings lead to the passages.
 */

/** A word of the question, with the terms that mean nearly the same, itself included, and how much it tells. */
export interface RelatedWord {
  readonly weight: number
  readonly terms: readonly { readonly likeness: number; readonly postings: PostingList }[]
}

/** Words of a question that are looked at. */
const WORDS_MAX = 24
/** Characters that they are taken from: cutting long runs into words takes longer than in proportion. */
const CHARACTERS_MAX = 4_000
const HAN = /^[\u3400-\u9fff]/u
const HAN_RUN = /[\u3400-\u9fff]+/gu

/** The words of a question that say something: terms as they are indexed, Chinese ones as a dictionary cuts them. */
export function tellingWords(question: string): readonly string[] {
  const read = question.slice(0, CHARACTERS_MAX)
  const latin = tokeniseQuestion(read).filter((term) => !HAN.test(term))
  const han = [...foldHan(read.normalize('NFKC')).matchAll(HAN_RUN)]
    .flatMap(([run]) => segmentHan(run))
    .filter((word) => !isHanStopWord(word) && !isQuestionStopWord(word))
  return [...new Set([...latin, ...han])].slice(0, WORDS_MAX)
}

/** A word is as rare as it is itself, or as its nearest one where that is more common: another language says it otherwise. */
export function weighRelated(
  words: readonly string[],
  related: ReadonlyMap<string, readonly RelatedTerm[]>,
  { postings, units }: { readonly postings: ReadonlyMap<string, PostingList>; readonly units: number },
): readonly RelatedWord[] {
  return words.map((word) => {
    const own = postings.get(word)
    const others = (related.get(word) ?? []).filter(({ term }) => term !== word)
    const listed = others.flatMap(({ term, likeness }) => {
      const list = postings.get(term)
      return list ? [{ likeness, postings: list }] : []
    })
    return {
      weight: inverseFrequency(Math.max(own?.units.length ?? 0, listed[0]?.postings.units.length ?? 0), units),
      terms: own ? [{ likeness: 1, postings: own }, ...listed] : listed,
    }
  })
}

/** By unit, 0..1. */
export function scoreRelated({ units, slotOf }: SpaceIndex, words: readonly RelatedWord[]): Float32Array {
  const scores = new Float32Array(units.count)
  const nearest = new Float32Array(units.count)
  const touched = new Uint32Array(units.count)
  const sum = words.reduce((total, { weight }) => total + weight, 0)
  for (const { weight, terms } of words) {
    let reached = 0
    for (const { likeness, postings } of terms) {
      for (const unit of postings.units) {
        if (unit >= slotOf.length || slotOf[unit]! < 0) continue
        if (nearest[unit] === 0) touched[reached++] = unit
        if (likeness > nearest[unit]!) nearest[unit] = likeness
      }
    }
    for (let i = 0; i < reached; i++) {
      const unit = touched[i]!
      scores[unit]! += (weight * nearest[unit]!) / sum
      nearest[unit] = 0
    }
  }
  return scores
}
