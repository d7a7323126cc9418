import type { NodeId } from '../../graph/nodes.ts'
import type { Observation, SessionSummary, StoredObservation, StoredSummary } from '../../graph/observation.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { ObservationQuery, ObservationStore } from '../../ports/observation-store.ts'
import type { Database, Row, Value } from './driver.ts'
import { readJournalMark, readObservedSession, readObservedSessions, readRules, readUnobserved } from './journals.ts'
import { subjectName } from './observation-rows.ts'
import { ensureIndex, findIndex, spaceReference } from './spaces.ts'

interface Turns {
  read<T>(work: () => T): Promise<T>
  write<T>(work: () => T): Promise<T>
}

export function observationStore(database: Database, { read, write }: Turns): ObservationStore {
  const inSpace = <T>(space: SpaceId, work: (reference: number) => T) =>
    read(() => work(spaceReference(database, space)))
  return {
    index: async (space) =>
      (await inSpace(space, (reference) => findIndex(database, reference)?.id)) ??
      write(() => ensureIndex(database, spaceReference(database, space)).id),
    find: (space, query) =>
      inSpace(space, (reference) => choose(database, reference, query, OBSERVATION_COLUMNS).map(observationOf)),
    events: (space, query) =>
      inSpace(space, (reference) => choose(database, reference, query, 'n.id').map((row) => row['id'] as NodeId)),
    get: (space, ids) => inSpace(space, (reference) => ids.map((id) => readOne(database, reference, id))),
    summaries: (space, query) => inSpace(space, (reference) => readSummaries(database, reference, query)),
    unobserved: (space, limit) => inSpace(space, (reference) => readUnobserved(database, reference, limit)),
    session: (space, session) => inSpace(space, (reference) => readObservedSession(database, reference, session)),
    sessions: (space) => inSpace(space, (reference) => readObservedSessions(database, reference)),
    derivations: (space, session) => inSpace(space, (reference) => readDerivations(database, reference, session)),
    rules: (space) => inSpace(space, (reference) => readRules(database, reference)),
    journalMark: (space, journal) => inSpace(space, (reference) => readJournalMark(database, reference, journal)),
  }
}

const OBSERVATION_COLUMNS = `n.id, o.at, o.until, o.session, o.branch, o.agent, o.host, o.tokens,
  n.body ->> '$.observation' AS observation, n.body ->> '$.facts' AS facts`

/** Names of sessions with a subagent's behind it, such as `s/a`, stand between `s/` and `s0`, which follows the slash. */
const OWN_AND_SUBAGENTS = `(o.session = ? OR (o.session > ? || '/' AND o.session < ? || '0'))`

function choose(database: Database, space: number, query: ObservationQuery, columns: string): Row[] {
  const values: Value[] = [space]
  let where = 'o.space = ?'
  const must = (condition: string, ...given: Value[]) => {
    where += ` AND ${condition}`
    values.push(...given)
  }
  const { types, file, concept, session, branch, span, isUnfinished, anchor, order, limit } = query
  if (types !== undefined) must('o.type IN (SELECT value FROM json_each(?))', JSON.stringify(types))
  if (session !== undefined) must(OWN_AND_SUBAGENTS, session, session, session)
  if (branch !== undefined) must('o.branch = ?', branch)
  // Written out, so that the index of those few can be used.
  if (isUnfinished !== undefined) must(isUnfinished ? 'o.unfinished = 1' : 'o.unfinished = 0')
  if (span?.from != null) must('o.at >= ?', span.from)
  if (span?.to != null) must('o.at < ?', span.to)
  const about = 'o.event IN (SELECT observation FROM observation_subjects WHERE subject IN (SELECT ref FROM subjects'
  if (concept !== undefined) {
    must(`${about} WHERE space = ? AND kind = 'concept' AND name = ?))`, space, subjectName('concept', concept))
  }
  if (file !== undefined) {
    const name = `/${subjectName('file', file)}/`
    must(`${about} WHERE space = ? AND kind = 'file' AND instr('/' || name || '/', ?) > 0))`, space, name)
  }
  if (anchor !== undefined) {
    const place = database.prepare('SELECT at, ref FROM nodes WHERE space = ? AND id = ?').get(space, anchor.event)
    if (!place) return []
    must(`(o.at, o.event) ${anchor.side === 'before' ? '<' : '>'} (?, ?)`, place['at']!, place['ref']!)
  }
  const direction = order === 'oldest-first' ? 'ASC' : 'DESC'
  const sql = `SELECT ${columns} FROM observations o CROSS JOIN nodes n ON n.ref = o.event
    WHERE ${where} ORDER BY o.at ${direction}, o.event ${direction} LIMIT ?`
  return database.prepare(sql).all(...values, limit)
}

