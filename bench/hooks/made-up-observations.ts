import { gitPlace } from '../../src/capture/git-place.ts'
import { addRecords, type ReadRecords } from '../../src/capture/messages.ts'
import type { Activity } from '../../src/graph/activity.ts'
import type { Json } from '../../src/graph/nodes.ts'
import type { StoredObservation } from '../../src/graph/observation.ts'
import { activityId, derivedId, eventId, type MessageRecord } from '../../src/graph/records.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import { EngraphHome } from '../../src/home.ts'
import type { GraphStore, GraphWriter, IndexedUnit } from '../../src/ports/graph-store.ts'
import { openProjectSpace } from '../../src/project/project-space.ts'
import { countTerms, tokenise } from '../../src/text/tokenise.ts'
import { type MadeUpWork, madeUpWork } from './made-up-work.ts'

export interface FillOptions {
  readonly folder: string
  readonly observations: number
}

/** Observations that are written in one transaction. */
const BATCH = 500
/** Of a made-up observation, roughly; nobody counts these. */
const TOKENS = 180

/** Fills the memory of a folder's project with made-up observations, past the journal: a bench needs many, and soon. */
export async function fillHome(home: string, { folder, observations }: FillOptions): Promise<void> {
  const place = gitPlace(folder)
  const directory = await EngraphHome.open({ home })
  try {
    const opened = await openProjectSpace(directory, place, { create: true })
    if (opened === null) throw new Error(`There is no space for ${folder}.`)
    try {
      await fillSpace(opened.store, opened.space.id, { folder, observations })
    } finally {
      await opened.store.close()
    }
  } finally {
    await directory.close()
  }
}

export async function fillSpace(
  store: GraphStore,
  space: SpaceId,
  { folder, observations }: FillOptions,
): Promise<void> {
  const place = gitPlace(folder)
  await putWork(store, space, { place, work: [...madeUpWork(observations)] })
}

export interface WorkToPut {
  readonly place: Activity['place']
  readonly work: readonly MadeUpWork[]
}

/** Work as if it had been captured and observed: a record, an observation and its indexed texts for each. */
export async function putWork(
  store: GraphStore,
  space: SpaceId,
  { place, work }: WorkToPut,
): Promise<readonly StoredObservation[]> {
  const all = work.map((one, number) => made(one, number, { ...place, branch: one.branch }))
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH)
    await store.transact(space, async (writer) => {
      await addBySession(
        writer,
        batch.map(({ record }) => record),
      )
      await writer.putObservations(batch.map(({ stored }) => stored))
      await addBySession(
        await writer.index(),
        batch.flatMap(({ documents }) => documents),
      )
    })
  }
  return all.map(({ stored }) => stored)
}

async function addBySession(writer: GraphWriter, records: readonly MessageRecord[]): Promise<void> {
  for (const [session, own] of bySession(records)) {
    await addRecords(writer, session, unread(own))
  }
}

/** Their words alone: reading what they name would take most of the time, and is asked by no hook. */
function unread(records: readonly MessageRecord[]): ReadRecords {
  return {
    indexed: records.map((record) => ({ record, units: [unitOf(record.text)], times: [] })),
    mentions: new Map(records.map((record) => [record, { record, things: [] }])),
  }
}

function unitOf(text: string): IndexedUnit {
  const span = { start: 0, end: text.length }
  return { span, terms: countTerms(tokenise(text)), keys: [], asking: 0, telling: 1, held: 0 }
}

function made({ session, at, branch, prompt, observation }: MadeUpWork, number: number, place: Activity['place']) {
  const key = `made-up-${number}`
  const activity: Activity = { kind: 'prompt', session, at, host: 'claude-code', agent: null, key, place, text: prompt }
  const body = { activity: activity as unknown as Json }
  const record = { id: activityId(activity, key), session, speaker: 'user', text: prompt, at, branch, body }
  const event = eventId(session, record.id)
  const facts = observation.facts.map((fact) => ({ ...fact, records: [record.id] }))
  const stored: StoredObservation = {
    ...{ event, session, at, until: at, branch, agent: null, host: 'claude-code' },
    factIds: facts.map(({ text }) => derivedId('f', event, text, '0')),
    tokens: TOKENS,
    observation: { ...observation, facts, records: [record.id] },
  }
  const { title, narrative, concepts, filesModified, filesRead } = observation
  const document = (id: string, text: string) => ({
    ...{ id, session, speaker: null, text, at, branch },
    body: { event },
  })
  const documents = [
    document(derivedId('o', event), [title, narrative, ...concepts, ...filesModified, ...filesRead].join('\n')),
    ...facts.map(({ text }, place) => document(stored.factIds[place]!, text)),
  ]
  return { record, stored, documents }
}

function bySession(records: readonly MessageRecord[]): ReadonlyMap<string, readonly MessageRecord[]> {
  const sessions = new Map<string, MessageRecord[]>()
  for (const record of records) {
    const own = sessions.get(record.session)
    if (own) own.push(record)
    else sessions.set(record.session, [record])
  }
  return sessions
}
