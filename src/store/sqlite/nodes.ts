import type { GraphNode, JsonObject, NodeId, NodeKind } from '../../graph/nodes.ts'
import type { Handle, TimeQuery } from '../../ports/graph-store.ts'
import { preview } from '../../text/clean.ts'
import type { Database, Row, Value } from './driver.ts'
import { listIn } from './lists.ts'
import { findName } from './names.ts'

/** Longer texts go to a table of their own, so that walking over nodes does not read them. */
const TEXT_INLINE_MAX = 1000
const PREVIEW_LENGTH = 300

export const NODE_COLUMNS = `n.ref, n.id, n.kind, n.at, n.text, n.body,
  (SELECT name FROM names WHERE ref = n.session) AS session,
  (SELECT name FROM names WHERE ref = n.speaker) AS speaker,
  (SELECT text FROM long_texts WHERE node = n.ref) AS long_text`

export interface NodeReferences {
  readonly session: number | null
  readonly speaker: number | null
}

/** Puts or replaces a node and answers its handle, which a replaced one keeps. */
export function putNode(
  database: Database,
  space: number,
  node: GraphNode,
  { session, speaker }: NodeReferences,
): Handle {
  const isLong = node.text.length > TEXT_INLINE_MAX
  const row = database
    .prepare(
      `INSERT INTO nodes (space, id, kind, at, session, speaker, text, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (space, id) DO UPDATE SET kind = excluded.kind, at = excluded.at, session = excluded.session,
         speaker = excluded.speaker, text = excluded.text, body = excluded.body
       RETURNING ref`,
    )
    .get(
      space,
      node.id,
      node.kind,
      node.at,
      session,
      speaker,
      isLong ? preview(node.text, PREVIEW_LENGTH) : node.text,
      JSON.stringify(node.body),
    )
  const handle = row!['ref'] as Handle
  if (!isLong && node.kind !== 'message') database.prepare('DELETE FROM long_texts WHERE node = ?').run(handle)
  if (isLong) database.prepare('INSERT OR REPLACE INTO long_texts (node, text) VALUES (?, ?)').run(handle, node.text)
  return handle
}

export function removeNode(database: Database, space: number, id: NodeId): void {
  database.prepare('DELETE FROM nodes WHERE space = ? AND id = ?').run(space, id)
}

export function handleOf(database: Database, space: number, id: NodeId): Handle | null {
  const row = database.prepare('SELECT ref FROM nodes WHERE space = ? AND id = ?').get(space, id)
  return row ? (row['ref'] as Handle) : null
}

export function readNodes(database: Database, space: number, ids: readonly NodeId[]): GraphNode[] {
  const find = database.prepare(`SELECT ${NODE_COLUMNS} FROM nodes n WHERE n.space = ? AND n.id = ?`)
  return ids.flatMap((id) => {
    const row = find.get(space, id)
    return row ? [nodeOf(row)] : []
  })
}

/**
 * All of them as one row, a JSON list per column: a walk or an answer reads a hundred nodes, and each row that crosses
 * from SQLite, and each name that is repeated in JSON, costs more than finding them.
 */
export function readNodesByHandle(database: Database, space: number, handles: readonly Handle[]): (GraphNode | null)[] {
  if (handles.length === 0) return []
  const row = database
    .prepare(
      `SELECT json_group_array(n.ref) AS ref, json_group_array(n.id) AS id, json_group_array(n.kind) AS kind,
         json_group_array(n.at) AS at, json_group_array(n.body) AS body,
         json_group_array(coalesce(long.text, n.text)) AS text,
         json_group_array(session.name) AS session, json_group_array(speaker.name) AS speaker
       FROM json_each(?) wanted CROSS JOIN nodes n ON n.ref = wanted.value AND n.space = ?
         LEFT JOIN names session ON session.ref = n.session
         LEFT JOIN names speaker ON speaker.ref = n.speaker
         LEFT JOIN long_texts long ON long.node = n.ref`,
    )
    .get(JSON.stringify(handles), space)
  const [id, kind, at, body, text, session, speaker] = NODE_LISTS.map((column) => listIn(row, column))
  const found = new Map<Handle, GraphNode>()
  for (const [i, ref] of listIn(row, 'ref').entries()) {
    const packed = { id: id![i], kind: kind![i], at: at![i], body: body![i], text: text![i] } as Row
    found.set(ref as Handle, nodeOf({ ...packed, session: session![i] as Value, speaker: speaker![i] as Value }))
  }
  return handles.map((handle) => found.get(handle) ?? null)
}

const NODE_LISTS = ['id', 'kind', 'at', 'body', 'text', 'session', 'speaker'] as const

export function readTimeRange(database: Database, space: number, query: TimeQuery): GraphNode[] {
  const { span, session, anchor, order, limit } = query
  const kinds = [...new Set(query.kinds)]
  const direction = order === 'oldest-first' ? 'ASC' : 'DESC'
  const values: (string | number)[] = [space, ...kinds]
  let where = `n.space = ? AND n.kind IN (${kinds.map(() => '?').join(', ')})`
  if (span.from !== null) {
    where += ' AND n.at >= ?'
    values.push(span.from)
  }
  if (span.to !== null) {
    where += ' AND n.at < ?'
    values.push(span.to)
  }
  if (session !== undefined) {
    const reference = findName(database, space, 'session', session)
    if (reference === null) return []
    where += ' AND n.session = ?'
    values.push(reference)
  }
  if (anchor !== undefined) {
    const place = database.prepare('SELECT at, ref FROM nodes WHERE space = ? AND id = ?').get(space, anchor.node)
    if (!place) return []
    where += ` AND (n.at, n.ref) ${anchor.side === 'before' ? '<' : '>='} (?, ?)`
    values.push(place['at'] as number, place['ref'] as number)
  }
  const sql = `SELECT ${NODE_COLUMNS} FROM nodes n WHERE ${where} ORDER BY n.at ${direction}, n.ref ${direction} LIMIT ?`
  return database
    .prepare(sql)
    .all(...values, limit)
    .map(nodeOf)
}

export function nodeOf(row: Row): GraphNode {
  return {
    id: row['id'] as string,
    kind: row['kind'] as NodeKind,
    at: row['at'] as number | null,
    session: row['session'] as string | null,
    speaker: row['speaker'] as string | null,
    text: (row['long_text'] ?? row['text']) as string,
    body: JSON.parse(row['body'] as string) as JsonObject,
  }
}
