import type { SpaceId } from './graph/space.ts'
import type { GraphStore, VocabularyMark } from './ports/graph-store.ts'
import type { RelatedTerm, RelatedWords, WordVectors } from './ports/related-words.ts'
import type { VectorIndex } from './ports/vector-index.ts'
import { openVectorIndex } from './providers/vectors/vector-index.ts'
import { topRows } from './vectors/scan.ts'

export interface VocabularyParts {
  readonly store: GraphStore
  readonly space: SpaceId
  /** Loads the vectors of words when they are first needed; `null` where there are none. */
  readonly words: () => WordVectors | null
}

/** Terms that are looked at for one word. */
const RELATED_MAX = 16
/** Likeness below which a term is no other word for the same. */
const LIKENESS_MIN = 0.2
/** Terms of a space that have a vector; words beyond are found by their own spelling only. */
const TERMS_MAX = 200_000

/**
 * The words that a space uses, with their vectors, to find those that mean nearly what a question says. It reads the
 * terms of the index, and keeps what it read: a term that was forgotten since leads to no message any more.
 */
export class Vocabulary implements RelatedWords {
  readonly #parts: VocabularyParts
  readonly #terms: string[] = []
  readonly #known = new Set<string>()
  #index: VectorIndex | null = null
  #mark: VocabularyMark | null = null
  #reading: Promise<unknown> = Promise.resolve()

  constructor(parts: VocabularyParts) {
    this.#parts = parts
  }

  async related(words: readonly string[]): Promise<ReadonlyMap<string, readonly RelatedTerm[]> | null> {
    const vectors = this.#parts.words()
    if (vectors === null) return null
    const found = new Map<string, readonly RelatedTerm[]>()
    if (words.length === 0) return found
    // What could not be read now is read with the next question.
    this.#reading = this.#reading.then(() => this.#readNew(vectors)).catch(() => undefined)
    await this.#reading
    for (const word of words) {
      const vector = vectors.vectorOf(word)
      if (vector === null || this.#index === null) continue
      const likeness = await this.#index.scores(vector)
      const near = topRows(likeness, RELATED_MAX).filter(({ score }) => score >= LIKENESS_MIN)
      found.set(
        word,
        near.map(({ row, score }) => ({ term: this.#terms[row]!, likeness: Math.min(1, score) })),
      )
    }
    return found
  }

  async close(): Promise<void> {
    await this.#reading
    await this.#index?.close()
  }

  async #readNew(vectors: WordVectors): Promise<void> {
    const { terms, mark } = await this.#parts.store.vocabulary(this.#parts.space, this.#mark)
    for (const term of terms) {
      if (this.#terms.length >= TERMS_MAX || this.#known.has(term)) continue
      this.#known.add(term)
      const vector = isWord(term) ? vectors.vectorOf(term) : null
      if (vector === null) continue
      this.#index ??= openVectorIndex({ dimensions: vectors.dimensions })
      this.#index.set(this.#terms.length, vector)
      this.#terms.push(term)
    }
    this.#mark = mark
  }
}

/** A single Han character stands in a hundred words that mean other things. */
function isWord(term: string): boolean {
  return term.length > 1
}
