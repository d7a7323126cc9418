import type { TextSpan } from '../../graph/spans.ts'
import { foldHan } from '../han.ts'
import { amountOf } from './numerals-chinese.ts'
import { mayCountInChinese, mayCountInEnglish } from './time-mentions.ts'
import { MONTHS, NUMBERS, readTokens, type Token, WEEKDAYS } from './times-english-words.ts'

/*
 * Times that are counted from an event: "two weeks before the trade show", "展会前两周", "婚礼的第二天". The text does not say
 * when the event was, so this is no time yet; who knows the event can resolve it.
 */

/** A time that is counted from an event. */
export interface EventOffset {
  readonly offset: {
    /** 0 is the event itself: "the day of the wedding". A vague amount, "a few", is its middle. */
    readonly amount: number
    readonly unit: 'hour' | 'day' | 'week' | 'month' | 'year'
    readonly direction: 'before' | 'after'
  }
  /** The words that name the event, without article. */
  readonly event: string
  /** Amount, direction and event in the text. */
  readonly span: TextSpan
}

type Unit = EventOffset['offset']['unit']
type Direction = EventOffset['offset']['direction']

const LENGTH_MAX = 2000
const EVENT_WORDS_MAX = 6

/** The first time that a text counts from an event, or `null`. */
export function relativeToEvent(text: string): EventOffset | null {
  const read = text.slice(0, LENGTH_MAX)
  return mayCountInEnglish(read) ? (inEnglish(read) ?? inChinese(read)) : inChinese(read)
}

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['hour', 'hour'],
  ['hours', 'hour'],
  ['day', 'day'],
  ['days', 'day'],
  ['night', 'day'],
  ['morning', 'day'],
  ['evening', 'day'],
  ['week', 'week'],
  ['weeks', 'week'],
  ['month', 'month'],
  ['months', 'month'],
  ['year', 'year'],
  ['years', 'year'],
])

function inEnglish(text: string): EventOffset | null {
  const tokens = readTokens(text)
  for (let at = 0; at < tokens.length; at++) {
    const unit = UNITS.get(tokens[at]!.text)
    const link = unit && linkAt(tokens, at + 1)
    const event = link && eventAt(text, tokens, link.next)
    if (!unit || !link || !event) continue
    const { amount, start } = amountBefore(tokens, at)
    // "Years before the war" tells no amount.
    if (amount === null || (link.isSame && amount !== 1)) continue
    const offset = { amount: link.isSame ? 0 : amount, unit, direction: link.direction }
    return { offset, event: event.text, span: { start: tokens[start]!.start, end: event.end } }
  }
  return null
}

interface Link {
  readonly direction: Direction
  readonly isSame: boolean
  readonly next: number
}

function linkAt(tokens: readonly Token[], at: number): Link | null {
  const [first, second] = [tokens[at]?.text, tokens[at + 1]?.text]
  if (first === 'before') return { direction: 'before', isSame: false, next: at + 1 }
  if (first === 'after' || first === 'following') return { direction: 'after', isSame: false, next: at + 1 }
  if (first === 'prior' && second === 'to') return { direction: 'before', isSame: false, next: at + 2 }
  // "The week of" a date or of work is read otherwise, and "a day of rest" is none.
  if (
    first === 'of' &&
    /^(?:day|night|morning|evening)$/u.test(tokens[at - 1]!.text) &&
    tokens[at - 2]?.text === 'the'
  ) {
    return { direction: 'after', isSame: true, next: at + 1 }
  }
  return null
}

/** The amount that ends before a unit; one when there is an article. */
function amountBefore(
  tokens: readonly Token[],
  unit: number,
): { readonly amount: number | null; readonly start: number } {
  const before = tokens[unit - 1]
  if (!before) return { amount: null, start: unit }
  if (before.kind === 'number' && /^\d{1,3}$/u.test(before.text))
    return { amount: Number(before.text), start: unit - 1 }
  if (before.text === 'the') return { amount: 1, start: unit - 1 }
  const isCouple = before.text === 'of' && tokens[unit - 2]?.text === 'couple'
  const vague = isCouple ? 'couple' : before.text
  const amount = vague === 'couple' ? 2 : vague === 'few' || vague === 'several' ? 4 : NUMBERS.get(vague)
  if (amount === undefined || amount === 0) return { amount: null, start: unit }
  const start = isCouple ? unit - 2 : unit - 1
  const hasArticle = /^(?:couple|few)$/u.test(vague) && tokens[start - 1]?.text === 'a'
  return { amount, start: hasArticle ? start - 1 : start }
}

