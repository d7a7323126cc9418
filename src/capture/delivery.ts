import { EngraphError } from '../graph/errors.ts'
import { shown } from '../graph/given.ts'
import type { NodeId } from '../graph/nodes.ts'
import { ID_LENGTH_MAX, type MessageRecord, RESERVED_ID, recordId } from '../graph/records.ts'
import type { Instant } from '../graph/spans.ts'
import { type GivenTime, parseInstant } from '../graph/times.ts'
import { inEnglish, wording } from '../graph/wording.ts'
import { cleanName, cleanText } from '../text/clean.ts'

/** One message as an application gives it. */
export interface GivenMessage {
  /** The application's own id; without it one is derived from session, time, speaker and text. */
  readonly id?: string
  readonly speaker?: string
  readonly text: string
  /** When it was said. Default: when it is received. */
  readonly at?: GivenTime
  /** The branch that was checked out, for work on code. */
  readonly branch?: string
}

export interface Delivery {
  readonly session: string
  readonly messages: readonly GivenMessage[]
}

/** What was wrong with one message. After `invalid-date` it is kept all the same; otherwise it is left out. */
export interface Problem {
  readonly index: number
  readonly kind:
    | 'invalid-date'
    | 'invalid-message'
    | 'invalid-id'
    | 'empty-text'
    | 'text-too-long'
    | 'conflicting-record'
    | 'forgotten'
  readonly message: string
}

export const TEXT_LENGTH_MAX = 16_000_000
export const NAME_LENGTH_MAX = 500
/** Equal messages whose repetition is counted over the parts of one input, at most; about 100 bytes each. */
const ORDINALS_MAX = 2_000_000

/** What is known of the messages that came before, of one delivery or of a long input that comes in parts. */
export interface ReadState {
  /**
   * What tells a message without a time from an equal one: that it is received at another moment (live), or how many
   * equal ones stand before it (in a file, which may be given again).
   */
  readonly undated: 'by-receipt' | 'by-place'
  readonly receivedAt: Instant
  /** Different for each delivery that is received. */
  readonly nonce: string
  readonly ordinals: Map<string, number>
  readonly lastAt: Map<string, Instant>
}

export function startReading(undated: ReadState['undated'], receivedAt: Instant): ReadState {
  return { undated, receivedAt, nonce: crypto.randomUUID(), ordinals: new Map(), lastAt: new Map() }
}

export interface ReadRecord {
  /** Place in the delivery. */
  readonly index: number
  readonly record: MessageRecord
}

/** Records in order of time, those of one moment in the order given. `invalid-input` when the delivery is none. */
export function readDelivery(
  delivery: Delivery,
  state: ReadState,
): { readonly session: string; readonly records: readonly ReadRecord[]; readonly problems: Problem[] } {
  const { session: given, messages } = (delivery ?? {}) as Partial<Delivery>
  if (typeof given !== 'string' || given.trim() === '' || given.length > NAME_LENGTH_MAX) {
    throw new EngraphError('invalid-input', wording`A delivery needs a session of 1 to ${NAME_LENGTH_MAX} characters.`)
  }
  if (!Array.isArray(messages)) throw new EngraphError('invalid-input', 'A delivery needs a list of messages.')
  const session = cleanName(given)
  const records: ReadRecord[] = []
  const problems: Problem[] = []
  for (const [index, message] of messages.entries()) {
    const refused = refuse(message)
    if (refused) problems.push({ index, ...refused })
    else
      records.push({
        index,
        record: readRecord(session, message, state, (problem) => problems.push({ index, ...problem })),
      })
  }
  return { session, records: records.sort((a, b) => a.record.at - b.record.at), problems }
}

type Refusal = Omit<Problem, 'index'>

function refuse(message: unknown): Refusal | null {
  const { id, speaker, text, branch } = (message ?? {}) as Partial<GivenMessage>
  if (typeof text !== 'string') return { kind: 'invalid-message', message: 'A message needs a text.' }
  if (!isName(speaker) || !isName(branch)) {
    return {
      kind: 'invalid-message',
      message: `Speaker and branch are texts of at most ${NAME_LENGTH_MAX} characters.`,
    }
  }
  if (text.trim() === '') return { kind: 'empty-text', message: 'The text is empty.' }
  if (text.length > TEXT_LENGTH_MAX) {
    return { kind: 'text-too-long', message: `The text has ${text.length} characters; ${TEXT_LENGTH_MAX} is the most.` }
  }
  if (id === undefined || id === null || isOwnId(id)) return null
  return {
    kind: 'invalid-id',
    message: `An id has 1 to ${ID_LENGTH_MAX} characters and does not begin like ours (m~ …).`,
  }
}

function isName(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === 'string' && name.length <= NAME_LENGTH_MAX)
}

function isOwnId(id: unknown): boolean {
  return typeof id === 'string' && id.trim() !== '' && id.length <= ID_LENGTH_MAX && !RESERVED_ID.test(id)
}

function readRecord(
  session: string,
  { id, speaker, text, at: when, branch }: GivenMessage,
  state: ReadState,
  complain: (problem: Refusal) => void,
): MessageRecord {
  const at = when ?? undefined
  const givenAt = at === undefined || isInSeconds(at) ? null : parseInstant(at)
  if (at !== undefined && givenAt === null) {
    const message = `The time ${inEnglish(shown(at))} cannot be read; the message was kept at the time before.`
    complain({ kind: 'invalid-date', message })
  }
  const isLive = at === undefined && state.undated === 'by-receipt'
  const heldAt = givenAt ?? (isLive ? state.receivedAt : (state.lastAt.get(session) ?? state.receivedAt))
  state.lastAt.set(session, heldAt)
  const said = { session, speaker: speaker ? cleanName(speaker) || null : null, text: cleanText(text) }
  // What is received live is never given again: it is told from everything else, even of the same moment.
  const identity = { ...said, at: givenAt ?? (isLive ? heldAt : null), nonce: isLive ? state.nonce : null }
  return {
    id: typeof id !== 'string' ? nextId(identity, state.ordinals) : cleanText(id),
    ...said,
    at: heldAt,
    branch: branch ?? null,
  }
}

/** Between three years after 1970 in milliseconds and now in seconds lies nobody's conversation. */
function isInSeconds(at: unknown): boolean {
  return typeof at === 'number' && at >= 1e9 && at < 1e11
}

function nextId(identity: Omit<Parameters<typeof recordId>[0], 'ordinal'>, ordinals: Map<string, number>): NodeId {
  const first = recordId({ ...identity, ordinal: 0 })
  const ordinal = ordinals.get(first) ?? 0
  if (ordinal > 0 || ordinals.size < ORDINALS_MAX) ordinals.set(first, ordinal + 1)
  return ordinal === 0 ? first : recordId({ ...identity, ordinal })
}
