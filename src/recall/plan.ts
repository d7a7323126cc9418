import type { NodeId } from '../graph/nodes.ts'
import { thingId } from '../graph/records.ts'
import type { Instant, TimeSpan } from '../graph/spans.ts'
import type { AliasTable } from '../text/entities/aliases.ts'
import { type EntityMention, entityKey, readEntities } from '../text/entities/entities.ts'
import { foldHan } from '../text/han.ts'
import { tokenise, tokeniseQuestion } from '../text/tokenise.ts'
import { askedFlags } from './asked.ts'
import { type Question, readQuestion } from './question/question.ts'
import { contentWords } from './question/question-words.ts'
import { inRole, isAboutAsker, isFirstPerson, namedSpeakers } from './speakers.ts'

/** Distinct terms whose postings are read, at most: a pasted log holds thousands. */
const TERMS_READ_MAX = 500
/** Terms of other spellings, at most. */
const ALIAS_TERMS_MAX = 24
/** Characters of the context that are read: the newest. */
const CONTEXT_LENGTH_MAX = 20_000
/** Runs of words of a question that are looked up as names, whatever their case. */
const NAMES_TRIED_MAX = 60
const NAME_WORDS_MAX = 3

/** A term with how much it counts against a word of the question. */
export interface PlannedTerm {
  readonly term: string
  readonly weight: number
}

export interface Plan {
  /** What the question says by itself. */
  readonly question: Question
  /** The question, with what the context says that it means. */
  readonly asked: string
  /** Distinct terms, in the order of the question, then those of other spellings. */
  readonly terms: readonly PlannedTerm[]
  /** References of the speakers whom the question names. */
  readonly speakers: readonly number[]
  /** References of the speakers in the role of the one who asks, when the question is not about the other side. */
  readonly askers: readonly number[]
  /** Whether it is asked about the one who asks, or about nobody who talks; not about the other side alone. */
  readonly isAboutAsker: boolean
  /** Whether the question is about people: it names a speaker, or is asked in the first person. */
  readonly isPersonal: boolean
  /** What an answer holds at least one of; see `HELD`. */
  readonly askedFlags: number
  /** Ids that things named by the question would have; most do not exist. */
  readonly things: readonly NodeId[]
  /** Times that the question names. */
  readonly windows: readonly TimeSpan[]
  readonly span: TimeSpan
  readonly sessions: ReadonlySet<string> | null
  readonly now: Instant
}

export interface PlanRequest {
  readonly question: string
  readonly context: readonly string[]
  readonly speakers: ReadonlyMap<number, string>
  readonly windows: readonly TimeSpan[]
  readonly aliases: AliasTable
  /** Weight of a term of another spelling. */
  readonly aliasWeight: number
  readonly span: TimeSpan
  readonly sessions: ReadonlySet<string> | null
  readonly now: Instant
}

export function planRecall({ question, context, speakers, aliases, aliasWeight, ...bounds }: PlanRequest): Plan {
  const names = new Set([...speakers.values()].map((name) => name.toLowerCase()))
  const mentions = readEntities(question, aliases)
  const read = readQuestion(question, context, {
    known: (lowercase) => names.has(lowercase),
    // What a user's own names make of a question is searched for, and does not change what the question is taken for.
    mentions: aliases.added.size === 0 ? mentions : undefined,
  })
  const spoken = namedSpeakers(question, speakers, read.constraints.speakers)
  const own = ownTerms(question, read, context)
  const aboutAsker = isAboutAsker(question)
  const ownWeight = isBoundsOnly(question, read, bounds.windows.length > 0) ? 0 : 1
  const keys = [...mentions.map(({ key }) => key), ...wordsWithSpellings(question, own, aliases)]
  return {
    question: read,
    asked: read.resolved ? `${question} ${read.resolved}` : question,
    terms: [
      ...own.map((term) => ({ term, weight: ownWeight })),
      ...otherSpellings(keys, { aliases, own: new Set(own), aliasWeight }),
    ],
    speakers: spoken,
    isPersonal: spoken.length > 0 || isFirstPerson(question),
    askedFlags: askedFlags(question, read.answer),
    askers: aboutAsker ? inRole(speakers, ['user', 'human']) : [],
    isAboutAsker: aboutAsker,
    things: thingsNamed(question, read, { mentions, keys, aliases }),
    ...bounds,
  }
}

/** A question that says nothing by itself ("and then?") is asked about what was just talked of. */
function ownTerms(question: string, { resolved }: Question, context: readonly string[]): string[] {
  const readings = [
    () => tokeniseQuestion(resolved === '' ? question : `${question}\n${resolved}`),
    () => tokeniseQuestion(context.join('\n').slice(-CONTEXT_LENGTH_MAX)),
    () => tokenise(question),
  ]
  let terms: string[] = []
  for (const read of readings) if (terms.length === 0) terms = read()
  return [...new Set(terms)].slice(0, TERMS_READ_MAX)
}

