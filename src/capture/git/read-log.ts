import type { Change } from '../../graph/changes.ts'
import { commitWeight } from './commit-weight.ts'
import { gitAnswer, gitOutput } from './git-output.ts'
import { LOG_FORMAT, type LoggedCommit, logParser } from './log-parser.ts'
import { settleMoves, withMoves } from './moved-files.ts'

export interface LogOptions {
  /** The commit that was read last; only later ones are given. */
  readonly after?: string | null
  /** The last so many. */
  readonly commitsMax?: number
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (commits: number) => void
}

/**
 * `read`: the commits that are new, oldest first. `rewritten`: the one that was read last is no longer part of what is
 * checked out, so everything must be read again. `none`: no repository, or no commit. `failed`: git broke off, and
 * what it gave until then must not be taken for the whole.
 */
export type LogOutcome =
  | {
      readonly kind: 'read'
      readonly commits: readonly LoggedCommit[]
      /** What is checked out; the `after` of the next time. */
      readonly head: string
      /** The repository was cloned without its older commits. */
      readonly isShallow: boolean
      /** There are older commits that were not asked for. */
      readonly isCut: boolean
    }
  | { readonly kind: 'rewritten'; readonly head: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly complaint: string }

export const COMMITS_MAX = 10_000
const DEADLINE_MS = 120_000
const QUESTION_MS = 10_000

/**
 * The commits behind what is checked out, without merges, oldest first. Only renames without any other change are
 * recognised: to compare contents, git would need all of them, which a partial clone does not have.
 */
export async function readLog(folder: string, options: LogOptions = {}): Promise<LogOutcome> {
  const { after = null, commitsMax = COMMITS_MAX, deadlineMs = DEADLINE_MS, signal, onProgress } = options
  const quick = { deadlineMs: QUESTION_MS, signal }
  const head = (await gitAnswer(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], quick))?.trim()
  if (head === undefined || head === '') return { kind: 'none' }
  if (after !== null && !(await isAncestor(folder, after, quick))) return { kind: 'rewritten', head }
  const isShallow = (await gitAnswer(folder, ['rev-parse', '--is-shallow-repository'], quick))?.trim() === 'true'

  const range = after === null ? head : `${after}..${head}`
  const shape = ['--no-merges', '--date-order', '--reverse', '-M100%', '-l0', '--name-status', '-z']
  const command = [
    'log',
    `--max-count=${commitsMax + 1}`,
    ...shape,
    `--format=${LOG_FORMAT}`,
    '--no-ext-diff',
    range,
    '--',
  ]
  const output = gitOutput(folder, command, { deadlineMs, signal })
  const parser = logParser()
  const commits: LoggedCommit[] = []
  for (let next = await output.next(); ; next = await output.next()) {
    if (next.done) {
      if (next.value.code !== 0) return { kind: 'failed', complaint: next.value.complaint }
      break
    }
    commits.push(...parser.take(next.value))
    onProgress?.(commits.length)
  }
  commits.push(...parser.end())
  const isCut = commits.length > commitsMax
  return { kind: 'read', commits: isCut ? commits.slice(-commitsMax) : commits, head, isShallow, isCut }
}

/** What commits say of their files, oldest first, with nothing after them. */
export function changesOfCommits(commits: readonly LoggedCommit[]): readonly Change[] {
  return settleMoves(commits.map(changeOfCommit))
}

/** What a commit says of the files in it, as far as it is known without those after it. */
export function changeOfCommit(commit: LoggedCommit): Change {
  return {
    id: commit.hash,
    by: 'commit',
    at: commit.atMs,
    weight: commitWeight(commit),
    files: withMoves(commit.files),
  }
}

/** Whether a commit that was read is still behind what is checked out: a rebase or a pull by force leaves it aside. */
async function isAncestor(
  folder: string,
  commit: string,
  limits: { readonly deadlineMs: number; readonly signal: AbortSignal | undefined },
): Promise<boolean> {
  // A hash alone: nothing that could be read as an option comes out of a database.
  if (!/^[0-9a-f]{7,64}$/u.test(commit)) return false
  return (await gitAnswer(folder, ['merge-base', '--is-ancestor', commit, 'HEAD'], limits)) !== null
}
