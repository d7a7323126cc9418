import { gitOutput } from '../../capture/git/git-output.ts'
import type { ActivityPlace } from '../../graph/activity.ts'
import { messageOf } from '../../graph/errors.ts'
import type { SourceGraph } from '../../graph/source-graph.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import { catchUpHistory } from './history.ts'
import { catchUpSource } from './source.ts'

/*
 * The code and the history of a project, into the rows of its space. Rows belong to a work tree, by its root: work trees of
 * one repository share the space and its graph, but not what stands in their files, nor what is checked out.
 *
 *   root ─┬─ readSourceGraph ──▶ what differs from the rows ──▶ rows, DEPENDS_ON
 *         └─ readLog after the commit that was read last ─────▶ rows, CO_CHANGES
 */

export interface CodeSource {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly place: ActivityPlace
  readonly clock: Clock
}

export interface CodeOptions {
  /** What is not read by then is read the next time, from where it stands. Default: no end. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  /** How many commits are kept. Default: as the last time, else 10,000. */
  readonly commitsMax?: number
  readonly onProgress?: (progress: CodeProgress) => void
}

export interface CodeProgress {
  readonly part: 'code' | 'history' | 'writing' | 'ranking'
  readonly done: number
  /** `null` where nobody knows. */
  readonly total: number | null
}

export interface CodeCaughtUp {
  /** The graph as it is now, where it was read to find that out. */
  readonly graph: SourceGraph | null
  readonly changedFiles: number
  readonly removedFiles: number
  readonly newCommits: number
  /** Whether all was read that changed. */
  readonly isCurrent: boolean
  readonly problems: readonly string[]
}

/** Work trees of a space whose rows are kept; those used least recently go. */
const TREES_MAX = 8

/** Reads what changed since the last time. What cannot be read now, in time or at all, is said and not thrown. */
export async function catchUpCode(source: CodeSource, options: CodeOptions = {}): Promise<CodeCaughtUp> {
  const { deadlineMs = Number.POSITIVE_INFINITY, ...others } = options
  const { signal } = others
  const until = performance.now() + deadlineMs
  const isHurried = deadlineMs !== Number.POSITIVE_INFINITY
  const problems: string[] = []
  const tried = async <T>(work: (left: CodeOptions) => Promise<T>): Promise<T | null> => {
    const leftMs = until - performance.now()
    if (leftMs <= 0) return null
    const late = isHurried ? [AbortSignal.timeout(Math.ceil(leftMs))] : []
    const stop = AbortSignal.any([...late, ...(signal ? [signal] : [])])
    try {
      // A timer that never ends is none: Node would let it end at once.
      return await work({ ...others, ...(isHurried ? { deadlineMs: leftMs } : {}), signal: stop })
    } catch (error) {
      signal?.throwIfAborted()
      if (!stop.aborted) problems.push(messageOf(error))
      return null
    }
  }
  const read = await tried((left) => catchUpSource(source, left))
  const grown = await tried((left) => catchUpHistory(source, left))
  const refusal = grown?.newCommits === 0 ? await tried((left) => refusalOfGit(source, left)) : null
  if (read?.isNew || grown?.isNew) await dropOldTrees(source)
  return {
    graph: read?.graph ?? null,
    changedFiles: read?.changedFiles ?? 0,
    removedFiles: read?.removedFiles ?? 0,
    newCommits: grown?.newCommits ?? 0,
    isCurrent: read !== null && grown?.isCurrent === true,
    problems: [...problems, ...(grown?.problems ?? []), ...(refusal === null ? [] : [refusal])],
  }
}

const QUESTION_MS = 10_000

/**
 * What git says where it finds no commit although its files name one: that the folder belongs to somebody else, or that it
 * is not installed. `null` where it says nothing. Of its advice, the first line tells the reason.
 */
async function refusalOfGit({ store, space, place }: CodeSource, { signal }: CodeOptions): Promise<string | null> {
  if (place.repository === null || place.commit === null) return null
  if ((await store.code.tree(space, place.root))?.history.state !== 'none') return null
  const output = gitOutput(place.root, ['rev-parse', '--verify', 'HEAD^{commit}'], { deadlineMs: QUESTION_MS, signal })
  let next = await output.next()
  while (!next.done) next = await output.next()
  return next.value.code === 0 ? null : next.value.complaint.split('\n', 1)[0] || null
}

async function dropOldTrees({ store, space, place }: CodeSource): Promise<void> {
  const old = (await store.code.trees(space)).filter(({ root }) => root !== place.root).slice(TREES_MAX - 1)
  if (old.length === 0) return
  await store.transact(space, async (writer) => {
    for (const { root } of old) await writer.code.removeTree(root)
  })
}
