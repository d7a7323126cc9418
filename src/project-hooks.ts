import type { ActivityPlace } from './graph/activity.ts'
import { type HomeOptions, homeDirectory } from './home-options.ts'
import { systemClock } from './ports/clock.ts'
import { type BriefSource, promptBrief, promptTerms, sessionBrief } from './project-brief.ts'
import { changedIn } from './project-changes.ts'
import { type FoundProject, findProject } from './project-opening.ts'
import { hasJournal, hasWaiting } from './project-waiting.ts'

/*
 * The two answers that a host waits for, each from a process of its own: opened by the shortest way, closed, gone. What
 * reads and observes the journal is loaded only where something waits in it.
 */

export interface HookAnswerOptions extends Pick<HomeOptions, 'home' | 'clock'> {
  readonly budgetTokens?: number
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
const PROMPT_MS_MAX = 200
/** A writer in the way is waited for no longer than this: what is there can be read without it. */
const BUSY_MS_MAX = 100

/** What matters to a session that begins; `null` where nothing is known. */
export async function contextOfSession(begun: SessionBegun, options: HookAnswerOptions): Promise<string | null> {
  const { session, folder, source } = begun
  const found = await caughtUp(folder, options)
  if (found === null) return null
  const { budgetTokens } = options
  return using(found, options, (parts, place) =>
    sessionBrief(
      parts,
      { session, source, ...(budgetTokens === undefined ? {} : { budgetTokens }) },
      { branch: place.branch, changed: changedIn(place) },
    ),
  )
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

/** The project, with what its hooks wrote last read, as far as there is time for it. */
async function caughtUp(folder: string, options: HookAnswerOptions): Promise<FoundProject | null> {
  const directory = homeDirectory(options.home)
  const found = await findProject(folder, whereOf(options))
  const isCurrent = found ? !(await hasWaiting({ ...found.opened, directory })) : !hasJournal(directory)
  if (isCurrent) return found
  await found?.opened.store.close()
  const { catchUpFolder } = await import('./project-catching-up.ts')
  await catchUpFolder(folder, { ...whereOf(options), deadlineMs: CATCH_UP_MS_MAX })
  return findProject(folder, whereOf(options))
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
