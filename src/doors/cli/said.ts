import { filled, type WordingValue } from '../../graph/wording.ts'
import { CHINESE_ERRORS } from './chinese-errors.ts'
import { inContext } from './hints.ts'
import { type Language, languageOf } from './phrases.ts'

/** What the library says to programmers, and this door to people at a terminal. */
const ENGLISH_ERRORS: Readonly<Record<string, string>> = {
  'Try again, or raise busyTimeoutMs.': 'Try again when it is done.',
  'Give { path: ":memory:" }.': 'Give a directory.',
  'A whole space is removed with `engraph space remove <space>`, or EngraphHome.remove.':
    'A whole space is removed with `engraph space remove <space>`.',
  'Give ISO 8601, such as 2026-05-03T10:00:00Z or 2026-05-03, a Date, or milliseconds.':
    'Give ISO 8601, such as 2026-05-03T10:00:00Z or 2026-05-03.',
  'a time: ISO 8601 such as 2026-05-03T10:00:00Z, a Date, or milliseconds':
    'a time: ISO 8601 such as 2026-05-03T10:00:00Z',
}

const ERRORS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  english: ENGLISH_ERRORS,
  chinese: CHINESE_ERRORS,
}

/** Texts whose first gap is a field of the library. */
const OF_A_FIELD: ReadonlySet<string> = new Set(['{0} must be {1}; it is {2}.', '{0} is no time: {1}.'])

/** What the fields are called on the command line. */
const OPTION_OF_FIELD: Readonly<Record<string, string>> = {
  around: '--around',
  at: '--at',
  audit: 'ENGRAPH_AUDIT',
  budgetTokens: '--budget',
  context: '--context',
  deadlineMs: '--deadline',
  direction: '--direction',
  home: '--home',
  hopsMax: '--hops',
  ids: '--id',
  keep: '--keep',
  kinds: '--kinds',
  level: '--level',
  limit: '--limit',
  now: '--now',
  outcome: '--outcome',
  path: '--file',
  query: '--query',
  session: '--session',
  sessions: '--session',
  since: '--since',
  space: '--space',
  tookMsMin: '--slow',
  until: '--until',
  widthMax: '--width',
}

/** A text of the library as this door says it: in a language, with the names and commands of the command line. */
export function said(text: WordingValue, language: Language = languageOf()): string {
  return inContext(worded(text, language))
}

/** Whether all of a text is known in the language; else a sentence of its own goes before it. */
export function isSayable(text: WordingValue, language: Language = languageOf()): boolean {
  if (language === 'english' || typeof text !== 'object') return true
  return Object.hasOwn(ERRORS[language], text.template)
}

function worded(text: WordingValue, language: Language): string {
  if (typeof text !== 'object') return String(text)
  if (text.values.length === 0) return templateOf(text.template, language)
  const [first = '', ...others] = text.values.map((value) => worded(value, language))
  const name = OF_A_FIELD.has(text.template) && Object.hasOwn(OPTION_OF_FIELD, first) ? OPTION_OF_FIELD[first]! : first
  return filled(templateOf(text.template, language), [name, ...others])
}

function templateOf(template: string, language: Language): string {
  const errors = ERRORS[language]
  return Object.hasOwn(errors, template) ? errors[template]! : template
}
