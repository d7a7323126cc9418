/**
 * Judges how well texts answer a question, reading both together.
 *
 * **Contract:** one finite number per text, in their order; higher is better, and only the order within one call means
 * something. A failure is an `EngraphError` of the code `model-unavailable`.
 */
export interface Reranker {
  readonly model: string
  /** Texts that one call takes, at most. */
  readonly textsMax: number
  score(
    question: string,
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly number[]>
  close(): Promise<void>
}