const ARTICLES: ReadonlySet<string> = new Set('the a an my our his her their your its this that'.split(' '))
/** Where the name of an event ends: a verb, a joint, a question. */
const EVENT_ENDS: ReadonlySet<string> = new Set(
  (
    'and but or so when while where what who why how which that because if then did do does was were is are has had ' +
    'have will would can could should i we you he she they it in on at with for to from by before after last next ago ' +
    'we went got'
  ).split(' '),
)
/** Whoever stands here does something: "a week before she left". */
const SUBJECTS: ReadonlySet<string> = new Set('i we you he she they it there that this'.split(' '))

function eventAt(
  text: string,
  tokens: readonly Token[],
  from: number,
): { readonly text: string; readonly end: number } | null {
  let at = from
  if (ARTICLES.has(tokens[at]?.text ?? '')) at++
  else if (SUBJECTS.has(tokens[at]?.text ?? '')) return null
  const first = at
  while (at < tokens.length && at - first < EVENT_WORDS_MAX) {
    const { kind, text: word, isGlued } = tokens[at]!
    const isJoint = kind === 'mark' && !(isGlued && /^['’&-]$/u.test(word))
    if (isJoint || EVENT_ENDS.has(word)) break
    at++
  }
  const [head, last] = [tokens[first], tokens[at - 1]]
  if (at === first || !head || !last || isTime(tokens, first)) return null
  return { text: text.slice(head.start, last.end), end: last.end }
}

const TIME_WORDS: ReadonlySet<string> = new Set(
  'today yesterday tomorrow tonight last next now that christmas halloween noon midnight'.split(' '),
)

/** A date can be resolved without knowing any event. */
function isTime(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at]!
  return kind === 'number' || TIME_WORDS.has(text) || MONTHS.has(text) || WEEKDAYS.has(text)
}

const COUNT = '(?<count>\\d{1,3}|好几|[一二两三四五六七八九十几半]{1,4})个?(?<unit>小时|天|日|周|星期|礼拜|月|年)'
const AFTERWARDS = '(?<beside>第二天|第二年|次日|次年|翌日|隔天|当天|当晚|当日|前一[天晚周年]|后一[天晚周年]|前夕)'
/** The name of an event ends right before the amount, or before the word that counts from it. */
const EVENT = '(?<event>[\\p{Script=Han}a-zA-Z]{1,16}?)'
const CHINESE = [
  new RegExp(`${EVENT}(?:之|以|的)?(?<direction>[前后])的?${COUNT}(?![前后内])`, 'u'),
  new RegExp(`${EVENT}的?${COUNT}(?:之|以)?(?<direction>[前后])(?![面端台言途])`, 'u'),
  new RegExp(`${EVENT}的?${AFTERWARDS}`, 'u'),
]
/** Words before the event that are not part of its name. */
const BEFORE_EVENT = /^.*(?:我们|你们|他们|她们|咱们|那次|这次|上次|那场|这场|是在|[我你他她在是从于到就把那这和跟])/u
/** What cannot be an event: a time, or words that only lead to one. */
const NO_EVENT =
  /^(?:.*(?:[今昨明前后]天|[年月日号周]|星期.?|礼拜.?|\d)|[之以目当从最大约过了就都再说等]{0,3}|.*(?:大约|大概|已经|不到|将近|差不多|最近|过去|未来))$/u
const CHINESE_UNITS: Readonly<Record<string, Unit>> = {
  小时: 'hour',
  天: 'day',
  日: 'day',
  晚: 'day',
  夕: 'day',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  月: 'month',
  年: 'year',
}

function inChinese(text: string): EventOffset | null {
  if (!mayCountInChinese(text)) return null
  const folded = foldHan(text)
  for (const pattern of CHINESE) {
    const match = pattern.exec(folded)
    const groups = match?.groups
    if (!match || !groups) continue
    const offset = groups['beside'] === undefined ? countedOffset(groups) : besideOffset(groups['beside'])
    const lead = BEFORE_EVENT.exec(groups['event']!)?.[0].length ?? 0
    // 手术后第二天 names the operation.
    const name = groups['event']!.slice(lead).replace(/(?:之|以)?后的?$/u, '')
    if (!offset || name.length < 2 || NO_EVENT.test(name)) continue
    const start = match.index + lead
    return {
      offset,
      event: text.slice(start, start + name.length),
      span: { start, end: match.index + match[0].length },
    }
  }
  return null
}

function countedOffset(groups: Readonly<Record<string, string | undefined>>): EventOffset['offset'] | null {
  const amount = amountOf(groups['count']!)
  const unit = CHINESE_UNITS[groups['unit']!]
  if (!amount || !unit) return null
  return {
    amount: (amount.least + amount.most) / 2,
    unit,
    direction: groups['direction'] === '前' ? 'before' : 'after',
  }
}

function besideOffset(word: string): EventOffset['offset'] {
  const unit = CHINESE_UNITS[word.at(-1)!] ?? 'day'
  if (word.startsWith('当')) return { amount: 0, unit, direction: 'after' }
  return { amount: 1, unit, direction: word.startsWith('前') ? 'before' : 'after' }
}
