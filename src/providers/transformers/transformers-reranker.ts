import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import type { Reranker } from '../../ports/reranker.ts'
import { cleanText } from '../../text/clean.ts'
import { cutToCharacters } from '../http/batches.ts'
import {
  loadOptionsOf,
  modelUnavailable,
  openTransformers,
  type TransformersPlace,
  unlessAborted,
} from './transformers-library.ts'

export interface TransformersRerankerOptions extends TransformersPlace {
  /** Texts of one call. Default 50: each takes its time on a processor. */
  readonly textsMax?: number
  /** Of a longer text only the beginning is judged. Default 4,000 characters. */
  readonly textCharactersMax?: number
  /** Nobody waits any longer; a download goes on. */
  readonly signal?: AbortSignal
}

/** A reranker that runs a model in this process through transformers.js, such as `Xenova/bge-reranker-base`. */
export async function openTransformersReranker(options: TransformersRerankerOptions): Promise<Reranker> {
  const { model, signal, textsMax = 50, textCharactersMax = 4_000 } = options
  const library = await unlessAborted(openTransformers(options), signal)
  const loading = loadOptionsOf(options)
  const { dtype: _dtype, ...forTokenizer } = loading
  const [tokenizer, classifier] = await unlessAborted(
    Promise.all([
      library.AutoTokenizer.from_pretrained(model, forTokenizer),
      library.AutoModelForSequenceClassification.from_pretrained(model, loading),
    ]).catch((error) => {
      throw modelUnavailable(model, error)
    }),
    signal,
  )
  let isClosed = false

  const scoreOf = async (question: string, text: string): Promise<number> => {
    let score: unknown
    try {
      const inputs = tokenizer(question, { text_pair: text, padding: true, truncation: true })
      const { data } = (await classifier(inputs)).logits
      // A model with two classes has "relevant" last.
      score = data[data.length - 1]
    } catch (error) {
      throw modelUnavailable(model, error)
    }
    if (typeof score === 'number' && Number.isFinite(score)) return score
    throw new EngraphError('model-unavailable', wording`The model "${model}" gave a score that is no finite number.`)
  }

  return {
    model,
    textsMax,
    async score(question, texts, { signal: called } = {}) {
      if (texts.length > textsMax) {
        throw new EngraphError('invalid-input', wording`A reranker takes at most ${textsMax} texts at once.`)
      }
      const prepare = (text: string) => cutToCharacters(cleanText(text), textCharactersMax)
      const asked = prepare(question)
      const scores: number[] = []
      for (const text of texts) {
        called?.throwIfAborted()
        if (isClosed) throw new EngraphError('model-unavailable', wording`The model "${model}" is closed.`)
        scores.push(await unlessAborted(scoreOf(asked, prepare(text)), called))
      }
      return scores
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await classifier.dispose?.()
    },
  }
}
