import type { Embedder, EmbedOptions } from '../src/ports/embedder.ts'
import type { WordVectors } from '../src/ports/related-words.ts'

/** Beginnings of words that mean the same share a concept; everything else is a word of its own. */
const CONCEPTS: readonly (readonly string[])[] = [
  ['automobil', 'vehicl', '汽车', '车'],
  ['doctor', 'physician', 'medic', '医生'],
  ['dog', 'hound', 'pupp'],
  ['money', 'cash', 'budget', '预算'],
  ['holiday', 'vacat', '假期'],
]
const DIMENSIONS = 32
const WORD = /[a-z0-9]+|\p{Script=Han}/gu

/** Concepts have a dimension each; other words share the rest, by a hash. Nothing in common is a likeness near 0. */
export function vectorOf(text: string, dimensions = DIMENSIONS): Float32Array {
  const vector = new Float32Array(dimensions)
  let rest = text.toLowerCase()
  for (const [place, concept] of CONCEPTS.entries()) {
    for (const word of concept) {
      if (!rest.includes(word)) continue
      vector[place % dimensions]! += 2
      rest = rest.replaceAll(word, ' ')
    }
  }
  for (const [word] of rest.matchAll(WORD)) {
    let hash = 7
    for (const character of word) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003
    vector[CONCEPTS.length + (hash % (dimensions - CONCEPTS.length - 1))]! += 0.3
  }
  // What all texts have in common, a little, as models have it.
  if (vector.some((number) => number !== 0)) vector[dimensions - 1]! += 0.25
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((number) => number / length)
}

export interface TestEmbedderOptions {
  readonly model?: string
  /** What happens at a call instead of, or before, an answer. */
  readonly before?: (texts: readonly string[], options: EmbedOptions) => Promise<unknown> | unknown
  /** What is made of the answer. */
  readonly after?: (vectors: Float32Array[], options: EmbedOptions) => unknown
}

export interface TestEmbedder extends Embedder {
  /** Texts of passages, one list a call. */
  readonly batches: readonly (readonly string[])[]
  readonly questions: readonly string[]
  readonly isClosed: () => boolean
}

/** An embedder as an application may give one: words with synonyms in 32 numbers, and whatever goes wrong. */
export function testEmbedder({ model = 'concepts', before, after }: TestEmbedderOptions = {}): TestEmbedder {
  const batches: string[][] = []
  const questions: string[] = []
  let isClosed = false
  return {
    identity: { model, dimensions: DIMENSIONS, preprocessing: 'lower case', weights: '0123456789abcdef' },
    languages: ['en', 'zh'],
    batchSize: 16,
    batches,
    questions,
    isClosed: () => isClosed,
    async embed(texts, options) {
      await before?.(texts, options)
      if (options.purpose === 'question') questions.push(...texts)
      else batches.push([...texts])
      const vectors = texts.map((text) => vectorOf(text))
      return (after ? after(vectors, options) : vectors) as Float32Array[]
    },
    async close() {
      isClosed = true
    },
  }
}

/** Never answers and listens to no signal. */
export const never = () => new Promise<never>(() => {})

/** Vectors of words in which synonyms are near each other. */
export const testWords: WordVectors = {
  dimensions: DIMENSIONS,
  digest: 'concepts',
  vectorOf(word) {
    const vector = vectorOf(word)
    return vector.some((number) => number !== 0) ? vector : null
  },
  textVector: (text) => vectorOf(text),
}
