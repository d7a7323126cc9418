import type { NodeId } from '../graph/nodes.ts'
import type { ObservationType, StoredObservation, StoredSummary } from '../graph/observation.ts'
import type { SpaceId } from '../graph/space.ts'
import type { TimeSpan } from '../graph/spans.ts'

/** Which observations; every part that is given must fit. */
export interface ObservationQuery {
  readonly types?: readonly ObservationType[]
  /** A file of the work tree, or a folder, by its path or by the end of it. */
  readonly file?: string
  readonly concept?: string
  /** With those of its subagents. */
  readonly session?: string
  readonly branch?: string
  readonly span?: TimeSpan
  readonly isUnfinished?: boolean
  /** Only what stands before an event, or after it, by time. */
  readonly anchor?: { readonly event: NodeId; readonly side: 'before' | 'after' }
  readonly order: 'oldest-first' | 'newest-first'
  readonly limit: number
}

/** How far a file of the journal was read into a space. */
export interface JournalMark {
  /** Bytes from its beginning. */
  readonly offset: number
  /** What its first line bears as `id`: another file of the same name begins anew. */
  readonly head: string
}

/** A session whose records were not all observed; `mark` grows with every record. */
export interface UnobservedSession {
  readonly session: string
  readonly mark: number
  readonly isEnded: boolean
}

/**
 * What is distilled from the records of a space, in columns to choose by. Its texts are indexed in a space of their own
 * (`index`), which nothing lists and which goes with this one: all of it can be derived again.
 */
export interface ObservationStore {
  /** The space in which the texts of observations are indexed; made on first use. */
  index(space: SpaceId): Promise<SpaceId>
  find(space: SpaceId, query: ObservationQuery): Promise<readonly StoredObservation[]>
  /** The events alone, for bounds of a search. */
  events(space: SpaceId, query: ObservationQuery): Promise<readonly NodeId[]>
  /** In the order asked for, `null` where there is none. By event, fact, or a record of an observed event. */
  get(space: SpaceId, ids: readonly NodeId[]): Promise<readonly (StoredObservation | null)[]>
  /** The newest first. */
  summaries(
    space: SpaceId,
    query: { readonly session?: string; readonly branch?: string; readonly limit: number },
  ): Promise<readonly StoredSummary[]>
  /** Sessions that wait to be observed, the longest waiting first. */
  unobserved(space: SpaceId, limit: number): Promise<readonly UnobservedSession[]>
  /** `null` for a session that is not observed. */
  session(space: SpaceId, session: string): Promise<UnobservedSession | null>
  /** All sessions that are observed, whether they wait or not. */
  sessions(space: SpaceId): Promise<readonly UnobservedSession[]>
  /** What the events of a session were observed from, also where that gave nothing. */
  derivations(space: SpaceId, session: string): Promise<ReadonlyMap<NodeId, string>>
  /** The version of the rules by which the space was observed, 0 at first. */
  rules(space: SpaceId): Promise<number>
  /** How far a file of the journal was read; `null` when never. */
  journalMark(space: SpaceId, journal: string): Promise<JournalMark | null>
}

/** What one transaction may do with them, beside everything else. */
export interface ObservationWriter {
  /** Puts or replaces the observations of events, with fact nodes and edges; events must exist. */
  putObservations(observations: readonly StoredObservation[]): Promise<void>
  /** Removes the observations of events that are no more, with their facts. */
  removeObservations(events: readonly NodeId[]): Promise<void>
  /** Says what events were observed from; removing an observation, or its event, forgets that. */
  putDerivations(derivations: readonly { readonly event: NodeId; readonly source: string }[]): Promise<void>
  /** Puts or replaces the summary of a session. */
  putSummary(summary: StoredSummary): Promise<void>
  removeSummary(session: string): Promise<void>
  /** Says that a session has records which were not observed. */
  markUnobserved(session: string, end: { readonly isEnded: boolean }): Promise<void>
  /** Answers false when it got records since `mark`. */
  markObserved(session: string, mark: number): Promise<boolean>
  /** `null` for a session that is not observed. */
  observedSession(session: string): Promise<UnobservedSession | null>
  /** From now on it is observed by rules of that version; where they are others, all sessions wait to be observed anew. */
  changeRules(version: number): Promise<void>
  journalMark(journal: string): Promise<JournalMark | null>
  setJournalMark(journal: string, mark: JournalMark | null): Promise<void>
  /** Removes indexed texts without a tombstone, so that the same may come back; for the index of observations only. */
  removeDerived(ids: readonly NodeId[]): Promise<void>
}
