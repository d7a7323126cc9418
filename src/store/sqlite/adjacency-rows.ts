import { EDGE_KINDS, type EdgeKind } from '../../graph/edges.ts'
import { HARD_PROVENANCES, PROVENANCES, type Provenance } from '../../graph/provenance.ts'
import type { Instant } from '../../graph/spans.ts'
import type { Adjacency, AdjacencyQuery, Handle } from '../../ports/graph-store.ts'
import type { Database, Row, Value } from './driver.ts'
import { listIn } from './lists.ts'

/** Pages of edges that are looked at for one kind and direction, while most of them may not be walked. */
const PAGES_MAX = 4

/** Kinds up to which each is sought in the index by itself; with more, all are read and sifted. */
const SOUGHT_MAX = 3

/** One direction with the kinds to read in it, all when `null`. */
export interface Side {
  readonly here: 'src' | 'dst'
  readonly there: 'src' | 'dst'
  readonly kinds: readonly EdgeKind[] | null
}

/** Edges as they come from SQLite: `from` is one handle where all have the same. */
export interface Part {
  readonly isReverse: boolean
  readonly from: readonly Handle[] | Handle
  readonly to: readonly Handle[]
  readonly kind: readonly EdgeKind[] | EdgeKind
  readonly weight: readonly number[]
  readonly provenance: readonly Provenance[]
}

interface PartOfMany extends Part {
  readonly from: readonly Handle[]
}

/** The edges of several nodes, `rowsMax` at most, all when that is negative. */
export function readAll(
  database: Database,
  nodes: readonly Handle[],
  query: AdjacencyQuery,
  side: Side,
  rowsMax: number,
): PartOfMany {
  const [kinds, provenances, walkable] = [ofKinds(side.kinds), ofProvenances(query.provenances), walkableAt(query.at)]
  const row = database
    .prepare(
      `SELECT json_group_array(here) AS "from", json_group_array(there) AS "to", json_group_array(kind) AS kind,
         json_group_array(weight) AS weight, json_group_array(provenance) AS provenance
       FROM (SELECT f.value AS here, e.${side.there} AS there, e.kind, e.weight, e.provenance
         FROM json_each(?) f CROSS JOIN edges e ON e.${side.here} = f.value
         WHERE ${walkable.sql}${kinds.sql}${provenances.sql} LIMIT ?)`,
    )
    .get(JSON.stringify(nodes), ...walkable.values, ...kinds.values, ...provenances.values, rowsMax)
  return {
    isReverse: side.here === 'dst',
    from: listIn(row, 'from') as Handle[],
    to: listIn(row, 'to') as Handle[],
    kind: listIn(row, 'kind') as EdgeKind[],
    weight: listIn(row, 'weight') as number[],
    provenance: listIn(row, 'provenance') as Provenance[],
  }
}

/** The newest edges of one kind. Pages go on where many may not be walked, and end where a hub of those would begin. */
export function readNewest(
  database: Database,
  node: Handle,
  kind: EdgeKind,
  { at, provenances, perNodeMax }: AdjacencyQuery,
  { here, there }: Side,
): Part & { readonly isCut: boolean } {
  const [allowed, walkable] = [ofProvenances(provenances), walkableAt(at)]
  const page = database.prepare(
    `SELECT e.${there} AS "to", e.weight, e.provenance, (${walkable.sql}${allowed.sql}) AS "isWanted" FROM edges e
     WHERE e.${here} = ? AND e.kind = ? AND e.${there} < ? ORDER BY e.${there} DESC LIMIT ?`,
  )
  const found: Row[] = []
  let before = Number.MAX_SAFE_INTEGER
  let hasMore = true
  for (let pages = 0; hasMore && found.length <= perNodeMax && pages < PAGES_MAX; pages++) {
    const rows = page.all(...walkable.values, ...allowed.values, node, kind, before, perNodeMax + 1)
    for (const row of rows) if (row['isWanted'] === 1) found.push(row)
    hasMore = rows.length > perNodeMax
    if (hasMore) before = rows[rows.length - 1]!['to'] as Handle
  }
  const kept = found.slice(0, perNodeMax)
  return {
    isReverse: here === 'dst',
    from: node,
    kind,
    to: kept.map((row) => row['to'] as Handle),
    weight: kept.map((row) => row['weight'] as number),
    provenance: kept.map((row) => row['provenance'] as Provenance),
    isCut: hasMore || found.length > perNodeMax,
  }
}

interface Condition {
  /** With its leading AND, or empty. */
  readonly sql: string
  readonly values: readonly Value[]
}

/** The plus keeps SQLite from seeking each of many kinds by itself. */
export function ofKinds(kinds: readonly EdgeKind[] | null): Condition {
  if (kinds === null) return { sql: '', values: [] }
  if (kinds.length <= SOUGHT_MAX) return { sql: ` AND e.kind IN (${places(kinds)})`, values: kinds }
  const others = EDGE_KINDS.filter((kind) => !kinds.includes(kind))
  return others.length < kinds.length
    ? { sql: ` AND +e.kind NOT IN (${places(others)})`, values: others }
    : { sql: ` AND +e.kind IN (${places(kinds)})`, values: kinds }
}

function ofProvenances(provenances: readonly Provenance[] | undefined): Condition {
  if (provenances === undefined) return { sql: '', values: [] }
  return { sql: ` AND e.provenance IN (${places(provenances)})`, values: provenances }
}

/** What `isWalkable` says of an edge. */
function walkableAt(at: Instant): Condition {
  return {
    sql: `e.state = 'active' AND (e.valid_from IS NULL OR e.valid_from <= ?) AND (e.valid_to IS NULL OR ? < e.valid_to)`,
    values: [at, at],
  }
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

const KIND_INDEX: ReadonlyMap<EdgeKind, number> = new Map(EDGE_KINDS.map((kind, i) => [kind, i]))
const PROVENANCE_INDEX: ReadonlyMap<Provenance, number> = new Map(PROVENANCES.map((one, i) => [one, i]))

export function columnsOf(parts: readonly Part[]): Omit<Adjacency, 'isCut' | 'isHub'> {
  const count = parts.reduce((sum, { to }) => sum + to.length, 0)
  const columns = {
    count,
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    kind: new Uint8Array(count),
    isReverse: new Uint8Array(count),
    weight: new Float64Array(count),
    provenance: new Uint8Array(count),
    isHard: new Uint8Array(count),
  }
  let edge = 0
  for (const { isReverse, from, to, kind, weight, provenance } of parts) {
    for (let i = 0; i < to.length; i++, edge++) {
      const known = PROVENANCE_INDEX.get(provenance[i]!)!
      columns.from[edge] = typeof from === 'number' ? from : from[i]!
      columns.to[edge] = to[i]!
      columns.kind[edge] = KIND_INDEX.get(typeof kind === 'string' ? kind : kind[i]!)!
      columns.isReverse[edge] = isReverse ? 1 : 0
      columns.weight[edge] = weight[i]!
      columns.provenance[edge] = known
      columns.isHard[edge] = known < HARD_PROVENANCES.length ? 1 : 0
    }
  }
  return columns
}
