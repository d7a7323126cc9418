/**
 * How the vectors of a space served a question. `ready`: all of it was compared. `partial`: some of it has no vector yet.
 * `loading`: the model is not there yet, and nobody waited for it. `late`: it did not answer in time. `unavailable`: it
 * cannot be had, or failed. `off`: nobody wants it.
 */
export const MEANING_STATES = ['ready', 'partial', 'loading', 'late', 'unavailable', 'off'] as const
export type MeaningState = (typeof MEANING_STATES)[number]

export interface MeaningReport {
  readonly state: MeaningState
  /** Which kind of model it is and what it is called, such as `builtin all-MiniLM-L6-v2`; `null` where there is none. */
  readonly embedder: string | null
  /** Why it is not available. */
  readonly problem: string | null
}

export interface Meaning extends MeaningReport {
  /** By unit, how like the question it is, -1..1, and exactly 0 where there is no vector; `null` where there are none. */
  readonly likeness: Float32Array | null
}

/** Compares a question with what a space holds, by what both mean. */
export interface MeaningSource {
  /** Never fails and never waits for a model that is still being loaded; `signal` ends the waiting for one that is there. */
  compare(question: string, signal?: AbortSignal): Promise<Meaning>
}

export interface Judgement extends MeaningReport {
  /** One for each of the first texts, as many as it takes, higher for a better answer; `null` where there is none. */
  readonly judgements: readonly number[] | null
}

/** Judges texts together with the question. */
export interface RerankSource {
  /** Never fails. */
  judge(question: string, texts: readonly string[], signal?: AbortSignal): Promise<Judgement>
}
