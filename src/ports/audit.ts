import type { JsonObject, NodeId } from '../graph/nodes.ts'
import type { Instant } from '../graph/spans.ts'

/** One recall, as it is logged. */
export interface AuditEntry {
  /** When it was asked. */
  readonly at: Instant
  /** Tells equal questions apart from others, without their words: 16 hexadecimal digits, other ones in each space. */
  readonly questionHash: string
  /** The question itself, where the application asked for it. */
  readonly question: string | null
  /** A `RecallOutcome`. */
  readonly outcome: string
  /** How it was understood. Without the question, nothing of its words: kinds, bounds, and how many of each. */
  readonly plan: JsonObject
  /** How many items each route found. */
  readonly routes: Readonly<Record<string, number>>
  /** Ids of the items, best first, the first `AUDIT_ITEMS_MAX`. What was forgotten since is left out. */
  readonly items: readonly NodeId[]
  /** How many items there were. */
  readonly itemCount: number
  /** What the deadline left out. */
  readonly late: readonly string[]
  readonly limit: number | null
  readonly budgetTokens: number | null
  readonly deadlineMs: number | null
  readonly tookMs: number
  /** Milliseconds by stage, as far as they were measured. */
  readonly timings: Readonly<Record<string, number>>
}

export interface AuditQuery {
  readonly since: Instant | null
  readonly until: Instant | null
  readonly outcome: string | null
  /** Only recalls that took so long, or longer. */
  readonly tookMsMin: number | null
  /** Without, `items` stay empty, which is faster. */
  readonly withItems: boolean
  /** The newest so many. */
  readonly limit: number
}

/** Entries that a space keeps, at least; the oldest go `AUDIT_TRIM_EVERY` at a time. */
export const AUDIT_ENTRIES_MAX = 10_000
export const AUDIT_TRIM_EVERY = 1000
/** Ids of items that an entry holds, at most. */
export const AUDIT_ITEMS_MAX = 50
