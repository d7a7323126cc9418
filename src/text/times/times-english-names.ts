import { DAY_MS } from '../../graph/spans.ts'
import {
  dayFrom,
  dayStretch,
  halfYearStretch,
  monthStretch,
  quarterStretch,
  type Stretch,
  seasonStretch,
  weekdayWithin,
} from './calendar.ts'
import { inNamedYear, isMeasured, type Named, type Reading, type Recurring, wordAt } from './times-english-reading.ts'
import {
  DAY_PARTS,
  HOLIDAYS,
  MONTHS,
  ORDINALS,
  PLAIN_MONTHS,
  PLAIN_WEEKDAYS,
  SEASONS,
  WEEKDAYS,
} from './times-english-words.ts'

/* Times of the calendar in English: dates, months, seasons, years, holidays, days of the week. */

const ORDINAL_ENDING = /^(?:st|nd|rd|th)$/u
const DAY = /^\d{1,2}$/u
export const DAY_RANGE = /^(?<first>\d{1,2})-(?<last>\d{1,2})$/u
/** What stands behind the month in "March-15-2024". */
const DAY_YEAR = /^(?<day>\d{1,2})-(?<year>(?:19|20)\d{2})$/u
export const YEAR = /^(?:19[5-9]|20\d)\d$/u

/** A month, season, quarter, holiday or day of the week, where the words around show that it is one. */
export function calendarNameAt(reading: Reading, index: number): Named | null {
  const recurring = recurringAt(reading, index)
  if (recurring) return inContext(reading, index, recurring)
  return WEEKDAYS.has(reading.tokens[index]!.text) ? weekdayAt(reading, index) : null
}

/** A name such as "May" or "spring" is a time with a year, or behind certain words. */
export function inContext(reading: Reading, index: number, recurring: Recurring): Named | null {
  const named = inNamedYear(reading, recurring)
  return named && (recurring.isCertain || !named.ofYear || isNamedSo(reading, index)) ? named : null
}

/** What recurs every year and begins at a word, without its year. */
export function recurringAt(reading: Reading, index: number): Recurring | null {
  const { text } = reading.tokens[index]!
  const month = MONTHS.get(text)
  if (month !== undefined) return monthAt(reading, index, month)
  const season = SEASONS.get(text)
  if (season !== undefined) {
    return { next: index + 1, ofYear: (year) => seasonStretch(year, season), isCertain: false }
  }
  return partOfYearAt(reading, index) ?? holidayAt(reading, index)
}

export function monthAt(reading: Reading, index: number, month: number): Recurring | null {
  let next = index + 1
  if (wordAt(reading, next) === '.' && reading.tokens[next]!.isGlued) next++
  if (wordAt(reading, next) === '-' && reading.tokens[next]!.isGlued) next++
  if (wordAt(reading, next) === 'the') next++
  const dayYear = wordAt(reading, next - 1) === '-' ? DAY_YEAR.exec(wordAt(reading, next))?.groups : undefined
  if (dayYear) return fixedDay(Number(dayYear['year']), month, Number(dayYear['day']), next + 1)
  const range = DAY_RANGE.exec(wordAt(reading, next))?.groups
  if (range) return daysOf(month, Number(range['first']), Number(range['last']), next + 1)
  const day = dayNumberAt(reading, next)
  if (!day || isCounted(reading, index, day.next)) {
    const isYear = wordAt(reading, index + 1) === '-' && YEAR.test(wordAt(reading, index + 2))
    const isPlain = PLAIN_MONTHS.has(wordAt(reading, index)) && !FREQUENT.has(wordAt(reading, index - 1))
    return { next: isYear ? index + 2 : index + 1, ofYear: (year) => monthStretch(year, month), isCertain: isPlain }
  }
  const joined = JOINING.has(wordAt(reading, day.next)) ? dayNumberAt(reading, day.next + 1) : null
  const isDate = joined && !MONTHS.has(wordAt(reading, joined.next)) && !isCounted(reading, index, joined.next)
  return isDate && joined.day > day.day
    ? daysOf(month, day.day, joined.day, joined.next)
    : daysOf(month, day.day, day.day, day.next)
}

