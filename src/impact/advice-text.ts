import type { CoverageState } from '../graph/source-graph.ts'
import type { Instant } from '../graph/spans.ts'
import { ADVICE_WORDS, type AdviceLanguage, type AdviceWords } from './advice-words.ts'
import { coverageOfWalk } from './dependents.ts'
import type { Companion } from './impact.ts'

/** What is known of one file that is about to change, as far as it is worth saying. */
export interface AdviceGiven {
  readonly path: string
  readonly dependents: {
    readonly of: readonly { readonly path: string; readonly steps: number }[]
    readonly direct: number
    readonly count: number
    readonly isCut: boolean
    readonly coverage: CoverageState
  }
  readonly usually: readonly Companion[]
  readonly tests: readonly Companion[]
  readonly sessions: {
    readonly count: number
    readonly of: readonly { readonly session: string; readonly subject: string; readonly at: Instant }[]
  }
  readonly knowledge: readonly {
    readonly kind: 'decision' | 'pitfall' | 'unfinished'
    readonly id: string
    readonly at: Instant
    readonly text: string
  }[]
  readonly live: readonly LiveGiven[]
}

export interface LiveGiven {
  readonly session: string
  readonly path: string
  readonly at: Instant
  readonly near: 'same' | 'dependent' | 'dependency' | 'usually'
  readonly branch: string | null
  readonly workTree: string | null
}

export interface AdviceHow {
  readonly language: AdviceLanguage
  readonly now: Instant
  /** Lines at most. */
  readonly linesMax?: number
  /** Only what is live: the rest was told before. */
  readonly onlyLive?: boolean
}

/** Above it, what is named changes with the file more often than not named right; see bench/README.md for the curve. */
export const ADVICE_PROBABILITY_MIN = 0.35
/** Lines without the frame around them; the whole text has twelve at most. */
export const ADVICE_LINES_MAX = 9
const DIRECT_SHOWN_MAX = 3
const INDIRECT_SHOWN_MAX = 2
const USUALLY_SHOWN_MAX = 4
const TESTS_SHOWN_MAX = 3
const SESSIONS_SHOWN_MAX = 3
const KNOWLEDGE_SHOWN_MAX = 4
const LIVE_SHOWN_MAX = 3
const TEXT_LENGTH_MAX = 220
const PATH_LENGTH_MAX = 120
const SUBJECT_LENGTH_MAX = 40

/**
 * The text for who is about to change a file: what depends on it, what usually changes with it, what was learned about
 * it, and who else is at work near it. Empty where there is nothing worth interrupting for.
 */
export function adviceLines(given: AdviceGiven, how: AdviceHow): readonly string[] {
  const { language, now, linesMax = ADVICE_LINES_MAX, onlyLive = false } = how
  const words = ADVICE_WORDS[language]
  const live = given.live.slice(0, LIVE_SHOWN_MAX).map((one) => liveLine(one, words, now))
  const path = cut(given.path, PATH_LENGTH_MAX)
  if (onlyLive) return live.length === 0 ? [] : [`${path}${words.dash}${live[0]}`, ...live.slice(1)].slice(0, linesMax)
  const companions = worthSaying(given.usually)
  const tests = worthSaying(given.tests).filter(({ path }) => companions.every((one) => one.path !== path))
  const about = [
    dependentsPart(given.dependents, words),
    usuallyPart(companions, words),
    tests.length === 0 ? '' : words.tests(listOf(tests.slice(0, TESTS_SHOWN_MAX).map(nameOf), tests.length, words)),
  ].filter((part) => part !== '')
  const known = given.knowledge.slice(0, KNOWLEDGE_SHOWN_MAX)
  // That somebody was here before is no news by itself.
  if (about.length === 0 && known.length === 0 && live.length === 0) return []
  const told = known.map(({ kind, id, text }) => words.about[kind](id, sentence(text, words)))
  const sessions = sessionsPart(given.sessions, words, now)
  const [first, ...others] = told
  const second = [sessions, first ?? ''].filter((part) => part !== '').join(words.space)
  const head = about.length === 0 ? path : `${path}${words.dash}${about.join(words.space)}`
  return [head, ...(second === '' ? [] : [second]), ...live, ...others].slice(0, linesMax)
}

