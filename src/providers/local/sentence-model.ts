import { wording } from '../../graph/wording.ts'
import { unitVector } from '../http/vectors.ts'
import type { Pooling } from '../model-family.ts'
import type { ModelFolder } from './model-folder.ts'
import { type ModelTokenizer, type ModelTokens, openModelTokenizer } from './model-tokenizer.ts'
import { type Engine, type OnnxResult, type OnnxSession, openOnnxSession } from './onnx-session.ts'
import { reasonOf, unavailable } from './unavailable.ts'

/** A model that is loaded: texts to vectors, of whole texts or of their tokens. Texts come with their prefix. */
export interface SentenceModel {
  readonly engine: Engine
  /** Unit length; zeros for a text with nothing in it. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
  tokenStates(texts: readonly string[]): Promise<TokenStates[]>
  close(): Promise<void>
}

/** The tokens of a text, without the marks that the model puts around it, and one vector of unit length for each. */
export interface TokenStates {
  readonly ids: readonly number[]
  readonly tokens: readonly string[]
  /** As many numbers for each token as the model has dimensions, one token after the other. */
  readonly states: Float32Array
}

/** Loads a model; `model-unavailable` if the engine or the tokenizer refuses its files. */
export async function openSentenceModel(folder: ModelFolder, engine?: Engine): Promise<SentenceModel> {
  const [tokenizer, session] = await openBoth(folder, engine).catch((error) => {
    throw unavailable(folder.name, reasonOf(error), {
      cause: error,
      hint: wording`Its files may be damaged, or need a newer engine. Take it from where it came once more.`,
    })
  })
  const { dimensions } = folder
  const output = outputOf(session, folder.pooling)
  const statesOutput = outputOf(session, 'states')

  return {
    engine: session.engine,
    async embed(texts) {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions))
      await inBatches(texts, output, (place, { result, row, tokens }) => {
        const vector = unitVector(pooled(result, row, { count: tokens.ids.length, pooling: folder.pooling }))
        if (vector === null) throw unavailable(folder.name, wording`it gave numbers that are not finite`)
        if (vector !== 'zero') vectors[place] = vector
      })
      return vectors
    },
    async tokenStates(texts) {
      const states: TokenStates[] = texts.map(() => ({ ids: [], tokens: [], states: new Float32Array(0) }))
      await inBatches(texts, statesOutput, (place, { result, row, tokens }) => {
        const kept = tokens.ids.flatMap((id, i) => (tokenizer.isMark(id) ? [] : [i]))
        const all = new Float32Array(kept.length * dimensions)
        for (const [i, token] of kept.entries()) {
          const vector = unitVector(stateOf(result, row, token))
          if (vector instanceof Float32Array) all.set(vector, i * dimensions)
        }
        states[place] = {
          ids: kept.map((i) => tokens.ids[i]!),
          tokens: kept.map((i) => tokens.tokens[i]!),
          states: all,
        }
      })
      return states
    },
    close: () => session.close(),
  }

  /** Texts of like length go together: what is padded is computed in vain. */
  async function inBatches(texts: readonly string[], name: string, take: (place: number, row: Row) => void) {
    const encoded = texts
      .map((text, place) => ({ place, tokens: text.trim() === '' ? null : tokenizer.encode(text) }))
      .filter((item): item is { place: number; tokens: ModelTokens } => item.tokens !== null)
      .sort((a, b) => a.tokens.ids.length - b.tokens.ids.length)
    for (let from = 0; from < encoded.length; from += folder.batchMax) {
      const batch = encoded.slice(from, from + folder.batchMax)
      const result = await runBatch(
        session,
        batch.map(({ tokens }) => tokens),
        name,
      )
      if (result.shape.at(-1) !== dimensions) {
        throw unavailable(
          folder.name,
          wording`its vectors have ${result.shape.at(-1) ?? 0} numbers, its config.json says ${dimensions}`,
        )
      }
      for (const [row, { place, tokens }] of batch.entries()) take(place, { result, row, tokens })
    }
  }
}

/**
 * Both or neither, and not before both have come to their end: native code that still loads weights when its thread or
 * the process goes aborts the process, so nobody may be told of a failure earlier.
 */
async function openBoth(
  { tokenizerFile, tokensMax, weightsFile }: ModelFolder,
  engine: Engine | undefined,
): Promise<readonly [ModelTokenizer, OnnxSession]> {
  const [tokenizer, session] = await Promise.allSettled([
    openModelTokenizer(tokenizerFile, tokensMax),
    openOnnxSession(weightsFile, engine),
  ])
  if (tokenizer.status === 'fulfilled' && session.status === 'fulfilled') return [tokenizer.value, session.value]
  // What is told is why the model failed, not what closing the rest of it says.
  if (session.status === 'fulfilled') await session.value.close().catch(() => undefined)
  throw tokenizer.status === 'rejected' ? tokenizer.reason : (session as PromiseRejectedResult).reason
}

interface Row {
  readonly result: OnnxResult
  readonly row: number
  readonly tokens: ModelTokens
}

/** Sentence vectors that a graph makes itself are its own truth; else they are made of the states of the tokens. */
function outputOf({ outputNames }: OnnxSession, wanted: Pooling | 'states'): string {
  const preferred = wanted === 'states' ? ['last_hidden_state', 'token_embeddings'] : ['sentence_embedding']
  const states = ['last_hidden_state', 'token_embeddings', outputNames[0]!]
  return [...preferred, ...states].find((name) => outputNames.includes(name))!
}

function runBatch(session: OnnxSession, batch: readonly ModelTokens[], output: string): Promise<OnnxResult> {
  const tokens = Math.max(...batch.map(({ ids }) => ids.length))
  const size = batch.length * tokens
  const [ids, mask] = [new BigInt64Array(size), new BigInt64Array(size)]
  for (const [row, text] of batch.entries()) {
    for (const [column, id] of text.ids.entries()) {
      ids[row * tokens + column] = BigInt(id)
      mask[row * tokens + column] = 1n
    }
  }
  const given: Readonly<Record<string, BigInt64Array>> = {
    input_ids: ids,
    attention_mask: mask,
    // One kind of sentence: zeros.
    token_type_ids: new BigInt64Array(size),
  }
  const inputs = Object.fromEntries(session.inputNames.map((name) => [name, inputNamed(given, name)]))
  return session.run(inputs, { texts: batch.length, tokens }, output)
}

function inputNamed(given: Readonly<Record<string, BigInt64Array>>, name: string): BigInt64Array {
  const input = given[name]
  if (!input) throw new Error(`It asks for an input named "${name}", as models do that are not made for sentences.`)
  return input
}

function pooled(
  result: OnnxResult,
  row: number,
  { count, pooling }: { readonly count: number; readonly pooling: Pooling },
): ArrayLike<number> {
  const { data, shape } = result
  const width = shape.at(-1)!
  if (shape.length === 2) return data.subarray(row * width, (row + 1) * width)
  if (pooling === 'cls') return stateOf(result, row, 0)
  if (pooling === 'last_token') return stateOf(result, row, count - 1)
  const sums = new Float64Array(width)
  for (let token = 0; token < count; token++) {
    const state = stateOf(result, row, token)
    for (let i = 0; i < width; i++) sums[i]! += state[i]!
  }
  return sums
}

function stateOf({ data, shape }: OnnxResult, row: number, token: number): Float32Array {
  const [, tokens, width] = shape as readonly [number, number, number]
  const from = (row * tokens + token) * width
  return data.subarray(from, from + width)
}
