import { type Edge, makeEdge } from '../../graph/edges.ts'
import type { GraphNode, Json, NodeId } from '../../graph/nodes.ts'
import type { Observation, StoredObservation, StoredSummary } from '../../graph/observation.ts'
import { thingId } from '../../graph/records.ts'
import { entityKey } from '../../text/entities/entity-key.ts'
import type { Database } from './driver.ts'
import { putEdges } from './edges.ts'
import { ensureName } from './names.ts'
import { handleOf, putNode, removeNode } from './nodes.ts'
import { withdrawEvidence } from './soft-edges.ts'
import { putThings, removeLoneThings } from './things.ts'

/*
 * An observation is the body of its event's node, a row of columns to choose by, a node for each fact, and edges: from
 * the event to files (TOUCHES) and concepts (MENTIONS), from a fact to the records that it was read from (REFERENCES).
 */

const FILES_MAX = 64
const CONCEPTS_MAX = 32

export function putObservation(database: Database, space: number, stored: StoredObservation): void {
  const { event: id, observation } = stored
  const event = handleOf(database, space, id)
  if (event === null) return
  removeObservation(database, space, id, { isReplaced: true })
  database
    .prepare(`UPDATE nodes SET body = json_set(body, '$.observation', json(?), '$.facts', json(?)) WHERE ref = ?`)
    .run(JSON.stringify(observation), JSON.stringify(stored.factIds), event)
  database
    .prepare(
      `INSERT INTO observations (event, space, at, until, session, branch, agent, host, type, tokens, unfinished)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      event,
      space,
      stored.at,
      stored.until,
      stored.session,
      stored.branch,
      stored.agent,
      stored.host,
      observation.type,
      stored.tokens,
      Number(observation.isUnfinished),
    )
  putSubjects(database, space, event, observation)
  putFacts(database, space, event, stored)
  putAbout(database, space, stored)
}

/** Removes what was distilled from an event; the event itself stays. */
export function removeObservation(
  database: Database,
  space: number,
  id: NodeId,
  { isReplaced }: { readonly isReplaced: boolean } = { isReplaced: false },
): void {
  const event = handleOf(database, space, id)
  if (event === null) return
  database.prepare('DELETE FROM derivations WHERE event = ?').run(event)
  if (!database.prepare('SELECT 1 FROM observations WHERE event = ?').get(event)) return
  const about = database
    .prepare(
      `SELECT t.id FROM edges e CROSS JOIN nodes t ON t.ref = e.dst WHERE e.src = ? AND e.kind IN ('TOUCHES', 'MENTIONS')`,
    )
    .all(event)
    .map((row) => row['id'] as NodeId)
  database.prepare(`DELETE FROM edges WHERE src = ? AND kind IN ('TOUCHES', 'MENTIONS')`).run(event)
  // Its facts go with it, by a trigger.
  database.prepare('DELETE FROM observations WHERE event = ?').run(event)
  database.prepare(`UPDATE nodes SET body = json_remove(body, '$.observation', '$.facts') WHERE ref = ?`).run(event)
  if (!isReplaced) withdrawEvidence(database, space, id, about)
  removeLoneThings(database, space, about)
}

export function putDerivations(
  database: Database,
  space: number,
  derivations: readonly { readonly event: NodeId; readonly source: string }[],
): void {
  const put = database.prepare('INSERT OR REPLACE INTO derivations (event, source) VALUES (?, ?)')
  for (const { event, source } of derivations) {
    const handle = handleOf(database, space, event)
    if (handle !== null) put.run(handle, source)
  }
}

export function putSummary(database: Database, space: number, stored: StoredSummary): void {
  const { id, session, at, until, branch, isEnded, summary } = stored
  removeSummary(database, space, session)
  const node: GraphNode = {
    id,
    kind: 'summary',
    at,
    session,
    speaker: null,
    text: summary.request ?? '',
    body: { summary: summary as unknown as Json },
  }
  const named = ensureName(database, space, 'session', session)
  const handle = putNode(database, space, node, { session: named, speaker: null })
  database
    .prepare(
      `INSERT INTO session_summaries (node, space, session, at, until, branch, is_ended) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(handle, space, session, at, until, branch, Number(isEnded))
}

export function removeSummary(database: Database, space: number, session: string): void {
  database
    .prepare('DELETE FROM nodes WHERE ref = (SELECT node FROM session_summaries WHERE space = ? AND session = ?)')
    .run(space, session)
}

/** The form in which names of files and concepts are compared. */
export function subjectName(kind: 'file' | 'concept', given: string): string {
  const name = given.normalize('NFC').trim()
  if (kind === 'concept') return name.toLowerCase()
  return name
    .replaceAll('\\', '/')
    .split('/')
    .filter((part, i) => part !== '' && (part !== '.' || i > 0))
    .join('/')
}

function putSubjects(database: Database, space: number, event: number, observation: Observation): void {
  const ensure = database.prepare('INSERT OR IGNORE INTO subjects (space, kind, name) VALUES (?, ?, ?)')
  const link = database.prepare(
    `INSERT OR IGNORE INTO observation_subjects (subject, observation)
     SELECT ref, ? FROM subjects WHERE space = ? AND kind = ? AND name = ?`,
  )
  const put = (kind: 'file' | 'concept', given: string) => {
    const name = subjectName(kind, given)
    if (name === '') return
    ensure.run(space, kind, name)
    link.run(event, space, kind, name)
  }
  for (const file of filesOf(observation)) put('file', file)
  for (const concept of observation.concepts.slice(0, CONCEPTS_MAX)) put('concept', concept)
}

function filesOf({ filesModified, filesRead }: Observation): readonly string[] {
  return [...new Set([...filesModified, ...filesRead])].slice(0, FILES_MAX)
}

function putFacts(database: Database, space: number, event: number, stored: StoredObservation): void {
  const { factIds, observation, session, until } = stored
  const named = ensureName(database, space, 'session', session)
  const own = database.prepare('INSERT OR REPLACE INTO observation_facts (fact, observation) VALUES (?, ?)')
  const edges: Edge[] = []
  for (const [i, { kind, text, records }] of observation.facts.entries()) {
    const id = factIds[i]
    if (id === undefined) continue
    removeNode(database, space, id)
    const node: GraphNode = { id, kind: 'fact', at: until, session, speaker: null, text, body: { kind, records } }
    own.run(putNode(database, space, node, { session: named, speaker: null }), event)
    for (const record of new Set(records)) {
      if (handleOf(database, space, record) === null) continue
      edges.push(makeEdge({ kind: 'REFERENCES', from: id, to: record, provenance: 'parsed', seenAt: until }))
    }
  }
  putEdges(database, edges, (id) => handleOf(database, space, id))
}

function putAbout(database: Database, space: number, { event, at, until, observation }: StoredObservation): void {
  const things = new Map<NodeId, GraphNode>()
  const edges: Edge[] = []
  const add = (kind: 'TOUCHES' | 'MENTIONS', thing: GraphNode) => {
    if (things.has(thing.id)) return
    things.set(thing.id, thing)
    const evidence = observation.records
    edges.push(makeEdge({ kind, from: event, to: thing.id, provenance: 'parsed', evidence, seenAt: until }))
  }
  const thing = { at, session: null, speaker: null }
  for (const file of filesOf(observation)) {
    const key = entityKey(file)
    add('TOUCHES', { ...thing, id: thingId('file', key), kind: 'file', text: file, body: { key } })
  }
  for (const concept of observation.concepts.slice(0, CONCEPTS_MAX)) {
    const key = entityKey(concept)
    add('MENTIONS', {
      ...thing,
      id: thingId('entity', key),
      kind: 'entity',
      text: concept,
      body: { key, kind: 'concept' },
    })
  }
  if (edges.length === 0) return
  putThings(database, space, [...things.values()])
  putEdges(database, edges, (id) => handleOf(database, space, id))
}
