import type { NodeId } from './nodes.ts'
import { type Provenance, strongerProvenance } from './provenance.ts'
import { type Instant, spanContains, type TimeSpan } from './spans.ts'

/** The kinds of edge by family. `blocks` is the reverse of `DEPENDS_ON`: computed, never stored. */
export const EDGE_FAMILIES = {
  hierarchy: ['CONTAINS', 'NEXT'],
  discourse: ['REFERENCES', 'CAUSES', 'SIMILAR'],
  aboutness: ['MENTIONS', 'TOUCHES'],
  code: ['DEPENDS_ON', 'EXPOSES', 'CALLS', 'BELONGS_TO'],
  behaviour: ['CO_CHANGES'],
  truth: ['SUPERSEDES', 'CONTRADICTS'],
} as const

export type EdgeFamily = keyof typeof EDGE_FAMILIES
export type EdgeKind = (typeof EDGE_FAMILIES)[EdgeFamily][number]
export const EDGE_KINDS: readonly EdgeKind[] = Object.values(EDGE_FAMILIES).flat()

export const EDGE_STATES = ['suggested', 'active', 'rejected', 'retired'] as const
export type EdgeState = (typeof EDGE_STATES)[number]

export type Direction = 'out' | 'in'

/** Record ids that an edge keeps as evidence; `count` goes on beyond them. */
export const EVIDENCE_MAX = 16

/** One edge. `(kind, from, to)` is its identity within a space. */
export interface Edge {
  readonly kind: EdgeKind
  readonly from: NodeId
  readonly to: NodeId
  /** 0..1 */
  readonly weight: number
  readonly provenance: Provenance
  /** Record ids, the newest `EVIDENCE_MAX`. */
  readonly evidence: readonly string[]
  /** How often it was seen, at least 1. */
  readonly count: number
  readonly firstSeen: Instant
  readonly lastSeen: Instant
  readonly valid: TimeSpan
  readonly state: EdgeState
  /** Who accepted or rejected a suggestion. */
  readonly decidedBy: string | null
}

const SYMMETRIC: ReadonlySet<EdgeKind> = new Set(['SIMILAR', 'CO_CHANGES', 'CONTRADICTS'])

/** A symmetric edge is stored once, with the smaller id first. */
export function isSymmetric(kind: EdgeKind): boolean {
  return SYMMETRIC.has(kind)
}

export function familyOf(kind: EdgeKind): EdgeFamily {
  for (const family of Object.keys(EDGE_FAMILIES) as EdgeFamily[]) {
    if ((EDGE_FAMILIES[family] as readonly EdgeKind[]).includes(kind)) return family
  }
  return kind as never
}

export type NewEdge = Pick<Edge, 'kind' | 'from' | 'to' | 'provenance'> & Partial<Edge> & { readonly seenAt: Instant }

/** An edge with its defaults filled in: weight 1, no evidence, always valid, and suggested when only a model said so. */
export function makeEdge({ seenAt, ...given }: NewEdge): Edge {
  const evidence = [...new Set(given.evidence)].slice(-EVIDENCE_MAX)
  const swap = isSymmetric(given.kind) && given.from > given.to
  return {
    weight: 1,
    count: 1,
    firstSeen: seenAt,
    lastSeen: seenAt,
    valid: { from: null, to: null },
    state: given.provenance === 'model' ? 'suggested' : 'active',
    decidedBy: null,
    ...given,
    evidence,
    ...(swap ? { from: given.to, to: given.from } : {}),
  }
}

/**
 * The same edge seen again. Evidence that is already there does not count twice. The stronger provenance wins. A
 * decision that comes with the name of who made it holds from then on; a rejected edge comes back only as a
 * suggestion, and only with new evidence.
 */
export function mergeEdges(known: Edge, seen: Edge): Edge {
  const fresh = [...new Set(seen.evidence)].filter((record) => !known.evidence.includes(record))
  const isRepeat = fresh.length === 0
  return {
    ...known,
    weight: Math.max(known.weight, seen.weight),
    provenance: strongerProvenance(known.provenance, seen.provenance),
    evidence: [...known.evidence, ...fresh].slice(-EVIDENCE_MAX),
    count: known.count + (isRepeat ? 0 : Math.max(seen.count, fresh.length)),
    firstSeen: Math.min(known.firstSeen, seen.firstSeen),
    lastSeen: Math.max(known.lastSeen, seen.lastSeen),
    valid: seen.valid,
    ...mergedDecision(known, seen, isRepeat),
  }
}

function mergedDecision(known: Edge, seen: Edge, isRepeat: boolean): Pick<Edge, 'state' | 'decidedBy'> {
  if (seen.decidedBy !== null) return { state: seen.state, decidedBy: seen.decidedBy }
  if (known.state === 'rejected' && !isRepeat) return { state: 'suggested', decidedBy: null }
  if (known.state === 'retired') return { state: seen.state, decidedBy: null }
  const isConfirmed = known.state === 'suggested' && seen.state === 'active'
  return { state: isConfirmed ? 'active' : known.state, decidedBy: known.decidedBy }
}

/** Whether an edge may be walked at a moment: decided for, or at least not decided against. */
export function isWalkable(edge: Edge, at: Instant): boolean {
  return edge.state === 'active' && spanContains(edge.valid, at)
}
