import type { Embedder } from '../../ports/embedder.ts'
import type { WordVectors } from '../../ports/related-words.ts'

/** Texts that are embedded between two looks at the signal, a few milliseconds. */
const BATCH_SIZE = 256

/** An embedder that needs no model and no thread: the sums of word vectors. */
export function staticEmbedder(words: WordVectors): Embedder {
  return {
    identity: {
      model: 'engraph-static-words',
      dimensions: words.dimensions,
      preprocessing: 'gloss 1; sum of words by inverse frequency',
      weights: words.digest,
    },
    languages: ['en', 'zh'],
    batchSize: BATCH_SIZE,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += BATCH_SIZE) {
        signal?.throwIfAborted()
        // Others take their turn between the batches of a long list.
        if (from > 0) await new Promise<void>((resolve) => setImmediate(resolve))
        for (const text of texts.slice(from, from + BATCH_SIZE)) vectors.push(words.textVector(text))
      }
      return vectors
    },
    async close() {},
  }
}
