import { dayStretch } from './calendar.ts'
import { isImpossibleDate } from './numeric-dates.ts'
import { DAY_RANGE, JOINING, PLAIN_WORDS } from './times-english-names.ts'
import { clockAt, type Reading, wordAt, yearBehind } from './times-english-reading.ts'
import { DAY_PARTS, MONTHS, WEEKDAYS } from './times-english-words.ts'

/*
 * Dates that the calendar does not have: "29 February 2025", "April 31", "2025-02-30". Such a date names no time, and
 * neither do the month, the year, the day of the week and the hour that are written with it.
 */

const DAY = /^\d{1,2}$/u
const DAY_YEAR = /^(?<day>\d{1,2})-(?<year>(?:19|20)\d{2})$/u
const YEAR = /^(?:19|20)\d{2}$/u
const ORDINAL_ENDING = /^(?:st|nd|rd|th)$/u
/** Days that some month does not have, in words: "thirtieth", "thirty-first". */
const LATE_DAYS: ReadonlySet<string> = new Set(['thirtieth', 'thirty'])
/** A leap year: 29 February without a year is a day. */
const YEAR_OF_NONE = 2000

/** Index of the token behind a date that there is not, or `null` when none begins here. */
export function impossibleDateEnd(reading: Reading, index: number): number | null {
  const end = WEEKDAYS.has(wordAt(reading, index)) ? behindWeekday(reading, index) : dateEnd(reading, index)
  return end === null ? null : behindHour(reading, end)
}

/** "Friday, 31 April" */
function behindWeekday(reading: Reading, index: number): number | null {
  let at = index + 1
  if (wordAt(reading, at) === '.') at++
  if (DAY_PARTS.has(wordAt(reading, at))) at++
  if (wordAt(reading, at) === ',') at++
  if (wordAt(reading, at) === 'the') at++
  return dateEnd(reading, at)
}

function dateEnd(reading: Reading, index: number): number | null {
  const token = reading.tokens[index]
  if (!token) return null
  if (token.kind === 'number') {
    if (isImpossibleDate(token.text)) return index + 1
    // "2025 Feb 29"
    if (YEAR.test(token.text)) {
      return MONTHS.has(wordAt(reading, index + 1)) ? monthFirstEnd(reading, index + 1, Number(token.text)) : null
    }
    return dayFirstEnd(reading, index)
  }
  if (MONTHS.has(token.text)) return monthFirstEnd(reading, index, null)
  return LATE_DAYS.has(token.text) ? dayFirstEnd(reading, index) : null
}

interface Days {
  readonly first: number
  readonly last: number
  readonly next: number
  /** "32nd": no amount, however large. */
  readonly isOrdinal: boolean
}

/** "31", "31st", "30-31", "30 to 31"; behind a month the second may be of another one, or count something. */
function daysAt(reading: Reading, index: number, isBehindMonth: boolean): Days | null {
  const range = DAY_RANGE.exec(wordAt(reading, index))?.groups
  if (range) {
    return { first: Number(range['first']), last: Number(range['last']), next: index + 1, isOrdinal: false }
  }
  const first = dayAt(reading, index)
  if (!first || !JOINING.has(wordAt(reading, first.next))) return first
  const second = dayAt(reading, first.next + 1)
  if (!second || (isBehindMonth && (!isDay(second) || MONTHS.has(wordAt(reading, second.next))))) return first
  return { ...second, first: first.first }
}

function dayAt(reading: Reading, index: number): Days | null {
  const word = wordAt(reading, index)
  if (word === 'thirtieth') return { first: 30, last: 30, next: index + 1, isOrdinal: true }
  if (word === 'thirty' && wordAt(reading, index + 1) === '-' && wordAt(reading, index + 2) === 'first') {
    return { first: 31, last: 31, next: index + 3, isOrdinal: true }
  }
  if (!DAY.test(word)) return null
  const day = Number(word)
  const behind = reading.tokens[index + 1]
  const isOrdinal = behind?.isGlued === true && ORDINAL_ENDING.test(behind.text)
  return { first: day, last: day, next: isOrdinal ? index + 2 : index + 1, isOrdinal }
}

/** "31 April", "the 31st of April 2025", "29-Feb-2025" */
function dayFirstEnd(reading: Reading, index: number): number | null {
  const days = daysAt(reading, index, false)
  if (!days) return null
  let at = days.next
  const isCount = wordAt(reading, at) === 'of' && !days.isOrdinal
  if (/^(?:of|-|\/)$/u.test(wordAt(reading, at))) at++
  const month = MONTHS.get(wordAt(reading, at))
  if (month === undefined) return null
  at++
  if (/^[-/.]$/u.test(wordAt(reading, at)) && YEAR.test(wordAt(reading, at + 1))) at++
  const year = yearBehind(reading, at)
  const next = year?.next ?? at
  if (exists(days, month, year?.year ?? YEAR_OF_NONE)) return null
  return isDay(days) || days.isOrdinal || (!isCount && (year !== null || ends(reading, next))) ? next : null
}

/** "April 31", "Feb. 29, 2025", "April 30-31", "Feb-29-2025" */
function monthFirstEnd(reading: Reading, index: number, yearBefore: number | null): number | null {
  const month = MONTHS.get(wordAt(reading, index))!
  let at = index + 1
  if (/^[-.]$/u.test(wordAt(reading, at))) at++
  if (wordAt(reading, at) === 'the') at++
  const dayYear = DAY_YEAR.exec(wordAt(reading, at))?.groups
  if (dayYear) return dayStretch(Number(dayYear['year']), month, Number(dayYear['day'])) ? null : at + 1
  const days = daysAt(reading, at, true)
  if (!days) return null
  const year = yearBefore === null ? yearBehind(reading, days.next) : { year: yearBefore, next: days.next }
  if (exists(days, month, year?.year ?? YEAR_OF_NONE)) return null
  // "In April 45 tickets were sold" counts tickets.
  if (year === null && !days.isOrdinal && !isDay(days) && !ends(reading, days.next)) return null
  return year?.next ?? days.next
}

function exists({ first, last }: Days, month: number, year: number): boolean {
  return dayStretch(year, month, first) !== null && dayStretch(year, month, last) !== null
}

/** Of some month, if not of this one. */
function isDay({ first, last }: Days): boolean {
  return first >= 1 && first <= 31 && last >= 1 && last <= 31
}

function ends(reading: Reading, index: number): boolean {
  const token = reading.tokens[index]
  return token?.kind !== 'word' || PLAIN_WORDS.has(token.text)
}

/** "31 April at 3 pm": the hour is of no day either. */
function behindHour(reading: Reading, end: number): number {
  let at = end
  if (DAY_PARTS.has(wordAt(reading, at))) at++
  const next = at
  if (wordAt(reading, at) === ',') at++
  if (/^(?:at|around|about|by|from|t)$/u.test(wordAt(reading, at))) at++
  return clockAt(reading, at)?.next ?? next
}
