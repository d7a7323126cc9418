import { type Check, oneOf, yesOrNo } from '../../graph/given.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { readEndpoint } from './endpoint.ts'
import { type EmbeddingDialect, type HttpEmbedderOptions, openHttpEmbedder } from './http-embedder.ts'
import { readHttpOptions } from './http-options.ts'

export interface OpenAiEmbedderOptions extends HttpEmbedderOptions {
  /** How vectors are asked for. `base64` is a quarter of the bytes, and not known to every service. Default `float`. */
  readonly encoding?: 'float' | 'base64'
  /** Asks for vectors shortened to `dimensions`, of a model that was trained for it. */
  readonly isShortened?: boolean
}

const CHECKS: Readonly<Record<string, Check>> = { encoding: oneOf('float', 'base64'), isShortened: yesOrNo }

/**
 * An embedder at any service that speaks the embeddings of OpenAI's protocol: `POST {url}/embeddings`.
 *
 * The protocol does not tell which weights answer, and its name for the model is often made up by the service. So the
 * model's name has to stand for the weights, wherever they run, and `revision` tells apart what has the same name.
 */
export async function openOpenAiEmbedder(given: OpenAiEmbedderOptions): Promise<Embedder> {
  const endpoint = readEndpoint(given)
  const options = readHttpOptions(given, CHECKS)
  const { model, encoding = 'float', dimensions, isShortened = false } = options
  const shortened = isShortened && dimensions !== undefined ? { dimensions } : {}
  const dialect: EmbeddingDialect = {
    path: '/embeddings',
    batchSize: 64,
    body: (input) => ({ model, input, encoding_format: encoding, ...shortened }),
    vectorsOf: (json) => inOrder((json as { readonly data?: unknown } | null)?.data),
    hintFor: (status) =>
      status === 404 ? 'Check the address, which often ends with /v1, and the name of the model.' : undefined,
    ...(isShortened ? { preprocessing: 'shortened' } : {}),
  }
  return openHttpEmbedder(endpoint, dialect, options, given.signal)
}

interface Item {
  readonly index?: unknown
  readonly embedding?: unknown
}

/** Vectors by the `index` that each has; where none has one, as they came. */
function inOrder(data: unknown): readonly unknown[] | null {
  if (!Array.isArray(data)) return null
  const items = data.map((item) => (typeof item === 'object' && item !== null ? (item as Item) : {}))
  if (items.every(({ index }) => index === undefined || index === null)) return items.map(({ embedding }) => embedding)
  const vectors = new Array<unknown>(items.length)
  const seen = new Set<number>()
  for (const { index, embedding } of items) {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= items.length) return null
    if (seen.has(index)) return null
    seen.add(index)
    vectors[index] = embedding
  }
  return vectors
}
