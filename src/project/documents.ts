import type { GraphNode, NodeId } from '../graph/nodes.ts'

/** Documents of the index: an observation (`o~`), one of its facts (`f~`), the summary of a session (`s~`). */
export type DocumentKind = 'observation' | 'fact' | 'summary'

const KINDS: Readonly<Record<string, DocumentKind>> = { 'o~': 'observation', 'f~': 'fact', 's~': 'summary' }

export function documentKind(id: NodeId): DocumentKind | null {
  return KINDS[id.slice(0, 2)] ?? null
}

/** The event that an indexed text of an observation, or of a fact, is about. */
export function observedBy({ id, body }: Pick<GraphNode, 'id' | 'body'>): NodeId {
  return typeof body['event'] === 'string' ? body['event'] : id
}
