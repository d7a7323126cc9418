import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { recordOfActivity, sessionOfActivity } from '../capture/activities.ts'
import { keptActivity } from '../capture/journal-entry.ts'
import { addRecords, readRecords } from '../capture/messages.ts'
import { redactActivity } from '../capture/redact-activity.ts'
import { agentTypesOf } from '../capture/transcripts/claude-code.ts'
import { readTranscript } from '../capture/transcripts/read-transcript.ts'
import type { Transcript } from '../capture/transcripts/transcript.ts'
import type { Activity } from '../graph/activity.ts'
import { EngraphError } from '../graph/errors.ts'
import type { StoredObservation, StoredSummary } from '../graph/observation.ts'
import type { MessageRecord } from '../graph/records.ts'
import { type Wording, wording } from '../graph/wording.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { observeSpace } from './observing.ts'

export interface ObservedTranscript {
  readonly host: string
  readonly session: string
  /** Records that the session became, those of its subagents with it. */
  readonly records: number
  /** In the order of time, those of subagents by their own sessions. */
  readonly observations: readonly StoredObservation[]
  /** Of the session, then of its subagents. */
  readonly summaries: readonly StoredSummary[]
  /** What could not be read. */
  readonly problems: readonly Wording[]
}

const ALIAS = 'transcript'
const OBSERVATIONS_MAX = 10_000
const SUMMARIES_MAX = 200
const RECORDS_MAX = 1000
const AGENTS_MAX = 200

/**
 * Takes a session file of a coding agent the whole way that hooks take: redacted, made records, woven into events, observed.
 * In memory alone; nothing is written. `-` is standard input. Throws
 * `store-unreadable` where there is no such file.
 */
export async function observeTranscript(path: string): Promise<ObservedTranscript> {
  if (path !== STANDARD_INPUT) refuseUnreadable(path)
  const transcript = readTranscript(linesOf(path))
  const types = agentTypesOf(transcript)
  const agents = agentFiles(path).map((file) => readTranscript(linesOf(file), { agentTypes: types }))
  const activities = [transcript, ...agents].flatMap((read) => read.activities)
  const problems = [transcript, ...agents].flatMap((read) => read.problems)
  if (activities.length === 0) problems.push(wording`No prompt, reply or tool call of an agent was found.`)
  return { ...(await observeActivities(activities)), ...sessionOf(transcript, path), problems }
}

function sessionOf({ host, session }: Transcript, path: string): Pick<ObservedTranscript, 'host' | 'session'> {
  return { host, session: session === '' ? basename(path === STANDARD_INPUT ? 'stdin' : path, '.jsonl') : session }
}

const STANDARD_INPUT = '-'

function refuseUnreadable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new EngraphError('store-unreadable', wording`There is no file ${path}.`)
  if (found.isDirectory()) {
    throw new EngraphError('store-unreadable', wording`${path} is a folder; name the file of a session in it.`)
  }
}

/** Subagents have files of their own, in a folder that is called as the session. */
function agentFiles(path: string): readonly string[] {
  const folder = join(dirname(path), basename(path, '.jsonl'), 'subagents')
  if (path === STANDARD_INPUT || !existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /^agent-.{1,200}\.jsonl$/u.test(name))
  return names
    .sort()
    .slice(0, AGENTS_MAX)
    .map((name) => join(folder, name))
}

const CHUNK_BYTES = 1 << 20

/** The lines of a file, one stretch after the other. */
function linesOf(path: string): string[] {
  const open = path === STANDARD_INPUT ? 0 : openSync(path, 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const lines: string[] = []
    let rest = ''
    for (let read = readWaiting(open, chunk); read > 0; read = readWaiting(open, chunk)) {
      const parts = (rest + decoder.write(chunk.subarray(0, read))).split('\n')
      rest = parts.pop()!
      for (const part of parts) lines.push(part)
    }
    return [...lines, rest + decoder.end()]
  } finally {
    if (open !== 0) closeSync(open)
  }
}

const PAUSE_MS = 5

/** A pipe that has nothing yet is waited for. */
function readWaiting(open: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(open, chunk)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

async function observeActivities(
  activities: readonly Activity[],
): Promise<Pick<ObservedTranscript, 'records' | 'observations' | 'summaries'>> {
  const store = openSqliteStore(':memory:')
  try {
    const space = await store.ensureSpace({ alias: ALIAS, purpose: 'project', at: 0 })
    let records = 0
    for (const [session, own] of recordsBySession(activities)) {
      for (let start = 0; start < own.length; start += RECORDS_MAX) {
        const read = await readRecords(own.slice(start, start + RECORDS_MAX))
        records += await store.transact(space.id, async (writer) => {
          const outcomes = await addRecords(writer, session, read)
          await writer.markUnobserved(session, { isEnded: true })
          return outcomes.filter((outcome) => outcome === 'new').length
        })
      }
    }
    await observeSpace({ store, space: space.id })
    const query = { order: 'oldest-first', limit: OBSERVATIONS_MAX } as const
    const observations = await store.observations.find(space.id, query)
    const summaries = await store.observations.summaries(space.id, { limit: SUMMARIES_MAX })
    return { records, observations, summaries: [...summaries].sort((a, b) => a.session.length - b.session.length) }
  } finally {
    await store.close()
  }
}

/** Redacted and cut as the journal keeps them; a step without a name of its own is named by its place in the file. */
function recordsBySession(activities: readonly Activity[]): ReadonlyMap<string, MessageRecord[]> {
  const sessions = new Map<string, MessageRecord[]>()
  for (const [i, activity] of activities.entries()) {
    const kept = keptActivity(redactActivity(activity))
    const record = recordOfActivity(kept, String(i))
    if (!record) continue
    const session = sessionOfActivity(kept)
    const own = sessions.get(session) ?? []
    sessions.set(session, own)
    own.push(record)
  }
  for (const own of sessions.values()) own.sort((a, b) => a.at - b.at)
  return sessions
}
