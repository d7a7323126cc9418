/** What a vector depends on. Vectors of different identities mean different things and are never compared. */
export interface EmbedderIdentity {
  readonly model: string
  /** Numbers of a vector. */
  readonly dimensions: number
  /** How a text is prepared, and how one vector is made of its tokens, such as `gloss 1; mean; 256 tokens`. */
  readonly preprocessing: string
  /** The first 16 hexadecimal digits of the SHA-256 of the weights; what a service says of itself, where it hides them. */
  readonly weights: string
}

/** Some models prepare a question otherwise than what answers it. */
export type EmbedPurpose = 'question' | 'passage'

export interface EmbedOptions {
  readonly purpose: EmbedPurpose
  /** Ends the work: the promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal
}

/**
 * Turns texts into vectors, so that those of like meaning are near each other.
 *
 * **Contract:** the same text gives the same vector. Vectors have unit length, except that a text with nothing in it
 * gives zeros. They come in the order of the texts. A failure is an `EngraphError` of the code `model-unavailable`.
 */
export interface Embedder {
  readonly identity: EmbedderIdentity
  /** Languages whose meaning it tells apart, as BCP 47 tags; `mul` for most. */
  readonly languages: readonly string[]
  /** Texts of one call that serve it best; more are taken, and cut into calls of this many. */
  readonly batchSize: number
  /** Whether it can answer at once; absent where that is always so. What is not loaded yet loads when it is first asked. */
  readonly isLoaded?: boolean
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>
  close(): Promise<void>
}

/** Stored with vectors: equal for equal identities only. */
export function identityKey({ model, dimensions, preprocessing, weights }: EmbedderIdentity): string {
  return JSON.stringify([model, dimensions, preprocessing, weights])
}

/** The model of a stored identity. */
export function modelOfKey(key: string): string {
  const [model] = JSON.parse(key) as readonly unknown[]
  return String(model)
}
