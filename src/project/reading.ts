import { activityOfNode } from '../capture/activities.ts'
import type { GraphNode, NodeId } from '../graph/nodes.ts'
import type { Space, SpaceId } from '../graph/space.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import type { Got, GotRecord } from './answers.ts'
import { documentKind, observedBy } from './documents.ts'
import { readSummary } from './search.ts'

export interface ReadingParts {
  readonly store: GraphStore
  readonly space: Space
  readonly index: SpaceId
}

/** Records of one observation or fact, at most. */
const RECORDS_MAX = 200

/** The whole of observations and summaries, in the order asked for; `null` for what leads to neither. */
export async function getWhole(parts: ReadingParts, ids: readonly NodeId[]): Promise<readonly (Got | null)[]> {
  const { store, space } = parts
  const asked = await eventsOfDocuments(parts, ids)
  const stored = await store.observations.get(space.id, asked)
  const got: (Got | null)[] = []
  for (const [i, id] of asked.entries()) {
    const observation = stored[i] ?? null
    if (observation !== null) got.push({ kind: 'observation', observation })
    else {
      const summary = documentKind(id) === 'summary' ? await readSummary(parts, id) : null
      got.push(summary && { kind: 'summary', summary })
    }
  }
  return got
}

/**
 * Raw records, in the order asked for: one for its own id, for an observation or a fact those that it was read from; `null`
 * for what leads to none.
 */
export async function getRecords(parts: ReadingParts, ids: readonly NodeId[]): Promise<readonly (GotRecord | null)[]> {
  const { store, space } = parts
  const expanded = await recordsOf(parts, ids)
  const wanted = [...new Set(expanded.flatMap(({ records }) => records))]
  const nodes = await store.nodes(space.id, wanted)
  const nodeOf = new Map(nodes.map((node) => [node.id, node]))
  const events = await store.containers(
    space.id,
    nodes.map(({ id }) => id),
  )
  return expanded.flatMap(({ records }): readonly (GotRecord | null)[] => {
    const found = records.flatMap((id) => recordOf(nodeOf.get(id), events) ?? [])
    return found.length > 0 ? found : [null]
  })
}

/** By id, the ids of the records that it leads to; an id that is none leads to itself. */
export async function recordsOf(
  parts: ReadingParts,
  ids: readonly NodeId[],
): Promise<readonly { readonly id: NodeId; readonly records: readonly NodeId[] }[]> {
  const asked = await eventsOfDocuments(parts, ids)
  const stored = await parts.store.observations.get(parts.space.id, asked)
  return ids.map((id, i) => {
    const found = stored[i]
    const target = asked[i]!
    if (!found) return { id, records: [target] }
    const fact = found.observation.facts[found.factIds.indexOf(target)]
    const records = found.event === target ? found.observation.records : (fact?.records ?? [target])
    return { id, records: records.slice(0, RECORDS_MAX) }
  })
}

/** Ids of indexed texts of observations as ids of their events; others stay. */
async function eventsOfDocuments({ store, index }: ReadingParts, ids: readonly NodeId[]): Promise<readonly NodeId[]> {
  const documents = ids.filter((id) => documentKind(id) === 'observation')
  if (documents.length === 0) return ids
  const nodes = await store.nodes(index, documents)
  const eventOf = new Map(nodes.map((node) => [node.id, observedBy(node)]))
  return ids.map((id) => eventOf.get(id) ?? id)
}

function recordOf(node: GraphNode | undefined, events: ReadonlyMap<NodeId, NodeId>): GotRecord | null {
  const record = node && activityOfNode(node)
  return record ? { ...record, text: node.text, event: events.get(node.id) ?? null } : null
}
