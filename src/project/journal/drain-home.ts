import { setInterval } from 'node:timers'
import { messageOf } from '../../graph/errors.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { EngraphHome } from '../../home.ts'
import { systemClock } from '../../ports/clock.ts'
import type { CaughtUp } from '../answers.ts'
import { observeSpace } from '../observing.ts'
import { drainJournals } from './draining.ts'

export interface DrainHomeOptions {
  /** Nothing new is begun after so long. Default: no end. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  /** Whether the code of the projects that got something is read too, as far as it changed. */
  readonly isCodeRead?: boolean
}

/** Reads the whole journal of a data directory, and observes what waits in its spaces, those first that got something. */
export async function drainHome(home: EngraphHome, options: DrainHomeOptions = {}): Promise<CaughtUp> {
  const { deadlineMs = Number.POSITIVE_INFINITY, signal, isCodeRead = false } = options
  const began = performance.now()
  const bounds = () => ({ deadlineMs: deadlineMs - (performance.now() - began), ...(signal ? { signal } : {}) })
  const { spaces, ...drained } = await drainJournals(home, bounds())
  const problems = [...drained.problems]
  let observations = 0
  for (const id of new Set([...spaces, ...(await projectsOf(home))])) {
    if (signal?.aborted || bounds().deadlineMs < 0) break
    try {
      const { store, space } = await home.openSpace(id)
      try {
        observations += (await observeSpace({ store, space: space.id }, bounds())).observations
        if (isCodeRead && spaces.includes(id)) {
          const { catchUpTrees } = await import('../code/trees.ts')
          await catchUpTrees({ store, space: space.id, clock: systemClock }, bounds())
        }
      } finally {
        await store.close()
      }
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return { records: drained.records, observations, waiting: drained.waiting, problems }
}

async function projectsOf(home: EngraphHome): Promise<readonly SpaceId[]> {
  const placed = await home.spaces()
  return placed.flatMap(({ space }) => (space?.purpose === 'project' ? [space.id] : []))
}

const WORKER_MS_MAX = 120_000
/** A worker that was killed is in nobody's way for longer than this. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000
const ROUNDS_MAX = 100

/**
 * The same as a worker of which there is one at a time: ends when nothing is left to do, and after two minutes at most.
 * Answers `null` when another one is at it.
 */
export async function drainAsWorker(home: EngraphHome, worker: string): Promise<CaughtUp | null> {
  if (!home.lease('drain', worker, { ms: LEASE_MS })) return null
  const ending = new AbortController()
  const began = performance.now()
  const renewing = setInterval(() => {
    if (!home.lease('drain', worker, { ms: LEASE_MS })) ending.abort()
  }, RENEW_MS)
  let all: CaughtUp = { records: 0, observations: 0, waiting: 0, problems: [] }
  const isOver = () => ending.signal.aborted || performance.now() - began > WORKER_MS_MAX
  const again = async () => {
    const deadlineMs = WORKER_MS_MAX - (performance.now() - began)
    const { records, observations, waiting, problems } = await drainHome(home, {
      ...{ deadlineMs, signal: ending.signal, isCodeRead: true },
    })
    all = { records: all.records + records, observations: all.observations + observations, waiting, problems }
    return records + observations > 0
  }
  try {
    // What comes while it works is taken too, so that nobody has to start another.
    for (let round = 0; round < ROUNDS_MAX && !isOver() && (await again()); round++);
  } finally {
    clearInterval(renewing)
    if (!ending.signal.aborted) home.lease('drain', worker, { ms: 0 })
  }
  // Who came between the last look and the end of the lease went away again, and relies on this one.
  if (!isOver()) await again()
  return all
}
