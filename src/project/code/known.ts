import type { Change } from '../../graph/changes.ts'
import { DAY_MS, type Instant } from '../../graph/spans.ts'
import {
  CHANGE_FILES_MAX,
  type ChangeHistory,
  changeHistory,
  type FileActivity,
  type PastChange,
} from '../../impact/change-history.ts'
import { isSourceFile } from '../../impact/source-files.ts'
import type { CodeChange, SessionChange, StoredActivity } from '../../ports/code-store.ts'

/** Sessions whose changes count, the newest. */
export const SESSIONS_MAX = 2_000

/** What commits and sessions changed, in the order in which it happened; of one moment, what was committed comes first. */
export function wholeHistory(commits: readonly Change[], sessions: readonly SessionChange[]): ChangeHistory {
  const work = sessions.map(changeOfSession).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const all: Change[] = []
  let next = 0
  // Commits stay in the order of the log, which follows renames, whatever their clocks say.
  for (const commit of commits) {
    while (next < work.length && work[next]!.at < commit.at) all.push(work[next++]!)
    all.push(commit)
  }
  return changeHistory([...all, ...work.slice(next)])
}

function changeOfSession({ session, at, files }: SessionChange): Change {
  const changed = files.map((path) => ({ kind: 'modified' as const, path, from: null }))
  return { id: session, by: 'session', at, weight: 1, files: changed }
}

export interface PartOfHistory {
  readonly changes: ReadonlyMap<string, readonly CodeChange[]>
  readonly sessions: readonly SessionChange[]
  readonly activity: ReadonlyMap<string, StoredActivity>
}

/** The past of some files, as far as it was read, with how often others changed. What only the whole tells is missing. */
export function partOfHistory({ changes, sessions, activity }: PartOfHistory): ChangeHistory {
  const work = sessions.flatMap(pastOfSession)
  const byFile = new Map(
    [...changes].map(([file, commits]) => {
      const own = work.filter(({ files }) => files.includes(file))
      return [file, [...commits.map(pastOfCommit), ...own].sort((a, b) => b.at - a.at)] as const
    }),
  )
  return {
    changesCount: byFile.size,
    changesOf: (file, changesMax) => (byFile.get(file) ?? []).slice(0, changesMax),
    activityOf: (file) => activityIn(activity.get(file), byFile.get(file)),
  }
}

/** As in `GrowingHistory`: commits after which a change counts half. */
const HEAT_CHANGES = 40

function activityIn(stored: StoredActivity | undefined, past: readonly PastChange[] | undefined): FileActivity | null {
  if (stored === undefined) return null
  // Of a file whose own changes were not read, the last one is known.
  const seen = past ?? [{ weight: 1, ago: stored.ago }]
  const heat = seen.reduce((sum, { weight, ago }) => sum + weight * 0.5 ** ((ago ?? 0) / HEAT_CHANGES), 0)
  return { ...stored, heat }
}

function pastOfCommit({ id, at, weight, files, size, ago }: CodeChange): PastChange {
  return { id, by: 'commit', at, weight, files, size, ago }
}

/** Nothing of a session that only read, or that changed so much that its files say nothing of each other. */
function pastOfSession({ session, at, files }: SessionChange): PastChange[] {
  const own = files.filter(isSourceFile)
  if (own.length === 0 || own.length > CHANGE_FILES_MAX) return []
  return [{ id: session, by: 'session', at, weight: 1, files: own, size: own.length, ago: 0 }]
}

/** A question asked twice on one day gives the same figures, though everything fades a little with each second. */
export function dayOf(now: Instant): Instant {
  return Math.ceil(now / DAY_MS) * DAY_MS
}
