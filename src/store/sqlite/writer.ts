import type { GraphNode, NodeId } from '../../graph/nodes.ts'
import type { GraphWriter, Handle, IndexedMessage, Known, PlacedMessage } from '../../ports/graph-store.ts'
import { forgetQuestionsOf } from './audit.ts'
import { codeWriter } from './code-writer.ts'
import type { Database, Row } from './driver.ts'
import { putEdges, removeEdge } from './edges.ts'
import { ensureName, findName, type NameKind, removeUnusedNames } from './names.ts'
import { handleOf, type NodeReferences, putNode, readNodes, removeNode } from './nodes.ts'
import { removeObservation } from './observation-rows.ts'
import {
  messagesOfSessions,
  observationWriter,
  removeDistilled,
  removeEmptySessions,
  sessionsOf,
} from './observation-writer.ts'
import { appendPostings, removePostings } from './postings.ts'
import { retireEdges } from './soft-edges.ts'
import { ensureIndex, findIndex } from './spaces.ts'
import { firstMentions, mentionedBy, putThings, removeLoneThings, renameThing } from './things.ts'
import { clearUnits, type UnitRow, writeUnitEvents, writeUnits } from './unit-columns.ts'
import { clearVectors } from './vectors.ts'

const PLACED = `SELECT n.ref, n.id, n.at,
    (SELECT v.id FROM edges e JOIN nodes v ON v.ref = e.src WHERE e.dst = n.ref AND e.kind = 'CONTAINS') AS event
  FROM nodes n JOIN messages m ON m.node = n.ref`

/** What a transaction on one space may do. `version` is the one that the space has once it is committed. */
export function graphWriter(database: Database, space: number, version: number): GraphWriter {
  // Within a transaction a node's handle does not change unless it is removed, and most are asked for twice.
  const handles = new Map<NodeId, Handle>()
  const handle = (id: NodeId): Handle | null => {
    const known = handles.get(id)
    if (known !== undefined) return known
    const found = handleOf(database, space, id)
    if (found !== null) handles.set(id, found)
    return found
  }
  const unitsPut = new Map<Handle, UnitRange>()
  const referencesOf = nameReferences(database, space)
  const index = (reference: number) => graphWriter(database, reference, nextVersion(database, reference))
  return {
    ...observationWriter(database, space, {
      nodesRemoved: () => handles.clear(),
      removeMessages: (ids) => {
        for (const id of ids) handles.delete(id)
        removeMessages(database, space, version, ids)
      },
    }),
    code: codeWriter(database, space, { nodesRemoved: () => handles.clear() }),
    index: async () => index(ensureIndex(database, space).ref),
    known: async (ids) => readKnown(database, space, ids),
    putMessages: async (messages) => {
      const { firstUnit, placed } = putMessages(database, space, version, messages, referencesOf)
      let unit = firstUnit
      for (const [i, { handle: put, id }] of placed.entries()) {
        const unitCount = messages[i]!.units.length
        handles.set(id, put)
        unitsPut.set(put, { firstUnit: unit, unitCount })
        unit += unitCount
      }
      return placed
    },
    putNodes: async (nodes) => {
      for (const node of nodes) handles.set(node.id, putNode(database, space, node, referencesOf(node)))
    },
    putThings: async (things) => {
      for (const [id, put] of putThings(database, space, things)) handles.set(id, put)
    },
    mentionedBy: async (messages) => mentionedBy(database, space, messages),
    firstMentions: async (things, limit) => firstMentions(database, space, things, limit),
    renameThings: async (things) => {
      for (const thing of things) renameThing(database, space, thing)
    },
    removeLoneThings: async (things) => {
      for (const id of things) handles.delete(id)
      removeLoneThings(database, space, things)
    },
    removeNodes: async (ids) => {
      for (const id of ids) {
        removeObservation(database, space, id)
        removeNode(database, space, id)
      }
      if (ids.length > 0) handles.clear()
    },
    link: async (edges) => {
      putEdges(database, edges, handle)
    },
    unlink: async (edges) => {
      for (const edge of edges) removeEdge(database, edge, handle)
    },
    retire: async (edges) => retireEdges(database, edges, handle),
    messagesBefore: async (session, place, limit) =>
      readSession(database, space, session, place, limit, { before: true }).reverse(),
    messagesFrom: async (session, place, limit) =>
      readSession(database, space, session, place, limit, { before: false }),
    place: async (ids) => {
      const find = database.prepare(`${PLACED} WHERE n.space = ? AND n.id = ?`)
      return ids.map((id) => {
        const row = find.get(space, id)
        return row ? placedOf(row) : null
      })
    },
    texts: async (wanted) => {
      const find = database.prepare(
        'SELECT coalesce((SELECT text FROM long_texts WHERE node = ref), text) AS text FROM nodes WHERE ref = ?',
      )
      return new Map(wanted.map((one) => [one, (find.get(one)?.['text'] ?? '') as string]))
    },
    assignEvents: async (assignments) => {
      const rows: { unit: number; event: number }[] = []
      for (const { message, event } of assignments) {
        const [messageHandle, eventHandle] = [handle(message), handle(event)]
        if (messageHandle === null || eventHandle === null) continue
        const { firstUnit, unitCount } = unitsPut.get(messageHandle) ?? unitsOf(database, messageHandle)
        for (let i = 0; i < unitCount; i++) rows.push({ unit: firstUnit + i, event: eventHandle })
      }
      writeUnitEvents(database, space, version, rows)
    },
    forget: async (ids, at) => {
      handles.clear()
      const sessions = sessionsOf(database, space, ids)
      const distilled = removeDistilled(database, space, sessions)
      forget(database, space, version, ids, at)
      removeEmptySessions(database, space, distilled)
      const derived = findIndex(database, space)
      if (!derived || distilled.length === 0) return
      await index(derived.ref).removeDerived(messagesOfSessions(database, derived.ref, distilled))
    },
  }
}

