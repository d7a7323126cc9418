import { type Wording, wording } from '../../graph/wording.ts'
import type { Embedder, EmbedderIdentity, EmbedPurpose } from '../../ports/embedder.ts'
import { cleanText } from '../../text/clean.ts'
import { modelFamily, type Prefixes } from '../model-family.ts'
import { cutBatches, cutToBytes, cutToCharacters } from './batches.ts'
import type { Deadline } from './deadline.ts'
import type { Endpoint, EndpointOptions } from './endpoint.ts'
import { type LimitOptions, limitsOf } from './http-options.ts'
import type { Asked } from './request.ts'
import { type Outcome, type Service, service } from './service.ts'
import { readVectors } from './vectors.ts'

export interface HttpEmbedderOptions extends EndpointOptions, LimitOptions {
  readonly model: string
  /** Numbers of a vector. When they are given, nothing is asked at opening, so that it needs no network. */
  readonly dimensions?: number
  /** What is put before questions and passages. Default: by the model's family; two empty texts for nothing. */
  readonly prefixes?: Prefixes
  /** Languages that the model is for. Default: by the model's family. */
  readonly languages?: readonly string[]
  /** Stands for the weights in the identity, where the service does not say which it has. */
  readonly revision?: string
  /** Texts of one request. */
  readonly batchSize?: number
  /** Characters of one request, over all its texts. Default 200,000. */
  readonly batchCharactersMax?: number
  /** Of a longer text only the beginning is embedded. Default 8,000 characters. */
  readonly textCharactersMax?: number
  /** How long opening may take, in ms: a service may have to load its model first. Default 20,000. */
  readonly openDeadlineMs?: number
  /** Calls opening off. */
  readonly signal?: AbortSignal
}

/** In what one service differs from another. */
export interface EmbeddingDialect {
  readonly path: string
  readonly batchSize: number
  body(texts: readonly string[]): unknown
  /** The vectors of an answer in the order of its texts, still unchecked; `null` where there are none. */
  vectorsOf(json: unknown): readonly unknown[] | null
  /** What of the service goes into the identity beside what is sent. */
  readonly preprocessing?: string
  weightsOf?(service: Service, options: { signal: AbortSignal; deadline: Deadline }): Promise<Outcome<string>>
  hintFor?(status: number): string | Wording | undefined
}

/** What is left of a text that the service refused as too long: it fits into 512 tokens of all but the densest text. */
export const REFUSED_TEXT_BYTES_MAX = 1_200

const PROBE = 'memory'
const NOT_TOLD = 'not told'

/** Opens an embedder; without given `dimensions` the service is asked for the vector of one word. */
export async function openHttpEmbedder(
  endpoint: Endpoint,
  dialect: EmbeddingDialect,
  options: Omit<HttpEmbedderOptions, keyof EndpointOptions | 'signal'>,
  signal: AbortSignal | undefined,
): Promise<Embedder> {
  const { model, textCharactersMax = 8_000, batchCharactersMax = 200_000 } = options
  const family = modelFamily(model)
  const prefixes = options.prefixes ?? family.prefixes
  const limits = limitsOf(options)
  const serving = service(endpoint, model, limits)
  const batchSize = options.batchSize ?? dialect.batchSize
  const sending: Sending = { serving, dialect, dimensions: options.dimensions, countMax: batchSize }

  const embed = async (to: Sending, texts: readonly string[], purpose: EmbedPurpose, called?: AbortSignal) => {
    const vectors: Vectors = new Array(texts.length).fill(null)
    const items = texts.flatMap((text, index) => {
      const prepared = cutToCharacters(cleanText(text), textCharactersMax)
      return prepared.trim() === '' ? [] : [{ index, prefix: prefixes[purpose], text: prepared }]
    })
    called?.throwIfAborted()
    // What needs no service says nothing of its health.
    if (items.length === 0) return vectors
    const batches = cutBatches(items, { countMax: to.countMax, charactersMax: batchCharactersMax })
    return to.serving.call(called, async (within): Promise<Outcome<Vectors>> => {
      const failure = await inTurns(batches, { atOnceMax: limits.concurrencyMax, signal: within }, (batch, signal) =>
        to.serving.hurry(purpose, signal, (deadline) => embedBatch(to, batch, vectors, { signal, deadline })),
      )
      return failure ?? { kind: 'done', value: vectors }
    })
  }

  const opened = await open(endpoint, options, signal, sending, (to, within) => embed(to, [PROBE], 'passage', within))
  const identity: EmbedderIdentity = {
    model,
    dimensions: opened.dimensions,
    preprocessing: [
      `question ${JSON.stringify(prefixes.question)}`,
      `passage ${JSON.stringify(prefixes.passage)}`,
      `${textCharactersMax} characters, ${REFUSED_TEXT_BYTES_MAX} bytes where refused`,
      ...(dialect.preprocessing === undefined ? [] : [dialect.preprocessing]),
    ].join('; '),
    weights: opened.weights,
  }
  sending.dimensions = identity.dimensions
  return {
    identity,
    languages: options.languages ?? family.languages,
    batchSize,
    async embed(texts, { purpose, signal: called }) {
      const vectors = await embed(sending, texts, purpose, called)
      return vectors.map((vector) => vector ?? new Float32Array(identity.dimensions))
    },
    async close() {
      serving.close()
    },
  }
}

interface Item {
  readonly index: number
  readonly prefix: string
  readonly text: string
}

interface Sending {
  readonly serving: Service
  readonly dialect: EmbeddingDialect
  /** The first answer fixes them. */
  dimensions: number | undefined
  /** Lowered to what the service was seen to take. */
  countMax: number
}

