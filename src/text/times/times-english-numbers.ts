import {
  dayFrom,
  dayStretch,
  decadeStretch,
  monthOf,
  monthStretch,
  startOfDay,
  yearOf,
  yearStretch,
} from './calendar.ts'
import { readNumericDate } from './numeric-dates.ts'
import { impossibleDateEnd } from './times-english-impossible.ts'
import {
  DAY_RANGE,
  dayNumberAt,
  daysOf,
  inContext,
  JOINING,
  monthAt,
  PLAIN_WORDS,
  partOfYearAt,
  YEAR,
} from './times-english-names.ts'
import {
  atHour,
  clockAt,
  inNamedYear,
  isMeasured,
  isPartOfMore,
  type Named,
  type Reading,
  type Recurring,
  wordAt,
  yearBehind,
} from './times-english-reading.ts'
import { MONTHS, SIDE_OFFSETS, UNITS } from './times-english-words.ts'

/* Times of the calendar in English that begin with a number: dates, years, decades, hours. */

export function numberAt(reading: Reading, index: number): Named | null {
  const { text } = reading.tokens[index]!
  const dayMonth = dayMonthAt(reading, index)
  if (dayMonth) return inNamedYear(reading, dayMonth)
  const clock = clockAt(reading, index)
  if (clock) return dayOfClock(reading, index, clock)
  if (YEAR.test(text)) return yearAt(reading, index)
  const isDateTime = wordAt(reading, index + 1) === 't' && reading.tokens[index + 1]!.isGlued
  if (text.length < 3) return decadeAt(reading, index)
  const before = wordAt(reading, index - 1)
  const date = readNumericDate(text)
  if (!date) return decadeAt(reading, index)
  const isFile = wordAt(reading, index + 1) === '.'
  if (!isDateTime && !(isFile && date.isFull) && isPartOfMore(reading, index)) return null
  if (reading.tokens[index]!.isGlued && isDateTime && reading.tokens[index - 1]?.kind !== 'mark') return null
  if (/^(?:v|version|release|ip|build)$/u.test(before)) return null
  const { ofYear } = date
  if (!ofYear) return { next: index + 1, stretch: date.stretch! }
  // 5/7 is a date only where a date is expected: it may be a fraction.
  if (!/^(?:on|since|until|till|due)$/u.test(before) || wordAt(reading, index + 1) === 'of') return null
  return inNamedYear(reading, { next: index + 1, ofYear, isCertain: true })
}

/** "third of May", "third quarter of 2024" */
export function ordinalAt(reading: Reading, index: number): Named | null {
  const recurring = partOfYearAt(reading, index) ?? dayMonthAt(reading, index)
  return recurring && inContext(reading, index, recurring)
}

/** "7 May", "7th of May", "3 to 5 June", "7-May-2023" */
function dayMonthAt(reading: Reading, index: number): Recurring | null {
  if (reading.tokens[index]!.isGlued && isHeld(reading, index)) return null
  const range = DAY_RANGE.exec(wordAt(reading, index))?.groups
  const first = range ? { day: Number(range['first']), next: index + 1 } : dayNumberAt(reading, index)
  if (!first) return null
  let last = range ? { day: Number(range['last']), next: index + 1 } : first
  const isJoined = JOINING.has(wordAt(reading, first.next)) || wordAt(reading, first.next) === 'and'
  if (!range && isJoined) last = dayNumberAt(reading, first.next + 1) ?? first
  let at = last.next
  if (wordAt(reading, at) === 'day' && wordAt(reading, at + 1) === 'of') at++
  const isLinked = wordAt(reading, at) === 'of' || wordAt(reading, at) === '-' || wordAt(reading, at) === '/'
  if (isLinked) at++
  const month = MONTHS.get(wordAt(reading, at))
  if (month === undefined) return relativeMonthDay(reading, first, at, isLinked)
  // "7 may" could be a number of people who may; "5 March" with the month small is rare enough.
  if (
    wordAt(reading, at) === 'may' &&
    !reading.tokens[at]!.isCapital &&
    last.next === index + 1 &&
    !hasYear(reading, at)
  )
    return null
  let next = at + 1
  if (wordAt(reading, next) === '.' && reading.tokens[next]!.isGlued && YEAR.test(wordAt(reading, next + 1))) next++
  if (/^[-/]$/u.test(wordAt(reading, next)) && YEAR.test(wordAt(reading, next + 1))) next++
  return daysOf(month, first.day, last.day, next)
}

function hasYear(reading: Reading, month: number): boolean {
  return yearBehind(reading, month + 1) !== null
}

/** "the 15th of next month" */
function relativeMonthDay(
  reading: Reading,
  { day }: { readonly day: number },
  at: number,
  isLinked: boolean,
): Recurring | null {
  const offset = SIDE_OFFSETS.get(wordAt(reading, at))
  if (!isLinked || offset === undefined || wordAt(reading, at + 1) !== 'month') return null
  const start = new Date(monthStretch(yearOf(reading.saidAt), monthOf(reading.saidAt) + offset).from)
  const stretch = dayStretch(start.getUTCFullYear(), start.getUTCMonth() + 1, day)
  return stretch && { next: at + 2, ofYear: () => stretch, isCertain: true, isFixed: true }
}

