import type { TextSpan } from '../../graph/spans.ts'
import { type Alternative, holds, patternOf } from '../../text/cues.ts'
import { late } from '../../text/late.ts'

/*
 * Where a question names a time, without saying which: "last week", "in May 2023", "上个月", "两周前". Prepositions stay
 * outside. What a time stands for is resolved elsewhere, against the moment at which the question is asked.
 */

/** Times that a question names, at most. */
const TIMES_MAX = 8

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const UNIT = '(?:minute|hour|day|night|week|weekend|month|quarter|year|decade)s?'
const SEASON = 'spring|summer|autumn|fall|winter'
const COUNT =
  '(?:\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?few|several|(?:a )?couple(?: of)?)'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const YEAR = '(?:19|20)\\d{2}'

const YEAR_CUE = /(?:19|20)\d\d/u
const NUMERIC_CUE = /\d[-/.]\d/u
const namesMonth = holds('jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec')

/** Within the longest expression that begins at a place, the first alternative that fits wins: long before short. */
const ENGLISH: readonly Alternative[] = [
  {
    mayStandIn: (lower) => NUMERIC_CUE.test(lower),
    source: [`\\b${YEAR}-\\d{1,2}(?:-\\d{1,2})?\\b`, `\\b\\d{1,2}[/.]\\d{1,2}[/.](?:${YEAR}|\\d{2})\\b`].join('|'),
  },
  {
    mayStandIn: holds('yesterday|today|tomorrow|tonight'),
    source: [
      `\\b(?:the )?day (?:before yesterday|after tomorrow)\\b`,
      `\\b(?:yesterday|today|tomorrow)(?: (?:morning|noon|afternoon|evening|night))?\\b`,
      `\\btonight\\b`,
    ].join('|'),
  },
  {
    mayStandIn: holds(' ago| earlier'),
    source: `\\b${COUNT} (?:${UNIT}) (?:ago|earlier)\\b`,
  },
  {
    mayStandIn: holds('last |past |next |previous |these '),
    source: `\\b(?:last|past|next|previous|these) ${COUNT} ${UNIT}\\b`,
  },
  {
    mayStandIn: holds('last |this |next |past |previous '),
    source: `\\b(?:last|this|next|past|previous) (?:${UNIT}|${WEEKDAY}|${SEASON}|${MONTH}|morning|afternoon|evening)\\b`,
  },
  {
    mayStandIn: (lower) => YEAR_CUE.test(lower),
    source: `\\b(?:(?:early|mid|late)[ -])?(?:${SEASON}) (?:of )?${YEAR}\\b`,
  },
  {
    mayStandIn: (lower) => /\d/u.test(lower) && namesMonth(lower),
    source: [
      `\\b${DAY} (?:of )?(?:${MONTH})\\b\\.?(?:,? ${YEAR}\\b)?`,
      `\\b(?:(?:early|mid|late)[ -])?(?:${MONTH})\\b\\.? (?:${DAY},? )?(?:of )?${YEAR}\\b`,
      `\\b(?:${MONTH}) ${DAY}\\b`,
    ].join('|'),
  },
  {
    mayStandIn: holds('nday|sday|iday|rday'),
    source: `\\b${WEEKDAY}(?: (?:morning|afternoon|evening|night))?\\b`,
  },
  {
    mayStandIn: (lower) => YEAR_CUE.test(lower) || namesMonth(lower),
    source: `(?<=\\b(?:in|since|until|till|by|during|before|after|around|early|mid|late|of|from|between) )(?:(?:early|mid|late)[ -])?(?:${MONTH}|${YEAR})\\b(?!['’])`,
  },
]

const englishPattern = patternOf(ENGLISH, (sources) => new RegExp(sources.join('|'), 'gu'))

const DIGITS = '[0-9一二三四五六七八九十两几半]'
const PART_OF_DAY = '(?:凌晨|早上|上午|中午|下午|傍晚|晚上|夜里|早晨)'
const PART_OF_YEAR = '(?:年初|年底|年中|初|底|春天|夏天|秋天|冬天|春季|夏季|秋季|冬季|上半年|下半年|春节|暑假|寒假)'
/** Reads folded text, so that traditional characters need no patterns of their own. */
const CHINESE = late(
  () =>
    new RegExp(
      [
        `(?:19|20)\\d{2} ?年(?: ?${DIGITS}{1,3} ?月(?:份|初|底)?(?: ?${DIGITS}{1,3} ?[日号])?|${PART_OF_YEAR})?`,
        `(?:去年|今年|前年|明年|后年)(?:的?(?:${PART_OF_YEAR}|${DIGITS}{1,3}月份?(?:${DIGITS}{1,3}[日号])?))?`,
        `${DIGITS}{1,3} ?月 ?${DIGITS}{1,3} ?[日号]${PART_OF_DAY}?`,
        `(?<![个每])${DIGITS}{1,2} ?月(?:份|初|底)`,
        `(?:过去|最近|近|这|前)${DIGITS}{1,3} ?(?:分钟|小时|个小时|天|周|个星期|个月|年)`,
        `(?:\\d{1,4}|${DIGITS}{1,3}) ?(?:分钟|小时|个小时|天|周|个星期|星期|个礼拜|个月|年)(?:之前|以前|前)`,
        `(?:上+|下+|这|本)个?(?:周|星期|礼拜)(?:[一二三四五六日天末])?${PART_OF_DAY}?`,
        '(?:上+|下+|这|本)个?(?:月|季度)(?:初|底|中旬|\\d{1,2}[日号])?',
        `(?:大前|大后|前|昨|今|明|后)天${PART_OF_DAY}?`,
        '(?:昨|今|明|当)晚|[今昨]早',
        `(?:周|星期|礼拜)[一二三四五六日天末]${PART_OF_DAY}?`,
      ].join('|'),
      'gu',
    ),
)

/** The spans of times, in order, in a text whose Han characters are folded; `lower` is the same in small letters. */
export function findTimes(folded: string, lower: string, isHan: boolean): readonly TextSpan[] {
  const found: TextSpan[] = []
  for (const pattern of [isHan ? CHINESE() : null, englishPattern(lower)]) {
    for (const match of pattern ? lower.matchAll(pattern) : []) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (
        isWordOnly(folded.slice(span.start, span.end)) ||
        found.some((other) => other.start < span.end && span.start < other.end)
      )
        continue
      found.push(span)
      if (found.length === TIMES_MAX) break
    }
  }
  return found.sort((a, b) => a.start - b.start).slice(0, TIMES_MAX)
}

/** "may" and "march" in lower case are verbs, wherever they stand. */
function isWordOnly(text: string): boolean {
  return /^(?:may|march|mar|dec|sun|sat|jan)$/u.test(text)
}
