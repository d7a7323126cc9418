import { type Edge, makeEdge } from '../graph/edges.ts'
import type { GraphNode, NodeId } from '../graph/nodes.ts'
import { type MessageRecord, thingId } from '../graph/records.ts'
import type { Instant } from '../graph/spans.ts'
import type { GraphWriter } from '../ports/graph-store.ts'
import { type EntityMention, readEntities } from '../text/entities/entities.ts'

/** Things that one message leads to, at most; a pasted log names thousands. */
const THINGS_PER_MESSAGE_MAX = 32

/** What a record names, read before the transaction that writes it. */
export interface Mentions {
  readonly record: MessageRecord
  readonly things: readonly GraphNode[]
}

/** The things that a record names, each once. */
export function readMentions(record: MessageRecord, named: readonly EntityMention[]): Mentions {
  const things = new Map<NodeId, GraphNode>()
  for (const mention of named) {
    const thing = thingOf(mention, record.at)
    if (!things.has(thing.id)) things.set(thing.id, thing)
    if (things.size === THINGS_PER_MESSAGE_MAX) break
  }
  return { record, things: [...things.values()] }
}

function thingOf({ node, key, kind, label }: EntityMention, at: Instant): GraphNode {
  const body = node === 'entity' ? { key, kind } : { key }
  return { id: thingId(node, key), kind: node, at, session: null, speaker: null, text: label, body }
}

/** Puts the things that records name, with a `MENTIONS` edge from each record to each. */
export async function linkMentions(writer: GraphWriter, mentions: readonly Mentions[]): Promise<void> {
  const things = new Map<NodeId, GraphNode>()
  const edges: Edge[] = []
  for (const { record, things: named } of mentions) {
    for (const thing of named) {
      const known = things.get(thing.id)
      if (!known || isEarlier(thing, known)) things.set(thing.id, thing)
      edges.push(
        makeEdge({ kind: 'MENTIONS', from: record.id, to: thing.id, provenance: 'recorded', seenAt: record.at }),
      )
    }
  }
  if (edges.length === 0) return
  await writer.putThings([...things.values()])
  await writer.link(edges)
}

/** Of equal times the smaller label counts as earlier, then the smaller kind, so that the order of delivery does not matter. */
function isEarlier(a: GraphNode, b: GraphNode): boolean {
  if (a.at !== b.at) return a.at! < b.at!
  return (compareBytes(a.text, b.text) || compareBytes(JSON.stringify(a.body), JSON.stringify(b.body))) < 0
}

/** In the order of a store, which compares bytes: the code units of a rare character are smaller than some common ones. */
function compareBytes(a: string, b: string): number {
  return a === b ? 0 : comparable(a) < comparable(b) ? -1 : 1
}

/** With surrogates raised above all other code units. */
function comparable(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })
}

/** Mentions of the earliest moment that are compared for a label. */
const FIRST_MENTIONS_MAX = 64

/**
 * Puts right the things that forgotten messages had named: those that nobody names any more go, the others are called
 * as whoever named them first among those who are left.
 */
export async function mendThings(writer: GraphWriter, things: readonly NodeId[]): Promise<void> {
  await writer.removeLoneThings(things)
  const firsts = await writer.firstMentions(things, FIRST_MENTIONS_MAX)
  const renamed: GraphNode[] = []
  for (const [id, mentions] of firsts) {
    let first: GraphNode | null = null
    for (const { at, text } of mentions) {
      const thing = readEntities(text)
        .map((mention) => thingOf(mention, at))
        .find((candidate) => candidate.id === id)
      if (thing && (first === null || isEarlier(thing, first))) first = thing
    }
    if (first) renamed.push(first)
  }
  await writer.renameThings(renamed)
}
