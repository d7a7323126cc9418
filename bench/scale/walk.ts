import type { Engraph } from '../../src/engraph.ts'
import { type NodeId, THING_KINDS } from '../../src/graph/nodes.ts'
import { percentile } from '../recall/metrics.ts'

export interface WalkFigures {
  /** Neighbours of the node that is walked from. */
  readonly degree: number
  readonly hops: number
  /** Nodes that a walk came to. */
  readonly reached: number
  readonly walks: number
  readonly p50Ms: number
  readonly p95Ms: number
}

const DEGREE_WANTED = 50
const NODES_TRIED_MAX = 2_000
const WALKS = 200
const WARM_UP = 20
const HOPS = 2

/**
 * Walks two hops, as wide as is the default, again and again from the thing that has fifty neighbours or as few more as
 * there are. `null` where none has so many.
 */
export async function measureWalk(memory: Engraph): Promise<WalkFigures | null> {
  const start = await findStart(memory)
  if (start === null) return null
  const times: number[] = []
  let reached = 0
  for (let number = 0; number < WARM_UP + WALKS; number++) {
    const startedAt = performance.now()
    const { nodes } = await memory.walk({ from: start.node, hopsMax: HOPS })
    if (number >= WARM_UP) times.push(performance.now() - startedAt)
    reached = nodes.length
  }
  const [p50Ms, p95Ms] = [percentile(times, 0.5)!, percentile(times, 0.95)!]
  return { degree: start.degree, hops: HOPS, reached, walks: WALKS, p50Ms, p95Ms }
}

/** Of the things that were first known: they have more neighbours than events and messages. */
async function findStart(memory: Engraph) {
  let best: { readonly node: NodeId; readonly degree: number } | null = null
  for (const { node } of await memory.timeline({ kinds: THING_KINDS, limit: NODES_TRIED_MAX, keep: 'oldest' })) {
    const { nodes, cut } = await memory.walk({ from: node.id, hopsMax: 1 })
    const degree = nodes.length + cut.beyondWidth
    if (degree >= DEGREE_WANTED && (best === null || degree < best.degree)) best = { node: node.id, degree }
    if (best?.degree === DEGREE_WANTED) break
  }
  return best
}
