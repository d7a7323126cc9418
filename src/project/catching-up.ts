import { gitPlace } from '../capture/git-place.ts'
import { messageOf } from '../graph/errors.ts'
import type { SpaceId } from '../graph/space.ts'
import { EngraphHome, type HomeOptions } from '../home.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import type { CaughtUp } from './answers.ts'
import { drainJournals } from './journal/draining.ts'
import { observeSpace } from './observing.ts'
import { openProjectSpace } from './project-space.ts'

export interface CatchUpOptions {
  /** Nothing new is begun after so long. Default: no end. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
}

export interface CatchingUp {
  readonly home: EngraphHome
  /** Whose sessions are observed; `null`: only the journal is read. */
  readonly project: { readonly store: GraphStore; readonly space: SpaceId } | null
}

/**
 * Reads what hooks wrote, and observes the sessions of a project that got records. What does not go now, because another
 * process holds a space or the time is over, waits and is said to: nobody is refused an answer for it.
 */
export async function catchUpProject(
  { home, project }: CatchingUp,
  { deadlineMs = Number.POSITIVE_INFINITY, signal }: CatchUpOptions = {},
): Promise<CaughtUp> {
  const until = performance.now() + deadlineMs
  const left = () =>
    deadlineMs === Number.POSITIVE_INFINITY ? {} : { deadlineMs: Math.max(0, until - performance.now()) }
  const listened = signal ? { signal } : {}
  const problems: string[] = []
  const tried = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      problems.push(messageOf(error))
      return null
    }
  }
  const drained = await tried(() => drainJournals(home, { ...left(), ...listened }))
  const observed = project && (await tried(() => observeSpace(project, { ...left(), ...listened })))
  const waiting = (drained?.waiting ?? 1) + (observed?.waiting ?? (project ? 1 : 0))
  return {
    records: drained?.records ?? 0,
    observations: observed?.observations ?? 0,
    waiting,
    problems: [...(drained?.problems ?? []), ...problems],
  }
}

/** For the one clone that nobody has worked in yet. */
const GIT_MS_MAX = 100

/** The same for whoever has nothing open: reads the journal, which may make the space, then observes that. */
export async function catchUpFolder(
  folder: string,
  { deadlineMs, ...where }: HomeOptions & { readonly deadlineMs: number },
): Promise<void> {
  const until = performance.now() + deadlineMs
  const home = await EngraphHome.open(where)
  try {
    await catchUpProject({ home, project: null }, { deadlineMs })
    const opened = await openProjectSpace(home, gitPlace(folder), { create: false, gitMsMax: GIT_MS_MAX })
    if (opened === null) return
    try {
      const project = { store: opened.store, space: opened.space.id }
      await observeSpace(project, { deadlineMs: Math.max(0, until - performance.now()) })
    } finally {
      await opened.store.close()
    }
  } finally {
    await home.close()
  }
}
