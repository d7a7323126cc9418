import { join } from 'node:path'
import { homeDirectory } from '../../src/home-options.ts'
import { chooseModels } from '../../src/models.ts'
import type { Embedder, EmbedderIdentity } from '../../src/ports/embedder.ts'
import type { Reranker } from '../../src/ports/reranker.ts'
import { cachedEmbedder } from './vector-cache.ts'

/** Which embedder is measured. Plain data, so that another process can open the same. */
export interface EmbedderRequest {
  /** As in `ENGRAPH_EMBEDDER`, which is the default. */
  readonly embedder?: string
  /** A folder in which vectors are kept for the next run. */
  readonly vectors?: string
}

/** What a report says of the embedder. */
export interface EmbedderReport {
  /** `builtin`, `static`, `ollama` …; `words` for none. */
  readonly tier: string
  /** `null` without vectors. */
  readonly identity: EmbedderIdentity | null
  /** Why it is not the one that was chosen. */
  readonly problem: string | null
  /** Whether vectors may come from an earlier run; times of questions do not hold the model then. */
  readonly isCached: boolean
}

export interface BenchEmbedder {
  /** For `Engraph.open`. Closing it does nothing: many memories share it. */
  readonly embedder: Embedder | 'words'
  /** Compares token by token with the same model; `null` where it cannot. */
  readonly late: Reranker | null
  readonly report: EmbedderReport
  close(): Promise<void>
}

/** Whether vectors are wanted. `invalid-options` for an embedder that is not known. */
export function wantsVectors({ embedder }: EmbedderRequest): boolean {
  return modelsOf(embedder).openEmbedder !== null
}

export async function openBenchEmbedder({ embedder: choice, vectors }: EmbedderRequest): Promise<BenchEmbedder> {
  const { openEmbedder } = modelsOf(choice)
  const opened = await openEmbedder?.()
  if (!opened?.embedder) {
    const report = { tier: 'words', identity: null, problem: opened?.problem ?? null, isCached: false }
    return { embedder: 'words', late: null, report, close: async () => undefined }
  }
  const { tier, problem } = opened
  const embedder = vectors === undefined ? opened.embedder : cachedEmbedder(opened.embedder, vectors)
  return {
    embedder: sharedBy(embedder),
    late: opened.late,
    report: { tier, identity: embedder.identity, problem, isCached: vectors !== undefined },
    close: () => embedder.close(),
  }
}

/** The embedders of a process: a model is loaded once, however many spaces are measured. */
export class BenchEmbedders {
  readonly #opened = new Map<string, Promise<BenchEmbedder>>()

  open(request: EmbedderRequest): Promise<BenchEmbedder> {
    const key = JSON.stringify([request.embedder, request.vectors])
    const known = this.#opened.get(key)
    if (known) return known
    const opening = openBenchEmbedder(request)
    this.#opened.set(key, opening)
    return opening
  }

  async close(): Promise<void> {
    for (const opening of this.#opened.values()) {
      await opening.then(
        (opened) => opened.close(),
        () => undefined,
      )
    }
  }
}

/** One line for people. */
export function describeEmbedder({ tier, identity, isCached }: EmbedderReport): string {
  if (identity === null) return `embedder ${tier}`
  const { model, dimensions, preprocessing, weights } = identity
  const cached = isCached ? ', with vectors of earlier runs' : ''
  return `embedder ${tier} ${model}, ${dimensions} dimensions, ${preprocessing}, weights ${weights}${cached}`
}

function sharedBy(embedder: Embedder): Embedder {
  const { identity, languages, batchSize } = embedder
  return {
    ...{ identity, languages, batchSize },
    embed: (texts, options) => embedder.embed(texts, options),
    close: async () => undefined,
  }
}

function modelsOf(embedder: string | undefined) {
  return chooseModels({ embedder, cacheFolder: join(homeDirectory(), 'models') })
}
