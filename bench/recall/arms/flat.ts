import { countTerms, tokenise } from '../../../src/text/tokenise.ts'
import type { RankedText } from '../packing.ts'
import { type Arm, type ArmSpace, type BenchGrain, firstDistinct, RANKED_MAX, wholeText } from './arm.ts'

/** What plain BM25 is tuned with. Chosen on the tune splits, one set for all files; see bench/README.md. */
export interface FlatOptions {
  readonly k1: number
  readonly b: number
  /** Whether the speaker's name is part of a message's words. */
  readonly withSpeaker: boolean
  /** At session grain: whether a session is one document, or ranks with its best message. */
  readonly sessionIs: 'document' | 'best-message'
}

export const FLAT_OPTIONS: FlatOptions = {
  k1: 0.9,
  b: 0.8,
  withSpeaker: true,
  sessionIs: 'document',
}

/**
 * The baseline: Okapi BM25 over the same tokens as Engraph's, one document per message, nothing else.
 *
 * Σ over the question's terms, each as often as it stands there, of  ln(1 + (N − df + ½) / (df + ½)) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / mean))
 *
 * Robertson & Zaragoza 2009, with the idf that never turns negative.
 */
export function flatArm(options: FlatOptions = FLAT_OPTIONS): Arm {
  return {
    names: ['flat'],
    async open(_space, { grain }) {
      return openFlat(options, grain)
    },
  }
}

function openFlat(options: FlatOptions, grain: BenchGrain): ArmSpace {
  const index = new FlatIndex(options)
  const bySession = grain === 'session'
  let places = 0
  return {
    indexing: null,
    problems: () => [],
    async remember(session, docs) {
      const written = docs.map((doc) => ({
        text: wholeText(doc, places++, grain),
        words: options.withSpeaker ? `${doc.speaker}: ${doc.text}` : doc.text,
      }))
      if (bySession && options.sessionIs === 'document') index.add(session, written)
      else for (const one of written) index.add(one.text.id, [one])
      return []
    },
    async recall({ question }) {
      const start = performance.now()
      const documents = index.rank(question)
      const ids = firstDistinct(
        documents.map((document) => index.keyOf(document)),
        RANKED_MAX,
      )
      const ms = performance.now() - start
      return { ids, texts: documents.slice(0, RANKED_MAX).flatMap((document) => index.textsOf(document)), ms }
    },
    async close() {},
  }
}

interface Written {
  /** What is searched. */
  readonly words: string
  /** What is packed: every message by itself, as for Engraph. */
  readonly text: RankedText
}

/** An inverted index that can be asked at any time between two additions. */
class FlatIndex {
  readonly #options: FlatOptions
  readonly #postings = new Map<string, { readonly documents: number[]; readonly counts: number[] }>()
  readonly #keys: string[] = []
  readonly #texts: (readonly RankedText[])[] = []
  readonly #lengths: number[] = []
  #lengthTotal = 0

  constructor(options: FlatOptions) {
    this.#options = options
  }

  add(key: string, written: readonly Written[]): void {
    const terms = written.flatMap(({ words }) => tokenise(words))
    const document = this.#keys.push(key) - 1
    this.#texts.push(written.map(({ text }) => text))
    this.#lengths.push(terms.length)
    this.#lengthTotal += terms.length
    for (const [term, count] of countTerms(terms)) {
      let posting = this.#postings.get(term)
      if (posting === undefined) {
        posting = { documents: [], counts: [] }
        this.#postings.set(term, posting)
      }
      posting.documents.push(document)
      posting.counts.push(count)
    }
  }

  keyOf(document: number): string {
    return this.#keys[document]!
  }

  textsOf(document: number): readonly RankedText[] {
    return this.#texts[document]!
  }

  /** The documents that share a term with the question, best first, the earlier of equals first. */
  rank(question: string): number[] {
    const { k1, b } = this.#options
    const total = this.#keys.length
    const lengthMean = this.#lengthTotal / Math.max(1, total)
    const bm25 = new Map<number, number>()
    for (const [term, repeats] of countTerms(tokenise(question))) {
      const posting = this.#postings.get(term)
      if (posting === undefined) continue
      const df = posting.documents.length
      const idf = Math.log(1 + (total - df + 0.5) / (df + 0.5)) * repeats
      posting.documents.forEach((document, place) => {
        const tf = posting.counts[place]!
        const norm = k1 * (1 - b + (b * this.#lengths[document]!) / lengthMean)
        bm25.set(document, (bm25.get(document) ?? 0) + (idf * tf * (k1 + 1)) / (tf + norm))
      })
    }
    return [...bm25.entries()]
      .sort(([documentA, a], [documentB, z]) => z - a || documentA - documentB)
      .map(([document]) => document)
  }
}
