import { EngraphError } from '../graph/errors.ts'
import type { NodeId } from '../graph/nodes.ts'
import { ID_LENGTH_MAX, type MessageRecord, RESERVED_ID, recordId } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import { type GivenTime, parseInstant } from '../graph/times.ts'
import type { GraphStore, GraphWriter, IndexedMessage, Known } from '../ports/graph-store.ts'
import { askingShare } from '../text/asking.ts'
import { cleanText } from '../text/clean.ts'
import { splitPassages } from '../text/passages.ts'
import { countTerms, tokenise } from '../text/tokenise.ts'
import { type Said, weaveSession } from './weave.ts'

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

export interface Remembered {
  /** The record of each given message, `null` where there is none. */
  readonly ids: readonly (NodeId | null)[]
  /** New records. */
  readonly remembered: number
  /** Messages that were known already. */
  readonly duplicates: number
  readonly problems: readonly Problem[]
}

export const TEXT_LENGTH_MAX = 16_000_000
export const NAME_LENGTH_MAX = 500
/** Messages in one transaction: large enough to spread its cost, small enough to let other writers in. */
const CHUNK_MAX = 1000

/**
 * Makes records of messages, indexes them, and weaves them into events. The same delivery twice is one. Each chunk of
 * 1,000 is durable by itself; when the process dies in between, giving the delivery again completes it.
 *
 * Throws `invalid-input` when the delivery itself is none; what is wrong with a single message is listed in `problems`.
 */
export async function rememberMessages(
  store: GraphStore,
  space: SpaceId,
  delivery: Delivery,
  receivedAt: Instant,
): Promise<Remembered> {
  const { session, messages } = readDelivery(delivery)
  const problems: Problem[] = []
  const records = readRecords(session, messages, receivedAt, problems)
  const outcome = { remembered: 0, duplicates: 0 }
  const ids: (NodeId | null)[] = messages.map(() => null)
  for (let start = 0; start < records.length; start += CHUNK_MAX) {
    const chunk = records.slice(start, start + CHUNK_MAX)
    const left = await rememberChunk(store, space, session, chunk, outcome)
    for (const { index, record } of chunk) {
      const problem = left.get(index)
      if (problem) problems.push(problem)
      if (problem?.kind !== 'forgotten') ids[index] = record.id
    }
  }
  return { ids, ...outcome, problems: problems.sort((a, b) => a.index - b.index) }
}

interface ReadRecord {
  readonly index: number
  readonly record: MessageRecord
}

function readDelivery(delivery: Delivery): Delivery {
  const { session, messages } = (delivery ?? {}) as Partial<Delivery>
  if (typeof session !== 'string' || session.trim() === '' || session.length > NAME_LENGTH_MAX) {
    throw new EngraphError('invalid-input', `A delivery needs a session of 1 to ${NAME_LENGTH_MAX} characters.`)
  }
  if (!Array.isArray(messages)) throw new EngraphError('invalid-input', 'A delivery needs a list of messages.')
  return { session: cleanText(session), messages }
}

