import type { Edge } from '../graph/edges.ts'
import { EngraphError } from '../graph/errors.ts'
import { fadingKinds, isFaded } from '../graph/fading.ts'
import type { NodeId } from '../graph/nodes.ts'
import type { StoredObservation } from '../graph/observation.ts'
import { SOFT_PROVENANCES } from '../graph/provenance.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import { coChangesOf, seenAgain } from '../infer/co-changes.ts'
import { BACK_MS } from '../infer/likeness.ts'
import { rootSession } from '../infer/subjects.ts'
import { AROUND_MAX, suggestionsOf } from '../infer/suggestions.ts'
import type { GraphStore } from '../ports/graph-store.ts'

/*
 * Soft edges of a session that was just observed: what its files and events have to do with each other and with those around.
 * They are linked in the transaction that says the session was observed, so that none is missing. Linking again changes
 * nothing: both ends and the evidence are the same.
 */

export interface InferringSource {
  readonly store: GraphStore
  readonly space: SpaceId
}

/** Observations of a session that are read, its subagents' included. */
const SESSION_MAX = 2_000
/** A repair may come after what caused it was observed, and be there already. */
const AHEAD_MS = BACK_MS
/** Edges of a file that a new one may be among. */
const KNOWN_MAX = 2_000

/** The edges that the observations of a session make, as they are to be linked. */
export async function inferredEdges(
  source: InferringSource,
  observations: readonly StoredObservation[],
): Promise<readonly Edge[]> {
  const { store, space } = source
  const [first] = observations
  if (first === undefined) return []
  const session = rootSession(first)
  const whole = await store.observations.find(space, { session, order: 'oldest-first', limit: SESSION_MAX })
  const coChanges = await besideKnown(source, coChangesOf(whole), new Set(whole.map(({ event }) => event)))
  const suggestions = suggestionsOf(observations, await around(source, observations))
  return existing(source, [...coChanges, ...suggestions])
}

/** What happened in the weeks before and after, half of the bound for each. */
async function around(
  { store, space }: InferringSource,
  observations: readonly StoredObservation[],
): Promise<readonly StoredObservation[]> {
  const from = Math.min(...observations.map(({ at }) => at))
  const until = Math.max(...observations.map(({ until }) => until))
  const limit = AROUND_MAX / 2
  const span = { from: from - BACK_MS, to: until + 1 }
  const before = await store.observations.find(space, { span, order: 'newest-first', limit })
  const after = { from: until + 1, to: until + AHEAD_MS }
  return [...before, ...(await store.observations.find(space, { span: after, order: 'oldest-first', limit }))]
}

/** Edges of files with the weight that they have together with what was seen before. */
async function besideKnown(
  { store, space }: InferringSource,
  edges: readonly Edge[],
  own: ReadonlySet<NodeId>,
): Promise<readonly Edge[]> {
  const known = new Map<string, Edge>()
  for (const file of new Set(edges.map(({ from }) => from))) {
    const query = { direction: 'out', kinds: ['CO_CHANGES'], limit: KNOWN_MAX } as const
    for (const { edge } of await store.neighbours(space, file, query)) known.set(`${edge.from} ${edge.to}`, edge)
  }
  return edges.map((edge) => seenAgain(edge, known.get(`${edge.from} ${edge.to}`), own))
}

/** An event may name more files than the graph has nodes for. */
async function existing({ store, space }: InferringSource, edges: readonly Edge[]): Promise<readonly Edge[]> {
  const ends = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
  const handles = await store.handles(space, ends)
  const known = new Set(ends.filter((_, i) => handles[i] !== null))
  return edges.filter(({ from, to }) => known.has(from) && known.has(to))
}

/** Whether an end of an edge was forgotten after it was inferred: then it is to be inferred anew. */
export function isEndLost(error: unknown): boolean {
  return error instanceof EngraphError && error.code === 'not-found'
}

/** Edges of one half-life that are looked at in one go, the longest unseen first. */
const FADED_READ_MAX = 5_000

/** Retires soft edges that were not seen again for so long that nothing is left of their weight. Answers how many. */
export async function retireFaded({ store, space }: InferringSource, now: Instant): Promise<number> {
  const faded: Edge[] = []
  // Apart by how fast they fade: old habits that still have weight would stand before younger guesses that have none.
  for (const fading of fadingKinds(now)) {
    const old = await store.edges(space, {
      ...{ states: ['suggested', 'active'], provenances: SOFT_PROVENANCES },
      ...{ order: 'oldest-first', limit: FADED_READ_MAX, ...fading },
    })
    faded.push(...old.filter((edge) => isFaded(edge, now)))
  }
  return faded.length === 0 ? 0 : store.transact(space, (writer) => writer.retire(faded))
}
