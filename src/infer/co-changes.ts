import { type Edge, makeEdge } from '../graph/edges.ts'
import type { NodeId } from '../graph/nodes.ts'
import type { StoredObservation } from '../graph/observation.ts'
import { thingId } from '../graph/records.ts'
import { entityKey } from '../text/entities/entity-key.ts'

/** An observation of more files says nothing of the pairs in them, and neither does a session. */
export const FILES_MAX = 50

/**
 * What changes together, from the work of one session with its subagents: an edge for each pair of files that it
 * changed. Its weight is 1 - 2^-share, and the share is 1 / (files - 1), as of a commit; so the weights of several sessions,
 * put together as chances (`seenAgain`), are 1 - 2^-(sum of their shares). The evidence is the event with which the pair
 * was complete: one for a session, so that the count is one of sessions.
 */
export function coChangesOf(observations: readonly StoredObservation[]): readonly Edge[] {
  const work = observations
    .map((stored) => ({ stored, files: changedFiles(stored) }))
    .filter(({ files }) => files.length > 0 && files.length <= FILES_MAX)
    .sort((a, b) => a.stored.at - b.stored.at || (a.stored.event < b.stored.event ? -1 : 1))
  const all = new Set(work.flatMap(({ files }) => files))
  // Who changes more in one go has changed several things: then only what one event changed belongs together.
  const groups = all.size <= FILES_MAX ? [work] : work.map((one) => [one])
  const edges = new Map<string, Edge>()
  for (const group of groups) {
    for (const edge of pairsOf(group)) {
      const key = `${edge.from} ${edge.to}`
      const known = edges.get(key)
      if (known === undefined || known.weight < edge.weight) edges.set(key, edge)
    }
  }
  return [...edges.values()]
}

interface Work {
  readonly stored: StoredObservation
  readonly files: readonly string[]
}

function pairsOf(group: readonly Work[]): readonly Edge[] {
  const firstIn = new Map<string, StoredObservation>()
  for (const { stored, files } of group) for (const file of files) if (!firstIn.has(file)) firstIn.set(file, stored)
  const lastAt = group.reduce((at, { stored }) => Math.max(at, stored.until), 0)
  const files = [...firstIn].map(([file, stored]) => ({ node: fileNode(file), stored }))
  const weight = 1 - 2 ** (-1 / Math.max(1, files.length - 1))
  const edges: Edge[] = []
  for (const [i, one] of files.entries()) {
    for (const other of files.slice(i + 1)) {
      if (one.node === other.node) continue
      // Files stand in the order in which they were changed first, so the later one completes the pair.
      const { event } = other.stored
      const pair = { kind: 'CO_CHANGES', from: one.node, to: other.node, provenance: 'observed' } as const
      edges.push(makeEdge({ ...pair, weight, evidence: [event], seenAt: lastAt }))
    }
  }
  return edges
}

/** Files of the work tree; what lies outside of it belongs to no project. */
function changedFiles({ observation }: StoredObservation): readonly string[] {
  return [...new Set(observation.filesModified)].filter((file) => !/^(?:[/~]|[A-Za-z]:|\.\.(?:\/|$))/u.test(file))
}

export function fileNode(path: string): NodeId {
  return thingId('file', entityKey(path))
}

/**
 * An edge as it is to be put beside what is known of it: a session that was observed before counts once, and another one
 * makes it stronger. The order of sessions makes no difference.
 */
export function seenAgain(seen: Edge, known: Edge | undefined, own: ReadonlySet<NodeId>): Edge {
  if (known === undefined) return seen
  const before = known.evidence.filter((event) => own.has(event))
  if (before.length > 0) return { ...seen, evidence: before }
  return { ...seen, weight: 1 - (1 - known.weight) * (1 - seen.weight) }
}
