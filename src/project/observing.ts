import { createHash } from 'node:crypto'
import { activityOfNode } from '../capture/activities.ts'
import { addRecords, readRecords } from '../capture/messages.ts'
import type { ActivityRecord } from '../graph/activity.ts'
import type { NodeId } from '../graph/nodes.ts'
import type { Observation, SessionSummary, StoredObservation, StoredSummary } from '../graph/observation.ts'
import { derivedId, type MessageRecord } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import { type Clock, systemClock } from '../ports/clock.ts'
import type { GraphStore, GraphWriter } from '../ports/graph-store.ts'
import type { UnobservedSession } from '../ports/observation-store.ts'
import { loadTokenCounter, type TokenCounter } from '../text/tokens.ts'
import { inferredEdges, isEndLost, retireFaded } from './inferring.ts'

/*
 * Sessions with new records -> observations, a summary, and the texts by which both are found. All of it is derived: each
 * event bears a mark of what it was derived from, and only where that changed is it read again. What is written is written
 * only while the session is as it was read; otherwise another process recorded or forgot something, and it is read anew.
 */

/** The rules, which are pure. */
export interface ObserveRules {
  readonly version: number
  observeEvent(event: {
    readonly records: readonly ActivityRecord[]
    /** Of the same session, before the event; the newest last. */
    readonly before: readonly ActivityRecord[]
    readonly root: string
    /** Whether the work goes on in the next event, which no prompt opened. */
    readonly goesOn?: boolean
  }): Observation | null
  summariseSession(session: {
    readonly observations: readonly Observation[]
    readonly records: readonly ActivityRecord[]
    readonly isEnded: boolean
  }): SessionSummary | null
  observedTexts(observation: Observation): { readonly whole: string; readonly facts: readonly string[] }
}

export interface ObservingSource {
  readonly store: GraphStore
  readonly space: SpaceId
}

export interface ObserveOptions {
  /** No session or event is begun after so long. Default: no end. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  readonly rules?: ObserveRules
  /** By which soft edges fade. */
  readonly clock?: Clock
}

export interface Observed {
  /** Observations that are new or changed. */
  readonly observations: number
  /** Sessions that wait still. */
  readonly waiting: number
}

/** Sessions of one call, at most; the others wait for the next. */
const SESSIONS_MAX = 1000
/** Times that a session is read anew because it changed meanwhile; after that it waits for the next call. */
const ATTEMPTS_MAX = 5
const BEFORE_MAX = 60
/** Events that are read and written together: fewer where somebody waits, since none is left half done. */
const EVENTS_MAX = 20
const EVENTS_HURRIED_MAX = 2
/** Records that a summary is made of: the first, what was asked, and the last. */
const SUMMARY_FIRST_MAX = 20
const SUMMARY_ASKED_MAX = 200
const SUMMARY_LAST_MAX = 200
const OBSERVATIONS_MAX = 5000

/** Observes the sessions of a space that wait for it. */
export async function observeSpace(source: ObservingSource, options: ObserveOptions = {}): Promise<Observed> {
  const { store, space } = source
  const { deadlineMs = Number.POSITIVE_INFINITY, signal, rules = await loadRules(), clock = systemClock } = options
  const began = performance.now()
  const isOver = () => signal?.aborted === true || performance.now() - began > deadlineMs
  if ((await store.observations.rules(space)) !== rules.version) {
    await store.transact(space, (writer) => writer.changeRules(rules.version))
  }
  const sessions = await store.observations.unobserved(space, SESSIONS_MAX)
  if (sessions.length === 0) return { observations: 0, waiting: 0 }
  // Before marks are read: making it lets every session wait.
  const index = await store.observations.index(space)
  const eventsMax = deadlineMs === Number.POSITIVE_INFINITY ? EVENTS_MAX : EVENTS_HURRIED_MAX
  const run: Run = { ...source, index, rules, isOver, eventsMax, counter: await loadTokenCounter(), observations: 0 }
  let waiting = 0
  for (const session of sessions) if (isOver() || !(await observeSession(run, session.session))) waiting++
  if (!isOver()) await retireFaded(source, clock.now())
  return { observations: run.observations, waiting }
}

async function loadRules(): Promise<ObserveRules> {
  const [event, session, texts] = await Promise.all([
    import('../observe/observe-event.ts'),
    import('../observe/summarise-session.ts'),
    import('../observe/observed-texts.ts'),
  ])
  return {
    version: event.OBSERVE_VERSION,
    observeEvent: event.observeEvent,
    summariseSession: session.summariseSession,
    observedTexts: texts.observedTexts,
  }
}

