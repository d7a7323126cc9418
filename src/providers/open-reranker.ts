import type { Reranker } from '../ports/reranker.ts'
import type { RerankerChoice } from './choice.ts'
import { unavailable } from './local/unavailable.ts'

export interface OpenRerankerOptions {
  readonly key?: string | undefined
  /** Where transformers.js keeps what it downloads. */
  readonly cacheFolder: string
}

/** Opens the reranker that was chosen; `null` where none was. `model-unavailable` when it cannot be had. */
export async function openReranker(
  choice: RerankerChoice,
  { key, cacheFolder }: OpenRerankerOptions,
): Promise<Reranker | null> {
  const keyed = key ? { key } : {}
  switch (choice.kind) {
    case 'none':
      return null
    case 'http':
    case 'tei': {
      const { openHttpReranker } = await import('./http/http-reranker.ts')
      const model = choice.kind === 'http' ? { model: choice.model } : { protocol: 'tei' as const }
      return openHttpReranker({ url: choice.url, ...model, ...keyed })
    }
    case 'transformers': {
      const { openTransformersReranker } = await import('./transformers/transformers-reranker.ts')
      const { model, remoteHost } = choice
      return openTransformersReranker({ model, cacheFolder, ...(remoteHost === null ? {} : { remoteHost }) })
    }
    case 'folder': {
      // The folder of a model of sentences serves: its tokens are compared one by one.
      const [{ openLocalEmbedder }, { lateInteraction }] = await Promise.all([
        import('./local/local-embedder.ts'),
        import('./local/late-interaction.ts'),
      ])
      return lateInteraction(await openLocalEmbedder({ folder: choice.path }))
    }
    default:
      throw unavailable(String(choice satisfies never), 'it is not known')
  }
}
