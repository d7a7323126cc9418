import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { cleanText } from '../../text/clean.ts'
import { cutToCharacters } from '../http/batches.ts'
import { DIMENSIONS_MAX, unitVector } from '../http/vectors.ts'
import { modelFamily, type Pooling, type Prefixes } from '../model-family.ts'
import { cachedWeights } from './cached-weights.ts'
import {
  type Extractor,
  loadOptionsOf,
  modelUnavailable,
  openTransformers,
  type TransformersPlace,
  unlessAborted,
} from './transformers-library.ts'

export interface TransformersEmbedderOptions extends TransformersPlace {
  /** Default: by the model's family. */
  readonly pooling?: Pooling
  /** Default: by the model's family. */
  readonly prefixes?: Prefixes
  readonly languages?: readonly string[]
  /** Of a longer text only the beginning is embedded; the model's own bound holds besides. Default 8,000 characters. */
  readonly textCharactersMax?: number
  /** Nobody waits any longer; a download goes on. */
  readonly signal?: AbortSignal
}

const PROBE = 'memory'
const BATCH_SIZE = 8

/**
 * An embedder that runs a model in this process through transformers.js, which downloads it when it is opened for the
 * first time. Texts go through one by one: in a batch the numbers of a quantised model depend on what else is in it,
 * and the same text must give the same vector.
 */
export async function openTransformersEmbedder(options: TransformersEmbedderOptions): Promise<Embedder> {
  const { model, revision = 'main', dtype = 'q8', cacheFolder, signal, textCharactersMax = 8_000 } = options
  const family = modelFamily(model)
  const { prefixes = family.prefixes, pooling = family.pooling, languages = family.languages } = options
  const library = await unlessAborted(openTransformers(options), signal)
  const extractor = await unlessAborted(
    library.pipeline('feature-extraction', model, loadOptionsOf(options)).catch((error) => {
      throw modelUnavailable(model, error)
    }),
    signal,
  )
  const first = await unlessAborted(vectorOf(extractor, { model, pooling, text: prefixes.passage + PROBE }), signal)
  const dimensions = first.length
  const weights = await cachedWeights({ cacheFolder, model, revision, dtype })
  let isClosed = false

  return {
    identity: {
      model,
      dimensions,
      preprocessing: [
        `question ${JSON.stringify(prefixes.question)}`,
        `passage ${JSON.stringify(prefixes.passage)}`,
        `${textCharactersMax} characters`,
        pooling,
        dtype,
      ].join('; '),
      weights,
    },
    languages,
    batchSize: BATCH_SIZE,
    async embed(texts, { purpose, signal: called }) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        called?.throwIfAborted()
        if (isClosed) throw new EngraphError('model-unavailable', wording`The model "${model}" is closed.`)
        const prepared = cutToCharacters(cleanText(text), textCharactersMax)
        if (prepared.trim() === '') vectors.push(new Float32Array(dimensions))
        else {
          const asked = { model, pooling, text: prefixes[purpose] + prepared, dimensions }
          vectors.push(await unlessAborted(vectorOf(extractor, asked), called))
        }
      }
      return vectors
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await extractor.dispose?.()
    },
  }
}

interface AskedVector {
  readonly model: string
  readonly pooling: Pooling
  readonly text: string
  readonly dimensions?: number
}

async function vectorOf(
  extractor: Extractor,
  { model, pooling, text, dimensions }: AskedVector,
): Promise<Float32Array> {
  let data: ArrayLike<unknown>
  try {
    data = (await extractor(text, { pooling, normalize: false })).data
  } catch (error) {
    throw modelUnavailable(model, error)
  }
  const vector = data.length > DIMENSIONS_MAX ? null : unitVector(data)
  if (vector === null || vector === 'zero' || vector.length !== (dimensions ?? vector.length)) {
    const wrong = wording`The model "${model}" gave no vector of ${dimensions ?? DIMENSIONS_MAX} finite numbers.`
    throw new EngraphError('model-unavailable', wrong)
  }
  return vector
}