interface Run extends ObservingSource {
  readonly index: SpaceId
  readonly rules: ObserveRules
  readonly isOver: () => boolean
  readonly counter: TokenCounter
  readonly eventsMax: number
  observations: number
}

interface Event {
  readonly id: NodeId
  readonly records: readonly NodeId[]
  readonly before: readonly NodeId[]
  readonly goesOn: boolean
  /** Tells whether it must be observed again. */
  readonly source: string
}

/** Answers false when it waits still. */
async function observeSession(run: Run, session: string): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const state = await run.store.observations.session(run.space, session)
    if (state === null) return true
    const events = await eventsOf(run, session)
    const known = await run.store.observations.derivations(run.space, session)
    const changed = events.filter(({ id, source }) => known.get(id) !== source)
    let isCurrent = true
    for (let start = 0; isCurrent && start < changed.length; start += run.eventsMax) {
      if (run.isOver()) return false
      isCurrent = await observeEvents(run, state, changed.slice(start, start + run.eventsMax))
    }
    if (isCurrent && (await summarise(run, state, events))) return true
  }
  return false
}

/** The events of a session in order, with the records that they are derived from. */
async function eventsOf({ store, space, rules }: Run, session: string): Promise<readonly Event[]> {
  const ids = await store.sessionMessages(space, session)
  const containers = await store.containers(space, ids)
  const events: { readonly id: NodeId; readonly start: number; end: number }[] = []
  for (const [i, record] of ids.entries()) {
    const id = containers.get(record)
    const last = events.at(-1)
    if (id === undefined) continue
    if (last?.id === id) last.end = i + 1
    else events.push({ id, start: i, end: i + 1 })
  }
  return events.map(({ id, start, end }) => {
    const records = ids.slice(start, end)
    const before = ids.slice(Math.max(0, start - BEFORE_MAX), start)
    const goesOn = ids[end]?.startsWith('u~') ?? false
    const source = createHash('sha256')
      .update(JSON.stringify([rules.version, records, before, goesOn]))
      .digest('base64url')
    return { id, records, before, goesOn, source }
  })
}

async function observeEvents(run: Run, state: UnobservedSession, events: readonly Event[]): Promise<boolean> {
  const { store, space, rules } = run
  const activities = await activitiesOf(run, [
    ...new Set(events.flatMap(({ before, records }) => [...before, ...records])),
  ])
  const observed = events.map((event) => {
    const records = activities(event.records)
    const root = records.at(-1)?.activity.place.root ?? ''
    const observation =
      records.length === 0
        ? null
        : rules.observeEvent({ records, before: activities(event.before), root, goesOn: event.goesOn })
    return { event, stored: observation && storedOf(run, { event, records, observation, session: state.session }) }
  })
  const stored = observed.flatMap(({ stored }) => stored ?? [])
  const texts = await readRecords(stored.flatMap((one) => textsOf(one, rules)))
  const before = await store.observations.get(
    space,
    events.map(({ id }) => id),
  )
  return store.transact(space, async (writer) => {
    if (!(await isCurrent(writer, state))) return false
    await writer.removeObservations(observed.flatMap(({ event, stored }) => (stored ? [] : [event.id])))
    await writer.putObservations(stored)
    await writer.putDerivations(events.map(({ id, source }) => ({ event: id, source })))
    await putTexts(await writer.index(), state.session, {
      texts,
      old: before.flatMap((one) => (one ? [derivedId('o', one.event), ...one.factIds] : [])),
    })
    run.observations += stored.length
    return true
  })
}

function storedOf(
  { counter }: Run,
  given: {
    readonly event: Event
    readonly records: readonly ActivityRecord[]
    readonly observation: Observation
    readonly session: string
  },
): StoredObservation {
  const { event, records, observation, session } = given
  const [first, last] = [records[0]!.activity, records.at(-1)!.activity]
  const { agent, host } = last
  const times = new Map<string, number>()
  const factIds = observation.facts.map(({ text }) => {
    const ordinal = times.get(text) ?? 0
    times.set(text, ordinal + 1)
    return derivedId('f', event.id, text, String(ordinal))
  })
  return {
    event: event.id,
    session,
    at: first.at,
    until: last.at,
    branch: last.place.branch,
    agent: agent === null ? null : (agent.type ?? agent.id),
    host,
    factIds,
    tokens: counter.count(JSON.stringify({ id: event.id, session, at: first.at, factIds, ...observation })),
    observation,
  }
}