function isHeld({ tokens }: Reading, index: number): boolean {
  const before = tokens[index - 1]!
  return before.kind !== 'mark' || /^[-_/\\.@#$€£¥=&+~]$/u.test(before.text)
}

/** "3 pm on 8 May", and "at 3 pm" of the day when it was said. */
function dayOfClock(
  reading: Reading,
  index: number,
  clock: { readonly hour: number; readonly next: number; readonly isHalfDay: boolean },
): Named | null {
  if (reading.tokens[index]!.isGlued && isHeld(reading, index)) return null
  let at = clock.next
  if (/^(?:on|,)$/u.test(wordAt(reading, at))) at++
  const day = reading.tokens[at] ? reading.nameAt(at) : null
  if (day?.stretch.grain === 'day') return atHour(day, clock)
  if (impossibleDateEnd(reading, at) !== null) return null
  // "Every Monday at 9 am" is not of this day.
  if (!clock.isHalfDay || wordAt(reading, index - 1) !== 'at' || RECURRING.test(wordAt(reading, index - 2))) return null
  return atHour({ next: clock.next, stretch: dayFrom(startOfDay(reading.saidAt)) }, clock)
}

const RECURRING = /^(?:.+days?|day|daily|mornings?|evenings?|nights?|afternoons?|weekends?|always|usually)$/u

/** "the 90s", "1990s" */
function decadeAt(reading: Reading, index: number): Named | null {
  const { text } = reading.tokens[index]!
  const behind = reading.tokens[index + 1]
  const isPlural = behind?.text === 's' && (behind.isGlued || /^['’]$/u.test(behind.text))
  if (!isPlural || isMeasured(reading, index + 1)) return null
  if (/^(?:19|20)\d0$/u.test(text)) {
    const { from, to } = decadeStretch(Number(text))
    // The 1900s are a century.
    return { next: index + 2, stretch: { from, to: text === '1900' ? yearStretch(2000).from : to, grain: 'range' } }
  }
  if (!/^[5-9]0$/u.test(text)) return null
  return /^(?:the|early|mid|late|-|['’‘])$/u.test(wordAt(reading, index - 1))
    ? { next: index + 2, stretch: decadeStretch(1900 + Number(text)) }
    : null
}

const BEFORE_YEAR: ReadonlySet<string> = new Set(
  (
    'in since by until till from before after during around circa early late mid year between of through for and to ' +
    'the class – —'
  ).split(' '),
)
/** A number behind these is a name. */
const NUMBERED: ReadonlySet<string> = new Set(
  (
    'room port flight error order bus pin code version issue pr ticket page line no number id model suite gate ' +
    'platform apartment apt building at windows office chapter section step item case extension ext row status exit ' +
    'build level route highway street x is are equals about over under nearly almost only exactly least most than'
  ).split(' '),
)
/** Years behind no preposition: not later than this after the text was said. */
const YEARS_AHEAD_MAX = 15
const SINGULAR_IN_S = /^(?:is|was|as|his|this|its|has|us|does|plus|thus|always|perhaps|christmas|versus|yes)$/u

function yearAt(reading: Reading, index: number): Named | null {
  const decade = decadeAt(reading, index)
  if (decade) return decade
  if (isPartOfMore(reading, index) || isArgument(reading, index)) return null
  const year = Number(wordAt(reading, index))
  const before = wordAt(reading, index - 1)
  const behind = reading.tokens[index + 1]
  const stretch = yearStretch(year)
  // "2024 Q3"
  const part = behind?.kind === 'word' ? partOfYearAt(reading, index + 1) : null
  if (part) return { next: part.next, stretch: part.ofYear(year)! }
  const month = MONTHS.get(behind?.text ?? '')
  const inMonth = month === undefined ? null : monthAt(reading, index + 1, month)
  // "2023 May 7", but "in 2022 May 5 was a Thursday" is rare enough.
  const stretchIn = inMonth && reading.tokens[index + 1]!.isCapital ? inMonth.ofYear(year) : null
  if (inMonth && stretchIn) return { next: inMonth.next, stretch: stretchIn }
  if (NUMBERED.has(before) || /^[=+<>×/$€£¥#%-]$/u.test(before)) return null
  if (behind && /^[=+×/%°]$/u.test(behind.text)) return null
  if (behind && /\p{Script=Han}/u.test(behind.text)) return null
  if (behind?.kind === 'word' && isCountable(behind.text)) return null
  if (BEFORE_YEAR.has(before)) return { next: index + 1, stretch }
  if (year > yearOf(reading.saidAt) + YEARS_AHEAD_MAX) return null
  const isEnded = !behind || behind.kind === 'mark' || PLAIN_WORDS.has(behind.text) || behind.isCapital
  return isEnded ? { next: index + 1, stretch } : null
}

/** An argument of a function, or a title: date(2024, 4, 1), 《1984》 */
function isArgument({ tokens }: Reading, index: number): boolean {
  const [bracket, name] = [tokens[index - 1], tokens[index - 2]]
  return bracket?.text === '《' || (bracket?.text === '(' && bracket.isGlued && name?.kind === 'word')
}

const MEASURES: ReadonlySet<string> = new Set(
  (
    'people men women children dollars usd eur rmb yuan km kg miles ms px mb gb kb rpm mah calories kcal feet ft ' +
    'percent bytes words more other different new or'
  ).split(' '),
)

function isCountable(word: string): boolean {
  return MEASURES.has(word) || UNITS.has(word) || (word.length > 3 && /[^s]s$/u.test(word) && !SINGULAR_IN_S.test(word))
}
