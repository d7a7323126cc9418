import { appendFileSync, mkdirSync } from 'node:fs'
import { gitPlace } from '../../capture/git-place.ts'
import { type HookPayload, readHookPayload, toldActivity } from '../../capture/hook-payload.ts'
import { isPlainText, plainLine } from '../../capture/plain-line.ts'
import { keyOfPlain } from '../../capture/short-hash.ts'
import type { Instant } from '../../graph/spans.ts'
import { mayWriteFiles } from './about-to-write.ts'
import { startDrainWorker } from './drain-worker.ts'
import { answerWithin, type HookAnswer, outputFor, printAnswer } from './hook-answer.ts'
import { hookHome } from './hook-home.ts'
import { parseJson, readInput } from './hook-input.ts'
import type * as hookRest from './hook-rest.ts'
import { type Appended, appendLine } from './journal-writer.ts'

/** Set for every process that Engraph itself starts: what it does is no user's work. */
const INTERNAL = 'ENGRAPH_INTERNAL'
/** Set by a user who wants a session neither kept nor answered. */
const OFF = 'ENGRAPH_OFF'

export interface HookOptions {
  /** The folder in which the built programs lie. */
  readonly programs: string
  /** What most calls need not, compiled when it is asked for. */
  readonly rest: () => typeof hookRest
}

/**
 * One call of a hook: reads the payload, keeps what it tells, and answers the events that take an answer. Whatever
 * happens, it does not fail the agent that it watches: no error, no exit status, nothing printed but one JSON object.
 */
export async function runHook(named: string | null, { programs, rest }: HookOptions): Promise<void> {
  if (process.env[INTERNAL] || process.env[OFF]) return
  // In the order in which they are tried; the second is looked up only when it is needed.
  const homes = [() => hookHome(), () => rest().ownedFolder(rest().spareHome(hookHome()))]
  const fail = (event: string, error: unknown): void => logOrLeave({ event, error }, { homes, rest })
  let event = named ?? '?'
  try {
    const { text, json, isCut } = readInput()
    // A host that says nothing has nothing to keep; that is no failure of anybody.
    if (text.trim() === '') return
    const given = json ?? parseJson(text) ?? (isCut ? rest().parseCut(text) : undefined)
    if (given === undefined) throw new SyntaxError('What the host said is no JSON.')
    const payload = readHookPayload(given, named)
    if (payload === null) return
    event = payload.event
    try {
      const { refused } = capture(payload, homes, rest)
      if (refused !== null) fail(event, refused)
    } catch (error) {
      fail(event, error)
    }
    if (event === 'SessionEnd') startDrainWorker({ programs, home: hookHome() })
    if (canAnswer(payload)) await answer(payload, { programs, homes, rest, fail })
  } catch (error) {
    fail(event, error)
  }
}

type Homes = readonly (() => string)[]

interface AnswerParts extends HookOptions {
  readonly homes: Homes
  readonly fail: (event: string, error: unknown) => void
}

/** Answers an event that takes an answer, within its deadline, and ends the process. */
async function answer(payload: HookPayload, { programs, homes, rest, fail }: AnswerParts): Promise<void> {
  const { event, host } = payload
  let given: HookAnswer | null = null
  try {
    given = await answerWithin(payload, { programs, home: hookHome() })
  } catch (error) {
    fail(event, error)
  }
  const failures = event === 'SessionStart' ? rest().failuresOnce(homes, process.env) : null
  const systemMessage = [given?.systemMessage, failures].filter((part) => part).join('\n') || null
  const output = outputFor(event, host, { additionalContext: given?.additionalContext ?? null, systemMessage })
  if (output !== null) printAnswer(output)
  // What is late is not waited for; nothing that it still does may keep the host.
  process.exit(0)
}

/** Where the rest of this program is torn off, nothing was written that it had to look at; all that is left is to say so. */
function logOrLeave(failure: hookRest.HookFailure, { homes, rest }: { homes: Homes; rest: HookOptions['rest'] }): void {
  try {
    rest().logFailure(failure, homes)
  } catch (error) {
    const folder = `${hookHome()}/logs`
    const line = `${new Date().toISOString()} ${failure.event.replace(/[^\w-]/g, '')} TORN ${(error as Error).name}\n`
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(`${folder}/hooks.log`, line, { mode: 0o600 })
  }
}

/** Writes what a payload tells; of what is told, most is plainly no secret, and needs nothing of the rest. */
function capture(payload: HookPayload, homes: Homes, rest: HookOptions['rest']): Pick<Appended, 'refused'> {
  const activity = toldActivity(payload, {
    event: payload.event,
    at: Date.now() as Instant,
    placeOf: gitPlace,
    folder: process.cwd(),
    saidKey: (turn, text) => {
      if (turn === null) return null
      return isPlainText(text) ? keyOfPlain(turn, text) : rest().saidKey(turn, text)
    },
  })
  if (activity === null) return NOTHING
  const id = freshId()
  const line = plainLine(activity, id) ?? rest().lineOfActivity(activity, id)
  return line === null ? NOTHING : appendLine(line, { session: activity.session, homes })
}

const NOTHING = { refused: null }

/** Whether there may be an answer: most calls of tools need none. */
function canAnswer({ event, fields }: HookPayload): boolean {
  const { tool_name, toolName, tool_input, toolInput } = fields
  if (event === 'PreToolUse') return mayWriteFiles(tool_name ?? toolName, tool_input ?? toolInput)
  return event === 'SessionStart' || event === 'UserPromptSubmit'
}

/** Tells lines apart, on one machine and across them; it is no secret, so it needs no generator that is slow to load. */
function freshId(): string {
  const parts = [Date.now(), process.pid, Math.random() * 2 ** 52, Math.random() * 2 ** 52]
  return parts.map((part) => Math.floor(part).toString(36)).join('')
}