/** Raises the version of a space, once for each transaction that writes to it. */
export function nextVersion(database: Database, space: number): number {
  database.prepare('UPDATE spaces SET version = version + 1 WHERE ref = ?').run(space)
  return Number(database.prepare('SELECT version FROM spaces WHERE ref = ?').get(space)!['version'])
}

interface UnitRange {
  readonly firstUnit: number
  readonly unitCount: number
}

function unitsOf(database: Database, message: Handle): UnitRange {
  const row = database.prepare('SELECT first_unit, unit_count FROM messages WHERE node = ?').get(message)
  return { firstUnit: Number(row?.['first_unit'] ?? 0), unitCount: Number(row?.['unit_count'] ?? 0) }
}

function readKnown(database: Database, space: number, ids: readonly NodeId[]): Map<NodeId, Known> {
  const forgotten = database.prepare('SELECT 1 FROM tombstones WHERE space = ? AND id = ?')
  const hasForgotten = database.prepare('SELECT 1 FROM tombstones WHERE space = ? LIMIT 1').get(space) !== undefined
  const known = new Map<NodeId, Known>()
  for (const id of ids) {
    const [node] = readNodes(database, space, [id])
    if (node) {
      const { text, session, speaker, at } = node
      known.set(id, { kind: 'present', text, session, speaker, at })
    } else if (hasForgotten && forgotten.get(space, id)) known.set(id, { kind: 'forgotten' })
  }
  return known
}

type ReferencesOf = (node: Pick<GraphNode, 'session' | 'speaker'>) => NodeReferences

/** Looks names up once per transaction; a session's messages share theirs. */
function nameReferences(database: Database, space: number): ReferencesOf {
  const known = { session: new Map<string, number>(), speaker: new Map<string, number>() }
  const find = (kind: NameKind, name: string | null): number | null => {
    if (name === null) return null
    const reference = known[kind].get(name) ?? ensureName(database, space, kind, name)
    known[kind].set(name, reference)
    return reference
  }
  return ({ session, speaker }) => ({ session: find('session', session), speaker: find('speaker', speaker) })
}

