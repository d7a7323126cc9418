import { existsSync } from 'node:fs'
import { activityOfNode } from '../../capture/activities.ts'
import { gitPlace } from '../../capture/git-place.ts'
import type { SpaceId } from '../../graph/space.ts'
import { ALWAYS } from '../../graph/spans.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import { ProjectCode } from '../impact/project-code.ts'

export interface CodeTreesOptions {
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

/** Work trees that are read in one go. */
const TREES_MAX = 4

/**
 * Reads what changed in the work trees of a space, and for the first time the one that was worked in last, if it is a
 * repository: a folder that is none may be anything, and is read only when somebody asks for it.
 */
export async function catchUpTrees(
  { store, space, clock }: { readonly store: GraphStore; readonly space: SpaceId; readonly clock: Clock },
  { deadlineMs, signal }: CodeTreesOptions,
): Promise<void> {
  const until = performance.now() + deadlineMs
  const known = (await store.code.trees(space)).map(({ root }) => root)
  const roots = [...new Set([...(await lastWorkedIn(store, space)), ...known])].slice(0, TREES_MAX)
  for (const root of roots) {
    const leftMs = until - performance.now()
    if (leftMs <= 0 || signal?.aborted) return
    if (!existsSync(root)) continue
    const code = new ProjectCode({ store, space, place: gitPlace(root), clock })
    await code.read({ deadlineMs: leftMs, ...(signal ? { signal } : {}) })
  }
}

async function lastWorkedIn(store: GraphStore, space: SpaceId): Promise<readonly string[]> {
  const query = { kinds: ['message'], span: ALWAYS, order: 'newest-first', limit: 1 } as const
  const [last] = await store.timeRange(space, query)
  const place = last && activityOfNode(last)?.activity.place
  return place && place.repository !== null ? [place.root] : []
}
