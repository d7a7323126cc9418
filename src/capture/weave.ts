import { type Edge, makeEdge } from '../graph/edges.ts'
import type { GraphNode, NodeId } from '../graph/nodes.ts'
import { eventId } from '../graph/records.ts'
import type { GraphWriter, PlacedMessage } from '../ports/graph-store.ts'
import { preview } from '../text/clean.ts'
import { tokenise } from '../text/tokenise.ts'
import { COHESION_WINDOW, EVENT_MESSAGES_MAX, extendEvent, type OpenEvent, opensEvent } from './segment.ts'

/** Messages of a session that are read at a time. */
const STRETCH_MAX = 2000
const LABEL_LENGTH = 80

/** What a message says, for those whose text is at hand. */
export interface Said {
  readonly text: string
  readonly terms: ReadonlySet<string>
}

/**
 * Weaves a session's messages into the graph from `from` on: events, `CONTAINS` from event to message, `NEXT` from
 * message to message. Stops where the events that are there already begin to agree again: from a common boundary on,
 * they would all be the same.
 *
 *   before      A─A─A─B─B─C─C
 *   late: x     A─A─x─A─B─B─C─C       x changes A, perhaps B; from the first old boundary that holds, all is known
 *
 * `fresh` are the messages that the graph has not seen in their place: new ones, or those behind a forgotten one.
 */
export async function weaveSession(
  writer: GraphWriter,
  session: string,
  from: PlacedMessage,
  fresh: ReadonlyMap<NodeId, Said | null>,
): Promise<void> {
  const before = await writer.messagesBefore(session, from, EVENT_MESSAGES_MAX)
  const changes = startChanges(session, before.at(-1) ?? null)
  let open = await reopen(writer, before)
  let event = before.at(-1)?.event ?? null
  let place = from
  let unseen = fresh.size
  for (;;) {
    const stretch = await writer.messagesFrom(session, place, STRETCH_MAX)
    const unread = stretch.filter(({ id }) => !fresh.get(id)).map(({ handle }) => handle)
    const texts = await writer.texts(unread)
    for (const message of stretch) {
      const { text, terms } = fresh.get(message.id) ?? read(texts.get(message.handle) ?? '')
      const said = { id: message.id, at: message.at, terms }
      const opens = opensEvent(open, said) || event === null
      if (opens) event = eventId(session, message.id)
      const isFresh = fresh.has(message.id)
      changes.follow(message, isFresh)
      if (opens && unseen === 0 && message.event === event) return changes.write(writer)
      if (isFresh) unseen--
      changes.place(message, event as NodeId, opens ? text : null)
      open = extendEvent(opens ? null : open, said)
    }
    if (stretch.length < STRETCH_MAX) return changes.write(writer)
    const last = stretch.at(-1)!
    place = { ...last, handle: last.handle + 1 }
  }
}

function read(text: string): Said {
  return { text, terms: new Set(tokenise(text)) }
}

/** The state that the event before a place was left in. */
async function reopen(writer: GraphWriter, before: readonly PlacedMessage[]): Promise<OpenEvent | null> {
  const last = before.at(-1)
  if (!last) return null
  let length = 0
  while (length < before.length && before[before.length - 1 - length]!.event === last.event) length++
  const recent = before.slice(-Math.min(length, COHESION_WINDOW))
  const texts = await writer.texts(recent.map(({ handle }) => handle))
  return { length, lastAt: last.at, recent: recent.map(({ handle }) => read(texts.get(handle) ?? '').terms) }
}

/** Collects what changes along a session, to be written at once. */
function startChanges(session: string, before: PlacedMessage | null) {
  const opened: GraphNode[] = []
  const dead: NodeId[] = []
  const moved: { readonly message: PlacedMessage; readonly event: NodeId }[] = []
  const next: Edge[] = []
  const stale: Pick<Edge, 'kind' | 'from' | 'to'>[] = []
  let previous = before
  let isPreviousFresh = false
  let lastKnown = before
  return {
    follow(message: PlacedMessage, isFresh: boolean): void {
      if (previous && (isFresh || isPreviousFresh)) {
        next.push(
          makeEdge({ kind: 'NEXT', from: previous.id, to: message.id, provenance: 'recorded', seenAt: message.at }),
        )
      }
      if (!isFresh) {
        if (isPreviousFresh && lastKnown) stale.push({ kind: 'NEXT', from: lastKnown.id, to: message.id })
        lastKnown = message
      }
      previous = message
      isPreviousFresh = isFresh
    },
    /** `opening` is the text of a message that opens its event. */
    place(message: PlacedMessage, event: NodeId, opening: string | null): void {
      if (message.event === event) return
      moved.push({ message, event })
      if (opening !== null) opened.push(eventNode(session, event, message, opening))
      // An event is named after its opener: when that belongs elsewhere, so do all its messages.
      if (message.event === eventId(session, message.id)) dead.push(message.event)
    },
    async write(writer: GraphWriter): Promise<void> {
      await writer.putNodes(opened)
      await writer.unlink([
        ...stale,
        ...moved.flatMap(({ message }) =>
          message.event === null ? [] : [{ kind: 'CONTAINS' as const, from: message.event, to: message.id }],
        ),
      ])
      await writer.assignEvents(moved.map(({ message, event }) => ({ message: message.id, event })))
      const contains = moved.map(({ message, event }) =>
        makeEdge({ kind: 'CONTAINS', from: event, to: message.id, provenance: 'recorded', seenAt: message.at }),
      )
      await writer.link([...contains, ...next])
      await writer.removeNodes(dead)
    },
  }
}

function eventNode(session: string, id: NodeId, opener: PlacedMessage, text: string): GraphNode {
  const label = preview(text.replace(/\s+/gu, ' ').trim(), LABEL_LENGTH)
  return { id, kind: 'event', at: opener.at, session, speaker: null, text: label, body: {} }
}
