import type { GraphNode } from '../graph/nodes.ts'
import { type MessageRecord, recordId } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { rememberRecords } from './messages.ts'

/** Messages that are read into memory at a time. */
const MESSAGES_MAX = 5000
/** Ids that are tried for a record whose own is taken. */
const ORDINAL_MAX = 1000

export interface SpaceOf {
  readonly store: GraphStore
  readonly space: SpaceId
}

/**
 * Remembers every record of one space in another under the id it has, and what was forgotten there as forgotten.
 * Everything derived is derived again, for which observed sessions wait there, and words that mean the same there do so here. Two records that bear the same id and differ are both kept; the copied one gets
 * an id of ours.
 */
export async function copyRecords(from: SpaceOf, into: SpaceOf, at: Instant): Promise<{ readonly remembered: number }> {
  // First, as it may be refused: together, the spaces may have more than fits into one.
  for (const words of await from.store.wordAliases(from.space)) await into.store.putWordAliases(into.space, words)
  const { sessions } = await from.store.units(from.space, null)
  let remembered = 0
  for (const session of sessions.values()) {
    const ids = await from.store.sessionMessages(from.space, session)
    for (let start = 0; start < ids.length; start += MESSAGES_MAX) {
      const nodes = await from.store.nodes(from.space, ids.slice(start, start + MESSAGES_MAX))
      const renamed = await rename(into, nodes.map(recordOf))
      const outcomes = await rememberRecords(into.store, into.space, session, renamed)
      remembered += outcomes.filter((outcome) => outcome === 'new').length
    }
  }
  const observed = await from.store.observations.sessions(from.space)
  if (observed.length > 0) {
    await into.store.transact(into.space, async (writer) => {
      for (const { session, isEnded } of observed) await writer.markUnobserved(session, { isEnded })
    })
  }
  const forgotten = await from.store.tombstones(from.space)
  const known = new Set((await into.store.nodes(into.space, forgotten)).map(({ id }) => id))
  const buried = forgotten.filter((id) => !known.has(id))
  if (buried.length > 0) await into.store.transact(into.space, (writer) => writer.forget(buried, at))
  return { remembered }
}

/** Gives another id to each record whose own is borne by a different one where it goes. */
async function rename({ store, space }: SpaceOf, records: readonly MessageRecord[]): Promise<MessageRecord[]> {
  const nodes = await store.nodes(
    space,
    records.map(({ id }) => id),
  )
  const known = new Map(nodes.map((node) => [node.id, node]))
  const renamed: MessageRecord[] = []
  for (const record of records) {
    const there = known.get(record.id)
    renamed.push(!there || isSame(record, there) ? record : { ...record, id: await freeId({ store, space }, record) })
  }
  return renamed
}

async function freeId({ store, space }: SpaceOf, record: MessageRecord): Promise<string> {
  for (let ordinal = 0; ordinal < ORDINAL_MAX; ordinal++) {
    const id = recordId({ ...record, ordinal })
    const [there] = await store.nodes(space, [id])
    if (!there || isSame(record, there)) return id
  }
  return recordId({ ...record, ordinal: ORDINAL_MAX })
}

function isSame(record: MessageRecord, node: GraphNode): boolean {
  const { text, session, speaker, at } = node
  return record.text === text && record.session === session && record.speaker === speaker && record.at === at
}

function recordOf({ id, session, speaker, text, at, body }: GraphNode): MessageRecord {
  // Times are read anew from the text.
  const { branch, times: _, ...rest } = body
  const kept = Object.keys(rest).length > 0 ? { body: rest } : {}
  const record = { id, session: session ?? '', speaker, text, at: at ?? 0 }
  return { ...record, branch: typeof branch === 'string' ? branch : null, ...kept }
}
