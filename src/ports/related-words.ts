/** A term of the index that means nearly what a word does. */
export interface RelatedTerm {
  readonly term: string
  /** 0..1; 1 is the word itself. */
  readonly likeness: number
}

/**
 * What a space says instead of the words of a question.
 *
 * **Contract:** it never fails; a word of which nothing is known has no entry.
 */
export interface RelatedWords {
  /** The terms of the space that are likest to each word, the likest first; `null` where there are no vectors of words. */
  related(words: readonly string[]): Promise<ReadonlyMap<string, readonly RelatedTerm[]> | null>
}

/** A vector for each word of a language, or of several in one space. */
export interface WordVectors {
  readonly dimensions: number
  /** Stands for the words and the glosses: equal digests, equal vectors. */
  readonly digest: string
  /** Of a word in any case, or its stem, or a Chinese word: unit length, not to be changed; `null` for what is no known word. */
  vectorOf(word: string): Float32Array | null
  /** Unit length; zeros for a text without a known word. */
  textVector(text: string): Float32Array
}
