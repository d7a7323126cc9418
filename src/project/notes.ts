import { createHash } from 'node:crypto'
import { recordOfActivity } from '../capture/activities.ts'
import { keptActivity } from '../capture/journal-entry.ts'
import { addRecords, readRecords } from '../capture/messages.ts'
import { redactActivity } from '../capture/redact-activity.ts'
import type { Activity, ActivityPlace } from '../graph/activity.ts'
import { EngraphError } from '../graph/errors.ts'
import type { JsonObject, NodeId } from '../graph/nodes.ts'
import { eventId } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import type { NoteGiven } from './answers.ts'

export interface NotedWhere {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly place: ActivityPlace
  readonly at: Instant
}

export interface Noted {
  /** Of the observation that is made of it. */
  readonly id: NodeId
  /** False when the same was noted before. */
  readonly isNew: boolean
}

/** Notes of nobody's session stand in one of their own. */
const SESSION = 'notes'
const HOST = 'engraph'

/** Makes a record of a note, redacted as all records are; its session waits to be observed. */
export async function recordNote({ store, space, place, at }: NotedWhere, note: NoteGiven): Promise<Noted> {
  const { text, session = SESSION, ...about } = note
  const key = createHash('sha256')
    .update(JSON.stringify([text, about]))
    .digest('base64url')
  const noted = (name: string): Activity => {
    const step = { session, at, host: HOST, agent: null, key: name, place }
    return keptActivity(redactActivity({ ...step, kind: 'note', text, about: about as unknown as JsonObject }))
  }
  // The same note as one that was forgotten: whoever says it again wants it.
  for (const name of [key, crypto.randomUUID()]) {
    const record = recordOfActivity(noted(name), name)
    if (record === null) throw new EngraphError('invalid-input', 'Nothing is left of the note without its secrets.')
    const read = await readRecords([record])
    const [outcome] = await store.transact(space, async (writer) => {
      const outcomes = await addRecords(writer, record.session, read)
      if (outcomes[0] === 'new') await writer.markUnobserved(record.session, { isEnded: session === SESSION })
      return outcomes
    })
    const id = eventId(record.session, record.id)
    if (outcome === 'new') return { id, isNew: true }
    if (outcome === 'known') return { id, isNew: false }
  }
  throw new EngraphError('invalid-input', 'The note was forgotten just now; give it again.')
}
