import { EDGE_KINDS, isSymmetric } from '../../graph/edges.ts'
import type { Adjacency, AdjacencyQuery, Handle } from '../../ports/graph-store.ts'
import { columnsOf, ofKinds, type Part, readAll, readNewest, type Side } from './adjacency-rows.ts'
import type { Database, Value } from './driver.ts'
import { listIn } from './lists.ts'

// A walk asks for the edges of a hundred nodes at a time, a few hundred in all, and each row that crosses from SQLite
// costs more than finding it. So the edges of all nodes come as one row per direction, a JSON list per column. That
// has no place for a bound per node; therefore nodes with more edges than the bound are set apart before, by counting
// along the index no further than the bound, and are read one by one, kind by kind, from the newest on:
//
//   nodes asked ─┬─ few edges ──▶ all at once ───────────┬─▶ columns
//                ├─ many ───────▶ by kind, newest first ─┘
//                └─ a hub ──────▶ named, not read
//
// Counting takes as long as reading. Messages and events hardly ever have many edges: theirs are not counted unless
// what was read shows that they should have been. Which nodes are such never changes, and handles are not used again;
// so it is asked once.

/** Edges that are read at once on trust, by node asked for. */
const TRUSTED_PER_NODE_MAX = 64

/** Messages and events that are remembered as such. */
const RECORDS_KNOWN_MAX = 100_000

/** Reads edges for walks. It keeps what it learned of nodes while the store is open. */
export function adjacencyReader(
  database: Database,
): (space: number, nodes: readonly Handle[], query: AdjacencyQuery) => Adjacency {
  const known = new Map<number, Set<Handle>>()
  let knownCount = 0
  const recordsOf = (space: number): KnownRecords => {
    const records = known.get(space) ?? new Set()
    known.set(space, records)
    return {
      has: (node) => records.has(node),
      add: (node) => {
        if (knownCount === RECORDS_KNOWN_MAX || records.has(node)) return
        records.add(node)
        knownCount++
      },
    }
  }
  return (space, nodes, query) => {
    const own = [...new Set(nodes)]
    const asked = { database, space, query, sides: sidesOf(query), records: recordsOf(space) }
    const read = readSorted(asked, own, 'things') ?? readSorted(asked, own, 'all')!
    const flags = (marked: ReadonlySet<Handle>) => Uint8Array.from(nodes, (node) => (marked.has(node) ? 1 : 0))
    return { ...columnsOf(read.parts), isCut: flags(read.cut), isHub: flags(read.hubs) }
  }
}

interface KnownRecords {
  has(node: Handle): boolean
  add(node: Handle): void
}

interface Asked {
  readonly database: Database
  readonly space: number
  readonly query: AdjacencyQuery
  readonly sides: readonly Side[]
  readonly records: KnownRecords
}

interface Read {
  readonly parts: readonly Part[]
  readonly cut: ReadonlySet<Handle>
  readonly hubs: ReadonlySet<Handle>
}

/** `null` when nodes that were not counted have more edges than they may. */
function readSorted(asked: Asked, nodes: readonly Handle[], counted: Counted): Read | null {
  const { database, query, sides } = asked
  const fewMax = Math.min(query.perNodeMax, query.hubDegreeMax ?? Number.POSITIVE_INFINITY)
  const { few, many, hubs } = sortByDegree(asked, nodes, fewMax, counted)
  const rowsMax = counted === 'all' ? -1 : Math.max(fewMax, TRUSTED_PER_NODE_MAX * few.length)
  const parts: Part[] = []
  const cut = new Set<Handle>()
  for (const side of sides) {
    if (few.length > 0) {
      const part = readAll(database, few, query, side, rowsMax)
      if (counted === 'things' && (part.to.length === rowsMax || hasCrowd(part.from, fewMax))) return null
      parts.push(part)
    }
    for (const node of many) {
      for (const kind of side.kinds ?? EDGE_KINDS) {
        const { isCut, ...part } = readNewest(database, node, kind, query, side)
        parts.push(part)
        if (isCut) cut.add(node)
      }
    }
  }
  return { parts, cut, hubs }
}

