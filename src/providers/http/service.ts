import { EngraphError } from '../../graph/errors.ts'
import { type Wording, wording } from '../../graph/wording.ts'
import { breaker } from './breaker.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import type { Endpoint } from './endpoint.ts'
import type { ServiceLimits } from './http-options.ts'
import { lane } from './lane.ts'
import { type Asked, request } from './request.ts'

/** What a call of a port came to. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed'
      readonly reason: Wording
      readonly hint?: string | Wording
      /** The service is well; it is this text that it cannot take. */
      readonly isOfText?: boolean
    }

export type Haste = 'question' | 'passage'

/** A model behind an endpoint: its limits, its state of health, its end. */
export interface Service {
  /** Runs a call of the port. What fails is an `EngraphError`, what the caller calls off has the reason of its signal. */
  call<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Outcome<T>>): Promise<T>
  /** Runs a piece of a call within the time and the places for calls of its kind. */
  hurry<T>(haste: Haste, signal: AbortSignal, work: (deadline: Deadline) => Promise<T>): Promise<T>
  ask(path: string, body: unknown, options: { signal: AbortSignal; deadline: Deadline }): Promise<Asked>
  close(): void
}

export function service(endpoint: Endpoint, model: string, limits: ServiceLimits): Service {
  const health = breaker({ failuresMax: limits.failuresMax, restMs: limits.restMs, clock: limits.clock })
  const life = new AbortController()
  // A question never waits behind what is embedded in the background.
  const lanes = { question: lane(limits.concurrencyMax), passage: lane(limits.concurrencyMax) }
  const deadlines = { question: limits.questionDeadlineMs, passage: limits.passageDeadlineMs }
  let lastReason: Wording = wording`it was not asked`

  const unavailable = (reason: Wording, hint?: string | Wording) =>
    new EngraphError(
      'model-unavailable',
      wording`The model "${model}" at ${endpoint.host} cannot be used: ${reason}.`,
      {
        ...(hint === undefined ? {} : { hint }),
      },
    )

  return {
    async call(given, work) {
      given?.throwIfAborted()
      if (life.signal.aborted) throw unavailable(wording`it is closed`)
      const restMs = health.admit()
      if (restMs !== null) {
        throw unavailable(
          wording`it failed ${limits.failuresMax} times in a row and is left alone for ${Math.ceil(restMs / 1_000)} s; at last ${lastReason}`,
        )
      }
      const signal = given === undefined ? life.signal : AbortSignal.any([life.signal, given])
      let ending: 'well' | 'failed' | 'withdrawn' = 'withdrawn'
      try {
        const outcome = await work(signal)
        given?.throwIfAborted()
        ending = outcome.kind === 'done' || outcome.isOfText === true ? 'well' : 'failed'
        if (outcome.kind === 'done') return outcome.value
        if (ending === 'failed') lastReason = outcome.reason
        throw unavailable(outcome.reason, outcome.hint)
      } catch (error) {
        given?.throwIfAborted()
        throw life.signal.aborted ? unavailable(wording`it is closed`) : error
      } finally {
        health.settle(ending)
      }
    },
    async hurry(haste, signal, work) {
      // A question's time runs while it waits for its place; what is embedded in the background may wait for long.
      const early = haste === 'question' ? startDeadline(deadlines[haste]) : null
      try {
        return await lanes[haste](signal, async () => {
          const deadline = early ?? startDeadline(deadlines[haste])
          try {
            return await work(deadline)
          } finally {
            deadline.clear()
          }
        })
      } finally {
        early?.clear()
      }
    },
    ask: (path, body, options) => request(endpoint, path, body, { ...options, policy: limits }),
    close: () => life.abort(),
  }
}
