import { EVIDENCE_MAX } from '../../graph/edges.ts'
import { isFaded } from '../../graph/fading.ts'
import { COMMIT, type EdgeSource } from './code-edges.ts'
import { ensureNodes, type FileNode, nodesOfPastFiles } from './code-nodes.ts'
import type { Database, Row } from './driver.ts'

/** Two in a row say less than twenty of thirty: a few commits of doubt are counted in. */
const DOUBT_COMMITS = 2
/** Edges of one statement; a list of all would stand in memory a second time as text. */
const EDGES_MAX = 1_000

/** A commit that is newer than all that was known when somebody rejected the pair is new evidence: they are asked again. */
const COMES_BACK = "(state = 'rejected' AND excluded.last_seen > last_seen)"
/** Nobody has answered yet. A suggestion of sessions alone is none any more once there are commits. */
const CAME_BACK = `(state = 'suggested' AND excluded.state = 'active' AND evidence LIKE '%"${COMMIT}%')`

/** Puts the edges of some files to what changed with them most, and answers the nodes of these files. */
export function syncCoChanges(database: Database, { space, tree, at }: EdgeSource, files: readonly number[]): number[] {
  const rows = database
    .prepare(
      `SELECT f.number AS src_file, o.number AS dst_file, f.path AS src, o.path AS dst, p.commits, p.last_at,
         f.changes AS src_changes, o.changes AS dst_changes
       FROM json_each(?) wanted CROSS JOIN code_past_files f ON f.tree = ? AND f.number = wanted.value
         CROSS JOIN code_pairs p ON p.tree = f.tree AND p.file = f.number
         CROSS JOIN code_past_files o ON o.tree = p.tree AND o.number = p.other`,
    )
    .all(JSON.stringify(files), tree)
  const nodes = ensureNodes(database, { space, at, table: 'code_past_files', key: 'number', tree }, [
    ...rows.map((row) => [row['src_file'] as number, row['src'] as string] as const),
    ...rows.map((row) => [row['dst_file'] as number, row['dst'] as string] as const),
  ])
  const pairs = pairsOf(rows, nodes)
  for (let start = 0; start < pairs.length; start += EDGES_MAX) {
    putEdges(database, { tree, at }, pairs.slice(start, start + EDGES_MAX))
  }
  return nodesOfPastFiles(database, tree, files)
}

/** Two files that changed together, and the ends of their edge. */
interface Pair {
  /** By their numbers; the one that changed less often comes first. */
  readonly files: readonly [number, number]
  readonly from: number
  readonly to: number
  readonly commits: number
  /** How often the one changed that changed less often. */
  readonly rarer: number
  readonly lastAt: number
}

function pairsOf(rows: readonly Row[], nodes: ReadonlyMap<string, FileNode>): Pair[] {
  const done = new Map<number, Set<number>>()
  const pairs: Pair[] = []
  for (const row of rows) {
    const one = { file: row['src_file'] as number, changes: row['src_changes'] as number }
    const other = { file: row['dst_file'] as number, changes: row['dst_changes'] as number }
    // Most pairs stand in the lists of both, and say the same in either.
    if (done.get(other.file)?.has(one.file)) continue
    const others = done.get(one.file)
    if (others === undefined) done.set(one.file, new Set([other.file]))
    else others.add(other.file)
    const ends = [nodes.get(row['src'] as string)!, nodes.get(row['dst'] as string)!] as const
    // Two files whose names differ in case alone are one thing to people.
    if (ends[0].id === ends[1].id) continue
    const [from, to] = ends[0].id < ends[1].id ? ends : [ends[1], ends[0]]
    const [rarer, oftener] = one.changes <= other.changes ? [one, other] : [other, one]
    pairs.push({
      ...{ files: [rarer.file, oftener.file], from: from.handle, to: to.handle },
      ...{ commits: row['commits'] as number, rarer: rarer.changes, lastAt: row['last_at'] as number },
    })
  }
  return pairs
}

