import type { Instant } from '../graph/spans.ts'

/** The time, asked for where it matters, so that a test can hold it still. **Contract:** never goes back. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }
