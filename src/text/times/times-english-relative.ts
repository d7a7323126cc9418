import { DAY_MS } from '../../graph/spans.ts'
import {
  dayFrom,
  decadeStretch,
  monthOf,
  monthStretch,
  nearestWeekend,
  nearestYear,
  quarterStretch,
  type Stretch,
  startOfDay,
  type Third,
  thirdOf,
  unitsAround,
  unitsFrom,
  weekdayOf,
  weekdayWithin,
  weekendStretch,
  weekStretch,
  yearBeside,
  yearOf,
  yearStretch,
} from './calendar.ts'
import { AMOUNT_STARTS, amountAt, countAt, FEW } from './times-english-amounts.ts'
import { PLAIN_WORDS, recurringAt } from './times-english-names.ts'
import { type Named, type Reading, wordAt } from './times-english-reading.ts'
import {
  DAY_PARTS,
  MONTHS,
  ORDINALS,
  PLAIN_WEEKDAYS,
  SIDE_OFFSETS,
  SIDES,
  type Side,
  UNITS,
  WEEKDAY_PLURALS,
  WEEKDAYS,
} from './times-english-words.ts'

/* Times of English that are counted from the moment of saying, or from another time. */

/** A time that its first word, or what stands before that, shows to be counted from another. */
export function relativeAt(reading: Reading, index: number): Named | null {
  const { text } = reading.tokens[index]!
  const byWord = RULES.get(text)?.(reading, index)
  if (byWord) return byWord
  if (ORDINALS.has(text)) {
    const nth = nthAt(reading, index)
    if (nth) return nth
  }
  if (UNITS.has(text) || PLAIN_WEEKDAYS.has(text)) return besideAt(reading, index)
  return AMOUNT_STARTS.has(text) || reading.tokens[index]!.kind === 'number' ? agoAt(reading, index) : null
}

type Rule = (reading: Reading, index: number) => Named | null

const DAYS_AWAY: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tonight', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
  ['tmrw', 1],
])

const dayAt: Rule = (reading, index) => {
  const days = DAYS_AWAY.get(wordAt(reading, index))!
  return { next: index + 1, stretch: dayFrom(startOfDay(reading.saidAt) + days * DAY_MS) }
}

/** "last week", "next Friday", "this May", "the past two weeks", "this coming Monday" */
const besideNowAt: Rule = (reading, index) => {
  const side = SIDES.get(wordAt(reading, index))!
  const at = index + 1
  const word = wordAt(reading, at)
  if (!reading.tokens[at]) return null
  if (side === 'this' && SIDES.has(word) && SIDES.get(word) !== 'this') return besideNowAt(reading, at)
  const stretched = stretchedAt(reading, at, side)
  if (stretched) return stretched
  const nth = wordAt(reading, index) === 'last' ? nthAt(reading, index) : null
  if (nth) return nth
  const { saidAt } = reading
  const offset = SIDE_OFFSETS.get(side)!
  if (DAY_PARTS.has(word)) {
    if (side === 'next' || (side === 'last' && word !== 'night' && word !== 'evening')) return null
    return { next: at + 1, stretch: dayFrom(startOfDay(saidAt) + offset * DAY_MS) }
  }
  const unit = word === 'day' || word === 'night' ? null : unitBeside(saidAt, word, offset)
  if (unit) return { next: at + 1, stretch: unit }
  const weekday = WEEKDAYS.get(word)
  if (weekday !== undefined && (PLAIN_WEEKDAYS.has(word) || reading.tokens[at]!.isCapital)) {
    return { next: at + 1, stretch: weekdayBeside(saidAt, weekday, wordAt(reading, index)) }
  }
  const recurring = recurringAt(reading, at)
  if (!recurring || ORDINALS.has(word)) return null
  // "This may help."
  const isVerb = (word === 'may' || word === 'march') && !reading.tokens[at]!.isCapital
  if (isVerb && (side === 'this' || !isLast(reading, at + 1))) return null
  const { ofYear, next } = recurring
  const stretch = side === 'this' ? thisYears(saidAt, ofYear) : yearBeside(saidAt, side, ofYear)
  return stretch && { next, stretch }
}

function isLast({ tokens }: Reading, index: number): boolean {
  const token = tokens[index]
  return token?.kind !== 'word' || PLAIN_WORDS.has(token.text)
}

/** Of the seasons, winter of which lies in two years, the nearest one; of the others that of the year. */
function thisYears(saidAt: number, ofYear: (year: number) => Stretch | null): Stretch | null {
  const own = ofYear(yearOf(saidAt))
  return own?.grain === 'season' ? nearestYear(saidAt, ofYear) : own
}

