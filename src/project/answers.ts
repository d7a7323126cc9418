import type { ActivityRecord } from '../graph/activity.ts'
import type { NodeId } from '../graph/nodes.ts'
import type { ObservationType, StoredObservation, StoredSummary } from '../graph/observation.ts'
import type { Instant } from '../graph/spans.ts'
import type { GivenTime } from '../graph/times.ts'
import type { Why } from '../recall/recalled.ts'

/** Bounds of a search; every one that is given excludes what does not fit. */
export interface SearchBounds {
  readonly type?: ObservationType | readonly ObservationType[]
  /** A file or folder of the work tree, by its path or by the end of it. */
  readonly file?: string
  readonly concept?: string
  readonly session?: string
  readonly branch?: string
  readonly since?: GivenTime
  readonly until?: GivenTime
}

export interface SearchQuery extends SearchBounds {
  /** Without one, the newest come first. */
  readonly query?: string
  /** Entries at most. Default 20, at most 100. */
  readonly limit?: number
}

/** One line of an index: what it is, and what reading it costs. */
export interface IndexEntry {
  /** Of the observation (its event), or of a summary; `get` gives the whole. */
  readonly id: NodeId
  readonly at: Instant
  /** `summary` for that of a session. */
  readonly type: ObservationType | 'summary'
  readonly title: string
  readonly session: string
  readonly branch: string | null
  /** Tokens of the whole, by the o200k vocabulary. */
  readonly tokens: number
  readonly isUnfinished: boolean
  /** The fact that matched best, where one matched better than the whole; `null` otherwise. */
  readonly fact: { readonly id: NodeId; readonly text: string } | null
}

/** What the journal held, and what became of it. */
export interface CaughtUp {
  readonly records: number
  readonly observations: number
  /** Lines that wait still: the space is busy, or the time was over. */
  readonly waiting: number
  readonly problems: readonly string[]
}

export interface SearchHit extends IndexEntry {
  /** 1-based. */
  readonly rank: number
  /** 0..1; 1 where nothing was asked. */
  readonly relevance: number
  /** `null` where nothing was asked. */
  readonly why: Why | null
}

export interface SearchResult {
  readonly outcome: 'found' | 'nothing-found' | 'incomplete'
  readonly entries: readonly SearchHit[]
  /** Tokens of the index lines. */
  readonly tokens: number
  /** Words of the query stand in lines of the journal that wait still: their texts, a few at most. */
  readonly waiting: readonly string[]
  readonly caughtUp: CaughtUp
}

export interface HistoryQuery extends SearchBounds {
  /** The id of an observation, fact, record or summary; or a query, whose best hit is the middle. */
  readonly around: string
  /** Entries before and after. Default 5 each, at most 50. */
  readonly before?: number
  readonly after?: number
}

export interface History {
  /** `null` where nothing is there to stand around. */
  readonly anchor: NodeId | null
  readonly entries: readonly IndexEntry[]
}

/** The whole of an observation or summary; `null` in its place where an id leads to nothing. */
export type Got =
  | { readonly kind: 'observation'; readonly observation: StoredObservation }
  | { readonly kind: 'summary'; readonly summary: StoredSummary }

export interface GotRecord extends ActivityRecord {
  /** The text by which it is found. */
  readonly text: string
  readonly event: NodeId | null
}

export interface NoteGiven {
  readonly text: string
  readonly title?: string
  /** Default `discovery`. */
  readonly type?: ObservationType
  readonly concepts?: readonly string[]
  readonly files?: readonly string[]
  readonly session?: string
}

export interface SessionContextQuery {
  readonly session: string
  /** startup, resume, clear, compact, fork. */
  readonly source: string
  /** Default 1,500. */
  readonly budgetTokens?: number
  readonly deadlineMs?: number
}

export interface PromptContextQuery {
  readonly session: string
  readonly prompt: string
  readonly deadlineMs?: number
}
