import { EVIDENCE_MAX } from '../../graph/edges.ts'
import type { NodeId } from '../../graph/nodes.ts'
import { thingId } from '../../graph/records.ts'
import { entityKey } from '../../text/entities/entity-key.ts'
import type { Database, Row } from './driver.ts'
import { putThings, removeLoneThings } from './things.ts'

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
const COMMIT = 'commit:'

/** Handles of the nodes that files have in the graph. */
export function nodesOfFiles(database: Database, tree: number, paths: readonly string[]): number[] {
  return database
    .prepare(
      `SELECT f.node FROM json_each(?) wanted CROSS JOIN code_files f ON f.tree = ? AND f.path = wanted.value
       WHERE f.node IS NOT NULL`,
    )
    .all(JSON.stringify(paths), tree)
    .map((row) => row['node'] as number)
}

/** The same of files that history knows, by their numbers there. */
export function nodesOfPastFiles(database: Database, tree: number, files: readonly number[]): number[] {
  return database
    .prepare(
      `SELECT f.node FROM json_each(?) wanted CROSS JOIN code_past_files f ON f.tree = ? AND f.number = wanted.value
       WHERE f.node IS NOT NULL`,
    )
    .all(JSON.stringify(files), tree)
    .map((row) => row['node'] as number)
}

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
    const [src, dst] = [nodes.get(row['src'] as string)!, nodes.get(row['dst'] as string)!]
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

/** Puts the edges of some files to what changed with them most, and answers the nodes of these files. */
export function syncCoChanges(database: Database, source: EdgeSource, files: readonly number[]): number[] {
  const { space, tree, at } = source
  const rows = database
    .prepare(
      `SELECT f.number AS src_file, o.number AS dst_file, f.path AS src, o.path AS dst, p.commits, p.last_at,
         min(f.changes, o.changes) AS rarer
       FROM json_each(?) wanted CROSS JOIN code_past_files f ON f.tree = ? AND f.number = wanted.value
         CROSS JOIN code_pairs p ON p.tree = f.tree AND p.file = f.number
         CROSS JOIN code_past_files o ON o.tree = p.tree AND o.number = p.other`,
    )
    .all(JSON.stringify(files), tree)
  const nodes = ensureNodes(database, { space, at, table: 'code_past_files', key: 'number', tree }, [
    ...rows.map((row) => [row['src_file'] as number, row['src'] as string] as const),
    ...rows.map((row) => [row['dst_file'] as number, row['dst'] as string] as const),
  ])
  const done = new Set<string>()
  for (const row of rows) {
    // Most pairs stand in the lists of both, and say the same in either.
    const pair = [row['src_file'] as number, row['dst_file'] as number].sort((a, b) => a - b).join(' ')
    if (!done.has(pair)) putCoChange(database, tree, row, nodes)
    done.add(pair)
  }
  return nodesOfPastFiles(database, tree, files)
}

/** Two in a row say less than twenty of thirty: a few commits of doubt are counted in. */
const DOUBT_COMMITS = 2

function putCoChange(database: Database, tree: number, row: Row, nodes: ReadonlyMap<string, number>): void {
  const ends = [row['src'] as string, row['dst'] as string].map((path) => [fileId(path), nodes.get(path)!] as const)
  const [[fromId, from], [toId, to]] = ends.sort(([a], [b]) => (a < b ? -1 : 1)) as [Ended, Ended]
  if (fromId === toId) return
  const commits = row['commits'] as number
  const shared = database
    .prepare(
      `SELECT c.id, c.at FROM code_touches a CROSS JOIN code_touches b ON b.tree = a.tree AND b.change = a.change AND b.file = ?
         CROSS JOIN code_changes c ON c.tree = a.tree AND c.number = a.change
       WHERE a.tree = ? AND a.file = ? ORDER BY c.at DESC, c.number DESC LIMIT ?`,
    )
    .all(row['dst_file'] as number, tree, row['src_file'] as number, EVIDENCE_MAX)
  const known = database
    .prepare(`SELECT evidence, count FROM edges WHERE src = ? AND kind = 'CO_CHANGES' AND dst = ?`)
    .get(from, to)
  const before = known === undefined ? [] : (JSON.parse(known['evidence'] as string) as string[])
  const records = before.filter((one) => !one.startsWith(COMMIT))
  const evidence = [...shared.map(({ id }) => `${COMMIT}${id}`).reverse(), ...records].slice(-EVIDENCE_MAX)
  const firstSeen = Number(shared.at(-1)?.['at'] ?? row['last_at'])
  database
    .prepare(
      `INSERT INTO edges (src, kind, dst, weight, provenance, evidence, count, first_seen, last_seen, state)
       VALUES (?, 'CO_CHANGES', ?, ?, 'observed', ?, ?, ?, ?, 'active')
       ON CONFLICT (src, kind, dst) DO UPDATE SET weight = max(excluded.weight, CASE WHEN ? THEN weight ELSE 0 END),
         evidence = excluded.evidence, count = excluded.count, first_seen = min(first_seen, excluded.first_seen),
         last_seen = max(last_seen, excluded.last_seen),
         state = CASE WHEN decided_by IS NULL THEN 'active' ELSE state END`,
    )
    .run(
      ...[from, to, Math.min(1, commits / ((row['rarer'] as number) + DOUBT_COMMITS)), JSON.stringify(evidence)],
      ...[commits + records.length, Math.min(firstSeen, row['last_at'] as number), row['last_at'] as number],
      records.length,
    )
}

type Ended = readonly [id: NodeId, handle: number]

function fileId(path: string): NodeId {
  return thingId('file', entityKey(path))
}

interface NodeTable {
  readonly space: number
  readonly at: number
  readonly table: 'code_files' | 'code_past_files'
  readonly key: 'ref' | 'number'
  readonly tree?: number
}

/** The nodes of files, made where there are none: the same that records lead to which name the file. By path. */
function ensureNodes(
  database: Database,
  { space, at, table, key, tree }: NodeTable,
  files: readonly (readonly [key: number, path: string])[],
): Map<string, number> {
  const keyed = new Map(files.map(([own, path]) => [path, own]))
  const things = [...keyed.keys()].map((path) => ({
    ...{ id: fileId(path), kind: 'file' as const, at, session: null, speaker: null, text: path },
    body: { key: entityKey(path) },
  }))
  const handles = putThings(database, space, things)
  const nodes = new Map(things.map(({ id, text }) => [text, handles.get(id)!]))
  const own = tree === undefined ? '' : ` AND tree = ${tree}`
  // One by one: joined with a list, SQLite would look through the list for every file of the table.
  const put = database.prepare(`UPDATE ${table} SET node = ?1 WHERE ${key} = ?2${own} AND node IS NOT ?1`)
  for (const [path, one] of keyed) put.run(nodes.get(path)!, one)
  return nodes
}
