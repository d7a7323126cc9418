import { closeSync } from 'node:fs'
import type { Activity, ActivityPlace, ToolUse } from '../../graph/activity.ts'
import { normaliseAlias, type Space } from '../../graph/space.ts'
import type { Instant, TimeSpan } from '../../graph/spans.ts'
import { relativePath } from '../../observe/paths.ts'
import { stepOf } from '../../observe/tools/step-of.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import { type JournalFile, journalsOf, openedJournal } from '../journal/journal-folders.ts'
import { journalLines } from '../journal/journal-lines.ts'
import { belongsTo, folderAlias } from '../project-space.ts'
import type { ImpactAnswer, LiveChange } from './answers.ts'

/*
 * What other sessions of the same repository are doing right now, in whatever work tree: read from the ends of their
 * journals, drained or not, and from what was observed of them before that. Nothing is drained and nothing is written.
 */

export interface LiveSource {
  readonly store: GraphStore
  readonly space: Space
  /** The data directory. */
  readonly directory: string
  /** Where the asking session works. */
  readonly place: ActivityPlace
  readonly clock: Clock
}

export interface LiveQuery {
  /** What is about to change, relative to the top of the work tree. */
  readonly files: readonly string[]
  /** What is near them, by its path. */
  readonly near: ReadonlyMap<string, NearFile>
  /** Who asks; its own work is no news to it. */
  readonly session?: string
}

export interface NearFile {
  readonly near: LiveChange['near']
  /** The file that it is near. */
  readonly file: string
}

/** What is near some files, for what others do there: what depends on them, what usually changes with them. */
export function nearFiles({
  dependents,
  usually,
  tests,
}: Pick<ImpactAnswer, 'dependents' | 'usually' | 'tests'>): ReadonlyMap<string, NearFile> {
  const near = new Map<string, NearFile>()
  for (const { path, because: file, reasons } of [...usually, ...tests]) {
    const isImported = reasons.some(({ kind }) => kind === 'imports')
    if (!near.has(path)) near.set(path, { near: isImported ? 'dependency' : 'usually', file })
  }
  for (const { file, of } of dependents) for (const { path } of of) near.set(path, { near: 'dependent', file })
  return near
}

/** A session whose last line is older is over, whether or not it said so. */
export const LIVE_MS_MAX = 2 * 3_600_000
/** Journals that are looked at, those changed last first. */
const JOURNALS_MAX = 12
/** Of each the end, in bytes. */
const TAIL_BYTES = 256 << 10
/** Of each session, the newest observations, for what stands before the end of its journal. */
const OBSERVED_MAX = 20
const CHANGES_MAX = 8
const CHANGED_MAX = 100

/** Changes near some files that other live sessions made since the asking one last read the file, newest first. */
export async function liveChanges(
  source: LiveSource,
  query: LiveQuery,
  { own, others }: LiveSessions = liveSessions(source, query.session),
): Promise<readonly LiveChange[]> {
  const { near } = query
  if (others.length === 0 || (near.size === 0 && query.files.length === 0)) return []
  const now = source.clock.now()
  const readAt = await lastReads(source, query, own)
  const found = new Map<string, LiveChange>()
  for (const { session, activities } of others) {
    for (const change of [
      ...changesOf(activities),
      ...(await observedChanges(source, session, { from: now - LIVE_MS_MAX, to: activities[0]!.at })),
    ]) {
      const about = query.files.includes(change.path)
        ? { near: 'same' as const, file: change.path }
        : near.get(change.path)
      if (about === undefined || change.at <= (readAt.get(about.file) ?? 0)) continue
      const { path, at, branch, root } = change
      const key = `${session} ${path}`
      if ((found.get(key)?.at ?? 0) >= at) continue
      const workTree = root === source.place.root ? null : root
      found.set(key, { session, path, at, near: about.near, file: about.file, branch, workTree })
    }
  }
  return [...found.values()]
    .sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1))
    .slice(0, CHANGES_MAX)
    .map((change) => (change.branch === source.place.branch ? { ...change, branch: null } : change))
}

export interface LiveSessions {
  /** The last activities of who asks. */
  readonly own: readonly Activity[]
  readonly others: readonly { readonly session: string; readonly activities: readonly Activity[] }[]
}