export const JOINING: ReadonlySet<string> = new Set(['-', '–', '—', 'to', 'through', 'until', 'till', '~'])
const FREQUENT: ReadonlySet<string> = new Set(['every', 'each', 'per'])
/** What is counted instead: "May 7 people come", "march 5 miles". */
const COUNTED = /^(?:people|men|women|children|percent|km|kg|mi|m|cm|mm|gb|mb|kb|ms|usd|am|pm)$|[^aiuows]s$/u

function isCounted(reading: Reading, index: number, behind: number): boolean {
  const name = wordAt(reading, index)
  if (name !== 'may' && name !== 'march' && name !== 'mar') return false
  return COUNTED.test(wordAt(reading, behind)) || (!reading.tokens[index]!.isCapital && !endsThere(reading, behind))
}

function endsThere(reading: Reading, index: number): boolean {
  const token = reading.tokens[index]
  return token?.kind !== 'word' || PLAIN_WORDS.has(token.text)
}

/** Words that may follow a date; a noun would make its number an amount. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'a after am an and are as at be because before but by did do does for from had has have he i if in is it of on or ' +
    'our she since so that the their then there they this to too until was we were when where which who will with ' +
    'would you'
  ).split(' '),
)

function fixedDay(year: number, month: number, day: number, next: number): Recurring | null {
  const stretch = dayStretch(year, month, day)
  return stretch && { next, ofYear: () => stretch, isCertain: true, isFixed: true }
}

export function daysOf(month: number, first: number, last: number, next: number): Recurring | null {
  // A leap year, so that 29 February is a day.
  if (!dayStretch(2000, month, first) || !dayStretch(2000, month, last) || last < first) return null
  const ofYear = (year: number): Stretch | null => {
    const [a, b] = [dayStretch(year, month, first), dayStretch(year, month, last)]
    return a && b && (first === last ? a : { from: a.from, to: b.to, grain: 'range' })
  }
  return { next, ofYear, isCertain: true }
}

/** "7", "7th" of a month, or `null` when the number is something else. */
export function dayNumberAt(reading: Reading, index: number): { readonly day: number; readonly next: number } | null {
  const token = reading.tokens[index]
  const ordinal = token && ORDINALS.get(token.text)
  if (ordinal !== undefined) return { day: ordinal, next: index + 1 }
  if (!token || !DAY.test(token.text)) return null
  const day = Number(token.text)
  if (day < 1 || day > 31) return null
  const behind = reading.tokens[index + 1]
  if (behind?.isGlued && ORDINAL_ENDING.test(behind.text)) return { day, next: index + 2 }
  const isDashed = behind?.text === '-' || behind?.text === '/'
  if (isMeasured(reading, index) && !(isDashed && MONTHS.has(wordAt(reading, index + 2)))) return null
  // "May 5 pm" is an hour.
  return /^(?:am|pm)$/u.test(behind?.text ?? '') ? null : { day, next: index + 1 }
}

function holidayAt(reading: Reading, index: number): Recurring | null {
  const { text } = reading.tokens[index]!
  for (const [words, month, day] of HOLIDAYS.get(text) ?? []) {
    const isSo = words.every((word, i) => word === wordAt(reading, index + 1 + i))
    if (isSo) return daysOf(month, day, day, index + 1 + words.length)
  }
  if (text !== 'thanksgiving') return null
  const ofYear = (year: number): Stretch => {
    // The fourth Thursday of November.
    const first = weekdayWithin(Date.UTC(year, 9, 31), 3, 'after')
    return dayFrom(first.from + 21 * DAY_MS)
  }
  return { next: wordAt(reading, index + 1) === 'day' ? index + 2 : index + 1, ofYear, isCertain: true }
}

