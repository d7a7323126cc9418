import { EngraphError } from '../../graph/errors.ts'
import { type Check, oneOf } from '../../graph/given.ts'
import { type Wording, wording } from '../../graph/wording.ts'
import type { Reranker } from '../../ports/reranker.ts'
import { cleanText } from '../../text/clean.ts'
import { cutBatches, cutToBytes, cutToCharacters } from './batches.ts'
import type { Deadline } from './deadline.ts'
import { type EndpointOptions, readEndpoint } from './endpoint.ts'
import { type LimitOptions, limitsOf, readHttpOptions } from './http-options.ts'
import { type Outcome, type Service, service } from './service.ts'

export interface HttpRerankerOptions extends EndpointOptions, LimitOptions {
  /** Default for `tei`, which serves one model: `tei`. */
  readonly model?: string
  /**
   * `common` is what Jina, Cohere, vLLM, llama.cpp and most others take: `{ model, query, documents, top_n }`;
   * `tei` is Hugging Face's text-embeddings-inference: `{ query, texts }`. Default `common`.
   */
  readonly protocol?: 'common' | 'tei'
  /** Texts of one call. Default 100. */
  readonly textsMax?: number
  /** Of a longer text only the beginning is judged. Default 4,000 characters. */
  readonly textCharactersMax?: number
}

const CHECKS: Readonly<Record<string, Check>> = {
  protocol: oneOf('common', 'tei'),
  model: (value) => (typeof value === 'string' ? null : wording`a text`),
}

/** What is left of texts that the service refused as too long. */
const REFUSED_TEXT_BYTES_MAX = 1_000

/**
 * A reranker behind `POST {url}/rerank`. It is asked at its first call, not at opening. Where a service takes fewer
 * texts at once, they are asked for in halves: such models judge each text by itself.
 */
export async function openHttpReranker(given: HttpRerankerOptions): Promise<Reranker> {
  const endpoint = readEndpoint(given)
  const options = readHttpOptions(given, CHECKS)
  const { protocol = 'common', textsMax = 100, textCharactersMax = 4_000 } = options
  const model = options.model?.trim() || (protocol === 'tei' ? 'tei' : '')
  if (model === '') throw new EngraphError('invalid-options', 'A model service needs the name of its model.')
  const serving = service(endpoint, model, limitsOf(options))
  const body = (query: string, texts: readonly string[]) =>
    protocol === 'tei' ? { query, texts, truncate: true } : { model, query, documents: texts, top_n: texts.length }

  return {
    model,
    textsMax,
    async score(question, texts, { signal: called } = {}) {
      if (texts.length > textsMax) {
        throw new EngraphError('invalid-input', wording`A reranker takes at most ${textsMax} texts at once.`)
      }
      const prepared = texts.map((text) => cutToCharacters(cleanText(text), textCharactersMax))
      const sent = prepared.flatMap((text, index) => (text.trim() === '' ? [] : [{ index, text }]))
      const query = cutToCharacters(cleanText(question), textCharactersMax)
      const scores = new Array<number | null>(texts.length).fill(null)
      if (query.trim() === '' || sent.length === 0) return scores.map(() => 0)
      await serving.call(called, (signal) =>
        serving.hurry('question', signal, (deadline) =>
          scoreAll({ serving, body, query, scores }, sent, { signal, deadline }),
        ),
      )
      // What says nothing answers nothing: it comes after all others.
      const least = scores.reduce<number>((min, score) => Math.min(min, score ?? min), Number.POSITIVE_INFINITY)
      return scores.map((score) => score ?? least - 1)
    },
    async close() {
      serving.close()
    },
  }
}

interface Item {
  readonly index: number
  readonly text: string
}

interface Scoring {
  readonly serving: Service
  readonly body: (query: string, texts: readonly string[]) => unknown
  readonly query: string
  readonly scores: (number | null)[]
}

async function scoreAll(
  scoring: Scoring,
  items: readonly Item[],
  within: { readonly signal: AbortSignal; readonly deadline: Deadline },
): Promise<Outcome<null>> {
  const { serving, body, query, scores } = scoring
  const texts = items.map(({ text }) => text)
  const asked = await serving.ask('/rerank', body(query, texts), within)
  if (asked.kind === 'failed') return { kind: 'failed', reason: asked.reason }
  if (asked.kind === 'answered') {
    const read = readScores(asked.json, items.length)
    if (read.kind === 'problem') return { kind: 'failed', reason: read.reason }
    items.forEach(({ index }, at) => {
      scores[index] = read.scores[at]!
    })
    return { kind: 'done', value: null }
  }
  const shorter = items.map((item) => ({ ...item, text: cutToBytes(item.text, REFUSED_TEXT_BYTES_MAX) }))
  const isCut = shorter.some(({ text }, at) => text !== texts[at])
  if (items.length === 1) {
    return isCut ? scoreAll(scoring, shorter, within) : { kind: 'failed', reason: asked.reason, isOfText: true }
  }
  for (const half of cutBatches(items, {
    countMax: (items.length + 1) >> 1,
    charactersMax: Number.POSITIVE_INFINITY,
  })) {
    const ended = await scoreAll(scoring, half, within)
    if (ended.kind === 'failed') return ended
  }
  return { kind: 'done', value: null }
}

type ReadScores =
  | { readonly kind: 'scores'; readonly scores: readonly number[] }
  | { readonly kind: 'problem'; readonly reason: Wording }

/** One finite number for each text, by the index that each result names; services sort them by relevance. */
function readScores(json: unknown, count: number): ReadScores {
  const problem = (reason: Wording): ReadScores => ({ kind: 'problem', reason })
  const { results, data, output } = (json ?? {}) as Readonly<Record<string, unknown>>
  const inner = (output as { readonly results?: unknown } | null | undefined)?.results
  const list = [json, results, data, inner].find(Array.isArray) as readonly unknown[] | undefined
  if (list === undefined) return problem(wording`its answer holds no scores`)
  if (list.length !== count) return problem(wording`it gave ${list.length} scores for ${count} texts`)
  const scores = new Array<number>(count)
  const seen = new Set<number>()
  for (const item of list) {
    const { index, relevance_score, score } = (item ?? {}) as Readonly<Record<string, unknown>>
    const value = relevance_score ?? score
    const isPlace = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count
    if (!isPlace || seen.has(index)) return problem(wording`it gave scores whose places do not fit the texts`)
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      return problem(wording`it gave a score that is no finite number`)
    }
    seen.add(index)
    scores[index] = value
  }
  return { kind: 'scores', scores }
}
