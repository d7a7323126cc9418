import { EDGE_KINDS, type EdgeKind } from '../graph/edges.ts'
import { EngraphError } from '../graph/errors.ts'
import { type GraphNode, layerOf, type NodeId } from '../graph/nodes.ts'
import { certaintyOf, PROVENANCES, type Provenance } from '../graph/provenance.ts'
import type { SpaceId } from '../graph/space.ts'
import { wording } from '../graph/wording.ts'
import type { Adjacency, GraphStore, Handle } from '../ports/graph-store.ts'
import type { Walked, WalkedNode, WalkRequest, WalkStep } from './walked.ts'

// A walk goes out in rings. Each hop reads the edges of the nodes that the hop before it reached, or reached by a
// better path than was known, and keeps the best of what they lead to:
//
//   start ──.9──▶ a ──.6──▶ c        c is worth .54 by way of a, in two hops,
//     └─────.4────────────▶ c        and .4 directly: its best path is the first.
//
// What is reached remembers the step that led there and what it came from, so that its path can be told. No weight
// exceeds 1: a way round in a circle never improves on what is known.

/** What a step along a kind is worth. What was caused or referred to says more than what merely came next. */
export const WALK_WEIGHTS: Readonly<Record<EdgeKind, number>> = {
  CAUSES: 0.9,
  REFERENCES: 0.9,
  DEPENDS_ON: 0.9,
  SUPERSEDES: 0.8,
  CALLS: 0.8,
  EXPOSES: 0.7,
  MENTIONS: 0.6,
  TOUCHES: 0.6,
  CONTRADICTS: 0.6,
  BELONGS_TO: 0.5,
  CONTAINS: 0.5,
  CO_CHANGES: 0.5,
  SIMILAR: 0.5,
  NEXT: 0.4,
}

/** Likeness is no connection: it is walked by those who ask for similar cases, once, as the first step. */
const ONLY_WHEN_NAMED: ReadonlySet<EdgeKind> = new Set(['SIMILAR'])
const KINDS_DEFAULT = EDGE_KINDS.filter((kind) => !ONLY_WHEN_NAMED.has(kind))
const WEIGHTS = EDGE_KINDS.map((kind) => WALK_WEIGHTS[kind])

/** A thing with more edges in a direction connects everything with everything: only a walk that starts there goes on. */
export const HUB_DEGREE_MAX = 256

/** A node as the walk reached it. */
export interface Reached {
  readonly handle: Handle
  readonly hops: number
  /** 0..1 */
  readonly relevance: number
  readonly isHard: boolean
  /** `null` at a start. */
  readonly step: ReachedStep | null
}

export interface ReachedStep {
  readonly from: Reached
  readonly kind: EdgeKind
  readonly isReverse: boolean
  readonly provenance: Provenance
}

export interface Reach {
  /** Best first, without the starts. */
  readonly reached: readonly Reached[]
  readonly hubs: readonly Handle[]
  readonly crowded: readonly Handle[]
  readonly beyondWidth: number
}

export type ReachOptions = Omit<WalkRequest, 'from'>

/** Walks from nodes to what is connected with them. `not-found` when none of them exists. */
export async function walk(store: GraphStore, space: SpaceId, request: WalkRequest): Promise<Walked> {
  const ids = [...new Set(request.from)]
  const handles = await store.handles(space, ids)
  const unknown = ids.filter((_, i) => handles[i] === null)
  if (unknown.length === ids.length) {
    throw new EngraphError('not-found', wording`There is no node ${unknown.join(', ')} in this space.`)
  }
  const starts = handles.filter((handle) => handle !== null)
  const { reached, hubs, crowded, beyondWidth } = await reachFrom(store, space, starts, request)
  const wanted = [...starts, ...reached.map(({ handle }) => handle)]
  const found = await store.nodesByHandle(space, wanted)
  const nodes = new Map(wanted.map((handle, i) => [handle, found[i]!]))
  const idsOf = (some: readonly Handle[]) => some.flatMap((handle) => nodes.get(handle)?.id ?? [])
  return {
    starts: starts.flatMap((handle) => nodes.get(handle) ?? []),
    nodes: reached.flatMap((one) => walkedNode(one, nodes) ?? []),
    cut: { hubs: idsOf(hubs), crowded: idsOf(crowded), beyondWidth },
    unknown,
  }
}

/** The walk itself, over handles. `starts` are different from each other. */
export async function reachFrom(
  store: GraphStore,
  space: SpaceId,
  starts: readonly Handle[],
  { kinds, direction, hopsMax, widthMax, provenances, at }: ReachOptions,
): Promise<Reach> {
  const best = new Map<Handle, Reached>()
  for (const handle of starts) best.set(handle, { handle, hops: 0, relevance: 1, isHard: true, step: null })
  const hubs: Handle[] = []
  const crowded: Handle[] = []
  let beyondWidth = 0
  let ring: readonly Reached[] = [...best.values()]
  for (let hop = 1; hop <= hopsMax && ring.length > 0; hop++) {
    const handles = ring.map(({ handle }) => handle)
    const wanted = (kinds ?? KINDS_DEFAULT).filter((kind) => hop === 1 || !ONLY_WHEN_NAMED.has(kind))
    if (wanted.length === 0) break
    const adjacency = await store.adjacency(space, handles, {
      directions: direction,
      kinds: wanted,
      ...(provenances === null ? {} : { provenances }),
      at,
      perNodeMax: Math.max(widthMax, HUB_DEGREE_MAX),
      ...(hop === 1 ? {} : { hubDegreeMax: HUB_DEGREE_MAX }),
    })
    hubs.push(...handles.filter((_, i) => adjacency.isHub[i] === 1))
    crowded.push(...handles.filter((_, i) => adjacency.isCut[i] === 1))
    const isAcross = wanted.includes('SIMILAR') ? await layerCrossings(store, space, adjacency) : () => false
    const { kept, leftOut } = improvements({ ring, best, adjacency, isSkipped: isAcross, widthMax })
    beyondWidth += leftOut
    for (const one of kept) best.set(one.handle, one)
    ring = kept
  }
  for (const handle of starts) best.delete(handle)
  return { reached: [...best.values()].sort(byWorth), hubs: [...new Set(hubs)], crowded, beyondWidth }
}

