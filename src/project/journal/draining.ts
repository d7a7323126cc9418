import { closeSync, openSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { recordOfActivity, sessionOfActivity } from '../../capture/activities.ts'
import { addRecords, type ReadRecords, readRecords } from '../../capture/messages.ts'
import type { Activity, ActivityPlace } from '../../graph/activity.ts'
import { messageOf } from '../../graph/errors.ts'
import type { MessageRecord } from '../../graph/records.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { EngraphHome, OpenedSpace } from '../../home.ts'
import type { GraphWriter } from '../../ports/graph-store.ts'
import { ProjectSpaces } from '../project-spaces.ts'
import { type JournalFile, type JournalFolder, journalFolders, listJournals } from './journal-folders.ts'
import { countLines, journalLines } from './journal-lines.ts'

/*
 * The journal into the spaces, exactly once. A file is read strictly in order, in stretches of one place each; the
 * transaction that writes a stretch into its space also writes there how far the file was read. So the mark of any
 * space in a file says that everything before it was written, wherever it went, and reading goes on there:
 *
 *   file      a1 a2 a3 │ b1 b2 │ a4 a5 …           a, b: lines of two spaces
 *   marks     in A: 3, then 7      in B: 5
 *
 * A second drainer that comes at the same time finds the mark moved, within its transaction, and follows it. Whatever is
 * read again nevertheless, after a restored backup or a move, is known by the ids of the records.
 */

export interface DrainOptions {
  /** Nothing new is begun after so long. Default: no end. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  /** Folders of the journal. Default: those of the data directory. */
  readonly folders?: readonly JournalFolder[]
}

export interface Drained {
  /** New records. */
  readonly records: number
  /** Lines that wait still. */
  readonly waiting: number
  /** What could not be read or written, the first of it. */
  readonly problems: readonly string[]
  /** Spaces that got records. */
  readonly spaces: readonly SpaceId[]
}

/** Lines of a stretch, at most: within a deadline fewer, since none is left half done. */
const LINES_MAX = 250
const LINES_HURRIED_MAX = 24
/** With less time than this, somebody waits. */
const HURRIED_MS = 5_000
const GIT_HURRIED_MS_MAX = 100
const BYTES_MAX = 1 << 20
const PROBLEMS_MAX = 20
/** A journal that was read whole goes after so long without a new line: sooner where the session said that it is over. */
const KEPT_MS = 24 * 3_600_000
const KEPT_ENDED_MS = 3_600_000
/** It is only renamed at first: who had it open may append a last line, which is looked for after so long. */
const RENAMED_MS = 60_000
const RENAMED = /\.(\d{1,15})\.[0-9a-f-]{36}\.read$/u

/** Reads what hooks appended into the spaces of its places, which are made on first use. */
export async function drainJournals(home: EngraphHome, options: DrainOptions = {}): Promise<Drained> {
  const { directory } = home
  const { deadlineMs = Number.POSITIVE_INFINITY, signal } = options
  if (directory === null) return { records: 0, waiting: 0, problems: [], spaces: [] }
  const began = performance.now()
  const isHurried = deadlineMs !== Number.POSITIVE_INFINITY && deadlineMs < HURRIED_MS
  const spaces = new ProjectSpaces(home, {
    ...(isHurried ? { gitMsMax: GIT_HURRIED_MS_MAX } : {}),
    ...(signal ? { signal } : {}),
  })
  const run: Run = {
    spaces,
    isHurried,
    isOver: () => signal?.aborted === true || performance.now() - began > deadlineMs,
    records: 0,
    waiting: 0,
    problems: [],
    filled: new Set(),
  }
  try {
    for (const folder of options.folders ?? journalFolders(directory)) {
      for (const file of trying(run, folder.path, () => listJournals(folder)) ?? []) await drainFile(run, file)
      for (const file of trying(run, folder.path, () => listJournals(folder, '.read')) ?? []) await drainRest(run, file)
    }
  } finally {
    await spaces.close()
  }
  return { records: run.records, waiting: run.waiting, problems: run.problems, spaces: [...run.filled] }
}

interface Run {
  readonly spaces: ProjectSpaces
  readonly isHurried: boolean
  readonly isOver: () => boolean
  readonly filled: Set<SpaceId>
  readonly problems: string[]
  records: number
  waiting: number
}

interface Entry {
  readonly id: string
  readonly activity: Activity
}

/** Consecutive lines of one place, with what stands between them and cannot be read. */
interface Stretch {
  readonly start: number
  readonly end: number
  readonly entries: readonly Entry[]
  readonly problems: readonly string[]
}

async function drainFile(run: Run, file: JournalFile): Promise<void> {
  const open = trying(run, file.name, () => openSync(file.path, 'r'))
  if (open === null) return
  let at = 0
  let isDone = false
  let hasNew = false
  let last: Entry | null = null
  try {
    const head = readStretch(open, 0, { linesMax: 1, first: null })
    if (head.entries.length === 0) return report(run, file, head.problems)
    const [{ id, activity }] = head.entries as [Entry]
    const first = activity.place
    for (;;) {
      const next = readStretch(open, at, { linesMax: 1, first })
      if (next.entries.length === 0) {
        isDone = true
        break
      }
      const opened = await run.spaces.of(next.entries[0]!.activity.place, first)
      if (opened === null) break
      const { store, space } = opened
      const mark = await store.observations.journalMark(space.id, file.name)
      if (mark !== null && mark.head === id && mark.offset > at) {
        at = mark.offset
        continue
      }
      if (run.isOver()) break
      const linesMax = run.isHurried ? LINES_HURRIED_MAX : LINES_MAX
      const stretch = readStretch(open, at, { linesMax, first })
      report(run, file, stretch.problems)
      const written = await writeStretch({ store, space }, stretch, { journal: file.name, head: id })
      run.records += written.records
      if (written.records > 0) run.filled.add(space.id)
      at = written.end
      hasNew = true
      last = stretch.entries.at(-1) ?? last
    }
  } catch (error) {
    complain(run, `${file.name}: ${messageOf(error)}`)
  } finally {
    if (!isDone) run.waiting += trying(run, file.name, () => countLines(open, at)) ?? 0
    closeSync(open)
  }
  // Not in the same go in which it was read: what was just written may not have reached the disk.
  if (isDone && !hasNew) trying(run, file.name, () => retire(file, at, Date.now()))
}

/** What a writer appended to a journal that was renamed under it; then the file goes. */
async function drainRest(run: Run, file: JournalFile): Promise<void> {
  const renamed = RENAMED.exec(file.path)
  const found = trying(run, file.name, () => statSync(file.path, { throwIfNoEntry: false }))
  if (!renamed || !found || Date.now() - found.ctimeMs < RENAMED_MS || run.isOver()) return
  const open = trying(run, file.name, () => openSync(file.path, 'r'))
  if (open === null) return
  try {
    const { entries } = readStretch(open, 0, { linesMax: 1, first: null })
    const first = entries[0]?.activity.place ?? null
    for (let at = Number(renamed[1]); first !== null; ) {
      const stretch = readStretch(open, at, { linesMax: LINES_MAX, first })
      if (stretch.entries.length === 0) break
      const opened = await run.spaces.of(stretch.entries[0]!.activity.place, first)
      if (opened === null) return
      const written = await writeStretch(opened, stretch, null)
      run.records += written.records
      if (written.records > 0) run.filled.add(opened.space.id)
      at = stretch.end
    }
    unlinkSync(file.path)
  } catch (error) {
    complain(run, `${file.name}: ${messageOf(error)}`)
  } finally {
    closeSync(open)
  }
}

function readStretch(
  open: number,
  from: number,
  { linesMax, first }: { readonly linesMax: number; readonly first: ActivityPlace | null },
): Stretch {
  const entries: Entry[] = []
  const problems: string[] = []
  let end = from
  let key: string | null = null
  for (const { start, end: behind, read } of journalLines(open, from)) {
    if (read !== null && 'problem' in read) problems.push(`byte ${start}: ${read.problem}`)
    else if (read !== null) {
      const place = ProjectSpaces.keyOf(read.activity.place, first)
      if (key !== null && key !== place) break
      key = place
      entries.push(read)
    }
    end = behind
    if (entries.length >= linesMax || (entries.length > 0 && end - from >= BYTES_MAX)) break
  }
  return { start: from, end, entries, problems }
}

interface Written {
  readonly records: number
  /** Where reading goes on. */
  readonly end: number
}

/** Writes a stretch with its mark, unless another drainer was faster. Without a journal it is known by its ids alone. */
async function writeStretch(
  { store, space }: OpenedSpace,
  { start, end, entries }: Stretch,
  mark: { readonly journal: string; readonly head: string } | null,
): Promise<Written> {
  const bySession = new Map<string, { readonly records: MessageRecord[]; isEnded: boolean }>()
  for (const { id, activity } of entries) {
    const session = sessionOfActivity(activity)
    const group = bySession.get(session) ?? { records: [], isEnded: false }
    bySession.set(session, group)
    group.isEnded = activity.kind === 'end'
    const record = recordOfActivity(activity, id)
    if (record) group.records.push(record)
  }
  const read = new Map<string, ReadRecords>()
  for (const [session, { records }] of bySession) {
    read.set(session, await readRecords(records.sort((a, b) => a.at - b.at)))
  }
  return store.transact(space.id, async (writer: GraphWriter): Promise<Written> => {
    const known = mark && (await writer.journalMark(mark.journal))
    if (known && known.head === mark?.head && known.offset > start) return { records: 0, end: known.offset }
    let added = 0
    for (const [session, { isEnded }] of bySession) {
      const outcomes = await addRecords(writer, session, read.get(session)!)
      const fresh = outcomes.filter((outcome) => outcome === 'new').length
      added += fresh
      if (fresh > 0 || isEnded) await writer.markUnobserved(session, { isEnded })
    }
    if (mark) await writer.setJournalMark(mark.journal, { head: mark.head, offset: end })
    return { records: added, end }
  })
}

/** Renames a journal that was read whole and in which nothing happens any more. */
function retire(file: JournalFile, readTo: number, now: number): void {
  const found = statSync(file.path, { throwIfNoEntry: false })
  if (!found || found.size !== readTo) return
  const idleMs = now - found.mtimeMs
  if (idleMs < KEPT_ENDED_MS || (idleMs < KEPT_MS && !endsItself(file.path))) return
  renameSync(file.path, `${file.path.replace(/\.jsonl$/u, '')}.${readTo}.${crypto.randomUUID()}.read`)
}

function endsItself(path: string): boolean {
  const open = openSync(path, 'r')
  try {
    let isEnded = false
    for (const { read } of journalLines(open, 0)) {
      if (read !== null && 'activity' in read) isEnded = read.activity.kind === 'end'
    }
    return isEnded
  } finally {
    closeSync(open)
  }
}

function report(run: Run, file: JournalFile, problems: readonly string[]): void {
  for (const problem of problems) complain(run, `${file.name}, ${problem}`)
}

function complain(run: Run, problem: string): void {
  if (run.problems.length < PROBLEMS_MAX) run.problems.push(problem)
}

/** A file that another drainer took away is none; whatever else is wrong with one must not keep the others waiting. */
function trying<T>(run: Run, name: string, work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') complain(run, `${name}: ${messageOf(error)}`)
    return null
  }
}
