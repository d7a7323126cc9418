import { dayStretch, monthStretch, type Stretch, yearStretch } from './calendar.ts'

/** A date in digits. Either `stretch`, or `ofYear` when no year is named. */
export interface NumericDate {
  readonly stretch?: Stretch
  readonly ofYear?: (year: number) => Stretch | null
  /** Year, month and day are there, so that it can hardly be anything else. */
  readonly isFull: boolean
}

const FULL = /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/u
const TURNED = /^(?<a>\d{1,2})(?<mark>[-/.])(?<b>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/u
const YEAR_MONTH = /^(?<year>\d{4})[-/](?<month>\d{1,2})$/u
const YEARS = /^(?<first>\d{4})-(?<last>\d{4}|\d{2})$/u
const MONTH_DAY = /^(?<a>\d{1,2})\/(?<b>\d{1,2})$/u
/** By its year a date. */
const WHOLE =
  /^(?:(?:19|20)\d{2}(?<mark>[-/])\d{1,2}\k<mark>\d{1,2}|\d{1,2}(?<sign>[-/])\d{1,2}\k<sign>(?:19|20)\d{2})$/u
const [YEAR_MIN, YEAR_MAX] = [1900, 2099]

/** Reads digits joined by `-`, `/` or `.`; the month stands first unless that is impossible. */
export function readNumericDate(text: string): NumericDate | null {
  if (text.length > 10) return null
  const full = FULL.exec(text)?.groups
  if (full) return dated(Number(full['year']), Number(full['month']), Number(full['day']))
  const turned = TURNED.exec(text)?.groups
  if (turned) return readTurned(turned['a']!, turned['b']!, turned['year']!, turned['mark']!)
  const yearMonth = YEAR_MONTH.exec(text)?.groups
  if (yearMonth && isYear(Number(yearMonth['year'])) && isMonth(Number(yearMonth['month']))) {
    return { stretch: monthStretch(Number(yearMonth['year']), Number(yearMonth['month'])), isFull: false }
  }
  const years = YEARS.exec(text)?.groups
  if (years) return readYears(years['first']!, years['last']!)
  const monthDay = MONTH_DAY.exec(text)?.groups
  return monthDay ? readMonthDay(Number(monthDay['a']), Number(monthDay['b'])) : null
}

/** Whether digits are written as a whole date, of a day that there is not: 2025-02-30. Points make versions. */
export function isImpossibleDate(text: string): boolean {
  return WHOLE.test(text) && readNumericDate(text) === null
}

function dated(year: number, month: number, day: number): NumericDate | null {
  if (!isYear(year)) return null
  const stretch = dayStretch(year, month, day)
  return stretch && { stretch, isFull: true }
}

function readTurned(a: string, b: string, year: string, mark: string): NumericDate | null {
  // 1.2.03 is a version; 1-2-03 could be anything.
  if (year.length === 2 && mark !== '/') return null
  const short = Number(year)
  const full = year.length === 4 ? short : short < 70 ? 2000 + short : 1900 + short
  const [first, second] = [Number(a), Number(b)]
  // Points are written where the day comes first.
  if (mark === '.') return dated(full, second, first)
  return dated(full, first, second) ?? dated(full, second, first)
}

function readYears(first: string, last: string): NumericDate | null {
  const from = Number(first)
  const to = last.length === 4 ? Number(last) : from - (from % 100) + Number(last)
  if (!isYear(from) || !isYear(to) || to <= from || (last.length === 2 && to !== from + 1)) return null
  return { stretch: { from: yearStretch(from).from, to: yearStretch(to).to, grain: 'range' }, isFull: false }
}

function readMonthDay(a: number, b: number): NumericDate | null {
  // 24/7 means always.
  if (a === 24 && b === 7) return null
  const [month, day] = isMonth(a) ? [a, b] : [b, a]
  if (!dayStretch(2000, month, day)) return null
  return { ofYear: (year) => dayStretch(year, month, day), isFull: false }
}

function isYear(year: number): boolean {
  return year >= YEAR_MIN && year <= YEAR_MAX
}

function isMonth(month: number): boolean {
  return month >= 1 && month <= 12
}
