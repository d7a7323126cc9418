import type { GraphNode, NodeId } from '../graph/nodes.ts'
import type { Instant, TextSpan, TimeSpan } from '../graph/spans.ts'
import type { GivenTime } from '../graph/times.ts'
import type { MeaningReport } from '../ports/meaning.ts'
import type { Question } from './question/question.ts'
import type { Level } from './render.ts'
import type { WalkStep } from './walked.ts'

export type Route = 'semantic' | 'structural'

/**
 * The grains at which the semantic route scores a message: its best passage, itself, windows of its neighbours, the
 * event and the session that contain it.
 */
export const GRAINS = ['passage', 'message', 'window1', 'window2', 'event', 'session'] as const
export type Grain = (typeof GRAINS)[number]

/** The lists in which an item has a rank: each route, and of the semantic one each grain of words, vectors, and words of like meaning. */
export type RankedList = Route | Grain | 'meaning' | 'related'

/** Why an item was found, complete enough to be checked by hand. */
export interface Why {
  readonly routes: readonly Route[]
  /** Rank (1-based) that the item has in the list of each route and grain that found it. */
  readonly ranks: Readonly<Partial<Record<RankedList, number>>>
  /** What each grain, boost and route adds to `relevance`; the parts sum up to it. */
  readonly parts: Readonly<Record<string, number>>
  /** The question's terms that occur in the message itself, as they were indexed. */
  readonly terms: readonly string[]
  /** How the graph leads here, container by container: `session s1`, `event e~…`, `message m~…`. */
  readonly path: readonly string[]
  /** The best walk of the structural route that ended here; empty where none did. */
  readonly walk: readonly WalkStep[]
}

export interface RecalledItem {
  /** Id of the message; `show` has the whole of it. */
  readonly node: NodeId
  /** The passage that answers; the whole message when it is short. Cut at a word when the budget ends inside it. */
  readonly text: string
  /** Where `text` stands in the message, in UTF-16 code units. */
  readonly span: TextSpan
  readonly at: Instant | null
  readonly session: string | null
  readonly speaker: string | null
  /** 1-based; the items come in this order. */
  readonly rank: number
  /** 0..1, relative to the best item of this recall. */
  readonly relevance: number
  /** Tokens of `text`, by the o200k vocabulary; `null` unless a budget or a level was asked for. */
  readonly tokens: number | null
  readonly why: Why
}

/** What was read in the question, and what is searched for. */
export interface RecallPlan extends Question {
  /** Terms that are searched for. */
  readonly terms: readonly string[]
  /** Speakers that the question names. */
  readonly speakers: readonly string[]
  /** Times that the question names, resolved. */
  readonly windows: readonly TimeSpan[]
  readonly since: Instant | null
  readonly until: Instant | null
}

/**
 * `nothing-found` means that the index was asked and knows nothing; `incomplete` that nothing was found, and a route was
 * late or its index is not available in full; `nothing-asked` that the question holds no word to search for.
 */
export const RECALL_OUTCOMES = ['found', 'nothing-found', 'incomplete', 'nothing-asked'] as const
export type RecallOutcome = (typeof RECALL_OUTCOMES)[number]

/**
 * `ready`: it was asked of everything. `late`: the deadline left it out, or a part of it. `partial`: its index lacks
 * what an older version remembered. `off`: `ranking` says so.
 */
export type RouteState = 'ready' | 'late' | 'partial' | 'off'

export interface RouteReport {
  readonly state: RouteState
  /** How many of the items it found. */
  readonly found: number
}

export interface Recalled {
  readonly outcome: RecallOutcome
  readonly items: readonly RecalledItem[]
  /** The items for a prompt, oldest first; `null` unless a budget or a level was asked for. */
  readonly text: string | null
  /** Tokens of that text. */
  readonly tokens: number | null
  readonly plan: RecallPlan
  readonly routes: Readonly<Record<Route, RouteReport>>
  /** What vectors had to say. */
  readonly meaning: MeaningReport
  /** What a model that reads question and message together had to say; `null` unless it was asked to be thorough. */
  readonly reranking: MeaningReport | null
  /** Grains and routes, `meaning` and `rerank` that the deadline left out. */
  readonly late: readonly string[]
  /** Milliseconds of each stage. */
  readonly timings: Readonly<Record<string, number>>
  readonly tookMs: number
}

export interface RecallOptions {
  /** Items at most. Default 10, at most 1,000. */
  readonly limit?: number
  /** Tokens of the packed text, dates and names included, at most; without it there is no such bound. */
  readonly budgetTokens?: number
  /** How much of each item the packed text shows. Default `details`, the passages that answer. */
  readonly level?: Level
  /** The moment at which the question is asked. Default: the clock. */
  readonly now?: GivenTime
  /** Recent turns, oldest first; they help when the question alone says nothing ("and then?"). */
  readonly context?: readonly string[]
  /** What is ready by then is answered with, what is not is named in `late`. */
  readonly deadlineMs?: number
  /** Has a model read the head of the list together with the question: better, and slower by some tenths of a second. */
  readonly thorough?: boolean
  /** Only what happened from then on. */
  readonly since?: GivenTime
  /** Only what happened before then. */
  readonly until?: GivenTime
  /** Only these sessions. */
  readonly sessions?: readonly string[]
}

export const RECALL_LIMIT_DEFAULT = 10
export const RECALL_LIMIT_MAX = 1000

export interface TimelineEntry {
  readonly node: GraphNode
  readonly event: NodeId | null
}