/** In order of time, those of the same moment in the order given. */
function readRecords(
  session: string,
  messages: readonly GivenMessage[],
  receivedAt: Instant,
  problems: Problem[],
): ReadRecord[] {
  const records: ReadRecord[] = []
  const ordinals = new Map<NodeId, number>()
  let lastAt: Instant | null = null
  for (const [index, message] of messages.entries()) {
    const refuse = (kind: Problem['kind'], sentence: string) => problems.push({ index, kind, message: sentence })
    const { id, speaker, text, at, branch } = (message ?? {}) as Partial<GivenMessage>
    if (typeof text !== 'string') refuse('invalid-message', 'A message needs a text.')
    else if (!isName(speaker) || !isName(branch)) {
      refuse('invalid-message', `Speaker and branch are texts of at most ${NAME_LENGTH_MAX} characters.`)
    } else if (text.trim() === '') refuse('empty-text', 'The text is empty.')
    else if (text.length > TEXT_LENGTH_MAX) {
      refuse('text-too-long', `The text has ${text.length} characters; ${TEXT_LENGTH_MAX} is the most.`)
    } else if (id !== undefined && !isOwnId(id)) {
      refuse('invalid-id', `An id is a text of 1 to ${ID_LENGTH_MAX} characters that does not begin like ours (m~ …).`)
    } else {
      const givenAt = at === undefined ? null : parseInstant(at)
      if (at !== undefined && givenAt === null) {
        refuse(
          'invalid-date',
          `The time ${JSON.stringify(at)} cannot be read; the message was kept at the time before.`,
        )
      }
      const heldAt: Instant = givenAt ?? (at === undefined ? receivedAt : (lastAt ?? receivedAt))
      lastAt = heldAt
      const said = { session, at: heldAt, speaker: speaker ? cleanText(speaker) : null, text: cleanText(text) }
      const bare = id === undefined ? recordId({ ...said, ordinal: 0 }) : cleanText(id)
      const ordinal = ordinals.get(bare) ?? 0
      ordinals.set(bare, ordinal + 1)
      const own = id !== undefined || ordinal === 0 ? bare : recordId({ ...said, ordinal })
      records.push({ index, record: { id: own, ...said, branch: branch ?? null } })
    }
  }
  return records.sort((a, b) => a.record.at - b.record.at)
}

function isName(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === 'string' && name.length <= NAME_LENGTH_MAX)
}

function isOwnId(id: unknown): boolean {
  return typeof id === 'string' && id.trim() !== '' && id.length <= ID_LENGTH_MAX && !RESERVED_ID.test(id)
}

/** Answers the problems by index. */
async function rememberChunk(
  store: GraphStore,
  space: SpaceId,
  session: string,
  chunk: readonly ReadRecord[],
  outcome: { remembered: number; duplicates: number },
): Promise<Map<number, Problem>> {
  const problems = new Map<number, Problem>()
  // Tokenised before the transaction, since other writers wait while one runs.
  const indexed = new Map(chunk.map(({ record }) => [record.id, indexMessage(record)]))
  await store.transact(space, async (writer) => {
    const known = new Map(await writer.known(chunk.map(({ record }) => record.id)))
    const added: IndexedMessage[] = []
    for (const { index, record } of chunk) {
      const there = known.get(record.id)
      if (!there) {
        added.push(indexed.get(record.id)!)
        known.set(record.id, { kind: 'present', text: record.text })
        continue
      }
      const problem = problemOf(index, record, there)
      if (problem) problems.set(index, problem)
      if (there.kind === 'present') outcome.duplicates++
    }
    await addToSession(writer, session, added)
    outcome.remembered += added.length
  })
  return problems
}

function problemOf(index: number, record: MessageRecord, known: Known): Problem | null {
  if (known.kind === 'forgotten') {
    return { index, kind: 'forgotten', message: `The record ${record.id} was forgotten and does not come back.` }
  }
  if (known.text === record.text) return null
  return {
    index,
    kind: 'conflicting-record',
    message: `The record ${record.id} is known with another text, which stays: records are never overwritten.`,
  }
}

async function addToSession(writer: GraphWriter, session: string, added: readonly IndexedMessage[]): Promise<void> {
  if (added.length === 0) return
  const places = await writer.putMessages(added)
  const first = places.reduce((a, b) => (b.at < a.at ? b : a))
  const fresh = new Map<NodeId, Said>(
    added.map(({ record, units }) => [
      record.id,
      { text: record.text, terms: new Set(units.flatMap(({ terms }) => [...terms.keys()])) },
    ]),
  )
  await weaveSession(writer, session, first, fresh)
}

function indexMessage(record: MessageRecord): IndexedMessage {
  const units = splitPassages(record.text).map((span) => {
    const passage = record.text.slice(span.start, span.end)
    return { span, terms: countTerms(tokenise(passage)), asking: askingShare(passage) }
  })
  return { record, units }
}
