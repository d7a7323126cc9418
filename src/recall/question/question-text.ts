import type { TextSpan } from '../../graph/spans.ts'
import { foldHan } from '../../text/han.ts'
import { findNames, type Name, type NameOptions } from './question-names.ts'
import { findTimes } from './question-times.ts'

/**
 * A question as the rules read it. All texts are of one length, so that a place in one is the same place in the
 * others. Rules read small letters: patterns that fold case themselves take far longer to compile.
 */
export interface QuestionText {
  /** As written. */
  readonly text: string
  /** With traditional characters as simplified ones. */
  readonly folded: string
  /** Folded, in small letters, and without times: "last week" is not "the last one". */
  readonly timeless: string
  /** Timeless, and without names: "/api/list" lists nothing, "Will" is not the future. */
  readonly nameless: string
  /** Nameless, with capitals as written: "IT" is not "it". */
  readonly cased: string
  readonly isHan: boolean
  readonly names: readonly Name[]
  readonly times: readonly TextSpan[]
  /** Names and times in the order of the text. */
  readonly named: readonly TextSpan[]
}

/** Characters that are read. Of a longer text the beginning and the end are: a pasted log stands between them. */
const LENGTH_MAX = 2_000

export function readQuestionText(question: string, options: NameOptions = {}): QuestionText {
  const text = cutQuestion(question)
  const isHan = /\p{Script=Han}/u.test(text)
  const folded = isHan ? foldHan(text) : text
  const lower = lowerLatin(folded)
  const times = findTimes(folded, lower, isHan)
  const names = findNames(text, folded, times, text === question ? options : { ...options, mentions: undefined })
  const timed = blank(folded, times, ' ')
  const cased = blank(timed, names, '_')
  return {
    text,
    folded,
    timeless: lowerLatin(timed),
    nameless: lowerLatin(cased),
    cased,
    isHan,
    names,
    times,
    named: [...names, ...times].sort((a, b) => a.start - b.start),
  }
}

/** Letter by letter, since some others change their length. */
function lowerLatin(text: string): string {
  return text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase())
}

function cutQuestion(question: string): string {
  if (question.length <= LENGTH_MAX) return question
  const half = LENGTH_MAX / 2
  return `${question.slice(0, half)}\n${question.slice(-half)}`
}

function blank(text: string, spans: readonly TextSpan[], filling: string): string {
  let blanked = ''
  let at = 0
  for (const { start, end } of spans) {
    blanked += text.slice(at, start) + filling.repeat(end - start)
    at = end
  }
  return blanked + text.slice(at)
}