/** "Q3", "third quarter", "first half" */
export function partOfYearAt(reading: Reading, index: number): Recurring | null {
  const { text } = reading.tokens[index]!
  if (text === 'q' || text === 'h') {
    const number = reading.tokens[index + 1]
    const count = number?.isGlued && /^[1-4]$/u.test(number.text) ? Number(number.text) : 0
    if (count === 0 || (text === 'h' && count > 2) || isMeasured(reading, index + 1)) return null
    const ofYear = (year: number) => (text === 'q' ? quarterStretch(year, count) : halfYearStretch(year, count))
    // "2024 Q3" and "Q3/2024" are read where the year stands.
    return { next: index + 2, ofYear, isCertain: false }
  }
  const count = ORDINALS.get(text) ?? (text === 'last' ? 0 : 9)
  const unit = wordAt(reading, index + 1)
  if (unit === 'quarter' && count >= 1 && count <= 4) {
    return { next: index + 2, ofYear: (year) => quarterStretch(year, count), isCertain: false }
  }
  if (unit === 'half' && count >= 1 && count <= 2) {
    return { next: index + 2, ofYear: (year) => halfYearStretch(year, count), isCertain: false }
  }
  return null
}

const BEFORE_NAME: ReadonlySet<string> = new Set(
  'in since last next this early late mid by until till through during around before after over of'.split(' '),
)
/** Inspired by autumn, through the fall of others. */
const LEADS_ELSEWHERE: ReadonlySet<string> = new Set(['by', 'of', 'through', 'around'])
const BETWEEN: ReadonlySet<string> = new Set(['from', 'between'])

/** Whether the words around a name such as "May" or "spring" make it a time. */
function isNamedSo(reading: Reading, index: number): boolean {
  let at = index - 1
  if (wordAt(reading, at) === '-') at--
  if (wordAt(reading, at) === 'the' && !MONTHS.has(wordAt(reading, index))) at--
  const before = wordAt(reading, at)
  const isLower = !reading.tokens[index]!.isCapital
  if (wordAt(reading, index) === 'second' || FREQUENT.has(before)) return false
  const name = wordAt(reading, index)
  if (MONTHS.has(name) && isLower) return /^(?:in|since|early|late|mid|during)$/u.test(before)
  if (BEFORE_NAME.has(before)) return !SEASONS.has(name) || !LEADS_ELSEWHERE.has(before)
  const far = (step: 1 | -1) => isNameOfTime(wordAt(reading, index + 2 * step))
  if (BETWEEN.has(before))
    return JOINING.has(wordAt(reading, index + 1)) || wordAt(reading, index + 1) === 'and' ? far(1) : false
  return (JOINING.has(before) || before === 'and') && far(-1)
}

function isNameOfTime(word: string): boolean {
  return MONTHS.has(word) || SEASONS.has(word)
}

const SPECIAL_DAY: ReadonlySet<string> = new Set(['black', 'good', 'every', 'each', 'casual', 'cyber', 'per'])
const BEFORE_SHORT_DAY: ReadonlySet<string> = new Set(
  'on last next this since by until till ( from before after'.split(' '),
)

/** "Friday", and "Friday, 7 May" as one. */
function weekdayAt(reading: Reading, index: number): Named | null {
  const { text, isCapital } = reading.tokens[index]!
  let at = index + 1
  if (wordAt(reading, at) === '.' && text.length < 5) at++
  if (DAY_PARTS.has(wordAt(reading, at))) at++
  if (wordAt(reading, at) === ',') at++
  if (wordAt(reading, at) === 'the') at++
  const date = reading.tokens[at] ? dateBehindWeekday(reading, at) : null
  if (date) return date
  const before = wordAt(reading, index - 1)
  if (SPECIAL_DAY.has(before) || isMeasured(reading, index)) return null
  if (!PLAIN_WEEKDAYS.has(text) && !(isCapital && BEFORE_SHORT_DAY.has(before))) return null
  return { next: index + 1, stretch: weekdayWithin(reading.saidAt, WEEKDAYS.get(text)!, 'nearest') }
}

function dateBehindWeekday(reading: Reading, index: number): Named | null {
  const { kind, text } = reading.tokens[index]!
  if (kind !== 'number' && !MONTHS.has(text)) return null
  const named = reading.nameAt(index)
  const grain = named?.stretch.grain
  return grain === 'day' || grain === 'hour' ? named : null
}
