import type { NodeId } from '../../graph/nodes.ts'
import type { ObservationWriter } from '../../ports/observation-store.ts'
import type { Database } from './driver.ts'
import {
  changeRules,
  markObserved,
  markUnobserved,
  readJournalMark,
  readObservedSession,
  writeJournalMark,
} from './journals.ts'
import { putDerivations, putObservation, putSummary, removeObservation, removeSummary } from './observation-rows.ts'
import { removeLoneThings } from './things.ts'

export interface ObservationWriterParts {
  /** Nodes other than messages went, and must be looked up anew. */
  readonly nodesRemoved: () => void
  readonly removeMessages: (ids: readonly NodeId[]) => void
}

/** What a transaction may do with observations and the journal. */
export function observationWriter(
  database: Database,
  space: number,
  { nodesRemoved, removeMessages }: ObservationWriterParts,
): ObservationWriter {
  return {
    putObservations: async (observations) => {
      for (const stored of observations) putObservation(database, space, stored)
      nodesRemoved()
    },
    removeObservations: async (events) => {
      for (const event of events) removeObservation(database, space, event)
      nodesRemoved()
    },
    putDerivations: async (derivations) => putDerivations(database, space, derivations),
    putSummary: async (summary) => putSummary(database, space, summary),
    removeSummary: async (session) => removeSummary(database, space, session),
    markUnobserved: async (session, { isEnded }) => markUnobserved(database, space, session, isEnded),
    markObserved: async (session, mark) => markObserved(database, space, session, mark),
    observedSession: async (session) => readObservedSession(database, space, session),
    changeRules: async (version) => changeRules(database, space, version),
    journalMark: async (journal) => readJournalMark(database, space, journal),
    setJournalMark: async (journal, mark) => writeJournalMark(database, space, journal, mark),
    removeDerived: async (ids) => {
      const around = aroundOf(database, space, ids)
      removeMessages(ids)
      removeEmpty(database, space, around)
      nodesRemoved()
    },
  }
}

/**
 * Removes all that was distilled from sessions which lose records: any of it may hold what they said. The session is
 * to be observed anew, unless nothing is left of it. Answers the sessions whose indexed texts must go too.
 */
export function removeDistilled(database: Database, space: number, sessions: readonly string[]): string[] {
  const observed = sessions.filter((session) => readObservedSession(database, space, session) !== null)
  for (const session of observed) {
    for (const event of eventsOf(database, space, session)) removeObservation(database, space, event)
    removeSummary(database, space, session)
    markUnobserved(database, space, session, null)
  }
  return observed
}

/** The messages of sessions, such as the texts that are indexed of what was distilled from them. */
export function messagesOfSessions(database: Database, space: number, sessions: readonly string[]): NodeId[] {
  const sql = `SELECT n.id FROM json_each(?) wanted
      CROSS JOIN names s ON s.space = ? AND s.kind = 'session' AND s.name = wanted.value
      CROSS JOIN nodes n ON n.session = s.ref AND n.kind = 'message'`
  return database
    .prepare(sql)
    .all(JSON.stringify(sessions), space)
    .map((row) => row['id'] as NodeId)
}

interface Around {
  readonly events: readonly number[]
  readonly things: readonly NodeId[]
}

/** The events that indexed texts stand in, and the things that they name: both are called after them. */
function aroundOf(database: Database, space: number, messages: readonly NodeId[]): Around {
  const wanted = 'SELECT n.ref FROM json_each(?1) wanted CROSS JOIN nodes n ON n.space = ?2 AND n.id = wanted.value'
  const rows = database
    .prepare(
      `SELECT o.ref, o.id, o.kind FROM (${wanted}) w
         CROSS JOIN edges e ON e.dst = w.ref AND e.kind = 'CONTAINS' CROSS JOIN nodes o ON o.ref = e.src
       UNION
       SELECT o.ref, o.id, o.kind FROM (${wanted}) w
         CROSS JOIN edges e ON e.src = w.ref AND e.kind = 'MENTIONS' CROSS JOIN nodes o ON o.ref = e.dst`,
    )
    .all(JSON.stringify(messages), space)
  const [events, things] = [true, false].map((isEvent) => rows.filter(({ kind }) => (kind === 'event') === isEvent))
  return { events: events!.map(({ ref }) => ref as number), things: things!.map(({ id }) => id as NodeId) }
}

/** Events that hold no text any more, and things that none names. */
function removeEmpty(database: Database, space: number, { events, things }: Around): void {
  const remove = database.prepare(
    `DELETE FROM nodes WHERE ref = ? AND NOT EXISTS (SELECT 1 FROM edges WHERE src = nodes.ref AND kind = 'CONTAINS')`,
  )
  for (const event of events) remove.run(event)
  removeLoneThings(database, space, things)
}

/** The sessions that messages belong to. */
export function sessionsOf(database: Database, space: number, messages: readonly NodeId[]): string[] {
  const sql = `SELECT DISTINCT s.name FROM json_each(?) wanted
      CROSS JOIN nodes n ON n.space = ? AND n.id = wanted.value AND n.kind = 'message'
      CROSS JOIN names s ON s.ref = n.session`
  return database
    .prepare(sql)
    .all(JSON.stringify(messages), space)
    .map((row) => row['name'] as string)
}

/** A session of which no record is left is nothing to observe any more. */
export function removeEmptySessions(database: Database, space: number, sessions: readonly string[]): void {
  const sql = `DELETE FROM observed_sessions WHERE space = ?1 AND session = ?2 AND NOT EXISTS (
    SELECT 1 FROM nodes WHERE kind = 'message'
      AND session = (SELECT ref FROM names WHERE space = ?1 AND kind = 'session' AND name = ?2))`
  for (const session of sessions) database.prepare(sql).run(space, session)
}

function eventsOf(database: Database, space: number, session: string): NodeId[] {
  return database
    .prepare(
      `SELECT n.id FROM nodes n
       WHERE n.session = (SELECT ref FROM names WHERE space = ? AND kind = 'session' AND name = ?) AND n.kind = 'event'`,
    )
    .all(space, session)
    .map((row) => row['id'] as NodeId)
}