/** The better first; of equals the nearer, then the newer. */
function byWorth(a: Reached, b: Reached): number {
  return b.relevance - a.relevance || a.hops - b.hops || b.handle - a.handle
}

interface Ring {
  readonly ring: readonly Reached[]
  readonly best: ReadonlyMap<Handle, Reached>
  readonly adjacency: Adjacency
  readonly isSkipped: (edge: number) => boolean
  readonly widthMax: number
}

/** The nodes that edges lead to by a better path than is known: the best of them, each once. */
function improvements({ ring, best, adjacency, isSkipped, widthMax }: Ring): {
  readonly kept: readonly Reached[]
  readonly leftOut: number
} {
  const { count, from, to, kind, weight } = adjacency
  const sources = new Map(ring.map((one) => [one.handle, one]))
  const relevance = new Float64Array(count)
  /** By the node that is reached, the edge that leads there best. */
  const winners = new Map<Handle, number>()
  const isPreferred = preference(adjacency, sources)
  for (let edge = 0; edge < count; edge++) {
    const handle = to[edge]!
    const worth = sources.get(from[edge]!)!.relevance * WEIGHTS[kind[edge]!]! * Math.min(1, weight[edge]!)
    relevance[edge] = worth
    if (worth <= (best.get(handle)?.relevance ?? 0) || isSkipped(edge)) continue
    const rival = winners.get(handle)
    if (rival === undefined || worth > relevance[rival]! || (worth === relevance[rival] && isPreferred(edge, rival))) {
      winners.set(handle, edge)
    }
  }
  const edges = [...winners.values()].sort((a, b) => relevance[b]! - relevance[a]! || to[b]! - to[a]!)
  const kept = edges.slice(0, widthMax).map((edge) => reachedBy(edge, adjacency, sources, relevance))
  return { kept, leftOut: edges.length - kept.length }
}

/** Between edges to one node of equal worth, so that the same graph always gives the same path: facts, then the newest. */
function preference({ from, kind, isReverse, isHard }: Adjacency, sources: ReadonlyMap<Handle, Reached>) {
  const isFact = (edge: number) => isHard[edge] === 1 && sources.get(from[edge]!)!.isHard
  return (a: number, b: number): boolean => {
    if (isFact(a) !== isFact(b)) return isFact(a)
    if (from[a] !== from[b]) return from[a]! > from[b]!
    if (kind[a] !== kind[b]) return kind[a]! < kind[b]!
    return isReverse[a]! < isReverse[b]!
  }
}

function reachedBy(
  edge: number,
  { from, to, kind, isReverse, isHard, provenance }: Adjacency,
  sources: ReadonlyMap<Handle, Reached>,
  relevance: Float64Array,
): Reached {
  const source = sources.get(from[edge]!)!
  return {
    handle: to[edge]!,
    hops: source.hops + 1,
    relevance: relevance[edge]!,
    isHard: source.isHard && isHard[edge] === 1,
    step: {
      from: source,
      kind: EDGE_KINDS[kind[edge]!]!,
      isReverse: isReverse[edge] === 1,
      provenance: PROVENANCES[provenance[edge]!]!,
    },
  }
}

/** Tells the edges of likeness whose ends are of different layers, or things of different kinds. */
async function layerCrossings(
  store: GraphStore,
  space: SpaceId,
  { count, from, to, kind }: Adjacency,
): Promise<(edge: number) => boolean> {
  const similar = EDGE_KINDS.indexOf('SIMILAR')
  const ends = new Set<Handle>()
  for (let edge = 0; edge < count; edge++) if (kind[edge] === similar) ends.add(from[edge]!).add(to[edge]!)
  const handles = [...ends]
  const nodes = await store.nodesByHandle(space, handles)
  const places = new Map(handles.map((handle, i) => [handle, nodes[i] ? placeOf(nodes[i]) : null]))
  return (edge) => kind[edge] === similar && places.get(from[edge]!) !== places.get(to[edge]!)
}

function placeOf({ kind }: GraphNode): number | string {
  return layerOf(kind) ?? kind
}

/** `null` when it, or what led there, was removed meanwhile. */
function walkedNode(one: Reached, nodes: ReadonlyMap<Handle, GraphNode | null>): WalkedNode | null {
  const node = nodes.get(one.handle)
  const path = pathOf(one, (handle) => nodes.get(handle)?.id ?? null)
  if (!node || path === null) return null
  return { node, hops: one.hops, relevance: one.relevance, isHard: one.isHard, path }
}

function pathOf(one: Reached, idOf: (handle: Handle) => NodeId | null): WalkStep[] | null {
  const path: WalkStep[] = []
  for (let here = one; here.step !== null; here = here.step.from) {
    const { kind, isReverse, provenance } = here.step
    const [from, to] = [idOf(here.step.from.handle), idOf(here.handle)]
    if (from === null || to === null) return null
    path.unshift({ kind, from, to, isReverse, provenance, certainty: certaintyOf(provenance) })
  }
  return path
}
