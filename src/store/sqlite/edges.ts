import { type Edge, type EdgeKind, type EdgeState, mergeEdges } from '../../graph/edges.ts'
import { EngraphError } from '../../graph/errors.ts'
import type { GraphNode, NodeId } from '../../graph/nodes.ts'
import type { Provenance } from '../../graph/provenance.ts'
import { wording } from '../../graph/wording.ts'
import type { Handle, Neighbour, NeighbourQuery } from '../../ports/graph-store.ts'
import type { Database, Row } from './driver.ts'
import { NODE_COLUMNS, nodeOf } from './nodes.ts'

export const EDGE_COLUMNS = `e.kind AS edge_kind, e.weight, e.provenance, e.evidence, e.count, e.first_seen, e.last_seen,
  e.valid_from, e.valid_to, e.state, e.decided_by`

const STORED = `src, kind, dst, weight, provenance, evidence, count, first_seen, last_seen, valid_from, valid_to, state,
  decided_by`
const FIELDS = Array.from({ length: 13 }, (_, i) => `value ->> ${i}`).join(', ')

/**
 * Puts edges, all in one statement; going in and out of SQLite for each takes longer. Where some were there already,
 * each is merged with what is known; merging an edge with itself changes nothing.
 */
export function putEdges(database: Database, edges: readonly Edge[], handle: (id: NodeId) => Handle | null): void {
  const rows = edges.map((edge) => rowOf(edge, handle))
  const inserted = database
    .prepare(`INSERT OR IGNORE INTO edges (${STORED}) SELECT ${FIELDS} FROM json_each(?)`)
    .run(JSON.stringify(rows))
  if (inserted < edges.length) for (const [i, edge] of edges.entries()) mergeEdge(database, edge, rows[i]!)
}

type EdgeRow = readonly [src: Handle, kind: EdgeKind, dst: Handle, ...values: (string | number | null)[]]

function rowOf(edge: Edge, handle: (id: NodeId) => Handle | null): EdgeRow {
  const [src, dst] = [handle(edge.from), handle(edge.to)]
  if (src === null || dst === null) {
    const missing = src === null ? edge.from : edge.to
    throw new EngraphError('not-found', wording`An edge ${edge.kind} cannot lead to ${missing}, which does not exist.`)
  }
  return [src, edge.kind, dst, ...valuesOf(edge)]
}

function mergeEdge(database: Database, edge: Edge, [src, kind, dst]: EdgeRow): void {
  const row = database
    .prepare(`SELECT ${EDGE_COLUMNS} FROM edges e WHERE e.src = ? AND e.kind = ? AND e.dst = ?`)
    .get(src, kind, dst)
  const merged = mergeEdges(edgeOf(row!, edge.from, edge.to), edge)
  database
    .prepare(`REPLACE INTO edges (${STORED}) VALUES (${Array.from({ length: 13 }, () => '?').join(', ')})`)
    .run(src, kind, dst, ...valuesOf(merged))
}

export function removeEdge(
  database: Database,
  edge: Pick<Edge, 'kind' | 'from' | 'to'>,
  handle: (id: NodeId) => Handle | null,
): void {
  const [src, dst] = [handle(edge.from), handle(edge.to)]
  if (src === null || dst === null) return
  database.prepare('DELETE FROM edges WHERE src = ? AND kind = ? AND dst = ?').run(src, edge.kind, dst)
}

export function readNeighbours(database: Database, space: number, node: NodeId, query: NeighbourQuery): Neighbour[] {
  const isOut = query.direction === 'out'
  const [here, there] = isOut ? ['e.src', 'e.dst'] : ['e.dst', 'e.src']
  const values: (string | number)[] = [space, node]
  let where = ''
  for (const [column, wanted] of [
    ['e.kind', query.kinds],
    ['e.provenance', query.provenances],
  ] as const) {
    if (wanted === undefined) continue
    where += ` AND ${column} IN (${wanted.map(() => '?').join(', ')})`
    values.push(...wanted)
  }
  // CROSS JOIN keeps the order: from the node to its edges. Turned round, SQLite would scan all edges.
  const sql = `SELECT ${EDGE_COLUMNS}, ${NODE_COLUMNS}
    FROM nodes h CROSS JOIN edges e ON ${here} = h.ref CROSS JOIN nodes n ON n.ref = ${there}
    WHERE h.space = ? AND h.id = ?${where} ORDER BY e.weight DESC, n.id LIMIT ?`
  return database
    .prepare(sql)
    .all(...values, query.limit)
    .map((row) => {
      const other = nodeOf(row)
      return { edge: isOut ? edgeOf(row, node, other.id) : edgeOf(row, other.id, node), node: other }
    })
}

export function readContainers(database: Database, space: number, nodes: readonly NodeId[]): Map<NodeId, NodeId> {
  const find = database.prepare(
    `SELECT c.id FROM nodes n CROSS JOIN edges e ON e.dst = n.ref AND e.kind = 'CONTAINS' CROSS JOIN nodes c ON c.ref = e.src
     WHERE n.space = ? AND n.id = ? LIMIT 1`,
  )
  const found = new Map<NodeId, NodeId>()
  for (const node of nodes) {
    const row = find.get(space, node)
    if (row) found.set(node, row['id'] as string)
  }
  return found
}

export function readContents(database: Database, space: number, node: NodeId, limit: number): GraphNode[] {
  const sql = `SELECT ${NODE_COLUMNS}
    FROM nodes h CROSS JOIN edges e ON e.src = h.ref AND e.kind = 'CONTAINS' CROSS JOIN nodes n ON n.ref = e.dst
    WHERE h.space = ? AND h.id = ? ORDER BY n.at, n.ref LIMIT ?`
  return database.prepare(sql).all(space, node, limit).map(nodeOf)
}

function valuesOf(edge: Edge): (string | number | null)[] {
  return [
    edge.weight,
    edge.provenance,
    JSON.stringify(edge.evidence),
    edge.count,
    edge.firstSeen,
    edge.lastSeen,
    edge.valid.from,
    edge.valid.to,
    edge.state,
    edge.decidedBy,
  ]
}

export function edgeOf(row: Row, from: NodeId, to: NodeId): Edge {
  return {
    kind: row['edge_kind'] as EdgeKind,
    from,
    to,
    weight: row['weight'] as number,
    provenance: row['provenance'] as Provenance,
    evidence: JSON.parse(row['evidence'] as string) as string[],
    count: row['count'] as number,
    firstSeen: row['first_seen'] as number,
    lastSeen: row['last_seen'] as number,
    valid: { from: row['valid_from'] as number | null, to: row['valid_to'] as number | null },
    state: row['state'] as EdgeState,
    decidedBy: row['decided_by'] as string | null,
  }
}
