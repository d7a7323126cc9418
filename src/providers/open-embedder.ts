import type { Embedder } from '../ports/embedder.ts'
import type { Reranker } from '../ports/reranker.ts'
import { glosser } from '../text/gloss/gloss.ts'
import type { EmbedderChoice } from './choice.ts'
import { lateInteraction } from './local/late-interaction.ts'
import { type LocalEmbedder, openLocalEmbedder } from './local/local-embedder.ts'
import { reasonOf } from './local/unavailable.ts'
import { ownGlosses, ownWordVectors } from './static/own-words.ts'
import { staticEmbedder } from './static/static-embedder.ts'

/** An embedder that is ready, or why there is none. */
export interface OpenedEmbedder {
  readonly embedder: Embedder | null
  /** Which kind it is, as it is chosen: `builtin`, `static`, `ollama` …; `words` for none. */
  readonly tier: string
  /** Why it is not the one that was chosen. */
  readonly problem: string | null
  /** Compares token by token with the same model, where that can; closed with the embedder. */
  readonly late: Reranker | null
}

export interface OpenEmbedderOptions {
  readonly key?: string | undefined
  /** Where transformers.js keeps what it downloads. */
  readonly cacheFolder: string
  /** Nobody waits any longer. */
  readonly signal?: AbortSignal
}

/**
 * Opens the embedder that was chosen, else the next one down: a service or a folder, the model that comes along, vectors
 * of words, and words alone. It never fails; `problem` says what is missing.
 */
export async function openEmbedder(choice: EmbedderChoice, options: OpenEmbedderOptions): Promise<OpenedEmbedder> {
  const problems: string[] = []
  for (const tier of tiersFrom(choice)) {
    try {
      const embedder = await openTier(tier, options)
      if (embedder !== undefined) {
        const late = embedder && 'tokenStates' in embedder ? lateInteraction(embedder as LocalEmbedder) : null
        return { embedder, tier: tier.kind, problem: problems.join(' ') || null, late }
      }
    } catch (error) {
      options.signal?.throwIfAborted()
      problems.push(reasonOf(error))
    }
  }
  return { embedder: null, tier: 'words', problem: problems.join(' ') || null, late: null }
}

function tiersFrom(choice: EmbedderChoice): readonly EmbedderChoice[] {
  const below: readonly EmbedderChoice[] = [{ kind: 'builtin' }, { kind: 'static' }, { kind: 'words' }]
  const known = below.findIndex(({ kind }) => kind === choice.kind)
  return known >= 0 ? below.slice(known) : [choice, ...below]
}

/** `null` where no embedder is wanted, `undefined` where there is none. */
async function openTier(
  tier: EmbedderChoice,
  { key, cacheFolder, signal }: OpenEmbedderOptions,
): Promise<Embedder | null | undefined> {
  const keyed = { ...(key ? { key } : {}), ...(signal ? { signal } : {}) }
  switch (tier.kind) {
    case 'words':
      return null
    case 'static': {
      const words = ownWordVectors()
      return words && staticEmbedder(words)
    }
    case 'builtin':
      return openBuiltIn()
    case 'folder':
      return openLocalEmbedder({ folder: tier.path })
    case 'ollama': {
      const { openOllamaEmbedder } = await import('./http/ollama-embedder.ts')
      return openOllamaEmbedder({ model: tier.model, url: tier.url, ...keyed })
    }
    case 'openai': {
      const { openOpenAiEmbedder } = await import('./http/openai-embedder.ts')
      return openOpenAiEmbedder({ model: tier.model, url: tier.url, ...keyed })
    }
    case 'transformers': {
      const { openTransformersEmbedder } = await import('./transformers/transformers-embedder.ts')
      const { model, remoteHost } = tier
      return openTransformersEmbedder({
        model,
        cacheFolder,
        ...(remoteHost === null ? {} : { remoteHost }),
        ...(signal ? { signal } : {}),
      })
    }
    default:
      return tier satisfies never
  }
}

/** The model that comes along reads English; Chinese is given to it word by word as a dictionary has it. */
async function openBuiltIn(): Promise<Embedder> {
  const table = ownGlosses()
  if (!table) return openLocalEmbedder()
  const prepare = { name: `gloss ${table.digest}`, apply: glosser(table) }
  return openLocalEmbedder({ prepare, languages: ['en', 'zh'] })
}
