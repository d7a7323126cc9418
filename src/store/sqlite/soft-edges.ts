import type { Edge } from '../../graph/edges.ts'
import type { NodeId } from '../../graph/nodes.ts'
import type { EdgeQuery, Handle } from '../../ports/graph-store.ts'
import type { Database, Value } from './driver.ts'
import { EDGE_COLUMNS, edgeOf } from './edges.ts'
import { handleOf } from './nodes.ts'

/** As it stands in the index, by which SQLite knows that it may be used. */
const IS_SOFT = `e.provenance IN ('observed', 'inferred', 'model', 'confirmed')`

export function readSoftEdges(database: Database, space: number, query: EdgeQuery): Edge[] {
  const { kinds, states, provenances, node, seenBefore, order, limit } = query
  const values: Value[] = [space]
  let where = `h.space = ? AND ${IS_SOFT}`
  const oneOf = (column: string, wanted: readonly string[] | undefined) => {
    if (wanted === undefined) return
    where += ` AND ${column} IN (${wanted.map(() => '?').join(', ')})`
    values.push(...wanted)
  }
  oneOf('e.state', states)
  oneOf('e.kind', kinds)
  oneOf('e.provenance', provenances)
  if (seenBefore !== undefined) {
    where += ' AND e.last_seen < ?'
    values.push(seenBefore)
  }
  if (node !== undefined) {
    const handle = handleOf(database, space, node)
    if (handle === null) return []
    where += ' AND (e.src = ? OR e.dst = ?)'
    values.push(handle, handle)
  }
  const sql = `SELECT ${EDGE_COLUMNS}, h.id AS src_id, t.id AS dst_id
    FROM edges e JOIN nodes h ON h.ref = e.src JOIN nodes t ON t.ref = e.dst
    WHERE ${where} ORDER BY ${order === 'oldest-first' ? 'e.last_seen' : 'e.weight DESC, e.last_seen DESC'}, e.kind, h.id, t.id LIMIT ?`
  return database
    .prepare(sql)
    .all(...values, limit)
    .map((row) => edgeOf(row, row['src_id'] as NodeId, row['dst_id'] as NodeId))
}

/** Retires edges that are still as they were read. */
export function retireEdges(database: Database, edges: readonly Edge[], handle: (id: NodeId) => Handle | null): number {
  const retire = database.prepare(
    `UPDATE edges SET state = 'retired'
     WHERE src = ? AND kind = ? AND dst = ? AND last_seen = ? AND state = ? AND decided_by IS NULL`,
  )
  let retired = 0
  for (const { kind, from, to, lastSeen, state } of edges) {
    const [src, dst] = [handle(from), handle(to)]
    if (src !== null && dst !== null) retired += retire.run(src, kind, dst, lastSeen, state)
  }
  return retired
}

/**
 * Takes the evidence of an event back whose records are forgotten, from the edges between files that it touched and others.
 * What no evidence is left of goes, and so does what leads to a file that is known by it alone; the names of both would tell
 * of what was forgotten. What somebody decided stays as long as both files are known otherwise.
 */
export function withdrawEvidence(database: Database, space: number, event: NodeId, things: readonly NodeId[]): void {
  const edges = (
    end: 'src' | 'dst',
  ) => `SELECT e.src, e.dst, e.evidence, e.count, e.decided_by FROM json_each(?1) wanted
    CROSS JOIN nodes n ON n.space = ?2 AND n.id = wanted.value AND n.kind = 'file'
    CROSS JOIN edges e ON e.${end} = n.ref AND e.kind = 'CO_CHANGES'`
  const rows = database.prepare(`${edges('src')} UNION ${edges('dst')}`).all(JSON.stringify(things), space)
  const key = `src = ? AND kind = 'CO_CHANGES' AND dst = ?`
  const change = database.prepare(`UPDATE edges SET evidence = ?, count = ? WHERE ${key}`)
  const remove = database.prepare(`DELETE FROM edges WHERE ${key}`)
  const otherwise = database.prepare(
    `SELECT 1 FROM edges WHERE dst = ?1 AND kind <> 'CO_CHANGES' UNION ALL SELECT 1 FROM edges WHERE src = ?1 AND kind <> 'CO_CHANGES' LIMIT 1`,
  )
  const isKnown = (file: Value) => otherwise.get(file) !== undefined
  for (const { src, dst, evidence, count, decided_by: decidedBy } of rows as unknown as readonly EdgeRow[]) {
    const before = JSON.parse(evidence) as readonly string[]
    const left = before.filter((one) => one !== event)
    const areKnown = isKnown(src) && isKnown(dst)
    // What commits say is no memory of a session.
    const isOfSessions = left.every((one) => one.startsWith('e~'))
    if (isOfSessions && (!areKnown || (left.length === 0 && decidedBy === null))) remove.run(src, dst)
    else if (left.length < before.length) change.run(JSON.stringify(left), Math.max(1, count - 1), src, dst)
  }
}

interface EdgeRow {
  readonly src: number
  readonly dst: number
  readonly evidence: string
  readonly count: number
  readonly decided_by: string | null
}
