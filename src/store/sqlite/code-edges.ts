import type { NodeId } from '../../graph/nodes.ts'
import { ensureNodes, nodesOfFiles } from './code-nodes.ts'
import type { Database } from './driver.ts'
import { removeLoneThings } from './things.ts'

/*
 * The edges of the graph that come from code and history. They are the union over the work trees of a space, and follow
 * the rows of these: what no tree supports any more is retired. What people decided about an edge, and what records say
 * for it, stays as it is.
 */

export interface EdgeSource {
  readonly space: number
  readonly tree: number
  readonly at: number
}

/** Evidence that is a commit begins so; anything else is a record. */
export const COMMIT = 'commit:'

/** Puts the edges from files to what they import now, and answers the nodes of these files. */
export function syncDependsOn(
  database: Database,
  { space, tree, at }: EdgeSource,
  importers: readonly string[],
): number[] {
  const rows = database
    .prepare(
      `SELECT f.ref AS src_file, t.ref AS dst_file, f.path AS src, t.path AS dst, i.line, json_array_length(i.names) AS names
       FROM json_each(?) wanted CROSS JOIN code_files f ON f.tree = ? AND f.path = wanted.value
         CROSS JOIN code_imports i ON i.importer = f.ref CROSS JOIN code_files t ON t.ref = i.imported`,
    )
    .all(JSON.stringify(importers), tree)
  const nodes = ensureNodes(database, { space, at, table: 'code_files', key: 'ref' }, [
    ...rows.map((row) => [row['src_file'] as number, row['src'] as string] as const),
    ...rows.map((row) => [row['dst_file'] as number, row['dst'] as string] as const),
  ])
  const edges = new Map<string, (string | number)[]>()
  for (const row of rows) {
    const [src, dst] = [nodes.get(row['src'] as string)!.handle, nodes.get(row['dst'] as string)!.handle]
    // Two files whose names differ in case alone are one thing to people.
    if (src === dst) continue
    const [count, evidence] = [Math.max(1, row['names'] as number), `${row['src']}:${row['line']}`]
    edges.set(`${src} ${dst}`, [src, dst, count, JSON.stringify([evidence])])
  }
  database
    .prepare(
      `INSERT INTO edges (src, kind, dst, weight, provenance, evidence, count, first_seen, last_seen, state)
       SELECT value ->> 0, 'DEPENDS_ON', value ->> 1, 1, 'parsed', value ->> 3, value ->> 2, ?1, ?1, 'active'
       FROM json_each(?2) WHERE true
       ON CONFLICT (src, kind, dst) DO UPDATE SET evidence = excluded.evidence, count = excluded.count,
         last_seen = max(last_seen, excluded.last_seen),
         state = CASE WHEN decided_by IS NULL THEN 'active' ELSE state END
         WHERE provenance = 'parsed'`,
    )
    .run(at, JSON.stringify([...edges.values()]))
  return nodesOfFiles(database, tree, importers)
}

const pairFrom = (file: string, other: string) => `SELECT 1 FROM code_past_files f
    CROSS JOIN code_past_files t ON t.tree = f.tree AND t.node = edges.dst
    CROSS JOIN code_pairs p ON p.tree = f.tree AND p.file = ${file}.number AND p.other = ${other}.number
    WHERE f.node = edges.src`

/** Whether a row of a tree supports an edge; of a symmetric one, from either end. Joined by OR, all rows would be read. */
const SUPPORT = {
  DEPENDS_ON: `SELECT 1 FROM code_files f CROSS JOIN code_imports i ON i.importer = f.ref
    CROSS JOIN code_files t ON t.ref = i.imported WHERE f.node = edges.src AND t.node = edges.dst`,
  CO_CHANGES: `${pairFrom('f', 't')} UNION ALL ${pairFrom('t', 'f')}`,
} as const
export type CodeEdgeKind = keyof typeof SUPPORT

const MADE_HERE = {
  DEPENDS_ON: `provenance = 'parsed'`,
  // Of those that records speak for too, only what comes from commits goes.
  CO_CHANGES: `provenance = 'observed' AND NOT EXISTS (SELECT 1 FROM json_each(evidence) WHERE value NOT LIKE '${COMMIT}%')`,
} as const

/** Retires edges at some nodes that no tree supports any more. */
export function retireUnsupported(database: Database, kind: CodeEdgeKind, nodes: readonly number[], at: number): void {
  const [all, where] = [JSON.stringify(nodes), unsupported(kind)]
  for (const end of ['src', 'dst']) {
    database
      .prepare(
        `UPDATE edges SET state = 'retired', last_seen = max(last_seen, ?2)
         WHERE kind = '${kind}' AND ${end} IN (SELECT value FROM json_each(?1)) AND state = 'active'
           AND decided_by IS NULL AND ${where}`,
      )
      .run(all, at)
  }
}

/** Removes edges at some nodes that no tree supports any more, with files that nothing else leads to. */
export function removeUnsupported(database: Database, space: number, nodes: readonly number[]): void {
  const all = JSON.stringify(nodes)
  for (const kind of ['DEPENDS_ON', 'CO_CHANGES'] as const) {
    for (const end of ['src', 'dst']) {
      const sql = `DELETE FROM edges WHERE kind = '${kind}' AND ${end} IN (SELECT value FROM json_each(?))
        AND decided_by IS NULL AND ${unsupported(kind)}`
      database.prepare(sql).run(all)
    }
  }
  const ids = database.prepare('SELECT n.id FROM json_each(?) wanted CROSS JOIN nodes n ON n.ref = wanted.value')
  removeLoneThings(
    database,
    space,
    ids.all(all).map((row) => row['id'] as NodeId),
  )
}

function unsupported(kind: CodeEdgeKind): string {
  return `${MADE_HERE[kind]} AND NOT EXISTS (${SUPPORT[kind]})`
}