/** "Next Friday" is that of the next week, "this Friday" that of this one; "last" and "coming" are the nearest. */
function weekdayBeside(saidAt: number, weekday: number, side: string): Stretch {
  if (side === 'last' || side === 'past' || side === 'previous') return weekdayWithin(saidAt, weekday, 'before')
  if (side === 'coming' || side === 'upcoming' || side === 'following') return weekdayWithin(saidAt, weekday, 'after')
  // On a Sunday the days of this week are over, and those of the next one are meant.
  if (side === 'this' && weekdayOf(saidAt) === 6)
    return weekdayWithin(saidAt, weekday, weekday === 6 ? 'nearest' : 'after')
  return dayFrom(weekStretch(saidAt, side === 'next' ? 1 : 0).from + weekday * DAY_MS)
}

/** The week, month … so many before or after the one of the moment. */
function unitBeside(at: number, unit: string, offset: number): Stretch | null {
  switch (unit) {
    case 'day':
      return dayFrom(startOfDay(at) + offset * DAY_MS)
    case 'week':
      return weekStretch(at, offset)
    case 'weekend':
      return weekendStretch(at, offset)
    case 'month':
      return monthStretch(yearOf(at), monthOf(at) + offset)
    case 'quarter':
      return quarterStretch(yearOf(at), Math.ceil(monthOf(at) / 3) + offset)
    case 'year':
      return yearStretch(yearOf(at) + offset)
    case 'decade':
      return decadeStretch(yearOf(at) - (yearOf(at) % 10) + offset * 10)
    default:
      return null
  }
}

/** "the last two weeks": a stretch that ends or begins today. */
function stretchedAt(reading: Reading, index: number, side: Side): Named | null {
  if (side === 'this') return null
  const amount =
    amountAt(reading, index) ?? (/^(?:days|weeks|months|years)$/u.test(wordAt(reading, index)) ? FEW : null)
  const unit = amount && UNITS.get(wordAt(reading, amount.next || index))
  if (!amount || !unit || wordAt(reading, amount.next || index) === 'night') return null
  const stretch = unitsAround(reading.saidAt, side === 'last' ? -1 : 1, unit, amount)
  return { next: (amount.next || index) + 1, stretch }
}

/** "two weeks ago", "three days from now", "two Fridays ago", "two weeks before 5 June" */
const agoAt: Rule = (reading, index) => {
  const weekdays = weekdaysAgo(reading, index)
  if (weekdays) return weekdays
  const count = countAt(reading, index)
  if (!count) return null
  const { next, unit } = count
  const direction = wordAt(reading, next)
  if (direction === 'ago' || (direction === 'back' && unit !== 'hour' && isEnd(reading, next + 1))) {
    return { next: next + 1, stretch: unitsFrom(reading.saidAt, -1, unit, count) }
  }
  const second = wordAt(reading, next + 1)
  if (direction === 'from' && (second === 'now' || second === 'today' || second === 'tomorrow')) {
    const from = reading.saidAt + (second === 'tomorrow' ? DAY_MS : 0)
    return { next: next + 2, stretch: unitsFrom(from, 1, unit, count) }
  }
  const sign = direction === 'before' ? -1 : direction === 'after' ? 1 : 0
  const other = sign === 0 ? null : timeBehind(reading, next + 1)
  if (!other || sign === 0) return null
  return {
    next: other.next,
    stretch: unitsFrom(sign < 0 ? other.stretch.from : other.stretch.to - 1, sign, unit, count),
  }
}

/** "Two weeks back, I …", not "a day back to normal". */
function isEnd({ tokens }: Reading, index: number): boolean {
  const token = tokens[index]
  return token?.kind !== 'word' || /^(?:i|we|he|she|they|when|my|our|the|that)$/u.test(token.text)
}

function weekdaysAgo(reading: Reading, index: number): Named | null {
  const amount = amountAt(reading, index)
  const weekday = amount && WEEKDAY_PLURALS.get(wordAt(reading, amount.next))
  if (!amount || weekday === null || weekday === undefined || wordAt(reading, amount.next + 1) !== 'ago') return null
  const { from } = weekdayWithin(reading.saidAt, weekday, 'before')
  return { next: amount.next + 2, stretch: dayFrom(from - Math.floor(amount.least - 1) * 7 * DAY_MS) }
}

/** "in two weeks" is a time unless it tells how often or how long: "twice in two weeks". */
const inAt: Rule = (reading, index) => {
  const isWithin = wordAt(reading, index) === 'within'
  const start = wordAt(reading, index + 1) === 'about' ? index + 2 : index + 1
  const count = countAt(reading, start)
  if (!count || /^(?:once|twice|times|time)$/u.test(wordAt(reading, index - 1))) return null
  // Neither "60 seconds" nor "in a day" are about when.
  if (count.least === 0 || (count.least === 1 && count.most === 1 && wordAt(reading, count.next - 1) === 'day'))
    return null
  if (isNegated(reading, index))
    return { next: count.next, stretch: unitsAround(reading.saidAt, -1, count.unit, count) }
  const behind = wordAt(reading, count.next)
  if (/^(?:ago|before|after|of|old|or|long)$/u.test(behind)) return null
  const next = behind === "'" && wordAt(reading, count.next + 1) === 'time' ? count.next + 2 : count.next
  if (isWithin) return { next, stretch: unitsAround(reading.saidAt, 1, count.unit, count) }
  const isTime = wordAt(reading, next) === 'time'
  return { next: isTime ? next + 1 : next, stretch: unitsFrom(reading.saidAt, 1, count.unit, count) }
}

/** "We haven't talked in two weeks." */
function isNegated(reading: Reading, index: number): boolean {
  for (let at = Math.max(0, index - 6); at < index; at++) {
    if (/^(?:haven|hasn|hadn|havent|hasnt|never)$/u.test(wordAt(reading, at))) return true
    if (/^(?:have|has|had)$/u.test(wordAt(reading, at)) && wordAt(reading, at + 1) === 'not') return true
  }
  return false
}

/** "since March": up to the day of saying. */
const sinceAt: Rule = (reading, index) => {
  const named = timeBehind(reading, index + 1)
  if (!named) return null
  const { saidAt } = reading
  const end = startOfDay(saidAt) + DAY_MS
  let { from } = named.stretch
  if (named.ofYear && from > saidAt) from = nearestBefore(saidAt, named.ofYear)?.from ?? from
  return from < end ? { next: named.next, stretch: { from, to: end, grain: 'range' } } : null
}

function nearestBefore(saidAt: number, ofYear: (year: number) => Stretch | null): Stretch | null {
  const year = yearOf(saidAt)
  for (const candidate of [year, year - 1, year - 2, year - 3, year - 4]) {
    const stretch = ofYear(candidate)
    if (stretch && stretch.from <= saidAt) return stretch
  }
  return null
}

const THIRDS: ReadonlyMap<string, Third> = new Map([
  ['early', 'early'],
  ['beginning', 'early'],
  ['start', 'early'],
  ['mid', 'mid'],
  ['middle', 'mid'],
  ['late', 'late'],
  ['end', 'late'],
])

/** "mid-June", "early 2024", "the end of last month" */
const partAt: Rule = (reading, index) => {
  const word = wordAt(reading, index)
  const third = THIRDS.get(word)!
  let at = index + 1
  const needsOf = word !== 'early' && word !== 'mid' && word !== 'late'
  if (needsOf && wordAt(reading, at) !== 'of') return null
  if (needsOf) at++
  else if (wordAt(reading, at) === '-') at++
  else if (wordAt(reading, at) === 'in') at++
  const isThis = wordAt(reading, at) === 'the'
  if (isThis) at++
  const own = isThis ? unitBeside(reading.saidAt, wordAt(reading, at), 0) : null
  const named = own ? { next: at + 1, stretch: own } : reading.tokens[at] ? reading.nameAt(at) : null
  if (!named || named.stretch.grain === 'hour' || named.stretch.grain === 'day') return null
  const { ofYear } = named
  const partOf = (stretch: Stretch | null) => stretch && thirdOf(stretch, third)
  return {
    next: named.next,
    stretch: thirdOf(named.stretch, third),
    ...(ofYear && { ofYear: (year: number) => partOf(ofYear(year)) }),
  }
}

/** "first week of June", "last day of March", "second Monday of May 2024" */
const nthAt: Rule = (reading, index) => {
  const nth = wordAt(reading, index) === 'last' ? -1 : ORDINALS.get(wordAt(reading, index))!
  const unit = wordAt(reading, index + 1)
  const weekday = PLAIN_WEEKDAYS.has(unit) ? WEEKDAYS.get(unit)! : null
  const isKnown = weekday !== null || unit === 'day' || unit === 'week' || unit === 'weekend'
  const link = wordAt(reading, index + 2)
  if (!isKnown || nth > 5 || (link !== 'of' && link !== 'in')) return null
  const whole = timeBehind(reading, index + 3)
  if (!whole || (whole.stretch.grain !== 'month' && whole.stretch.grain !== 'year')) return null
  const pick = (stretch: Stretch | null) => stretch && nthOf(stretch, nth, unit, weekday)
  const stretch = pick(whole.stretch)
  const { ofYear } = whole
  return stretch && { next: whole.next, stretch, ...(ofYear && { ofYear: (year: number) => pick(ofYear(year)) }) }
}

function nthOf({ from, to }: Stretch, nth: number, unit: string, weekday: number | null): Stretch | null {
  if (unit === 'day') return dayFrom(nth < 0 ? to - DAY_MS : from + (nth - 1) * DAY_MS)
  if (unit === 'week') {
    // The first week of a month are its first seven days, whatever day it begins with.
    const start = nth < 0 ? to - 7 * DAY_MS : from + (nth - 1) * 7 * DAY_MS
    return start < to ? { from: start, to: Math.min(start + 7 * DAY_MS, to), grain: 'week' } : null
  }
  const sought = weekday ?? 5
  const first = from + ((sought - weekdayOf(from) + 7) % 7) * DAY_MS
  const last = to - DAY_MS - ((weekdayOf(to - DAY_MS) - sought + 7) % 7) * DAY_MS
  const start = nth < 0 ? last : first + (nth - 1) * 7 * DAY_MS
  if (start >= to) return null
  return weekday === null ? { from: start, to: start + 2 * DAY_MS, grain: 'range' } : dayFrom(start)
}

/** "the week before 9 June", "the Sunday after Christmas", "the week of June 5", "Friday last week", "the weekend" */
const besideAt: Rule = (reading, index) => {
  const word = wordAt(reading, index)
  const link = wordAt(reading, index + 1)
  if (link === 'before' || link === 'after') return beforeOrAfter(reading, index, link === 'before' ? -1 : 1)
  if (link === 'of' && (word === 'week' || word === 'weekend')) {
    const named = timeBehind(reading, index + 2)
    if (named?.stretch.grain !== 'day') return null
    const around = word === 'week' ? weekStretch : weekendStretch
    return { next: named.next, stretch: around(named.stretch.from) }
  }
  if (word === 'weekend' && wordAt(reading, index - 1) === 'the') {
    return { next: index + 1, stretch: nearestWeekend(reading.saidAt) }
  }
  return PLAIN_WEEKDAYS.has(word) ? weekdayOfWeek(reading, index) : null
}

function weekdayOfWeek(reading: Reading, index: number): Named | null {
  let at = index + 1
  if (/^(?:of|in)$/u.test(wordAt(reading, at))) at++
  const side = SIDES.get(wordAt(reading, at))
  if (!side || wordAt(reading, at + 1) !== 'week') return null
  const week = weekStretch(reading.saidAt, SIDE_OFFSETS.get(side)!)
  return { next: at + 2, stretch: dayFrom(week.from + WEEKDAYS.get(wordAt(reading, index))! * DAY_MS) }
}

function beforeOrAfter(reading: Reading, index: number, sign: 1 | -1): Named | null {
  const word = wordAt(reading, index)
  const behind = wordAt(reading, index + 2)
  if ((sign < 0 && behind === 'last') || (sign > 0 && behind === 'next')) {
    const stretch = unitBeside(reading.saidAt, word, 2 * sign)
    const isWhole = stretch && !UNITS.has(wordAt(reading, index + 3)) && !PLAIN_WEEKDAYS.has(wordAt(reading, index + 3))
    if (isWhole && !MONTHS.has(wordAt(reading, index + 3))) return { next: index + 3, stretch }
  }
  const other = timeBehind(reading, index + 2)
  if (!other) return null
  const from = sign < 0 ? other.stretch.from : other.stretch.to - 1
  const { next } = other
  if (PLAIN_WEEKDAYS.has(word)) {
    return { next, stretch: weekdayWithin(from, WEEKDAYS.get(word)!, sign < 0 ? 'before' : 'after') }
  }
  const stretch = unitBeside(from, word === 'night' ? 'day' : word, sign)
  return stretch && { next, stretch }
}

function timeBehind(reading: Reading, index: number): Named | null {
  const at = wordAt(reading, index) === 'the' ? index + 1 : index
  return reading.tokens[at] ? reading.nameAt(at) : null
}

const otherDayAt: Rule = (reading, index) => {
  if (wordAt(reading, index - 1) !== 'the' || wordAt(reading, index + 1) !== 'day') return null
  return { next: index + 2, stretch: unitsFrom(reading.saidAt, -1, 'day', FEW) }
}

const RULES: ReadonlyMap<string, Rule> = new Map([
  ...[...DAYS_AWAY.keys()].map((word) => [word, dayAt] as const),
  ...[...SIDES.keys()].map((word) => [word, besideNowAt] as const),
  ...[...THIRDS.keys()].map((word) => [word, partAt] as const),
  ['in', inAt],
  ['within', inAt],
  ['since', sinceAt],
  ['other', otherDayAt],
])

/** Words that a rule of this file may begin with. */
export const RELATIVE_STARTS: readonly string[] = [
  ...RULES.keys(),
  ...UNITS.keys(),
  ...PLAIN_WEEKDAYS,
  ...AMOUNT_STARTS,
]
