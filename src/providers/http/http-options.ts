import { EngraphError } from '../../graph/errors.ts'
import { type Check, clock, name, readGiven, texts, wholeNumber } from '../../graph/given.ts'
import { wording } from '../../graph/wording.ts'
import { type Clock, systemClock } from '../../ports/clock.ts'
import { type Pause, pause } from './deadline.ts'
import type { EndpointOptions } from './endpoint.ts'
import type { RequestPolicy } from './request.ts'

/** Bounds that every model behind an endpoint has. */
export interface LimitOptions {
  /** How long a question waits, with all attempts, in ms. Default 1,500. */
  readonly questionDeadlineMs?: number
  /** How long one batch of passages may take, with all attempts, in ms. Default 10,000. */
  readonly passageDeadlineMs?: number
  /** How often one request is made again. Default 2. */
  readonly retriesMax?: number
  /** The longest wait that a service may ask for, in ms. Default 5,000. */
  readonly retryAfterMsMax?: number
  /** Requests at the same time, for questions and for passages each. Default 2. */
  readonly concurrencyMax?: number
  /** Bytes of one answer. Default 32 MiB. */
  readonly responseBytesMax?: number
  /** After so many failed calls in a row the service is left alone. Default 3. */
  readonly failuresMax?: number
  /** For how long it is left alone, in ms. Default 30,000. */
  readonly restMs?: number
  readonly clock?: Clock
  /** @internal */
  readonly pause?: Pause
  /** @internal */
  readonly random?: () => number
}

export interface ServiceLimits extends RequestPolicy {
  readonly questionDeadlineMs: number
  readonly passageDeadlineMs: number
  readonly concurrencyMax: number
  readonly failuresMax: number
  readonly restMs: number
}

const DAY_MS = 86_400_000
const NUMBERS_MAX = 65_536

const aFunction: Check = (value) => (typeof value === 'function' ? null : wording`a function`)
const prefixes: Check = (value) => {
  const { question, passage } = value as { readonly question?: unknown; readonly passage?: unknown }
  return typeof question === 'string' && typeof passage === 'string' ? null : wording`two texts, { question, passage }`
}

const LIMIT_CHECKS = {
  questionDeadlineMs: wholeNumber(1, DAY_MS),
  passageDeadlineMs: wholeNumber(1, DAY_MS),
  retriesMax: wholeNumber(0, 10),
  retryAfterMsMax: wholeNumber(0, DAY_MS),
  concurrencyMax: wholeNumber(1, 64),
  responseBytesMax: wholeNumber(1, 2 ** 30),
  failuresMax: wholeNumber(1, 1_000),
  restMs: wholeNumber(0, DAY_MS),
  clock,
  pause: aFunction,
  random: aFunction,
} as const satisfies Readonly<Record<keyof LimitOptions, Check>>

const MODEL_CHECKS = {
  model: name,
  batchSize: wholeNumber(1, 4_096),
  batchCharactersMax: wholeNumber(1, 10_000_000),
  textCharactersMax: wholeNumber(1, 1_000_000),
  openDeadlineMs: wholeNumber(1, DAY_MS),
  dimensions: wholeNumber(1, NUMBERS_MAX),
  prefixes,
  languages: texts,
  revision: name,
  textsMax: wholeNumber(1, 4_096),
} as const satisfies Readonly<Record<string, Check>>

/**
 * The options of a model behind an endpoint, checked, without what addresses it: an error would repeat a key. `more`
 * has the checks of what one kind of service has beside these.
 */
export function readHttpOptions<T extends EndpointOptions & LimitOptions>(
  given: T,
  more: Readonly<Record<string, Check>> = {},
): Omit<T, keyof EndpointOptions> {
  if (typeof given !== 'object' || given === null) {
    throw new EngraphError('invalid-options', 'The options of a model service must be an object with url and model.')
  }
  const { url: _url, key: _key, headers: _headers, signal: _signal, ...rest } = given as T & { signal?: AbortSignal }
  const checks = { ...LIMIT_CHECKS, ...MODEL_CHECKS, ...more }
  const read = readGiven<Record<string, unknown>>(rest, 'A model service', checks, 'invalid-options')
  if (more['model'] === undefined && read['model'] === undefined) {
    throw new EngraphError('invalid-options', 'A model service needs the name of its model.')
  }
  return read as unknown as Omit<T, keyof EndpointOptions>
}

export function limitsOf(given: LimitOptions): ServiceLimits {
  return {
    questionDeadlineMs: given.questionDeadlineMs ?? 1_500,
    passageDeadlineMs: given.passageDeadlineMs ?? 10_000,
    retriesMax: given.retriesMax ?? 2,
    retryAfterMsMax: given.retryAfterMsMax ?? 5_000,
    concurrencyMax: given.concurrencyMax ?? 2,
    responseBytesMax: given.responseBytesMax ?? 32 * 1024 * 1024,
    failuresMax: given.failuresMax ?? 3,
    restMs: given.restMs ?? 30_000,
    clock: given.clock ?? systemClock,
    pause: given.pause ?? pause,
    random: given.random ?? Math.random,
  }
}