/** Whether one of the nodes comes more often than that. */
function hasCrowd(from: readonly Handle[], max: number): boolean {
  if (from.length <= max) return false
  const counts = new Map<Handle, number>()
  for (const node of from) {
    const count = (counts.get(node) ?? 0) + 1
    if (count > max) return true
    counts.set(node, count)
  }
  return false
}

const OUT = { here: 'src', there: 'dst' } as const
const IN = { here: 'dst', there: 'src' } as const

/** A symmetric edge is stored in one direction only, which means nothing: it is read from both ends. */
function sidesOf({ directions, kinds }: AdjacencyQuery): readonly Side[] {
  const all = kinds === undefined ? null : [...new Set(kinds)]
  if (directions === 'both') {
    return [
      { ...OUT, kinds: all },
      { ...IN, kinds: all },
    ]
  }
  const [along, against] = directions === 'out' ? [OUT, IN] : [IN, OUT]
  const symmetric = (all ?? EDGE_KINDS).filter(isSymmetric)
  const side: Side = { ...along, kinds: all }
  return symmetric.length === 0 ? [side] : [side, { ...against, kinds: symmetric }]
}

interface Sorted {
  readonly few: readonly Handle[]
  readonly many: readonly Handle[]
  readonly hubs: ReadonlySet<Handle>
}

/** Which nodes are counted; the rest pass as nodes of few edges. */
type Counted = 'things' | 'all'

/** Leaves out what is not in the space, and tells nodes of few edges from those of many and from hubs. */
function sortByDegree(asked: Asked, nodes: readonly Handle[], fewMax: number, counted: Counted): Sorted {
  const { records, query } = asked
  const few: Handle[] = []
  const unknown: Handle[] = []
  for (const node of nodes) {
    if (counted === 'things' && records.has(node)) few.push(node)
    else unknown.push(node)
  }
  const rest: Handle[] = []
  for (const { node, isRecord, exceeds } of unknown.length > 0 ? exceeding(asked, unknown, fewMax, counted) : []) {
    if (isRecord) records.add(node)
    if (exceeds) rest.push(node)
    else few.push(node)
  }
  if (rest.length === 0 || query.hubDegreeMax === undefined) return { few, many: rest, hubs: new Set() }
  const sorted = exceeding(asked, rest, query.hubDegreeMax, 'things')
  const hubs = new Set(sorted.flatMap(({ node, exceeds }) => (exceeds ? [node] : [])))
  return { few, many: rest.filter((node) => !hubs.has(node)), hubs }
}

interface Counting {
  readonly node: Handle
  /** A message or an event. */
  readonly isRecord: boolean
  readonly exceeds: boolean
}

/** For each node of the space, whether it has more edges than that on a side. */
function exceeding(
  { database, space, sides }: Asked,
  nodes: readonly Handle[],
  degreeMax: number,
  counted: Counted,
): readonly Counting[] {
  const values: Value[] = []
  const conditions = sides.map((side) => {
    const { sql, values: kinds } = ofKinds(side.kinds)
    values.push(...kinds, degreeMax)
    return `EXISTS (SELECT 1 FROM edges e WHERE e.${side.here} = n.ref${sql} LIMIT 1 OFFSET ?)`
  })
  const isMore = conditions.join(' OR ')
  const isRecord = `n.kind IN ('message', 'event')`
  // CASE and not AND, of which SQLite works out both sides.
  const exceeds = counted === 'all' ? isMore : `CASE WHEN ${isRecord} THEN 0 ELSE ${isMore} END`
  const row = database
    .prepare(
      `SELECT json_group_array(n.ref) AS node, json_group_array(${isRecord}) AS "isRecord",
         json_group_array(${exceeds}) AS exceeds
       FROM json_each(?) f CROSS JOIN nodes n ON n.ref = f.value WHERE n.space = ?`,
    )
    .get(...values, JSON.stringify(nodes), space)
  const [records, flags] = [listIn(row, 'isRecord'), listIn(row, 'exceeds')]
  return listIn(row, 'node').map((node, i) => ({
    node: node as Handle,
    isRecord: records[i] === 1,
    exceeds: flags[i] === 1,
  }))
}
