import type { Clock } from '../../ports/clock.ts'

export interface BreakerOptions {
  readonly failuresMax: number
  readonly restMs: number
  readonly clock: Clock
}

/**
 * Spares callers the wait for a service that failed again and again: it is left alone for a while, then tried by one
 * call, and left alone again if that fails too.
 */
export interface Breaker {
  /** `null` when a call may be made, which must then be settled; else for how long there is none, in ms. */
  admit(): number | null
  /** `withdrawn` says nothing about the service: the caller called it off. */
  settle(ending: 'well' | 'failed' | 'withdrawn'): void
}

export function breaker({ failuresMax, restMs, clock }: BreakerOptions): Breaker {
  let failures = 0
  let restsUntil = 0
  return {
    admit() {
      if (failures < failuresMax) return null
      const now = clock.now()
      if (now < restsUntil) return restsUntil - now
      // Those who come while this one tries are turned away.
      restsUntil = now + restMs
      return null
    },
    settle(ending) {
      if (ending === 'well') failures = 0
      else if (ending === 'failed') {
        failures++
        if (failures >= failuresMax) restsUntil = clock.now() + restMs
      } else if (failures >= failuresMax) restsUntil = 0
    },
  }
}