/** The ends of the journals of sessions that are at work. */
export function liveSessions(source: Pick<LiveSource, 'directory' | 'space' | 'clock'>, asking?: string): LiveSessions {
  const now = source.clock.now()
  const files = journalsOf(source.directory)
    .filter(({ changedAt }) => now - changedAt < LIVE_MS_MAX)
    .slice(0, JOURNALS_MAX)
  const others: LiveSessions['others'][number][] = []
  let own: readonly Activity[] = []
  for (const file of files) {
    const activities = tailOf(file, source.space)
    const last = activities.at(-1)
    if (last === undefined) continue
    if (last.session === asking) own = activities
    else if (last.kind !== 'end' && now - last.at < LIVE_MS_MAX) others.push({ session: last.session, activities })
  }
  return { own, others }
}

/** The last activities of a journal that are of the space. */
function tailOf(file: JournalFile, space: Space): readonly Activity[] {
  const open = openedJournal(file)
  if (open === null) return []
  try {
    const first = firstPlace(open)
    if (first === null) return []
    const activities: Activity[] = []
    // The first of them may be torn, by being begun in its middle; what cannot be read is left out.
    for (const { read } of journalLines(open, Math.max(0, file.size - TAIL_BYTES))) {
      if (read === null || 'problem' in read) continue
      const alias = normaliseAlias(folderAlias(belongsTo(read.activity.place, first)))
      if (space.aliases.includes(alias)) activities.push(read.activity)
    }
    return activities
  } finally {
    closeSync(open)
  }
}

function firstPlace(open: number): ActivityPlace | null {
  for (const { read } of journalLines(open, 0)) {
    if (read !== null && 'activity' in read) return read.activity.place
  }
  return null
}

interface Change {
  readonly path: string
  readonly at: Instant
  readonly branch: string | null
  readonly root: string
}

function changesOf(activities: readonly Activity[]): readonly Change[] {
  return activities.flatMap((activity) => {
    if (activity.kind !== 'tool') return []
    const { at, place } = activity
    return filesOf(activity).modified.map((path) => ({ path, at, branch: place.branch, root: place.root }))
  })
}

/** Files that sessions at work changed in a work tree, the newest of them, who asks included. */
export function changedPaths({ own, others }: LiveSessions, root: string): readonly string[] {
  const changes = [own, ...others.map(({ activities }) => activities)].flatMap(changesOf)
  const here = changes.filter((change) => change.root === root).sort((a, b) => b.at - a.at)
  return [...new Set(here.map(({ path }) => path))].slice(0, CHANGED_MAX)
}

interface TouchedFiles {
  readonly read: readonly string[]
  readonly modified: readonly string[]
}

/** Several files are asked about at once, each of them of the same calls. */
const touched = new WeakMap<ToolUse, TouchedFiles>()

/** What a tool call read and changed, relative to the top of its own work tree. */
function filesOf(activity: ToolUse): TouchedFiles {
  const known = touched.get(activity)
  if (known !== undefined) return known
  const files = readFilesOf(activity)
  touched.set(activity, files)
  return files
}

function readFilesOf(activity: ToolUse): TouchedFiles {
  const { read, modified, made, removed, moved } = stepOf('', activity)
  const relative = (paths: readonly string[]) => paths.map((path) => relativePath(activity.place.root, path))
  const from = moved.flatMap((one) => [one.from, one.to])
  return { read: relative(read), modified: relative([...modified, ...made, ...removed, ...from]) }
}

/** What a session changed before the end of its journal begins. Its work tree is not known any more, nor needed. */
async function observedChanges(
  { store, space, place }: LiveSource,
  session: string,
  span: TimeSpan,
): Promise<readonly Change[]> {
  const query = { session, span, order: 'newest-first', limit: OBSERVED_MAX } as const
  const observed = await store.observations.find(space.id, query)
  return observed.flatMap(({ until, branch, observation }) =>
    observation.filesModified.map((path) => ({ path, at: until, branch, root: place.root })),
  )
}

/** By file, when the asking session last read or changed it. */
async function lastReads(
  { store, space }: LiveSource,
  { files, session }: LiveQuery,
  own: readonly Activity[],
): Promise<ReadonlyMap<string, Instant>> {
  const readAt = new Map<string, Instant>()
  const note = (path: string, at: Instant) => {
    if (files.includes(path)) readAt.set(path, Math.max(at, readAt.get(path) ?? 0))
  }
  for (const activity of own) {
    if (activity.kind !== 'tool') continue
    const { read, modified } = filesOf(activity)
    for (const path of [...read, ...modified]) note(path, activity.at)
  }
  if (session === undefined || files.every((file) => readAt.has(file))) return readAt
  const query = { session, order: 'newest-first', limit: OBSERVED_MAX } as const
  for (const { at, observation } of await store.observations.find(space.id, query)) {
    // When within the event is not known; said twice is better than not said.
    for (const path of [...observation.filesRead, ...observation.filesModified]) note(path, at)
  }
  return readAt
}
