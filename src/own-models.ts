import type { Check } from './graph/given.ts'
import { wording } from './graph/wording.ts'
import type { Embedder, EmbedderIdentity } from './ports/embedder.ts'
import type { Reranker } from './ports/reranker.ts'
import { unitVector } from './providers/http/vectors.ts'
import { unavailable } from './providers/local/unavailable.ts'
import { DIMENSIONS_MAX } from './vectors/layout.ts'

/*
 * Models that an application gives. They are its own: it closes them, and what they answer is checked, since a vector
 * that is wrong would be stored, and found by nobody later.
 */

export const embedderGiven: Check = (value) => {
  if (typeof value === 'string') return null
  const { embed, identity } = value as Partial<Embedder>
  return typeof embed === 'function' && isIdentity(identity) ? null : wording`the name of an embedder, or an embedder`
}

function isIdentity(identity: Partial<EmbedderIdentity> | null | undefined): boolean {
  if (typeof identity !== 'object' || identity === null) return false
  const { model, dimensions, preprocessing, weights } = identity
  const isSized = Number.isInteger(dimensions) && dimensions! >= 1 && dimensions! <= DIMENSIONS_MAX
  return isSized && [model, preprocessing, weights].every((text) => typeof text === 'string')
}

export const rerankerGiven: Check = (value) => {
  if (typeof value === 'string') return null
  const { score, model, textsMax } = value as Partial<Reranker>
  return typeof score === 'function' && typeof model === 'string' && Number.isInteger(textsMax) && textsMax! >= 1
    ? null
    : wording`the name of a reranker, or a reranker`
}

/** Its methods stay bound to the object that has them. */
export function ownEmbedder(given: Embedder): Embedder {
  const { identity, languages, batchSize } = given
  return {
    identity,
    languages,
    batchSize,
    get isLoaded() {
      return given.isLoaded ?? true
    },
    async embed(texts, options) {
      const vectors = await given.embed(texts, options)
      if (!Array.isArray(vectors)) throw unavailable(identity.model, wording`it gave something that is no vector`)
      if (vectors.length !== texts.length) {
        throw unavailable(identity.model, wording`it gave ${vectors.length} vectors for ${texts.length} texts`)
      }
      return vectors.map((vector) => ownVector(vector, identity))
    },
    close: async () => {},
  }
}

function ownVector(vector: unknown, { model, dimensions }: EmbedderIdentity): Float32Array {
  if (!(Array.isArray(vector) || vector instanceof Float32Array || vector instanceof Float64Array)) {
    throw unavailable(model, wording`it gave something that is no vector`)
  }
  if (vector.length !== dimensions) {
    const reason = wording`it gave a vector of ${vector.length} numbers where ${dimensions} were expected`
    throw unavailable(model, reason)
  }
  const unit = unitVector(vector)
  if (unit === null) throw unavailable(model, wording`it gave a vector that holds something else than finite numbers`)
  return unit === 'zero' ? new Float32Array(dimensions) : unit
}

export function ownReranker(given: Reranker): Reranker {
  const { model, textsMax } = given
  return {
    model,
    textsMax,
    async score(question, texts, options) {
      const scores = await given.score(question, texts, options)
      if (!Array.isArray(scores) || scores.length !== texts.length) {
        const count = Array.isArray(scores) ? scores.length : 0
        throw unavailable(model, wording`it gave ${count} scores for ${texts.length} texts`)
      }
      if (!scores.every(Number.isFinite)) throw unavailable(model, wording`it gave a score that is no finite number`)
      return scores
    },
    close: async () => {},
  }
}