interface Within {
  readonly signal: AbortSignal
  readonly deadline: Deadline
}

type Vectors = (Float32Array | null)[]
type Failure = Extract<Outcome<never>, { kind: 'failed' }>
type Ended = Failure | { readonly kind: 'whole' | 'in-halves' | 'in-parts' }

/** What the identity needs to know of the service. A service that loads its model first is given more time for it. */
async function open(
  endpoint: Endpoint,
  options: Omit<HttpEmbedderOptions, keyof EndpointOptions | 'signal'>,
  signal: AbortSignal | undefined,
  sending: Sending,
  probe: (to: Sending, signal: AbortSignal | undefined) => Promise<unknown>,
): Promise<{ readonly dimensions: number; readonly weights: string }> {
  const { dialect } = sending
  const { dimensions, revision, model, openDeadlineMs = 20_000 } = options
  const asksWeights = dialect.weightsOf !== undefined && revision === undefined
  if (dimensions !== undefined && !asksWeights) return { dimensions, weights: revision ?? NOT_TOLD }
  const serving = service(endpoint, model, { ...limitsOf(options), passageDeadlineMs: openDeadlineMs })
  try {
    const weights = !asksWeights
      ? (revision ?? NOT_TOLD)
      : await serving.call(signal, (within) =>
          serving.hurry('passage', within, (deadline) => dialect.weightsOf!(serving, { signal: within, deadline })),
        )
    const to = { ...sending, serving }
    if (dimensions === undefined) await probe(to, signal)
    return { dimensions: to.dimensions!, weights: weights === '' ? NOT_TOLD : weights }
  } finally {
    serving.close()
  }
}

/** Works through the batches, some at once, until one fails; then the others are called off. */
async function inTurns(
  batches: readonly (readonly Item[])[],
  { atOnceMax, signal }: { readonly atOnceMax: number; readonly signal: AbortSignal },
  work: (batch: readonly Item[], signal: AbortSignal) => Promise<Ended>,
): Promise<Failure | null> {
  const end = new AbortController()
  const either = AbortSignal.any([signal, end.signal])
  let next = 0
  let failure: Failure | null = null
  const worker = async () => {
    try {
      while (failure === null && next < batches.length) {
        const ended = await work(batches[next++]!, either)
        if (ended.kind === 'failed') {
          failure ??= ended
          end.abort()
        }
      }
    } catch (error) {
      end.abort()
      if (failure === null) throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMax, batches.length) }, worker))
  return failure
}

/**
 * Embeds a batch into its places. What the service refuses as too large is halved, down to single texts; a single text
 * is cut, once.
 */
async function embedBatch(to: Sending, batch: readonly Item[], vectors: Vectors, within: Within): Promise<Ended> {
  // What another batch has learnt meanwhile.
  if (batch.length > to.countMax) return embedHalves(to, batch, vectors, within)
  const asked = await askFor(to, batch, within)
  if (asked.kind !== 'too-large') return take(to, batch, vectors, asked)
  if (batch.length > 1) {
    const ended = await embedHalves(to, batch, vectors, within)
    // Where both halves went well as they were, their number is what the service takes, not the length of one text.
    if (ended.kind === 'in-halves') to.countMax = Math.min(to.countMax, batch.length - (batch.length >> 1))
    return ended.kind === 'in-halves' ? { kind: 'in-parts' } : ended
  }
  const text = cutToBytes(batch[0]!.text, REFUSED_TEXT_BYTES_MAX)
  const isCut = text !== batch[0]!.text
  const again = isCut ? await askFor(to, [{ ...batch[0]!, text }], within) : asked
  if (again.kind === 'too-large') return { kind: 'failed', reason: again.reason, isOfText: true }
  const ended = take(to, batch, vectors, again)
  return ended.kind === 'failed' ? ended : { kind: 'in-parts' }
}

async function embedHalves(to: Sending, batch: readonly Item[], vectors: Vectors, within: Within): Promise<Ended> {
  const middle = batch.length >> 1
  let areWhole = true
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    const ended = await embedBatch(to, half, vectors, within)
    if (ended.kind === 'failed') return ended
    areWhole &&= ended.kind === 'whole'
  }
  return { kind: areWhole ? 'in-halves' : 'in-parts' }
}

function askFor(to: Sending, batch: readonly Item[], within: Within): Promise<Asked> {
  const body = to.dialect.body(batch.map(({ prefix, text }) => prefix + text))
  return to.serving.ask(to.dialect.path, body, within)
}

function take(
  to: Sending,
  batch: readonly Item[],
  vectors: Vectors,
  asked: Exclude<Asked, { kind: 'too-large' }>,
): Ended {
  if (asked.kind === 'failed') {
    // A slow machine gets less at once the next time, or the same texts would be late for ever.
    if (asked.isLate === true) to.countMax = Math.min(to.countMax, Math.max(1, batch.length >> 1))
    const hint = asked.status === undefined ? undefined : to.dialect.hintFor?.(asked.status)
    return { kind: 'failed', reason: asked.reason, ...(hint === undefined ? {} : { hint }) }
  }
  const given = to.dialect.vectorsOf(asked.json)
  if (given === null) return { kind: 'failed', reason: wording`its answer holds no vectors` }
  const read = readVectors(given, { count: batch.length, dimensions: to.dimensions })
  if (read.kind === 'problem') return { kind: 'failed', reason: read.reason }
  to.dimensions ??= read.vectors[0]!.length
  batch.forEach(({ index }, at) => {
    vectors[index] = read.vectors[at]!
  })
  return { kind: 'whole' }
}