/** What is indexed of an observation: the whole, which opens an event of the index, and each fact within it. */
function textsOf(stored: StoredObservation, { observedTexts }: ObserveRules): MessageRecord[] {
  const { event, at, session, branch, factIds, observation } = stored
  const { whole, facts } = observedTexts(observation)
  const said = { session, speaker: null, at, branch }
  const texts: MessageRecord[] = [
    { ...said, id: derivedId('o', event), text: whole || observation.title, body: { event } },
  ]
  for (const [i, id] of factIds.entries()) {
    const text = facts[i]
    if (text !== undefined && text.trim() !== '') texts.push({ ...said, id, text, body: { event, fact: i } })
  }
  return texts
}

/** Puts the texts of some events in place of what was indexed of them, unless that says the same. */
async function putTexts(
  index: GraphWriter,
  session: string,
  { texts, old }: { readonly texts: Awaited<ReturnType<typeof readRecords>>; readonly old: readonly NodeId[] },
): Promise<void> {
  const ids = texts.indexed.map(({ record }) => record.id)
  const known = await index.known([...new Set([...old, ...ids])])
  const isSame =
    known.size === ids.length &&
    texts.indexed.every(({ record }) => {
      const there = known.get(record.id)
      return there?.kind === 'present' && there.text === record.text && there.at === record.at
    })
  if (isSame) return
  if (known.size > 0) await index.removeDerived([...known.keys()])
  await addRecords(index, session, texts)
}

/** Puts the summary, takes away what belongs to no event any more, and says that the session was observed. */
async function summarise(run: Run, state: UnobservedSession, events: readonly Event[]): Promise<boolean> {
  const { store, space, rules } = run
  const { session, isEnded } = state
  const all = events.flatMap(({ records }) => records)
  const records = (await activitiesOf(run, summarised(all)))(summarised(all))
  const query = { session, order: 'oldest-first', limit: OBSERVATIONS_MAX } as const
  const observations = (await store.observations.find(space, query)).filter((one) => one.session === session)
  const isSubagent = records.at(-1)?.activity.agent != null
  const observed = observations.map(({ observation }) => observation)
  const summary =
    records.length === 0 || isSubagent ? null : rules.summariseSession({ observations: observed, records, isEnded })
  const stored = summary && summaryOf(state, { records, summary })
  const texts = await readRecords(stored ? [textOfSummary(stored)] : [])
  const edges = await inferredEdges({ store, space }, observations)
  const wanted = new Set([
    ...observations.flatMap((one) => [derivedId('o', one.event), ...one.factIds]),
    ...(stored ? [stored.id] : []),
  ])
  const stale = (await store.sessionMessages(run.index, session)).filter((id) => !wanted.has(id))
  const written = store.transact(space, async (writer) => {
    if (!(await isCurrent(writer, state))) return false
    await writer.link(edges)
    const index = await writer.index()
    if (stored) await writer.putSummary(stored)
    else await writer.removeSummary(session)
    if (stale.length > 0) await index.removeDerived(stale)
    await putTexts(index, session, { texts, old: [] })
    return writer.markObserved(session, state.mark)
  })
  return written.catch((error: unknown) => {
    if (isEndLost(error)) return false
    throw error
  })
}

function summarised(ids: readonly NodeId[]): NodeId[] {
  const asked = ids.filter((id) => id.startsWith('q~')).slice(-SUMMARY_ASKED_MAX)
  const wanted = new Set([...ids.slice(0, SUMMARY_FIRST_MAX), ...asked, ...ids.slice(-SUMMARY_LAST_MAX)])
  return ids.filter((id) => wanted.has(id))
}

function summaryOf(
  { session, isEnded }: UnobservedSession,
  { records, summary }: { readonly records: readonly ActivityRecord[]; readonly summary: SessionSummary },
): StoredSummary {
  const [first, last] = [records[0]!.activity, records.at(-1)!.activity]
  const id = derivedId('s', session)
  return { id, session, at: first.at, until: last.at, branch: last.place.branch, isEnded, summary }
}

function textOfSummary({ id, session, until, branch, summary }: StoredSummary): MessageRecord {
  const { request, investigated, learned, completed, nextSteps } = summary
  const parts = [request ?? '', ...investigated, ...learned, ...completed, ...nextSteps]
  const text = parts.filter((part) => part !== '').join('\n') || session
  return { id, session, speaker: null, text, at: until, branch, body: { summary: session } }
}

/** Whether a session is as it was when it was read. */
async function isCurrent(writer: GraphWriter, { session, mark }: UnobservedSession): Promise<boolean> {
  return (await writer.observedSession(session))?.mark === mark
}

/** Gives the activities among records, by their ids. */
async function activitiesOf({ store, space }: Run, ids: readonly NodeId[]) {
  const nodes = await store.nodes(space, ids)
  const known = new Map(nodes.map((node) => [node.id, activityOfNode(node)]))
  return (wanted: readonly NodeId[]): readonly ActivityRecord[] => wanted.flatMap((id) => known.get(id) ?? [])
}
