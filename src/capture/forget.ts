import { EngraphError } from '../graph/errors.ts'
import type { GraphNode, NodeId } from '../graph/nodes.ts'
import { eventId } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant, TimeSpan } from '../graph/spans.ts'
import { spanContains } from '../graph/spans.ts'
import { wording } from '../graph/wording.ts'
import type { GraphStore, GraphWriter, Handle } from '../ports/graph-store.ts'
import { tokenise } from '../text/tokenise.ts'
import { mendThings } from './mentions.ts'
import { weaveSession } from './weave.ts'

/** What to forget. Several conditions must all hold; none at all is refused. */
export interface ForgetRequest {
  readonly session: string | null
  readonly ids: readonly NodeId[] | null
  /** Messages that hold every one of its words. */
  readonly query: string | null
  readonly span: TimeSpan
}

export interface Forgotten {
  readonly ids: readonly NodeId[]
  /** The first of them, for showing before it is done. */
  readonly nodes: readonly GraphNode[]
  readonly isDryRun: boolean
  /** False when another process is reading the files, which keep traces until the next time something is forgotten. */
  readonly isPurged: boolean
}

const SHOWN_MAX = 100
/** Messages that one call forgets, at most. */
const CANDIDATES_MAX = 1_000_000

/**
 * Removes messages with everything derived from them, and leaves a tombstone each, so that giving them again does not
 * bring them back. Afterwards their text stands in no file.
 */
export async function forgetMessages(
  store: GraphStore,
  space: SpaceId,
  request: ForgetRequest,
  { at, isDryRun }: { readonly at: Instant; readonly isDryRun: boolean },
): Promise<Forgotten> {
  const nodes = await select(store, space, request)
  const ids = nodes.map(({ id }) => id)
  const forgotten = { ids, nodes: nodes.slice(0, SHOWN_MAX), isDryRun }
  if (isDryRun) return { ...forgotten, isPurged: false }
  if (ids.length > 0) await store.transact(space, (writer) => remove(writer, nodes, at))
  // Ids that are not there may have been removed by a process that died before it could purge.
  const isOwed = ids.length > 0 || request.ids !== null
  return { ...forgotten, isPurged: isOwed ? await store.purge() : true }
}

async function select(store: GraphStore, space: SpaceId, request: ForgetRequest): Promise<readonly GraphNode[]> {
  const { session, ids, query, span } = request
  const isBySpan = span.from !== null || span.to !== null
  if (session === null && ids === null && query === null && !isBySpan) {
    throw new EngraphError('invalid-input', 'Say what to forget: a session, ids, a query or a span of time.', {
      hint: 'A whole space is removed with `engraph space remove <space>`, or EngraphHome.remove.',
    })
  }
  let found: readonly GraphNode[]
  if (ids !== null) found = await store.nodes(space, [...new Set(ids)])
  else if (query !== null) found = await withAllTerms(store, space, query)
  else {
    const limit = CANDIDATES_MAX
    const where = session === null ? {} : { session }
    found = await store.timeRange(space, { kinds: ['message'], span, order: 'oldest-first', limit, ...where })
    if (found.length === limit) {
      throw new EngraphError(
        'invalid-input',
        wording`One call forgets fewer than ${limit} messages; choose a shorter span.`,
      )
    }
  }
  const wanted = query === null || ids === null ? null : new Set(tokenise(query))
  return found.filter(
    (node) =>
      node.kind === 'message' &&
      (session === null || node.session === session) &&
      (!isBySpan || (node.at !== null && spanContains(span, node.at))) &&
      (wanted === null || isSubset(wanted, new Set(tokenise(node.text)))),
  )
}

async function withAllTerms(store: GraphStore, space: SpaceId, query: string): Promise<readonly GraphNode[]> {
  const terms = [...new Set(tokenise(query))]
  if (terms.length === 0)
    throw new EngraphError('invalid-input', wording`The query "${query}" holds no word to search for.`)
  const postings = await store.postings(space, terms)
  const units = await store.units(space, null)
  const [first, ...others] = terms.map((term) => {
    const messages = new Set<Handle>()
    for (const unit of postings.get(term)?.units ?? []) messages.add(units.message[unit]!)
    return messages
  })
  const common = [...first!].filter((message) => others.every((messages) => messages.has(message)))
  const nodes = await store.nodesByHandle(space, common)
  return nodes.filter((node) => node !== null)
}

function isSubset(wanted: ReadonlySet<string>, there: ReadonlySet<string>): boolean {
  return [...wanted].every((term) => there.has(term))
}

async function remove(writer: GraphWriter, nodes: readonly GraphNode[], at: Instant): Promise<void> {
  const ids = new Set(nodes.map(({ id }) => id))
  const places = await writer.place([...ids])
  /** Per session, the messages that stood behind a forgotten one. */
  const behind = new Map<string, Set<NodeId>>()
  const opened: NodeId[] = []
  for (const [i, node] of nodes.entries()) {
    const place = places[i]
    if (!place || node.session === null) continue
    opened.push(eventId(node.session, node.id))
    const [, next] = await writer.messagesFrom(node.session, place, 2)
    if (!next || ids.has(next.id)) continue
    const known = behind.get(node.session) ?? new Set()
    behind.set(node.session, known.add(next.id))
  }
  // An event is named after the message that opened it. It goes first: what still bears the session's name keeps it.
  await writer.removeNodes(opened)
  const things = await writer.mentionedBy([...ids])
  await writer.forget([...ids], at)
  await mendThings(writer, things)
  for (const [session, following] of behind) {
    const remaining = await writer.place([...following])
    const first = remaining.filter((place) => place !== null).sort((a, b) => a.at - b.at || a.handle - b.handle)[0]
    if (first) await weaveSession(writer, session, first, new Map([...following].map((id) => [id, null])))
  }
}