/** What stands for what an advice says: as long as it is the same, it need not be said again. */
export function adviceMark(given: AdviceGiven): { readonly about: string; readonly live: string } {
  const { dependents, usually, tests, knowledge, live } = given
  const companions = [...worthSaying(usually), ...worthSaying(tests)].map(({ path }) => path)
  const direct = dependents.of.filter(({ steps }) => steps === 1).map(({ path }) => path)
  return {
    about: JSON.stringify([dependents.count, direct, companions, knowledge.map(({ id }) => id)]),
    live: JSON.stringify(
      live.slice(0, LIVE_SHOWN_MAX).map(({ session, path, at }) => [session, path, Math.floor(at / LIVE_NEWS_MS)]),
    ),
  }
}

/** What the same session does to the same file within so long is one change. */
const LIVE_NEWS_MS = 15 * 60_000

function worthSaying(companions: readonly Companion[]): readonly Companion[] {
  return companions.filter(({ probability }) => probability >= ADVICE_PROBABILITY_MIN).slice(0, USUALLY_SHOWN_MAX)
}

function dependentsPart({ of, direct, count, isCut, coverage }: AdviceGiven['dependents'], words: AdviceWords): string {
  if (count === 0) return ''
  const named = of.filter(({ steps }) => steps === 1).slice(0, DIRECT_SHOWN_MAX)
  const names = listOf(named.map(nameOf), direct, words)
  const far = of.filter(({ steps }) => steps > 1).slice(0, INDIRECT_SHOWN_MAX)
  const indirect = listOf(far.map(nameOf), count - direct, words)
  return words.dependents({ count, direct, names, indirect, isCut, coverage: coverageOfWalk(coverage, isCut) })
}

/** What was changed together only once, or never, is likely by other signs, and said apart. */
const TIMES_MIN = 2

function usuallyPart(companions: readonly Companion[], words: AdviceWords): string {
  let isOfSaid = false
  const usual: string[] = []
  const likely: string[] = []
  for (const companion of companions) {
    const reason = companion.reasons.find((one) => one.kind === 'cochange')
    if (reason?.kind !== 'cochange' || reason.commits + reason.sessions < TIMES_MIN) {
      likely.push(nameOf(companion))
      continue
    }
    const { commits, of, sessions } = reason
    // The number of all commits is the same for each, so it is said once.
    const counts = words.counts({ commits, of: isOfSaid ? null : of, sessions })
    isOfSaid ||= commits > 0
    usual.push(`${nameOf(companion)}${counts}`)
  }
  return [
    usual.length === 0 ? '' : words.usually(usual.join(words.comma)),
    likely.length === 0 ? '' : words.likely(likely.join(words.comma)),
  ]
    .filter((part) => part !== '')
    .join(words.space)
}

function sessionsPart({ count, of }: AdviceGiven['sessions'], words: AdviceWords, now: Instant): string {
  if (count === 0 || of.length === 0) return ''
  const named = of.slice(0, SESSIONS_SHOWN_MAX).map(({ subject, at }) => {
    return words.withAge(cut(subject, SUBJECT_LENGTH_MAX), words.age(now - at))
  })
  return words.sessions(count, named.join(words.comma))
}

function liveLine({ session, path, at, near, branch, workTree }: LiveGiven, words: AdviceWords, now: Instant): string {
  const where = [branch === null ? '' : words.branch(branch), workTree === null ? '' : words.workTree(workTree)]
  return words.live({
    path: cut(path, PATH_LENGTH_MAX),
    near: words.near[near],
    session: cut(session, 8),
    age: words.age(now - at),
    where: where.filter((part) => part !== '').join(words.clause),
  })
}

/** Names, with a mark where there are more of them. */
function listOf(names: readonly string[], count: number, words: AdviceWords): string {
  return names.join(words.comma) + (count > names.length ? `${words.comma}…` : '')
}

function nameOf({ path }: { readonly path: string }): string {
  return cut(path, PATH_LENGTH_MAX)
}

function sentence(text: string, words: AdviceWords): string {
  const line = text
    .slice(0, 4 * TEXT_LENGTH_MAX)
    .replace(/\s+/gu, ' ')
    .trim()
  const whole = cut(line, TEXT_LENGTH_MAX)
  return /[.!?…。！？]$/u.test(whole) ? whole : `${whole}${words.stop}`
}

/** The end of a path tells most. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  return text.includes('/')
    ? `…${text.slice(text.length - lengthMax + 1)}`.toWellFormed()
    : `${text.slice(0, lengthMax - 1)}…`.toWellFormed()
}