/**
 * Words that name when, or who said it, are answered by time and speaker: who mentions the name, or the year, says
 * something else. They are searched for only beside other words.
 */
function isBoundsOnly(question: string, { constraints: { speakers, times } }: Question, hasWindows: boolean): boolean {
  const bounds = hasWindows ? [...speakers, ...times] : speakers
  if (bounds.length === 0) return false
  const rest = foldHan(bounds.reduce((text, bound) => text.replaceAll(bound, ' '), question))
  return contentWords(rest, { start: 0, end: rest.length }, []).length === 0
}

const HAN = /\p{Script=Han}/u
const HAN_PAIR = /^\p{Script=Han}{2}$/u
/** Says too little by itself. */
const HAN_CHARACTER = /^\p{Script=Han}$/u

/**
 * One term each: of several words, one alone may mean something else ("log" of "log in"). What people said themselves
 * is searched for by all its words, since it may have been remembered before, when it was no name yet.
 */
function otherSpellings(keys: readonly string[], { aliases, own, aliasWeight }: Spelled): PlannedTerm[] {
  const found = new Map<string, PlannedTerm>()
  const hasOwn = aliases.added.size > 0
  for (const key of keys) {
    for (const spelling of aliases.spellings(key)) {
      // Two Han characters are one term, whatever the dictionary says of them; longer ones may be several words.
      const isOwn = hasOwn && aliases.added.has(entityKey(spelling))
      const isWords = HAN.test(spelling) && !isOwn
      const terms = HAN_PAIR.test(spelling)
        ? [hasOwn ? foldHan(spelling) : spelling]
        : isWords
          ? []
          : tokenise(spelling)
      if (terms.length > 1 && !isOwn) continue
      for (const term of terms) {
        if (!own.has(term) && !HAN_CHARACTER.test(term)) found.set(term, { term, weight: isOwn ? 1 : aliasWeight })
        if (found.size === ALIAS_TERMS_MAX) return [...found.values()]
      }
    }
  }
  return [...found.values()]
}

interface Spelled {
  readonly aliases: AliasTable
  /** Terms of the question itself. */
  readonly own: ReadonlySet<string>
  /** Of spellings that come along; what people say is the same counts as the question's own. */
  readonly aliasWeight: number
}

interface NamedIn {
  readonly mentions: readonly EntityMention[]
  /** Of these and of words that have other spellings. */
  readonly keys: readonly string[]
  readonly aliases: AliasTable
}

/** Plain words of a question that are written differently elsewhere: "deploy", 部署. Chinese ones are among its terms. */
function wordsWithSpellings(question: string, own: readonly string[], aliases: AliasTable): string[] {
  const words = wordsOf(question).map(entityKey)
  const han = own.filter((term) => HAN.test(term) && !HAN_CHARACTER.test(term))
  return [...new Set([...words, ...han])].filter((key) => key !== '' && aliases.spellings(key).length > 0)
}

/** Longer runs are no names. */
const WORD_LENGTH_MAX = 80

function wordsOf(question: string): string[] {
  return question.split(WORD_BREAK).filter((word) => word.length > 1 && word.length <= WORD_LENGTH_MAX)
}

const WORD_BREAK = /[\s?!.,;:"“”？！。，；：]+/u

/** Names as they are written, in other spellings, and any few words in a row, since people do not capitalise. */
function thingsNamed(question: string, { entities }: Question, { mentions, keys, aliases }: NamedIn): NodeId[] {
  const ids = new Set<NodeId>()
  for (const { node, key } of mentions) ids.add(thingId(node, key))
  for (const key of keys) {
    ids.add(thingId('entity', aliases.canonical(key)))
    // A group that was made after something was remembered ties together what was kept apart then; ours always were.
    const others = aliases.keys(key)
    if (others.some((other) => aliases.added.has(other))) {
      for (const other of others) ids.add(thingId('entity', other))
    }
  }
  for (const name of entities) ids.add(thingId('entity', aliases.canonical(entityKey(name))))
  for (const words of runsOfWords(question)) {
    if (ids.size >= NAMES_TRIED_MAX) break
    const key = entityKey(words)
    if (key !== '') ids.add(thingId('entity', aliases.canonical(key)))
  }
  return [...ids]
}

function* runsOfWords(question: string): Generator<string> {
  const words = wordsOf(question)
  for (let length = NAME_WORDS_MAX; length >= 1; length--) {
    for (let start = 0; start + length <= Math.min(words.length, NAMES_TRIED_MAX); start++) {
      yield words.slice(start, start + length).join(' ')
    }
  }
}
