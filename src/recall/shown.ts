import { type GraphNode, layerOf } from '../graph/nodes.ts'
import type { NamedTime, Neighbour } from '../ports/graph-store.ts'
import { find, type SpaceOf } from './find.ts'
import { namedTimesOf } from './named-times.ts'

/** A node with what stands around it. */
export interface Shown {
  readonly node: GraphNode
  /** The event that contains a message. */
  readonly event: GraphNode | null
  /** The messages that an event contains. */
  readonly messages: readonly GraphNode[]
  /** Of a thing, how many messages mention it, and the newest of them, newest first; `null` for what happened. */
  readonly mentions: { readonly count: number; readonly newest: readonly GraphNode[] } | null
  /** The times that a message names, as they were resolved when it was said. */
  readonly times: readonly NamedTime[]
  readonly neighbours: readonly Neighbour[]
  /** Further things that bear the name that was asked for. */
  readonly others: readonly GraphNode[]
}

const NEIGHBOURS_MAX = 50
const MENTIONS_MAX = 10

/** Shows the node of an id, or the thing of a name that most mention; `null` when there is none. */
export async function show({ store, space }: SpaceOf, idOrName: string): Promise<Shown | null> {
  const [node, ...others] = (await find({ store, space }, idOrName)).nodes
  if (!node) return null
  const limit = NEIGHBOURS_MAX
  const outgoing = await store.neighbours(space, node.id, { direction: 'out', limit })
  const incoming = await store.neighbours(space, node.id, { direction: 'in', limit })
  return {
    node,
    event: incoming.find(({ edge }) => edge.kind === 'CONTAINS')?.node ?? null,
    messages: await store.contents(space, node.id, limit),
    mentions: layerOf(node.kind) === null ? await store.mentionsOf(space, node.id, MENTIONS_MAX) : null,
    times: namedTimesOf(node),
    neighbours: [...incoming, ...outgoing],
    others,
  }
}
