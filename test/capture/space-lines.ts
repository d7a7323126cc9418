import { type Delivery, startReading } from '../../src/capture/delivery.ts'
import { rememberMessages } from '../../src/capture/messages.ts'
import { EDGE_KINDS } from '../../src/graph/edges.ts'
import { NODE_KINDS } from '../../src/graph/nodes.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import { ALWAYS } from '../../src/graph/spans.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

/** A new space in memory that remembered deliveries, one after the other. */
export async function remembering(...deliveries: readonly Delivery[]) {
  const store = openSqliteStore(':memory:')
  const { id: space } = await store.ensureSpace({ alias: 'alice', purpose: 'companion', at: 0 })
  for (const delivery of deliveries) await rememberMessages(store, space, delivery, startReading('by-receipt', 0))
  return { store, space, [Symbol.asyncDispose]: () => store.close() }
}

/**
 * The whole graph of a space in lines, sorted: nodes as `entity Ana {"key":"ana","kind":"person"} @0`, edges as
 * `m1 -MENTIONS→ Ana`. Things are called by their label, all other nodes by their id.
 */
export async function spaceLines(store: GraphStore, space: SpaceId): Promise<string[]> {
  const limit = 100_000
  const query = { kinds: NODE_KINDS, span: ALWAYS, order: 'oldest-first', limit } as const
  const nodes = await store.timeRange(space, query)
  const isThing = (id: string) => id.startsWith('n~')
  const nameOf = new Map(nodes.map(({ id, text }) => [id, isThing(id) ? text : id]))
  const lines = nodes.map(({ id, kind, at, text, body }) => {
    const name = isThing(id) ? text : `${id} "${text}"`
    return `${kind} ${name} ${JSON.stringify(body)} @${at}`
  })
  for (const { id } of nodes) {
    for (const { edge } of await store.neighbours(space, id, { direction: 'out', kinds: EDGE_KINDS, limit })) {
      lines.push(`${nameOf.get(edge.from)} -${edge.kind}→ ${nameOf.get(edge.to)}`)
    }
  }
  return lines.sort()
}

/** Only what leads from messages to things, sorted. */
export async function mentionLines(store: GraphStore, space: SpaceId): Promise<string[]> {
  return (await spaceLines(store, space)).filter((line) => line.includes('-MENTIONS→'))
}
