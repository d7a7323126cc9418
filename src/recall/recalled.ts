import type { GraphNode, NodeId } from '../graph/nodes.ts'
import type { Instant, TextSpan } from '../graph/spans.ts'
import type { GivenTime } from '../graph/times.ts'

export type Route = 'semantic' | 'structural'

/**
 * The grains at which the semantic route scores a message: its best passage, itself, windows of its neighbours, the
 * event and the session that contain it.
 */
export const GRAINS = ['passage', 'message', 'window1', 'window2', 'event', 'session'] as const
export type Grain = (typeof GRAINS)[number]

/** Why an item was found, complete enough to be checked by hand. */
export interface Why {
  readonly routes: readonly Route[]
  /** Rank (1-based) that the item has in the list of each grain that found it. */
  readonly ranks: Readonly<Partial<Record<Grain, number>>>
  /** What each grain and boost adds to `relevance`; the parts sum up to it. */
  readonly parts: Readonly<Record<string, number>>
  /** The question's terms that occur in the message itself, as they were indexed. */
  readonly terms: readonly string[]
  /** How the graph leads here, container by container: `session s1`, `event e~…`, `message m~…`. */
  readonly path: readonly string[]
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
  /** Estimated tokens of `text`. */
  readonly tokens: number
  readonly why: Why
}

export interface RecallPlan {
  /** Terms that are searched for. */
  readonly terms: readonly string[]
  /** Speakers that the question names. */
  readonly speakers: readonly string[]
  readonly since: Instant | null
  readonly until: Instant | null
}

/** `nothing-found` means that the index was asked and knows nothing; `nothing-asked` that the question holds no word to search for. */
export type RecallOutcome = 'found' | 'nothing-found' | 'nothing-asked'

export interface Recalled {
  readonly outcome: RecallOutcome
  readonly items: readonly RecalledItem[]
  /** Sum over the items. */
  readonly tokens: number
  readonly plan: RecallPlan
  /** Grains and routes that the deadline left out. */
  readonly late: readonly string[]
  readonly tookMs: number
}

export interface RecallOptions {
  /** Items at most. Default 10, at most 1,000. */
  readonly limit?: number
  /** Tokens of all items together, at most; without it there is no such bound. */
  readonly budgetTokens?: number
  /** The moment at which the question is asked. Default: the clock. */
  readonly now?: GivenTime
  /** Recent turns, oldest first; they help when the question alone says nothing ("and then?"). */
  readonly context?: readonly string[]
  /** What is ready by then is answered with, what is not is named in `late`. */
  readonly deadlineMs?: number
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
