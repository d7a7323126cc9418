import type { EdgeKind } from '../../graph/edges.ts'
import { type AnswerKind, readAnswer, readScope, type Scope } from './question-aim.ts'
import {
  type AskedState,
  type AskedType,
  readRelations,
  readSpeakers,
  readStates,
  readTypes,
} from './question-hints.ts'
import type { NameOptions } from './question-names.ts'
import { type Part, readParts } from './question-parts.ts'
import { readReference, resolveReference } from './question-reference.ts'
import { type QuestionText, readQuestionText } from './question-text.ts'
import { contentWords } from './question-words.ts'

export { ANSWER_KINDS, type AnswerKind, SCOPES, type Scope } from './question-aim.ts'
export { ASKED_STATES, type AskedState, type AskedType } from './question-hints.ts'

export type { NameOptions } from './question-names.ts'

/** `entity`: asks about named things, files or times. `semantic`: about a subject in ordinary words. `mixed`: both. */
export const QUERY_TYPES = ['entity', 'semantic', 'mixed'] as const
export type QueryType = (typeof QUERY_TYPES)[number]

/** What a question says by itself, in English or Chinese. */
export interface Question {
  readonly type: QueryType
  readonly scope: Scope
  /** Names as written (people, places, products, identifiers, paths, endpoints, quoted titles); never question words. */
  readonly entities: readonly string[]
  /** Parts of a real conjunction, each a question on its own; at most 3, none when the question is one. */
  readonly subQueries: readonly string[]
  /** Kinds of edges that the question hints at. */
  readonly relations: readonly EdgeKind[]
  readonly constraints: QuestionConstraints
  /** What is asked for, when the question word says it. */
  readonly answer: AnswerKind | null
  /** What only the context can say ("that problem", "刚才那个", "and then?"), as written. */
  readonly reference: string | null
  /** Words of the context for which the reference most plausibly stands, to be searched for as well; else empty. */
  readonly resolved: string
}

export interface QuestionConstraints {
  /** Times as written. What they stand for is resolved elsewhere. */
  readonly times: readonly string[]
  /** Names that the question says spoke. */
  readonly speakers: readonly string[]
  readonly files: readonly string[]
  /** Kinds of what is asked for: "which bugs did we fix". */
  readonly types: readonly AskedType[]
  readonly states: readonly AskedState[]
}

/** Reads a question by rules. Pure; reads the first and last thousand characters of a longer text. */
export function readQuestion(question: string, context: readonly string[] = [], options: NameOptions = {}): Question {
  const text = readQuestionText(question, options)
  const parts = readParts(text)
  const tellingWordsMax = countTellingWords(text, parts)
  const relations = readRelations(text)
  const answer = readAnswer(text, relations)
  const hasSubject = tellingWordsMax > 0 || text.names.length > 0
  const reference = readReference(text, tellingWordsMax > 0)
  return {
    type: typeOf(text, tellingWordsMax),
    scope: readScope(text, { answer, relations, hasSubject }),
    entities: distinct(text.names.map((name) => name.text)),
    subQueries: parts.map((part) => part.text),
    relations,
    constraints: {
      times: distinct(text.times.map(({ start, end }) => text.text.slice(start, end))),
      speakers: readSpeakers(text),
      files: distinct(text.names.filter(({ isFile }) => isFile).map((name) => name.text)),
      types: readTypes(text),
      states: readStates(text),
    },
    answer,
    reference: reference?.text ?? null,
    resolved: reference ? resolveReference(reference, text, context, options) : '',
  }
}

/** More telling words than these make no difference. */
const TELLING_WORDS_COUNTED = 3

/** Words that tell more than the names do, in the part that has most of them: two short questions are no long one. */
function countTellingWords({ folded, named }: QuestionText, parts: readonly Part[]): number {
  const spans = parts.length > 0 ? parts : [{ start: 0, end: folded.length }]
  return Math.max(...spans.map((span) => contentWords(folded, span, named, TELLING_WORDS_COUNTED).length))
}

/** One word beside a name mostly says what is asked of it ("when did Ana move"); a time alone is no subject. */
function typeOf({ names, times }: QuestionText, tellingWordsMax: number): QueryType {
  if (names.length === 0 && times.length === 0) return 'semantic'
  return tellingWordsMax <= (names.length > 0 ? 1 : 0) ? 'entity' : 'mixed'
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
