import type { NodeId } from '../graph/nodes.ts'
import { type MessageRecord, opensByKind } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import type { TextSpan } from '../graph/spans.ts'
import type { GraphStore, GraphWriter, IndexedMessage, Known } from '../ports/graph-store.ts'
import { askingShare } from '../text/asking.ts'
import { type EntityMention, readEntities } from '../text/entities/entities.ts'
import { heldIn } from '../text/held.ts'
import { splitPassages } from '../text/passages.ts'
import { tellingShare } from '../text/telling.ts'
import { timeKeys } from '../text/times/time-keys.ts'
import { type TimeMention, timeReader } from '../text/times/time-mentions.ts'
import { countTerms, tokenise } from '../text/tokenise.ts'
import { type Delivery, type Problem, type ReadState, readDelivery } from './delivery.ts'
import { linkMentions, type Mentions, readMentions } from './mentions.ts'
import { type Said, weaveSession } from './weave.ts'

export interface Remembered {
  /** The record of each given message, `null` where there is none. */
  readonly ids: readonly (NodeId | null)[]
  /** New records. */
  readonly remembered: number
  /** Messages that were known already. */
  readonly duplicates: number
  readonly problems: readonly Problem[]
}

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
  state: ReadState,
): Promise<Remembered> {
  const { session, records: read, problems } = readDelivery(delivery, state)
  const outcomes = await rememberRecords(
    store,
    space,
    session,
    read.map(({ record }) => record),
  )
  const ids: (NodeId | null)[] = delivery.messages.map(() => null)
  for (const [i, { index, record }] of read.entries()) {
    const outcome = outcomes[i]!
    const problem = problemOf(index, record, outcome)
    if (problem) problems.push(problem)
    if (outcome !== 'forgotten') ids[index] = record.id
  }
  return {
    ids,
    remembered: outcomes.filter((outcome) => outcome === 'new').length,
    duplicates: outcomes.filter((outcome) => outcome === 'known' || outcome === 'conflicting').length,
    problems: problems.sort((a, b) => a.index - b.index),
  }
}

/** `conflicting`: another record bears the id already, and stays. */
export type RecordOutcome = 'new' | 'known' | 'conflicting' | 'forgotten'

/** Remembers records of one session that are in order of time, and answers what became of each. */
export async function rememberRecords(
  store: GraphStore,
  space: SpaceId,
  session: string,
  records: readonly MessageRecord[],
): Promise<readonly RecordOutcome[]> {
  const outcomes: RecordOutcome[] = []
  for (let start = 0; start < records.length; start += CHUNK_MAX) {
    outcomes.push(...(await rememberChunk(store, space, session, records.slice(start, start + CHUNK_MAX))))
  }
  return outcomes
}

async function rememberChunk(
  store: GraphStore,
  space: SpaceId,
  session: string,
  records: readonly MessageRecord[],
): Promise<RecordOutcome[]> {
  // Read before the transaction, since other writers wait while one runs.
  const read = await readRecords(records)
  return store.transact(space, (writer) => addRecords(writer, session, read))
}

/** Records of one session that were read, but are in no space yet. */
export interface ReadRecords {
  readonly indexed: readonly IndexedMessage[]
  readonly mentions: ReadonlyMap<MessageRecord, Mentions>
}

/** What an agent did is named at its beginning; the output of a tool names hundreds of things that nobody speaks of. */
const WORK_READ_MAX = 600

/** Reads what records say, which takes longer than to write it. */
export async function readRecords(records: readonly MessageRecord[]): Promise<ReadRecords> {
  const readTimes = await timeReader()
  const named = records.map(({ id, text }) =>
    readEntities(opensByKind(id) === false ? text.slice(0, WORK_READ_MAX) : text),
  )
  return {
    indexed: records.map((record, i) => indexMessage(record, readTimes(record.text, record.at), named[i]!)),
    // By record, not by id: two records of one delivery may bear the same id, and only the first is kept.
    mentions: new Map(records.map((record, i) => [record, readMentions(record, named[i]!)])),
  }
}

/** Adds records of one session that are in order of time, within a transaction, and answers what became of each. */
export async function addRecords(
  writer: GraphWriter,
  session: string,
  { indexed, mentions }: ReadRecords,
): Promise<RecordOutcome[]> {
  const known = new Map(await writer.known(indexed.map(({ record }) => record.id)))
  const added: IndexedMessage[] = []
  const outcomes = indexed.map((message): RecordOutcome => {
    const { record } = message
    const there = known.get(record.id)
    if (there) return outcomeOf(record, there)
    added.push(message)
    const { text, speaker, at } = record
    known.set(record.id, { kind: 'present', text, session, speaker, at })
    return 'new'
  })
  await addToSession(writer, session, added)
  await linkMentions(
    writer,
    added.map(({ record }) => mentions.get(record)!),
  )
  return outcomes
}

/** The same record may be given at another time, when its first delivery had none and got that of the receipt. */
function outcomeOf(record: MessageRecord, known: Known): RecordOutcome {
  if (known.kind === 'forgotten') return 'forgotten'
  const isSame = known.text === record.text && known.session === record.session && known.speaker === record.speaker
  return isSame ? 'known' : 'conflicting'
}

function problemOf(index: number, { id }: MessageRecord, outcome: RecordOutcome): Problem | null {
  switch (outcome) {
    case 'new':
    case 'known':
      return null
    case 'forgotten':
      return { index, kind: 'forgotten', message: `The record ${id} was forgotten and does not come back.` }
    case 'conflicting':
      return {
        index,
        kind: 'conflicting-record',
        message: `Another record has the id ${id}, and stays: records are never overwritten.`,
      }
    default:
      return outcome satisfies never
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

function indexMessage(
  record: MessageRecord,
  times: readonly TimeMention[],
  mentions: readonly EntityMention[],
): IndexedMessage {
  const units = splitPassages(record.text).map((span) => {
    const passage = record.text.slice(span.start, span.end)
    const isInside = (found: { readonly span: TextSpan }) =>
      found.span.start >= span.start && found.span.start < span.end
    const named = times.filter(isInside)
    return {
      span,
      terms: countTerms(tokenise(passage)),
      keys: [...new Set(named.flatMap(({ time }) => timeKeys(time)))],
      asking: askingShare(passage),
      telling: tellingShare(passage),
      held: heldIn(passage, mentions.filter(isInside), named.length > 0),
    }
  })
  return { record, units, times: times.map(({ span, time }) => ({ span, time })) }
}
