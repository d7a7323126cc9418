import { thingId } from '../src/graph/records.ts'
import type { SpaceId } from '../src/graph/space.ts'
import { ALWAYS } from '../src/graph/spans.ts'
import type { GraphStore } from '../src/ports/graph-store.ts'

/** The edges between files that hold, by their ends, with all that may differ between two ways to them. */
export async function activeEdges(store: GraphStore, space: SpaceId) {
  const query = { kinds: ['file'], span: ALWAYS, order: 'oldest-first', limit: 10_000 } as const
  const files = await store.timeRange(space, query)
  const edges = []
  for (const { id, text } of files) {
    if (id !== thingId('file', text.toLowerCase())) throw new Error(`${text} is not merged by its path.`)
    const kinds = ['DEPENDS_ON', 'CO_CHANGES'] as const
    for (const { edge, node } of await store.neighbours(space, id, { direction: 'out', kinds, limit: 1_000 })) {
      if (edge.state !== 'active') continue
      const { kind, weight, provenance, evidence, count } = edge
      // A symmetric edge leads from the smaller id, which no reader of a test knows.
      const names = kind === 'CO_CHANGES' ? [text, node.text].sort() : [text, node.text]
      edges.push({ ends: `${names[0]} ${kind} ${names[1]}`, weight, provenance, evidence, count })
    }
  }
  return edges.sort((a, b) => (a.ends < b.ends ? -1 : 1))
}
