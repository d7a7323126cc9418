import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, numberFrom, oneOf, readGiven, time, wholeNumber } from './graph/given.ts'
import type { SpaceId } from './graph/space.ts'
import { type GivenTime, requireInstant } from './graph/times.ts'
import { AUDIT_ENTRIES_MAX, type AuditEntry, type AuditQuery } from './ports/audit.ts'
import type { GraphStore } from './ports/graph-store.ts'
import { RECALL_OUTCOMES, type RecallOutcome } from './recall/recalled.ts'

/** Entries that wait to be written, at most; while the store stays busy, the oldest are given up. */
const WAITING_MAX = 256
const FLUSH_AFTER_MS = 200
/** So many are written without the timer, which never comes while a program asks and asks without a pause. */
const FLUSH_AT = 32
/** Turns of the queue of microtasks until the answer is with whoever asked: it takes half as many to get there. */
const HOPS = 12
/** After an attempt that found the store busy, the next waits longer. */
const FLUSH_AFTER_MAX_MS = 5000
/** How long closing waits for a busy store. */
const CLOSE_PATIENCE_MS = 50
const CLOSE_PAUSE_MS = 5

/**
 * Writes the log of recalls some time after the answers, several at once, so that asking never waits for it and never
 * fails by it. What cannot be written is given up and counted.
 */
export class AuditLog {
  readonly #store: GraphStore
  readonly #space: SpaceId
  #waiting: AuditEntry[] = []
  #timer: NodeJS.Timeout | undefined
  #pauseMs = FLUSH_AFTER_MS
  /** Not before, on the clock of `performance`. */
  #retryAt = 0
  #isFlushingSoon = false
  #dropped = 0
  #failure: unknown = null

  constructor(store: GraphStore, space: SpaceId) {
    this.#store = store
    this.#space = space
  }

  /** How many entries were given up, and the error of the last ones, `null` when the store was merely busy. */
  get lost(): { readonly count: number; readonly failure: unknown } {
    return { count: this.#dropped, failure: this.#failure }
  }

  add(entry: AuditEntry): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#waiting.shift()
      this.#dropped++
    }
    this.#waiting.push(entry)
    this.#schedule()
    if (this.#waiting.length >= FLUSH_AT && !this.#isFlushingSoon && performance.now() >= this.#retryAt) {
      void this.#flushSoon()
    }
  }

  /** One attempt to write what waits. Answers whether nothing waits any more. */
  async flush(): Promise<boolean> {
    const entries = this.#waiting
    if (entries.length === 0) return true
    this.#waiting = []
    try {
      if (await this.#store.audit(this.#space, entries)) return true
    } catch (error) {
      // The disk is full, the space was removed, the file is damaged: whoever asks or writes next is told, not the log.
      this.#failure = error
      this.#dropped += entries.length
      return true
    }
    const all = [...entries, ...this.#waiting]
    this.#dropped += Math.max(0, all.length - WAITING_MAX)
    this.#waiting = all.slice(-WAITING_MAX)
    return false
  }

  /** What was logged, what waits included unless the store is busy. */
  async read(query: AuditQuery): Promise<readonly AuditEntry[]> {
    await this.flush()
    return this.#store.auditTrail(this.#space, query)
  }

  /** Writes what waits if the store is free soon, and gives it up if not. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const deadline = performance.now() + CLOSE_PATIENCE_MS
    while (!(await this.flush())) {
      if (performance.now() >= deadline) break
      await sleep(CLOSE_PAUSE_MS)
    }
    this.#dropped += this.#waiting.length
    this.#waiting = []
  }

  /** A program that has nothing else to do is not kept alive. */
  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#flushLater(), this.#pauseMs).unref()
  }

  async #flushLater(): Promise<void> {
    this.#timer = undefined
    await this.#attempt()
    if (this.#waiting.length > 0) this.#schedule()
  }

  async #flushSoon(): Promise<void> {
    this.#isFlushingSoon = true
    for (let hop = 0; hop < HOPS; hop++) await null
    await this.#attempt()
    this.#isFlushingSoon = false
  }

  async #attempt(): Promise<void> {
    const isDone = await this.flush()
    this.#pauseMs = isDone ? FLUSH_AFTER_MS : Math.min(2 * this.#pauseMs, FLUSH_AFTER_MAX_MS)
    this.#retryAt = isDone ? 0 : performance.now() + this.#pauseMs
  }
}

/** Which logged recalls; several conditions must all hold. */
export interface AuditSelector {
  readonly since?: GivenTime
  readonly until?: GivenTime
  readonly outcome?: RecallOutcome
  /** Only recalls that took so many milliseconds, or more. */
  readonly tookMsMin?: number
  /** The newest so many. Default 50, at most 10,000. */
  readonly limit?: number
}

const TRAIL_DEFAULT = 50

const CHECKS: Readonly<Record<keyof AuditSelector, Check>> = {
  since: time,
  until: time,
  outcome: oneOf(...RECALL_OUTCOMES),
  tookMsMin: numberFrom(0),
  limit: wholeNumber(1, AUDIT_ENTRIES_MAX),
}

export function readAuditSelector(given: unknown, defaults = { limit: TRAIL_DEFAULT }): AuditQuery {
  const read = readGiven<AuditSelector>(given, 'An audit selector', CHECKS)
  const { since, until, outcome = null, tookMsMin = null, limit = defaults.limit } = read
  return {
    since: since === undefined ? null : requireInstant(since, 'since'),
    until: until === undefined ? null : requireInstant(until, 'until'),
    outcome,
    tookMsMin,
    withItems: true,
    limit,
  }
}

export interface AuditStats {
  readonly recalls: number
  readonly outcomes: Readonly<Record<string, number>>
  /** 0..1, `null` where there is no recall. */
  readonly nothingFoundShare: number | null
  readonly tookMs: { readonly p50: number; readonly p95: number; readonly max: number } | null
}

export function auditStatsOf(entries: readonly AuditEntry[]): AuditStats {
  const outcomes: Record<string, number> = {}
  for (const { outcome } of entries) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const recalls = entries.length
  const sorted = entries.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  /** The smallest that so large a share of all does not exceed. */
  const percentile = (share: number) => sorted[Math.max(0, Math.ceil(share * recalls) - 1)]!
  return {
    recalls,
    outcomes,
    nothingFoundShare: recalls === 0 ? null : (outcomes['nothing-found'] ?? 0) / recalls,
    tookMs: recalls === 0 ? null : { p50: percentile(0.5), p95: percentile(0.95), max: sorted.at(-1)! },
  }
}