function readOne(database: Database, space: number, id: NodeId): StoredObservation | null {
  const node = database.prepare('SELECT ref, kind FROM nodes WHERE space = ? AND id = ?').get(space, id)
  if (!node) return null
  const event = eventOf(database, node)
  const sql = `SELECT ${OBSERVATION_COLUMNS} FROM observations o CROSS JOIN nodes n ON n.ref = o.event WHERE o.event = ?`
  const row = event === null ? undefined : database.prepare(sql).get(event)
  return row ? observationOf(row) : null
}

/** The event that a node is, is a fact of, or stands in. */
function eventOf(database: Database, { ref, kind }: Row): Value {
  switch (kind) {
    case 'event':
      return ref!
    case 'fact':
      return (
        database.prepare('SELECT observation FROM observation_facts WHERE fact = ?').get(ref!)?.['observation'] ?? null
      )
    default:
      return (
        database.prepare(`SELECT src FROM edges WHERE dst = ? AND kind = 'CONTAINS' LIMIT 1`).get(ref!)?.['src'] ?? null
      )
  }
}

function observationOf(row: Row): StoredObservation {
  return {
    event: row['id'] as NodeId,
    session: row['session'] as string,
    at: row['at'] as number,
    until: row['until'] as number,
    branch: row['branch'] as string | null,
    agent: row['agent'] as string | null,
    host: row['host'] as string | null,
    factIds: JSON.parse(row['facts'] as string) as NodeId[],
    tokens: Number(row['tokens']),
    observation: JSON.parse(row['observation'] as string) as Observation,
  }
}

function readSummaries(
  database: Database,
  space: number,
  { session, branch, limit }: { readonly session?: string; readonly branch?: string; readonly limit: number },
): StoredSummary[] {
  const values: Value[] = [space]
  let where = 's.space = ?'
  if (session !== undefined) {
    where += ' AND s.session = ?'
    values.push(session)
  }
  if (branch !== undefined) {
    where += ' AND s.branch = ?'
    values.push(branch)
  }
  return database
    .prepare(
      `SELECT n.id, s.session, s.at, s.until, s.branch, s.is_ended, n.body ->> '$.summary' AS summary
       FROM session_summaries s CROSS JOIN nodes n ON n.ref = s.node
       WHERE ${where} ORDER BY s.until DESC, s.node DESC LIMIT ?`,
    )
    .all(...values, limit)
    .map((row) => ({
      id: row['id'] as NodeId,
      session: row['session'] as string,
      at: row['at'] as number,
      until: row['until'] as number,
      branch: row['branch'] as string | null,
      isEnded: row['is_ended'] === 1,
      summary: JSON.parse(row['summary'] as string) as SessionSummary,
    }))
}

function readDerivations(database: Database, space: number, session: string): Map<NodeId, string> {
  const rows = database
    .prepare(
      `SELECT n.id, d.source FROM nodes n CROSS JOIN derivations d ON d.event = n.ref
       WHERE n.session = (SELECT ref FROM names WHERE space = ? AND kind = 'session' AND name = ?) AND n.kind = 'event'`,
    )
    .all(space, session)
  return new Map(rows.map((row) => [row['id'] as NodeId, row['source'] as string]))
}
