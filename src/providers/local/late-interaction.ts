import type { EmbedderIdentity } from '../../ports/embedder.ts'
import type { Reranker } from '../../ports/reranker.ts'
import { isQuestionStopWord, isStopWord } from '../../text/stop-words.ts'
import type { TokenOptions } from './local-embedder.ts'
import type { TokenStates } from './sentence-model.ts'

/*
 * Late interaction compares texts token by token, by what a model made of each token in its sentence:
 *
 *     score = Σ weight(q) × max over tokens t of the text: cos(q, t)   /   Σ weight(q)     for tokens q of the question
 *
 * after ColBERT (Khattab and Zaharia, 2020), weighted by how rare a token is. One mean vector of a text blurs the one
 * word that counts; here that word finds its match. The model was not trained for it, and it works all the same.
 */

/** What gives the vectors of tokens, such as a local embedder. */
export interface TokenModel {
  readonly identity: EmbedderIdentity
  tokenStates(texts: readonly string[], options: TokenOptions): Promise<readonly TokenStates[]>
}

const TEXTS_MAX = 64

/** A reranker by late interaction. It leaves the model open when it is closed. */
export function lateInteraction(model: TokenModel): Reranker {
  return {
    model: `${model.identity.model}, late interaction`,
    textsMax: TEXTS_MAX,
    async score(question, texts, { signal } = {}) {
      const options = { isUrgent: true, ...(signal ? { signal } : {}) }
      const [[asked], given] = await Promise.all([
        model.tokenStates([question], { ...options, purpose: 'question' }),
        model.tokenStates(texts, { ...options, purpose: 'passage' }),
      ])
      return lateScores(asked!, given, model.identity.dimensions)
    },
    close: async () => {},
  }
}

/** One number from -1 to 1 for each text. A text of which nothing can be compared is the farthest. */
export function lateScores(question: TokenStates, texts: readonly TokenStates[], dimensions: number): number[] {
  const asked = content(question, (token) => isStopWord(token, 'en') || isQuestionStopWord(token))
  const weights = rarity(
    asked.map((i) => question.ids[i]!),
    texts,
  )
  return texts.map((text) => {
    const told = content(text, (token) => isStopWord(token, 'en'))
    let [sum, all] = [0, 0]
    for (const [k, i] of asked.entries()) {
      let nearest = -1
      for (const j of told) nearest = Math.max(nearest, cosine(question.states, i, text.states, j, dimensions))
      sum += weights[k]! * nearest
      all += weights[k]!
    }
    return all > 0 ? sum / all : -1
  })
}

const WORD = /[\p{L}\p{N}]/u

/** Places of the tokens that say something; if there are none, of all. */
function content({ tokens }: TokenStates, isEmpty: (token: string) => boolean): number[] {
  const places = tokens.flatMap((token, i) => (WORD.test(token) && !isEmpty(token) ? [i] : []))
  return places.length > 0 ? places : tokens.map((_, i) => i)
}

/**
 * How much a token tells: by how few of the texts have it, and by its number, since vocabularies are ordered by how often
 * a token is used. The texts alone are too few to know what is rare, and were chosen for having the words of the question.
 */
function rarity(ids: readonly number[], texts: readonly TokenStates[]): number[] {
  const having = new Map<number, number>()
  for (const text of texts) for (const id of new Set(text.ids)) having.set(id, (having.get(id) ?? 0) + 1)
  return ids.map((id) => {
    const count = having.get(id) ?? 0
    const among = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))
    const ever = Math.log(1 + Math.max(0, id - FIRST_WORD_ID) / COMMON_WORDS)
    return AMONG_SHARE * among + (1 - AMONG_SHARE) * ever
  })
}

/** The most frequent word of the vocabulary of BERT; before it are marks, letters and signs. */
const FIRST_WORD_ID = 1_996
const COMMON_WORDS = 50
const AMONG_SHARE = 0.5

/** Of vectors of unit length. */
function cosine(a: Float32Array, i: number, b: Float32Array, j: number, dimensions: number): number {
  const [from, to] = [i * dimensions, j * dimensions]
  let sum = 0
  for (let k = 0; k < dimensions; k++) sum += a[from + k]! * b[to + k]!
  return sum
}