function putEdges(database: Database, { tree, at }: Pick<EdgeSource, 'tree' | 'at'>, pairs: readonly Pair[]): void {
  const found = evidenceOf(database, tree, pairs)
  const cells = pairs.map(({ from, to, commits, rarer, lastAt }, i) => {
    const { shared, known } = found[i]!
    const records = known?.records ?? []
    const evidence = [...shared.map(([id]) => `${COMMIT}${id}`).reverse(), ...records].slice(-EVIDENCE_MAX)
    const firstSeen = Math.min(shared.at(-1)?.[1] ?? lastAt, lastAt)
    const weight = Math.max(Math.min(1, commits / (rarer + DOUBT_COMMITS)), records.length > 0 ? known!.weight : 0)
    const lastSeen = Math.max(lastAt, known?.lastSeen ?? lastAt)
    const edge = { kind: 'CO_CHANGES', provenance: 'observed', state: 'active', decidedBy: null } as const
    // Read anew is not seen again: what faded stays retired until there is a commit more.
    const state = isFaded({ ...edge, weight, lastSeen }, at) ? 'retired' : 'active'
    const count = commits + records.length
    return [from, to, commits, rarer, JSON.stringify(evidence), count, firstSeen, lastAt, state]
  })
  database
    .prepare(
      // Divided here, for a fraction that is written as text may come back as its neighbour.
      `INSERT INTO edges (src, kind, dst, weight, provenance, evidence, count, first_seen, last_seen, state)
       SELECT value ->> 0, 'CO_CHANGES', value ->> 1, min(1.0, 1.0 * (value ->> 2) / ((value ->> 3) + ${DOUBT_COMMITS})),
         'observed', value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8
       FROM json_each(?) WHERE true
       ON CONFLICT (src, kind, dst) DO UPDATE SET
         weight = max(excluded.weight, CASE WHEN EXISTS (
           SELECT 1 FROM json_each(edges.evidence) WHERE value NOT LIKE '${COMMIT}%') THEN weight ELSE 0 END),
         evidence = excluded.evidence, count = excluded.count, first_seen = min(first_seen, excluded.first_seen),
         last_seen = max(last_seen, excluded.last_seen),
         decided_by = CASE WHEN ${COMES_BACK} THEN NULL ELSE decided_by END,
         state = CASE WHEN ${COMES_BACK} OR ${CAME_BACK} THEN 'suggested' WHEN decided_by IS NULL THEN excluded.state
           ELSE state END`,
    )
    .run(JSON.stringify(cells))
}

interface Evidence {
  /** Commits of both files with their times, latest first. */
  readonly shared: readonly (readonly [id: string, at: number])[]
  /** The edge as it is; `null` where there is none. */
  readonly known: {
    readonly weight: number
    readonly lastSeen: number
    /** What records say for it. */
    readonly records: readonly string[]
  } | null
}

/** By the place of each pair. */
function evidenceOf(database: Database, tree: number, pairs: readonly Pair[]): Evidence[] {
  const wanted = JSON.stringify(pairs.map(({ files: [file, other], from, to }) => [file, other, from, to]))
  return database
    .prepare(
      // Materialised, lest each touch of a file reads the list anew.
      `WITH wanted AS MATERIALIZED (SELECT key AS place, value ->> 0 AS file, value ->> 1 AS other, value ->> 2 AS src,
         value ->> 3 AS dst FROM json_each(?2))
       SELECT (SELECT json_group_array(json_array(id, at)) FROM (
           SELECT c.id, c.at FROM code_touches a
             CROSS JOIN code_touches b ON b.tree = a.tree AND b.file = w.other AND b.change = a.change
             CROSS JOIN code_changes c ON c.tree = a.tree AND c.number = a.change
           WHERE a.tree = ?1 AND a.file = w.file ORDER BY c.at DESC, c.number DESC LIMIT ${EVIDENCE_MAX})) AS shared,
         e.evidence, e.weight, e.last_seen
       FROM wanted w LEFT JOIN edges e ON e.src = w.src AND e.kind = 'CO_CHANGES' AND e.dst = w.dst
       ORDER BY w.place`,
    )
    .all(tree, wanted)
    .map((row) => ({ shared: JSON.parse(row['shared'] as string), known: knownOf(row) }))
}

function knownOf(row: Row): Evidence['known'] {
  if (row['evidence'] === null) return null
  const records = (JSON.parse(row['evidence'] as string) as string[]).filter((one) => !one.startsWith(COMMIT))
  return { weight: row['weight'] as number, lastSeen: row['last_seen'] as number, records }
}
