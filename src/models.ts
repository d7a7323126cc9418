import { ownEmbedder, ownReranker } from './own-models.ts'
import type { Embedder } from './ports/embedder.ts'
import type { WordVectors } from './ports/related-words.ts'
import type { Reranker } from './ports/reranker.ts'
import { readEmbedderChoice, readRerankerChoice } from './providers/choice.ts'
import { type OpenedEmbedder, openEmbedder } from './providers/open-embedder.ts'
import { openReranker } from './providers/open-reranker.ts'
import { ownWordVectors } from './providers/static/own-words.ts'

/** What a space may ask of models; each is loaded when it is first needed. */
export interface Models {
  /** `null` when nobody wants vectors. */
  readonly openEmbedder: ((signal?: AbortSignal) => Promise<OpenedEmbedder>) | null
  /** `null` when nobody chose one. */
  readonly openReranker: (() => Promise<Reranker | null>) | null
  /** `null` when nobody wants words of like meaning; the function answers `null` where their vectors are missing. */
  readonly loadWords: (() => WordVectors | null) | null
}

export interface ModelOptions {
  readonly embedder: string | Embedder | undefined
  readonly reranker?: string | Reranker | undefined
  /** Where models are kept that are downloaded. */
  readonly cacheFolder: string
}

/** Reads the choices, and the environment where there are none. `invalid-options` for one that is not known. */
export function chooseModels({ embedder, reranker, cacheFolder }: ModelOptions): Models {
  return { ...chooseEmbedder(embedder, cacheFolder), openReranker: chooseReranker(reranker, cacheFolder) }
}

function chooseEmbedder(given: ModelOptions['embedder'], cacheFolder: string): Omit<Models, 'openReranker'> {
  if (typeof given === 'object') {
    const embedder = ownEmbedder(given)
    return { openEmbedder: async () => ({ embedder, tier: 'own', problem: null, late: null }), loadWords }
  }
  const { ENGRAPH_EMBEDDER, ENGRAPH_EMBEDDER_URL: url, ENGRAPH_EMBEDDER_KEY: key } = process.env
  const choice = readEmbedderChoice({ choice: given ?? ENGRAPH_EMBEDDER, url, key })
  if (choice.kind === 'words') return { openEmbedder: null, loadWords: null }
  return {
    openEmbedder: (signal) => openEmbedder(choice, { key, cacheFolder, ...(signal ? { signal } : {}) }),
    loadWords,
  }
}

function chooseReranker(given: ModelOptions['reranker'], cacheFolder: string): Models['openReranker'] {
  if (typeof given === 'object') {
    const reranker = ownReranker(given)
    return async () => reranker
  }
  const { ENGRAPH_RERANKER, ENGRAPH_RERANKER_URL: url, ENGRAPH_RERANKER_KEY: key } = process.env
  const choice = readRerankerChoice({ choice: given ?? ENGRAPH_RERANKER, url, key })
  return choice.kind === 'none' ? null : () => openReranker(choice, { key, cacheFolder })
}

function loadWords(): WordVectors | null {
  return ownWordVectors() ?? null
}
