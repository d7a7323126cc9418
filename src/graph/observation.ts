import type { NodeId } from './nodes.ts'
import type { Instant } from './spans.ts'

/** What an event of work came to. */
export const OBSERVATION_TYPES = [
  'bugfix',
  'feature',
  'refactor',
  'change',
  'discovery',
  'decision',
  'failure',
  'security',
  'test',
] as const
export type ObservationType = (typeof OBSERVATION_TYPES)[number]

/** What kind of knowledge an observation holds, apart from its subject. */
export const KNOWLEDGE_KINDS = ['how-it-works', 'gotcha', 'trade-off', 'pattern'] as const
export type KnowledgeKind = (typeof KNOWLEDGE_KINDS)[number]

export const FACT_KINDS = [
  'edit',
  'command',
  'error',
  'fix',
  'endpoint',
  'version',
  'path',
  'decision',
  'commit',
  'finding',
] as const
export type FactKind = (typeof FACT_KINDS)[number]

/** One literal statement: old and new values, a command with its exit code, an error message, an endpoint, … */
export interface ObservedFact {
  readonly kind: FactKind
  readonly text: string
  /** The records that it was read from, at least one. */
  readonly records: readonly NodeId[]
}

/** A finding that begins so says what is left to do; each language has its own. */
export const LEFT_MARKS = { en: 'left: ', zh: '待办：' } as const

/** What a fact says is left to do; `null` where it says something else. */
export function leftToDoIn({ kind, text }: ObservedFact): string | null {
  if (kind !== 'finding') return null
  const mark = Object.values(LEFT_MARKS).find((own) => text.startsWith(own))
  return mark === undefined ? null : text.slice(mark.length)
}

/** The distilled form of one event. */
export interface Observation {
  readonly type: ObservationType
  readonly title: string
  /** A few sentences: what was asked, what was done, how it ended. */
  readonly narrative: string
  readonly facts: readonly ObservedFact[]
  /** Subjects, each by one name in both languages: `auth`, `jwt`, `checkout`. */
  readonly concepts: readonly string[]
  readonly knowledge: readonly KnowledgeKind[]
  /** Relative to the top of the work tree with `/`, absolute where they lie outside of it. */
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  readonly records: readonly NodeId[]
  /** Whether it ended before it was done: a failure that nothing mended, work that was announced and not finished. */
  readonly isUnfinished: boolean
  /** The language of its words: that of the user. */
  readonly language: 'en' | 'zh'
}

/** What a session came to so far. An empty list or `null`: nothing to say. */
export interface SessionSummary {
  readonly request: string | null
  readonly investigated: readonly string[]
  readonly learned: readonly string[]
  readonly completed: readonly string[]
  readonly nextSteps: readonly string[]
  readonly language: 'en' | 'zh'
}

/** An observation in its place. */
export interface StoredObservation {
  /** The event that it is the distilled form of. */
  readonly event: NodeId
  /** Of the graph: that of a subagent has its agent's id behind it. */
  readonly session: string
  readonly at: Instant
  /** The last record's time. */
  readonly until: Instant
  readonly branch: string | null
  /** Type or id of the subagent; `null` for the agent itself. */
  readonly agent: string | null
  readonly host: string | null
  /** Ids of the fact nodes, in the order of `observation.facts`. */
  readonly factIds: readonly NodeId[]
  /** Tokens of the whole observation as `get` gives it, by the o200k vocabulary. */
  readonly tokens: number
  readonly observation: Observation
}

export interface StoredSummary {
  readonly id: NodeId
  readonly session: string
  readonly at: Instant
  readonly until: Instant
  readonly branch: string | null
  /** Whether the host said that the session is over. */
  readonly isEnded: boolean
  readonly summary: SessionSummary
}
