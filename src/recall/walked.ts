import { EDGE_KINDS, type EdgeKind, isSymmetric } from '../graph/edges.ts'
import { EngraphError } from '../graph/errors.ts'
import { type Check, oneOf, readGiven, someOf, texts, time, wholeNumber } from '../graph/given.ts'
import type { GraphNode, NodeId } from '../graph/nodes.ts'
import { type Certainty, HARD_PROVENANCES, PROVENANCES, type Provenance } from '../graph/provenance.ts'
import type { Instant } from '../graph/spans.ts'
import { type GivenTime, requireInstant } from '../graph/times.ts'
import { wording } from '../graph/wording.ts'
import type { Clock } from '../ports/clock.ts'
import { cleanText } from '../text/clean.ts'

export interface WalkOptions {
  /** Where the walk starts: ids of nodes, 100 at most. Those that do not exist come back as `unknown`. */
  readonly from: NodeId | readonly NodeId[]
  /** Default all but `SIMILAR`, which is walked only when it is named, as the first step, within a layer. */
  readonly kinds?: readonly EdgeKind[]
  /** Along the edges (`out`), against them (`in`) or `both`, the default. */
  readonly direction?: 'out' | 'in' | 'both'
  /** Default 2, at most 4. */
  readonly hopsMax?: number
  /** Nodes that each hop reaches, at most. Default 100, at most 1,000. */
  readonly widthMax?: number
  /** Which edges are walked by how they are known. `hard` is all that are facts. Default `any`. */
  readonly provenance?: 'hard' | 'any' | readonly Provenance[]
  /** The moment at which edges must hold. Default now. */
  readonly at?: GivenTime
}

/** One edge as it was walked: from the end that was known to the one that was reached. */
export interface WalkStep {
  readonly kind: EdgeKind
  readonly from: NodeId
  readonly to: NodeId
  /** Whether the edge itself leads from `to` to `from`. */
  readonly isReverse: boolean
  readonly provenance: Provenance
  readonly certainty: Certainty
}

export interface WalkedNode {
  readonly node: GraphNode
  /** Steps of its best path. */
  readonly hops: number
  /** 0..1: the product over its best path of each edge's weight and the weight of its kind. */
  readonly relevance: number
  /** Whether its best path is made of facts only. */
  readonly isHard: boolean
  readonly path: readonly WalkStep[]
}

/** What was left out where the graph is larger than the bounds. */
export interface WalkCut {
  /** Nodes with so many edges that the walk arrived and did not go on. */
  readonly hubs: readonly NodeId[]
  /** Starts with more edges of a kind than were read; the newest were. */
  readonly crowded: readonly NodeId[]
  /** Nodes that the width left out, over all hops. */
  readonly beyondWidth: number
}

export interface Walked {
  readonly starts: readonly GraphNode[]
  /** What was reached, each node once, by its best path: the most relevant first, then the nearest, then the newest. */
  readonly nodes: readonly WalkedNode[]
  readonly cut: WalkCut
  /** Starts that do not exist. */
  readonly unknown: readonly NodeId[]
}

/** A path for people: `A -DEPENDS_ON→ B ←MENTIONS- C`; a symmetric edge has no head. `nameOf` says how nodes are called. */
export function formatPath(path: readonly WalkStep[], nameOf: (id: NodeId) => string = (id) => id): string {
  const steps = path.map(({ kind, to, isReverse }) => {
    const arrow = isSymmetric(kind) ? `-${kind}-` : isReverse ? `←${kind}-` : `-${kind}→`
    return ` ${arrow} ${nameOf(to)}`
  })
  return path.length === 0 ? '' : nameOf(path[0]!.from) + steps.join('')
}

export const WALK_HOPS_DEFAULT = 2
export const WALK_HOPS_MAX = 4
export const WALK_WIDTH_DEFAULT = 100
export const WALK_WIDTH_MAX = 1000
export const WALK_STARTS_MAX = 100

/** What a walk is asked for, with nothing left open. */
export interface WalkRequest {
  readonly from: readonly NodeId[]
  readonly kinds: readonly EdgeKind[] | null
  readonly direction: 'out' | 'in' | 'both'
  readonly hopsMax: number
  readonly widthMax: number
  /** All when `null`. */
  readonly provenances: readonly Provenance[] | null
  readonly at: Instant
}

const starts: Check = (value) => {
  const list = typeof value === 'string' ? [value] : value
  return texts(list) === null && (list as string[]).length > 0 && (list as string[]).length <= WALK_STARTS_MAX
    ? null
    : wording`an id, or a list of 1 to ${WALK_STARTS_MAX}`
}

const provenance: Check = (value) =>
  value === 'hard' || value === 'any' || someOf(...PROVENANCES)(value) === null
    ? null
    : wording`hard, any, or a list of ${PROVENANCES.join(', ')}`

const CHECKS: Readonly<Record<keyof WalkOptions, Check>> = {
  from: starts,
  kinds: someOf(...EDGE_KINDS),
  direction: oneOf('out', 'in', 'both'),
  hopsMax: wholeNumber(1, WALK_HOPS_MAX),
  widthMax: wholeNumber(1, WALK_WIDTH_MAX),
  provenance,
  at: time,
}

export function readWalkOptions(given: WalkOptions, clock: Clock): WalkRequest {
  const read: Partial<WalkOptions> = readGiven<WalkOptions>(given, 'The options of walk', CHECKS)
  const { from, kinds = null, direction = 'both', provenance: known = 'any', at } = read
  if (from === undefined) throw new EngraphError('invalid-input', 'Say where the walk starts: { from: "m~6f1c…" }.')
  return {
    from: (typeof from === 'string' ? [from] : from).map(cleanText),
    kinds,
    direction,
    hopsMax: read.hopsMax ?? WALK_HOPS_DEFAULT,
    widthMax: read.widthMax ?? WALK_WIDTH_DEFAULT,
    provenances: known === 'any' ? null : known === 'hard' ? HARD_PROVENANCES : known,
    at: at === undefined ? clock.now() : requireInstant(at, 'at'),
  }
}
