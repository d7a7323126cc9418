import type { GraphNode } from '../graph/nodes.ts'
import { RESERVED_ID } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import { ALWAYS, type Instant } from '../graph/spans.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { type GivenMessage, rememberMessages } from './messages.ts'

/** Messages that are read into memory at a time when a session is copied. */
const MESSAGES_MAX = 1_000_000

export interface SpaceOf {
  readonly store: GraphStore
  readonly space: SpaceId
}

/**
 * Remembers every record of one space in another, and what was forgotten there as forgotten. Everything derived is
 * derived again. Two records that bear the same id and differ are both kept; the copied one gets an id of ours.
 */
export async function copyRecords(from: SpaceOf, into: SpaceOf, at: Instant): Promise<{ readonly remembered: number }> {
  const query = { kinds: ['message'], span: ALWAYS, order: 'oldest-first', limit: MESSAGES_MAX } as const
  const messages = await from.store.timeRange(from.space, query)
  const bySession = new Map<string, GraphNode[]>()
  for (const message of messages) {
    const session = bySession.get(message.session ?? '')
    if (session) session.push(message)
    else bySession.set(message.session ?? '', [message])
  }
  let remembered = 0
  for (const [session, nodes] of bySession) {
    const given = nodes.map(givenOf)
    const outcome = await rememberMessages(into.store, into.space, { session, messages: given }, at)
    remembered += outcome.remembered
    const conflicts = outcome.problems.filter(({ kind }) => kind === 'conflicting-record')
    if (conflicts.length === 0) continue
    const renamed = conflicts.map(({ index }) => givenOf({ ...nodes[index]!, id: 'm~' }))
    remembered += (await rememberMessages(into.store, into.space, { session, messages: renamed }, at)).remembered
  }
  const forgotten = await from.store.tombstones(from.space)
  const known = new Set((await into.store.nodes(into.space, forgotten)).map(({ id }) => id))
  const buried = forgotten.filter((id) => !known.has(id))
  if (buried.length > 0) await into.store.transact(into.space, (writer) => writer.forget(buried, at))
  return { remembered }
}

/** An id of ours derives from what the record says, and does so again. */
function givenOf({ id, speaker, text, at, body }: GraphNode): GivenMessage {
  return {
    text,
    ...(RESERVED_ID.test(id) ? {} : { id }),
    ...(speaker === null ? {} : { speaker }),
    ...(at === null ? {} : { at }),
    ...(typeof body['branch'] === 'string' ? { branch: body['branch'] } : {}),
  }
}
