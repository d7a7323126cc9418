import { type Wording, wording } from '../../graph/wording.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Deadline, Pause } from './deadline.ts'
import type { Endpoint } from './endpoint.ts'
import { exchange } from './exchange.ts'

export interface RequestPolicy {
  readonly retriesMax: number
  /** A service that asks for a longer wait counts as failed: the caller has other ways to answer. */
  readonly retryAfterMsMax: number
  readonly responseBytesMax: number
  readonly clock: Clock
  readonly pause: Pause
  /** From 0 to 1, so that many callers do not come back at the same moment. */
  readonly random: () => number
}

/** What became of a request, with all its attempts. */
export type Asked =
  | { readonly kind: 'answered'; readonly json: unknown }
  | { readonly kind: 'too-large'; readonly reason: Wording }
  | {
      readonly kind: 'failed'
      readonly reason: Wording
      readonly status?: number
      /** The deadline passed. */
      readonly isLate?: boolean
    }

export interface RequestOptions {
  readonly deadline: Deadline
  /** What the caller calls off is thrown with the reason of this signal. */
  readonly signal: AbortSignal
  readonly policy: RequestPolicy
}

const BACKOFF_MS = 200
const BACKOFF_MS_MAX = 2_000

/** Asks until there is an answer, a refusal, no attempt left, or no time. Without a body it only reads. */
export async function request(
  endpoint: Endpoint,
  path: string,
  body: unknown,
  { deadline, signal, policy }: RequestOptions,
): Promise<Asked> {
  const either = AbortSignal.any([signal, deadline.signal])
  const { responseBytesMax, retriesMax, retryAfterMsMax, clock } = policy
  try {
    for (let retries = 0; ; retries++) {
      either.throwIfAborted()
      const exchanged = await exchange(endpoint, path, body, { signal: either, responseBytesMax, now: clock.now })
      if (exchanged.kind === 'refused') return { ...exchanged, kind: 'failed' }
      if (exchanged.kind !== 'passing') return exchanged
      const { reason, waitMs = 0 } = exchanged
      if (waitMs > retryAfterMsMax) {
        return { kind: 'failed', reason: wording`${reason}; it wants ${Math.ceil(waitMs / 1_000)} s of rest` }
      }
      if (retries === retriesMax) return { kind: 'failed', reason }
      const backoffMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** retries) * (0.5 + policy.random() / 2)
      const restMs = Math.max(waitMs, backoffMs)
      // Nobody waits for a time that is not there.
      if (restMs >= deadline.leftMs()) return { kind: 'failed', reason }
      await policy.pause(restMs, either)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!deadline.signal.aborted) throw error
    return { kind: 'failed', isLate: true, reason: wording`it did not answer within ${deadline.limitMs} ms` }
  }
}
