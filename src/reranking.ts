import { messageOf } from './graph/errors.ts'
import type { Judgement, RerankSource } from './ports/meaning.ts'
import type { Reranker } from './ports/reranker.ts'
import { isTimeout, within } from './within.ts'

export interface RerankingParts {
  /** Opens the reranker that was chosen; asked once. `null` when none was. */
  readonly open: (() => Promise<Reranker | null>) | null
  /** What serves where none was chosen; `null` while there is nothing. */
  readonly own: () => Promise<Reranker | null>
}

/** A reranker that answers not at all is waited for so long, also where nobody set a deadline. */
const JUDGING_MS_MAX = 60_000

/** Judges with the reranker that was chosen, else with what the embedder can do. */
export class Reranking implements RerankSource {
  readonly #parts: RerankingParts
  #opening: Promise<Reranker | null> | null = null
  #opened: Reranker | null = null
  #isClosed = false

  constructor(parts: RerankingParts) {
    this.#parts = parts
  }

  async judge(question: string, texts: readonly string[], signal?: AbortSignal): Promise<Judgement> {
    try {
      return await within((ending) => this.#judge(question, texts, ending), { signal, msMax: JUDGING_MS_MAX })
    } catch (error) {
      const isLate = signal?.aborted || isTimeout(error)
      return { state: isLate ? 'late' : 'unavailable', embedder: null, problem: messageOf(error), judgements: null }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#opened?.close()
  }

  async #judge(question: string, texts: readonly string[], signal: AbortSignal): Promise<Judgement> {
    const reranker = await (this.#parts.open ? this.#chosen(this.#parts.open) : this.#parts.own())
    if (!reranker) return { state: 'unavailable', embedder: null, problem: null, judgements: null }
    const judged = texts.slice(0, reranker.textsMax)
    const judgements = judged.length > 0 ? await reranker.score(question, judged, { signal }) : []
    return { state: 'ready', embedder: reranker.model, problem: null, judgements }
  }

  /** One that could not be opened is tried again at the next question. */
  #chosen(open: () => Promise<Reranker | null>): Promise<Reranker | null> {
    this.#opening ??= this.#open(open).catch((error) => {
      this.#opening = null
      throw error
    })
    return this.#opening
  }

  async #open(open: () => Promise<Reranker | null>): Promise<Reranker | null> {
    const reranker = await open()
    if (this.#isClosed) await reranker?.close()
    else this.#opened = reranker
    return reranker
  }
}
