import {
  type Check,
  name,
  numbersByName,
  oneOf,
  someOf,
  text,
  texts,
  time,
  wholeNumber,
  yesOrNo,
} from './graph/given.ts'
import { NODE_KINDS, type NodeId, type NodeKind } from './graph/nodes.ts'
import { PURPOSES, type Purpose } from './graph/space.ts'
import type { GivenTime } from './graph/times.ts'
import { wording } from './graph/wording.ts'
import type { HomeOptions } from './home.ts'
import { HOME_CHECKS } from './home-options.ts'
import { embedderGiven, rerankerGiven } from './own-models.ts'
import type { Embedder } from './ports/embedder.ts'
import type { Reranker } from './ports/reranker.ts'
import { AUDIT_MODES, type AuditMode } from './recall/audit.ts'
import type { RankingOverrides } from './recall/config.ts'

export interface OpenOptions extends HomeOptions {
  /** The name of the space, or its id. */
  readonly space: string
  /** What a new space is for. Default `companion`; a space that exists keeps its own. */
  readonly purpose?: Purpose
  /** Whether a space that does not exist is made. Default true; else `space-unknown`. */
  readonly create?: boolean
  /** Other values for numbers of the ranking, for measuring; see `RankingOverrides`. */
  readonly ranking?: RankingOverrides
  /**
   * What turns texts into vectors: the name of a kind, such as `builtin`, `static`, `words` for none, or
   * `ollama:bge-m3`, or an embedder of your own. Default: `ENGRAPH_EMBEDDER`, else `builtin`.
   */
  readonly embedder?: string | Embedder
  /**
   * What `thorough` recalls are judged by: the name of a kind, such as `http:bge-reranker-v2-m3`, or a reranker of your
   * own. Default: `ENGRAPH_RERANKER`, else the embedder compares token by token, where it can.
   */
  readonly reranker?: string | Reranker
  /** What is logged of each recall. Default `hash`: everything but its words; `text` logs those too, `off` nothing. */
  readonly audit?: AuditMode
}

export interface TimelineQuery {
  readonly since?: GivenTime
  readonly until?: GivenTime
  readonly session?: string
  /** Shows what happened around this node: half before, half after. */
  readonly around?: NodeId
  /** Default `['message']`. */
  readonly kinds?: readonly NodeKind[]
  /** Default 50, at most 10,000. */
  readonly limit?: number
  /** Which end is shown when there is more than the limit; entries always come oldest first. Default the newest. */
  readonly keep?: 'oldest' | 'newest'
}

/** What to forget; several conditions must all hold. */
export interface ForgetSelector {
  readonly session?: string
  readonly ids?: readonly NodeId[]
  /** Messages that hold every one of its words. */
  readonly query?: string
  readonly since?: GivenTime
  readonly until?: GivenTime
}

export interface ForgetOptions {
  /** Only says what would go. */
  readonly dryRun?: boolean
}

export const TIMELINE_DEFAULT = 50
const TIMELINE_MAX = 10_000
const NODES_MAX = 1000

export const listOfIds: Check = (value) =>
  texts(value) ??
  ((value as readonly unknown[]).length > NODES_MAX ? wording`a list of at most ${NODES_MAX} ids` : null)

export const OPEN_CHECKS: Readonly<Record<keyof OpenOptions, Check>> = {
  space: name,
  purpose: oneOf(...PURPOSES),
  create: yesOrNo,
  ranking: numbersByName,
  audit: oneOf(...AUDIT_MODES),
  embedder: embedderGiven,
  reranker: rerankerGiven,
  ...HOME_CHECKS,
}

export const TIMELINE_CHECKS: Readonly<Record<keyof TimelineQuery, Check>> = {
  since: time,
  until: time,
  session: text(),
  around: text(),
  kinds: someOf(...NODE_KINDS),
  limit: wholeNumber(1, TIMELINE_MAX),
  keep: oneOf('oldest', 'newest'),
}

export const FORGET_CHECKS: Readonly<Record<keyof ForgetSelector, Check>> = {
  session: text(),
  ids: texts,
  query: text(),
  since: time,
  until: time,
}
