import { Embedding } from './embedding.ts'
import type { Space } from './graph/space.ts'
import type { Models } from './models.ts'
import type { Clock } from './ports/clock.ts'
import type { GraphStore } from './ports/graph-store.ts'
import type { RecallConfig } from './recall/config.ts'
import { Recaller } from './recall/recall.ts'
import { Reranking } from './reranking.ts'
import { Vocabulary } from './vocabulary.ts'

export interface RecallingParts {
  readonly store: GraphStore
  readonly space: Space
  readonly clock: Clock
  readonly config: RecallConfig
  readonly models: Models
}

/** What answers questions about one space, with the models that it may ask and their end. */
export class Recalling {
  readonly recaller: Recaller
  readonly embedding: Embedding
  readonly #vocabulary: Vocabulary | null
  readonly #reranking: Reranking

  constructor({ store, space, clock, config, models: { openEmbedder, loadWords, openReranker } }: RecallingParts) {
    this.embedding = new Embedding({ store, space: space.id, clock, open: openEmbedder })
    this.#vocabulary = loadWords && new Vocabulary({ store, space: space.id, words: loadWords })
    this.#reranking = new Reranking({ open: openReranker, own: () => this.embedding.late() })
    const sources = { meaning: this.embedding, words: this.#vocabulary, reranker: this.#reranking }
    this.recaller = new Recaller({ store, space, clock, config, ...sources })
  }

  /** Ends what goes on behind; questions that were begun are still answered. */
  end(): void {
    this.embedding.end()
  }

  async close(): Promise<void> {
    await this.embedding.close()
    await this.#vocabulary?.close()
    await this.#reranking.close()
  }
}
