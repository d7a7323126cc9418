import type { HookPayload } from '../../capture/hook-payload.ts'
import { type AnswerPlace, answerWithin, type HookAnswer, outputFor, printAnswer } from './hook-answer.ts'
import { failuresOnce, logFailure } from './hook-log.ts'

/**
 * What most calls of a hook need not: to redact and to cut, to answer, to say what went wrong. To compile that takes as
 * long as all that every call does, so it is compiled only when it is asked for.
 */
export { lineOfActivity } from '../../capture/journal-entry.ts'
export { saidKey } from '../../capture/said-key.ts'
export { spareHome } from './hook-home.ts'
export { type HookFailure, logFailure } from './hook-log.ts'
export { ownedFolder } from './journal-writer.ts'
export { parseCut } from './parse-cut.ts'

export interface EventPlace extends AnswerPlace {
  /** Data directories, in the order in which they are tried. */
  readonly homes: readonly (() => string)[]
}

/** Answers an event that takes an answer, within its deadline, and ends the process. */
export async function answerEvent(payload: HookPayload, { programs, home, homes }: EventPlace): Promise<void> {
  const { event, host } = payload
  let given: HookAnswer | null = null
  try {
    given = await answerWithin(payload, { programs, home })
  } catch (error) {
    logFailure({ event, error }, homes)
  }
  const failures = event === 'SessionStart' ? failuresOnce(homes, process.env) : null
  const systemMessage = [given?.systemMessage, failures].filter((part) => part).join('\n') || null
  const output = outputFor(event, host, { additionalContext: given?.additionalContext ?? null, systemMessage })
  if (output !== null) printAnswer(output)
  // What is late is not waited for; nothing that it still does may keep the host.
  process.exit(0)
}
