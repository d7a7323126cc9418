import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LoggedCommit } from '../../capture/git/log-parser.ts'
import { madeAgain, settleMoves } from '../../capture/git/moved-files.ts'
import { COMMITS_MAX, changesOfCommits, type LogOutcome, readLog } from '../../capture/git/read-log.ts'
import type { CodeTree, HistoryMark, HistoryWrite } from '../../ports/code-store.ts'
import type { CodeOptions, CodeSource } from './catch-up.ts'
import { grownBy } from './growth.ts'

export interface HistoryCaughtUp {
  readonly newCommits: number
  readonly isCurrent: boolean
  readonly isNew: boolean
  readonly problems: readonly string[]
}

const UNREAD: HistoryMark = {
  ...{ state: 'unread', head: null, commits: 0, firstNumber: 0, commitsMax: null, isCut: false },
  lastAt: null,
}
const ATTEMPTS_MAX = 3

/** Reads the commits that are new, and writes what they say of files. */
export async function catchUpHistory(source: CodeSource, options: CodeOptions): Promise<HistoryCaughtUp> {
  const { store, space, place } = source
  for (let attempt = 1; ; attempt++) {
    const tree = await store.code.tree(space, place.root)
    const before = tree?.history ?? UNREAD
    const commitsMax = options.commitsMax ?? before.commitsMax ?? COMMITS_MAX
    const isNew = tree === null
    if (isCurrent(source, before, commitsMax)) return { newCommits: 0, isCurrent: true, isNew, problems: [] }
    const { outcome, isWhole } = await readNew(source, before, { ...options, commitsMax })
    const written = await write(source, { tree, before, outcome, isWhole, commitsMax })
    if (written || attempt === ATTEMPTS_MAX) {
      return {
        newCommits: outcome.kind === 'read' ? outcome.commits.length : 0,
        isCurrent: written && outcome.kind !== 'failed',
        isNew,
        problems: outcome.kind === 'failed' ? [outcome.complaint] : [],
      }
    }
  }
}

/** Whether nothing happened since, as far as the files of git tell; where they do not, git is asked. */
function isCurrent({ place }: CodeSource, mark: HistoryMark, commitsMax: number): boolean {
  if (place.repository === null) return mark.state === 'none'
  if (mark.state === 'unread' || mark.state === 'failed' || place.commit === null) return false
  return (
    mark.head === place.commit && !isToBeReadAnew(place.repository, mark, commitsMax) && mark.commitsMax === commitsMax
  )
}

/** Older commits are there which were not, or were not asked for. */
function isToBeReadAnew(repository: string, mark: HistoryMark, commitsMax: number): boolean {
  if (mark.state === 'shallow' && !existsSync(join(repository, 'shallow'))) return true
  return mark.isCut && commitsMax > mark.commits - mark.firstNumber
}

interface NewCommits {
  readonly outcome: LogOutcome
  /** Whether it is everything, and what was known before goes. */
  readonly isWhole: boolean
}

async function readNew(
  source: CodeSource,
  before: HistoryMark,
  { commitsMax, deadlineMs, signal, onProgress }: CodeOptions & { readonly commitsMax: number },
): Promise<NewCommits> {
  const { place } = source
  if (place.repository === null) return { outcome: { kind: 'none' }, isWhole: true }
  const asked = {
    commitsMax,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(signal ? { signal } : {}),
    onProgress: (commits: number) => onProgress?.({ part: 'history', done: commits, total: null }),
  }
  const whole = async () => ({ outcome: await readLog(place.root, asked), isWhole: true })
  if (before.head === null || isToBeReadAnew(place.repository, before, commitsMax)) return whole()
  const outcome = await readLog(place.root, { ...asked, after: before.head })
  if (outcome.kind === 'rewritten') return whole()
  if (outcome.kind === 'read') {
    if (outcome.isCut || isOutOfOrder(outcome.commits, before)) return whole()
    if (await undoesMoves(source, outcome.commits)) return whole()
  }
  return { outcome, isWhole: outcome.kind === 'none' }
}

/**
 * A branch that was merged brings commits from before what was read last. Which file a name meant then depends on the order
 * of renames, so they must find their places.
 */
function isOutOfOrder(commits: readonly LoggedCommit[], { lastAt }: HistoryMark): boolean {
  return lastAt !== null && commits.some(({ atMs }) => atMs < lastAt)
}

/** A file is made where one was moved away from, and takes back the past that went along. */
async function undoesMoves({ store, space, place }: CodeSource, commits: readonly LoggedCommit[]): Promise<boolean> {
  const again = madeAgain(changesOfCommits(commits))
  if (again.size === 0) return false
  const known = await store.code.changes(space, place.root)
  const settled = settleMoves(known, again)
  return known.some((change, i) => change !== settled[i])
}

interface Writing extends NewCommits {
  readonly tree: CodeTree | null
  readonly before: HistoryMark
  readonly commitsMax: number
}

/** Answers false when another process wrote meanwhile. */
async function write(
  { store, space, place, clock }: CodeSource,
  { tree, before, outcome, isWhole, commitsMax }: Writing,
): Promise<boolean> {
  const ifVersion = tree?.version ?? 0
  const at = clock.now()
  const base = isWhole ? { ...UNREAD, commitsMax } : before
  return store.transact(space, async ({ code }) => {
    const put = (given: Pick<HistoryWrite, 'mark' | 'isWhole' | 'names' | 'changes'>) =>
      code.putHistory(place.root, { ifVersion, at, ...given })
    switch (outcome.kind) {
      case 'none':
        return put({ mark: { ...UNREAD, state: 'none' }, isWhole: true, names: [], changes: [] })
      case 'rewritten':
      case 'failed':
        // What was read before stays true of what was checked out then.
        return put({ mark: { ...before, state: 'failed' }, isWhole: false, names: [], changes: [] })
      case 'read': {
        const changes = changesOfCommits(outcome.commits)
        const known = isWhole ? [] : await code.pastFiles(place.root)
        const grown = grownBy(known, changes, base.commits)
        const commits = base.commits + changes.length
        const firstNumber = Math.max(base.firstNumber, commits - commitsMax)
        const mark: HistoryMark = {
          ...{ state: outcome.isShallow ? 'shallow' : 'read', head: outcome.head, commits, firstNumber, commitsMax },
          isCut: (isWhole ? outcome.isCut : before.isCut) || firstNumber > 0,
          lastAt: changes.at(-1)?.at ?? base.lastAt,
        }
        return put({ mark, isWhole, ...grown })
      }
      default:
        return outcome satisfies never
    }
  })
}
