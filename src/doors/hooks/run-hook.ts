import { gitPlace } from '../../capture/git-place.ts'
import { type HookPayload, hookActivity, readHookPayload } from '../../capture/hooks.ts'
import { lineOfActivity } from '../../capture/journal-entry.ts'
import type { Instant } from '../../graph/spans.ts'
import { startDrainWorker } from './drain-worker.ts'
import { answerWithin, canAnswer, type HookAnswer, outputFor, printAnswer } from './hook-answer.ts'
import { hookHome, spareHome } from './hook-home.ts'
import { parseCut, parseJson, readInput } from './hook-input.ts'
import { failuresOnce, logFailure } from './hook-log.ts'
import { appendLine, ownedFolder } from './journal-writer.ts'

/** Set for every process that Engraph itself starts: what it does is no user's work. */
const INTERNAL = 'ENGRAPH_INTERNAL'
/** In the order in which they are tried; the second is looked up only when it is needed. */
const HOMES: readonly (() => string)[] = [() => hookHome(), () => ownedFolder(spareHome(hookHome()))]

export interface HookOptions {
  /** The folder in which the built programs lie. */
  readonly programs: string
}

/**
 * One call of a hook: reads the payload, keeps what it tells, and answers the events that take an answer. Whatever
 * happens, it does not fail the agent that it watches: no error, no exit status, nothing printed but one JSON object.
 */
export async function runHook(named: string | null, { programs }: HookOptions): Promise<void> {
  if (process.env[INTERNAL]) return
  let event = named ?? '?'
  try {
    const { text, isCut } = readInput()
    // A host that says nothing has nothing to keep; that is no failure of anybody.
    if (text.trim() === '') return
    const given = parseJson(text) ?? (isCut ? parseCut(text) : undefined)
    if (given === undefined) throw new SyntaxError('What the host said is no JSON.')
    const payload = readHookPayload(given, named)
    if (payload === null) return
    event = payload.event
    capture(payload)
    if (event === 'SessionEnd') startDrainWorker({ programs, home: hookHome() })
    if (canAnswer(payload)) await answer(payload, programs)
  } catch (error) {
    logFailure({ event, error }, HOMES)
  }
}

function capture(payload: HookPayload): void {
  try {
    const activity = hookActivity(payload, {
      event: payload.event,
      at: Date.now() as Instant,
      placeOf: gitPlace,
      folder: process.cwd(),
    })
    const line = activity === null ? null : lineOfActivity(activity, freshId())
    if (line !== null && activity !== null) {
      const { refused } = appendLine(line, { session: activity.session, homes: HOMES })
      if (refused !== null) logFailure({ event: payload.event, error: refused }, HOMES)
    }
  } catch (error) {
    logFailure({ event: payload.event, error }, HOMES)
  }
}

async function answer(payload: HookPayload, programs: string): Promise<void> {
  const { event, host } = payload
  let given: HookAnswer | null = null
  try {
    given = await answerWithin(payload, { programs, home: hookHome() })
  } catch (error) {
    logFailure({ event, error }, HOMES)
  }
  const failures = event === 'SessionStart' ? failuresOnce(HOMES, process.env) : null
  const systemMessage = [given?.systemMessage, failures].filter((part) => part).join('\n') || null
  const output = outputFor(event, host, { additionalContext: given?.additionalContext ?? null, systemMessage })
  if (output !== null) printAnswer(output)
  // What is late is not waited for; nothing that it still does may keep the host.
  process.exit(0)
}

/** Tells lines apart, on one machine and across them; it is no secret, so it needs no generator that is slow to load. */
function freshId(): string {
  const [seconds, nanoseconds] = process.hrtime()
  const parts = [Date.now(), process.pid, seconds, nanoseconds, Math.random() * 2 ** 52, Math.random() * 2 ** 52]
  return parts.map((part) => Math.floor(part).toString(36)).join('')
}
