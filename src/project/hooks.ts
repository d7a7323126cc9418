import { setTimeout as sleep } from 'node:timers/promises'
import { gitPlace } from '../capture/git-place.ts'
import type { ActivityPlace } from '../graph/activity.ts'
import { type HomeOptions, homeDirectory } from '../home-options.ts'
import { systemClock } from '../ports/clock.ts'
import { waitingBrief } from '../recall/brief/waiting-brief.ts'
import { type BriefSource, promptBrief, promptTerms, sessionBrief } from './brief.ts'
import { changedIn } from './changes.ts'
import { type FoundProject, findProject } from './opening.ts'
import { countWaiting, hasJournal, hasWaiting } from './waiting.ts'

/*
 * The two answers that a host waits for, each from a process of its own: opened by the shortest way, closed, gone. What
 * reads and observes the journal is loaded only where something waits in it.
 */

export interface HookAnswerOptions extends Pick<HomeOptions, 'home' | 'clock'> {
  readonly budgetTokens?: number
  /** After so long nobody hears the answer. */
  readonly deadlineMs?: number
}

export interface SessionBegun {
  readonly session: string
  readonly folder: string
  readonly source: string
}

export interface PromptGiven {
  readonly session: string
  readonly folder: string
  readonly prompt: string
}

/** How long reading the journal may take before a session begins. */
const CATCH_UP_MS_MAX = 300
/** How long it may take where nothing at all would be said: the first session of a project that the worker is making. */
const FIRST_MS_MAX = 900
/** What writing the answer takes, of the time that is left. */
const ANSWER_MS = 300
/** Between two looks at what another process reads. */
const LOOK_MS = 25
const PROMPT_MS_MAX = 200
/** A writer in the way is waited for no longer than this: what is there can be read without it. */
const BUSY_MS_MAX = 100

/** What matters to a session that begins; `null` where nothing is known. */
export async function contextOfSession(begun: SessionBegun, options: HookAnswerOptions): Promise<string | null> {
  const { session, folder, source } = begun
  const found = await caughtUp(folder, options)
  const directory = homeDirectory(options.home)
  if (found === null) {
    return hasJournal(directory) ? waitingBrief(await countWaiting(directory, gitPlace(folder), null)) : null
  }
  const { budgetTokens } = options
  return using(found, options, async (parts, place) => {
    const query = { session, source, ...(budgetTokens === undefined ? {} : { budgetTokens }) }
    const brief = await sessionBrief(parts, query, { branch: place.branch, changed: changedIn(place) })
    return brief ?? waitingBrief(await countWaiting(directory, place, found.opened))
  })
}

/** What a prompt has strongly to do with; `null` where nothing, or not in time. */
export async function contextOfPrompt(given: PromptGiven, options: HookAnswerOptions): Promise<string | null> {
  const { session, folder, prompt } = given
  const until = performance.now() + PROMPT_MS_MAX
  const terms = promptTerms(prompt)
  if (terms === null) return null
  const found = await findProject(folder, whereOf(options))
  if (found === null) return null
  return using(found, options, (parts) =>
    promptBrief(parts, { session, terms, isLate: () => performance.now() > until }),
  )
}

/**
 * The project, with what its hooks wrote last read, as far as there is time for it. Another process may be at the same
 * lines, or at making the space for them: then there is nothing to read for this one, and it looks again.
 */
async function caughtUp(folder: string, options: HookAnswerOptions): Promise<FoundProject | null> {
  const directory = homeDirectory(options.home)
  const found = await findProject(folder, whereOf(options))
  const isCurrent = found ? !(await hasWaiting({ ...found.opened, directory })) : !hasJournal(directory)
  if (isCurrent) return found
  await found?.opened.store.close()
  const { catchUpFolder } = await import('./catching-up.ts')
  const began = performance.now()
  const firstMsMax = Math.min(FIRST_MS_MAX, (options.deadlineMs ?? Number.POSITIVE_INFINITY) - ANSWER_MS)
  for (;;) {
    const leftMs = CATCH_UP_MS_MAX - (performance.now() - began)
    await catchUpFolder(folder, { ...whereOf(options), deadlineMs: Math.max(leftMs, LOOK_MS) })
    const now = await findProject(folder, whereOf(options))
    const msMax = (await hasObservations(now)) ? CATCH_UP_MS_MAX : firstMsMax
    if (performance.now() - began > msMax || !(await isWaiting(now, { folder, directory }))) return now
    await now?.opened.store.close()
    await sleep(LOOK_MS)
  }
}

async function hasObservations(found: FoundProject | null): Promise<boolean> {
  if (found === null) return false
  const { store, space } = found.opened
  return (await store.observations.find(space.id, { order: 'newest-first', limit: 1 })).length > 0
}

/** Whether lines of the project are still to be read or observed; those of other projects are not waited for. */
async function isWaiting(
  found: FoundProject | null,
  { folder, directory }: { readonly folder: string; readonly directory: string },
): Promise<boolean> {
  if (found === null) return (await countWaiting(directory, gitPlace(folder), null)) > 0
  const { store, space } = found.opened
  if ((await store.observations.unobserved(space.id, 1)).length > 0) return true
  return (await countWaiting(directory, found.place, found.opened)) > 0
}

async function using(
  { opened: { store, space }, place }: FoundProject,
  { clock = systemClock }: HookAnswerOptions,
  work: (parts: BriefSource, place: ActivityPlace) => Promise<string | null>,
): Promise<string | null> {
  try {
    return await work({ store, space: space.id, clock }, place)
  } finally {
    await store.close()
  }
}

function whereOf({ home }: HookAnswerOptions): HomeOptions {
  return { busyTimeoutMs: BUSY_MS_MAX, ...(home === undefined ? {} : { home }) }
}
