import {
  type Check,
  numberFrom,
  oneOf,
  readGiven,
  requireGiven,
  text,
  texts,
  time,
  wholeNumber,
  yesOrNo,
} from '../graph/given.ts'
import type { Instant, TimeSpan } from '../graph/spans.ts'
import { requireInstant } from '../graph/times.ts'
import { wording } from '../graph/wording.ts'
import type { Clock } from '../ports/clock.ts'
import { cleanName } from '../text/clean.ts'
import { RECALL_LIMIT_DEFAULT, RECALL_LIMIT_MAX, type RecallOptions } from './recalled.ts'
import { LEVELS } from './render.ts'

/** Characters of a question that are read; a longer one says what it is about in these. */
const QUESTION_LENGTH_MAX = 20_000
/** Longer ones end at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

const CHECKS: Readonly<Record<keyof RecallOptions, Check>> = {
  limit: wholeNumber(1, RECALL_LIMIT_MAX),
  budgetTokens: numberFrom(1),
  level: oneOf(...LEVELS),
  now: time,
  context: texts,
  deadlineMs: numberFrom(0),
  thorough: yesOrNo,
  since: time,
  until: time,
  sessions: texts,
}

/** What recall was asked, checked, with nothing left open. */
export function readRecallOptions(
  question: string,
  given: RecallOptions | undefined,
  { startedAt }: { readonly startedAt: number },
  clock: Clock,
) {
  requireGiven(question, wording`A question`, text())
  const options = readGiven<RecallOptions>(given, 'The options of recall', CHECKS)
  const {
    limit = RECALL_LIMIT_DEFAULT,
    budgetTokens = null,
    level = null,
    context = [],
    deadlineMs,
    thorough,
  } = options
  const now: Instant = options.now === undefined ? clock.now() : requireInstant(options.now, 'now')
  const span: TimeSpan = {
    from: options.since === undefined ? null : requireInstant(options.since, 'since'),
    to: options.until === undefined ? null : requireInstant(options.until, 'until'),
  }
  const sessions = options.sessions ? new Set(options.sessions.map(cleanName)) : null
  const isLate = deadlineMs === undefined ? () => false : () => performance.now() - startedAt > deadlineMs
  return {
    limit,
    /** `null` where neither was asked for: nothing is packed then. */
    packing: budgetTokens === null && level === null ? null : { budgetTokens, level: level ?? ('details' as const) },
    isLate,
    isThorough: thorough ?? false,
    /** Milliseconds that are left; `null` without a deadline. */
    remainingMs: () =>
      deadlineMs === undefined
        ? null
        : Math.min(TIMER_MS_MAX, Math.max(0, Math.ceil(startedAt + deadlineMs - performance.now()))),
    request: { question: question.slice(0, QUESTION_LENGTH_MAX), context, span, sessions, now },
  }
}