function putMessages(
  database: Database,
  space: number,
  version: number,
  messages: readonly IndexedMessage[],
  referencesOf: ReferencesOf,
): { readonly firstUnit: number; readonly placed: PlacedMessage[] } {
  const counted = database.prepare('SELECT unit_count FROM spaces WHERE ref = ?').get(space)
  const firstUnit = Number(counted!['unit_count']) + 1
  const places: [node: Handle, firstUnit: number, unitCount: number][] = []
  const placed: PlacedMessage[] = []
  const rows: UnitRow[] = []
  let unit = firstUnit
  for (const { record, units, times } of messages) {
    const references = referencesOf(record)
    const body = {
      ...record.body,
      ...(record.branch === null ? {} : { branch: record.branch }),
      ...(times.length === 0
        ? {}
        : { times: times.map(({ span, time }) => [span.start, span.end, time.from, time.to]) }),
    }
    const node = { ...record, kind: 'message' as const, body }
    const message = putNode(database, space, node, references)
    placed.push({ handle: message, id: record.id, at: record.at, event: null })
    places.push([message, unit, units.length])
    for (const { span, terms, asking, telling, held } of units) {
      let length = 0
      for (const count of terms.values()) length += count
      rows.push({
        unit: unit++,
        message,
        session: references.session!,
        event: 0,
        speaker: references.speaker ?? 0,
        length,
        start: span.start,
        end: span.end,
        asking,
        telling,
        held,
        at: record.at,
      })
    }
  }
  database
    .prepare(
      `INSERT INTO messages (node, first_unit, unit_count)
       SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    )
    .run(JSON.stringify(places))
  writeUnits(database, space, version, rows)
  appendPostings(database, space, messages, firstUnit)
  database.prepare('UPDATE spaces SET unit_count = ? WHERE ref = ?').run(unit - 1, space)
  return { firstUnit, placed }
}

function readSession(
  database: Database,
  space: number,
  session: string,
  place: PlacedMessage,
  limit: number,
  { before }: { readonly before: boolean },
): PlacedMessage[] {
  const reference = findName(database, space, 'session', session)
  if (reference === null) return []
  const [compare, direction] = before ? ['<', 'DESC'] : ['>=', 'ASC']
  const sql = `${PLACED} WHERE n.session = ? AND n.kind = 'message' AND (n.at, n.ref) ${compare} (?, ?)
    ORDER BY n.at ${direction}, n.ref ${direction} LIMIT ?`
  return database.prepare(sql).all(reference, place.at, place.handle, limit).map(placedOf)
}

function placedOf(row: Row): PlacedMessage {
  return {
    handle: row['ref'] as number,
    id: row['id'] as string,
    at: row['at'] as number,
    event: row['event'] as string | null,
  }
}

function forget(database: Database, space: number, version: number, ids: readonly NodeId[], at: number): void {
  const bury = database.prepare('INSERT OR IGNORE INTO tombstones (space, id, at) VALUES (?, ?, ?)')
  forgetQuestionsOf(database, space, ids)
  for (const id of ids) bury.run(space, id, at)
  removeMessages(database, space, version, ids)
}

function removeMessages(database: Database, space: number, version: number, ids: readonly NodeId[]): void {
  const units: number[] = []
  for (const id of ids) {
    const message = handleOf(database, space, id)
    if (message === null) continue
    const { firstUnit, unitCount } = unitsOf(database, message)
    for (let i = 0; i < unitCount; i++) units.push(firstUnit + i)
    removeNode(database, space, id)
  }
  if (units.length === 0) return
  clearUnits(database, space, version, units)
  removePostings(database, space, new Set(units))
  clearVectors(database, space, units)
  removeUnusedNames(database, space)
}
