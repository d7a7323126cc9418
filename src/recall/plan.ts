import type { Instant, TimeSpan } from '../graph/spans.ts'
import { tokenise, tokeniseQuestion } from '../text/tokenise.ts'

/** Speakers that are a role and no name; the one who asks is never "named" by the word "user". */
const ROLES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'human',
  'ai',
  'bot',
  'agent',
  'tool',
  'model',
])

/** Words of the first person: the question is about the one who asks. */
const FIRST_PERSON = /\b(?:i|me|my|mine|myself|we|us|our|ours)\b|[我俺咱]/iu
/** Words that address the other side: the question may be about what it said. */
const SECOND_PERSON = /\b(?:you|your|yours|yourself)\b|[你您]/iu

/** Distinct terms whose postings are read, at most: a pasted log holds thousands. */
const TERMS_READ_MAX = 500
/** Characters of the context that are read: the newest. */
const CONTEXT_LENGTH_MAX = 20_000
const POLITE_OPENING = /^\s*(?:can|could|would|will) you\b|^\s*(?:你|您)?(?:能|可以|能否|可否)(?:你|您)?/iu

export interface Plan {
  /** Distinct terms, in the order of the question. */
  readonly terms: readonly string[]
  /** References of the speakers whom the question names. */
  readonly speakers: readonly number[]
  /** References of the speakers in the role of the one who asks, when the question is not about the other side. */
  readonly askers: readonly number[]
  readonly span: TimeSpan
  readonly sessions: ReadonlySet<string> | null
  readonly now: Instant
}

export interface PlanRequest {
  readonly question: string
  readonly context: readonly string[]
  readonly speakers: ReadonlyMap<number, string>
  readonly span: TimeSpan
  readonly sessions: ReadonlySet<string> | null
  readonly now: Instant
}

export function planRecall({ question, context, speakers, ...bounds }: PlanRequest): Plan {
  // A question that says nothing by itself ("and then?") is asked about what was just talked of.
  const readings = [
    () => tokeniseQuestion(question),
    () => tokeniseQuestion(context.join('\n').slice(-CONTEXT_LENGTH_MAX)),
    () => tokenise(question),
  ]
  let terms: string[] = []
  for (const read of readings) if (terms.length === 0) terms = read()
  return {
    terms: [...new Set(terms)].slice(0, TERMS_READ_MAX),
    speakers: namedSpeakers(question, speakers),
    askers: isAboutAsker(question) ? inRole(speakers, ['user', 'human']) : [],
    ...bounds,
  }
}

/** "Can you tell me" is manners; "what did you tell me" is about the other side, if not about both. */
function isAboutAsker(question: string): boolean {
  return FIRST_PERSON.test(question) || !SECOND_PERSON.test(question.replace(POLITE_OPENING, ''))
}

function inRole(speakers: ReadonlyMap<number, string>, roles: readonly string[]): number[] {
  return [...speakers].filter(([, name]) => roles.includes(name.trim().toLowerCase())).map(([reference]) => reference)
}

function namedSpeakers(question: string, speakers: ReadonlyMap<number, string>): number[] {
  const asked = question.toLowerCase()
  const named: number[] = []
  for (const [reference, name] of speakers) {
    const folded = name.toLowerCase()
    if (ROLES.has(folded)) continue
    if (isNamed(asked, folded) || isNamed(asked, folded.split(/\s+/u)[0]!)) named.push(reference)
  }
  return named
}

/** Whether a name stands in the question by itself; Chinese has no spaces, so there a name may touch other words. */
function isNamed(asked: string, name: string): boolean {
  if (name.length < 2) return false
  for (let at = asked.indexOf(name); at >= 0; at = asked.indexOf(name, at + 1)) {
    if (!isLetter(asked[at - 1]) && !isLetter(asked[at + name.length])) return true
    if (/\p{Script=Han}/u.test(name)) return true
  }
  return false
}

/** A letter that would make a longer word of a Latin name; Han characters do not. */
function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character) && !/\p{Script=Han}/u.test(character)
}
