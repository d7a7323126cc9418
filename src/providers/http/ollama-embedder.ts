import { type Check, name } from '../../graph/given.ts'
import { shellWord, wording } from '../../graph/wording.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { readEndpoint } from './endpoint.ts'
import { type EmbeddingDialect, type HttpEmbedderOptions, openHttpEmbedder } from './http-embedder.ts'
import { readHttpOptions } from './http-options.ts'

export interface OllamaEmbedderOptions extends Omit<HttpEmbedderOptions, 'url'> {
  /** Default: Ollama's own port on this machine. */
  readonly url?: string
  /** How long the model stays loaded after a call, as Ollama reads it. Default `30m`: loading takes seconds. */
  readonly keepAlive?: string
}

export const OLLAMA_URL = 'http://127.0.0.1:11434'

const CHECKS: Readonly<Record<string, Check>> = { keepAlive: name }

/** An embedder at Ollama: `POST {url}/api/embed`. The identity has the digest of the model, which Ollama lists. */
export async function openOllamaEmbedder(given: OllamaEmbedderOptions): Promise<Embedder> {
  const endpoint = readEndpoint({ ...given, url: given?.url ?? OLLAMA_URL })
  const options = readHttpOptions({ ...given, url: OLLAMA_URL }, CHECKS)
  const { model, keepAlive = '30m' } = options
  const dialect: EmbeddingDialect = {
    path: '/api/embed',
    batchSize: 32,
    body: (input) => ({ model, input, truncate: true, keep_alive: keepAlive }),
    vectorsOf(json) {
      const vectors = (json as { readonly embeddings?: unknown } | null)?.embeddings
      return Array.isArray(vectors) ? vectors : null
    },
    async weightsOf(service, within) {
      const asked = await service.ask('/api/tags', undefined, within)
      if (asked.kind === 'answered') return { kind: 'done', value: digestOf(model, asked.json) }
      // A gateway may pass on nothing but embeddings. A service that is down is another matter: its digest is not
      // known, and an identity without it would make all vectors anew.
      if (asked.kind === 'failed' && (asked.status === 404 || asked.status === 405)) return { kind: 'done', value: '' }
      return { kind: 'failed', reason: asked.reason }
    },
    hintFor: (status) => (status === 404 ? wording`Run: ollama pull ${shellWord(model)}` : undefined),
  }
  return openHttpEmbedder(endpoint, dialect, options, given.signal)
}

const TAGS_MAX = 10_000
const DIGEST_LENGTH = 16

/** The beginning of the digest that a model has in Ollama's list; empty where it is not listed. */
function digestOf(model: string, json: unknown): string {
  const models = (json as { readonly models?: unknown } | null)?.models
  const wanted = (model.includes(':') ? model : `${model}:latest`).toLowerCase()
  for (const listed of Array.isArray(models) ? models.slice(0, TAGS_MAX) : []) {
    const { name, model: id, digest } = (listed ?? {}) as Readonly<Record<string, unknown>>
    const isWanted = [name, id].some((text) => typeof text === 'string' && text.toLowerCase() === wanted)
    if (isWanted && typeof digest === 'string') {
      const [, hexadecimal = ''] = /^(?:sha256:)?([0-9a-f]{16,128})$/iu.exec(digest) ?? []
      return hexadecimal.slice(0, DIGEST_LENGTH).toLowerCase()
    }
  }
  return ''
}
