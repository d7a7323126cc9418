import type { Chrono } from 'chrono-node/en'
import { type Instant, spanContains, type TimeSpan } from '../graph/spans.ts'

/*
 * The time that a question names, as spans: "in May 2023", "on 7 May", "last Friday", "2023年5月", "昨天". A date
 * without a year may be of any year in which something was remembered. Times are UTC, like those of the records.
 */

/** What a question must hold to be worth parsing; loading the parser takes longer than most recalls. */
const MAY_HOLD_TIME =
  /\b(?:19|20)\d{2}\b|\b\d{1,4}[/.-]\d{1,2}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun|yester|to)days?\b|\b(?:ago|last|this|past|next)\b|[年月日号周]|星期|礼拜|[昨前今明]天/iu
/** Spans counted in days or weeks from now. Their patterns take V8 a tenth of a second to compile. */
const MAY_COUNT_TIME =
  /\b(?:ago|within|later|past|next|last|this|in)\b.*\b(?:days?|weeks?|months?|years?|hours?|minutes?)\b/iu
const COUNTING_PARSER = /TimeUnit|Relative/u
const YEAR_ALONE = /(?<![\d.,/:-])(?:19|20)\d{2}(?:\s*年)?(?![\d.,/:-])/gu
/** "May" opens a polite question more often than it names a month. */
const POLITE_MAY = /^\s*may\s+(?:i|we|you)\b/iu
const YEARS_MAX = 50

export async function readTimes(question: string, now: Instant, known: TimeSpan): Promise<readonly TimeSpan[]> {
  if (!MAY_HOLD_TIME.test(question)) return []
  const text = question.replace(POLITE_MAY, (opening) => ' '.repeat(opening.length))
  const isHan = /\p{Script=Han}/u.test(text)
  const chrono = isHan ? (await import('chrono-node/zh')).hans : await englishParser(MAY_COUNT_TIME.test(text))
  const reference = { instant: new Date(now), timezone: 0 }
  const spans: TimeSpan[] = []
  let rest = text
  for (const found of chrono.parse(text, reference)) {
    rest = rest.replace(found.text, ' '.repeat(found.text.length))
    spans.push(...spansOf(found, known))
  }
  for (const [year] of rest.matchAll(YEAR_ALONE)) spans.push(calendarSpan(Number.parseInt(year, 10), null, null))
  return spans
}

type Parser = Pick<Chrono, 'parse'>
let calendar: Parser | undefined

async function englishParser(countsTime: boolean): Promise<Parser> {
  const { Chrono, casual, configuration } = await import('chrono-node/en')
  if (countsTime) return casual
  if (!calendar) {
    const { parsers, refiners } = configuration.createCasualConfiguration()
    const own = parsers.filter((parser) => !COUNTING_PARSER.test(parser.constructor.name))
    calendar = new Chrono({ parsers: own, refiners })
  }
  return calendar
}

interface Found {
  readonly start: Components
  readonly end?: Components | null
}

interface Components {
  get(component: 'year' | 'month' | 'day'): number | null
  isCertain(component: 'year' | 'month' | 'day' | 'weekday' | 'hour'): boolean
}

function spansOf({ start, end }: Found, known: TimeSpan): TimeSpan[] {
  const hasDay = start.isCertain('day') || start.isCertain('weekday')
  if (!hasDay && !start.isCertain('month')) return []
  const month = start.get('month')!
  const day = hasDay ? start.get('day') : null
  const until = end
    ? calendarSpan(end.get('year')!, end.get('month'), end.isCertain('day') ? end.get('day') : null)
    : null
  const years = start.isCertain('year') || start.isCertain('weekday') ? [start.get('year')!] : yearsOf(known)
  return years.map((year) => {
    const span = calendarSpan(year, month, day)
    return { from: span.from, to: until?.to && years.length === 1 ? until.to : span.to }
  })
}

function yearsOf({ from, to }: TimeSpan): number[] {
  if (from === null || to === null) return []
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()]
  const count = Math.min(YEARS_MAX, last - first + 1)
  return Array.from({ length: count }, (_, i) => last - i)
}

function calendarSpan(year: number, month: number | null, day: number | null): TimeSpan {
  if (month === null) return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }
  if (day === null) return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) }
  return { from: Date.UTC(year, month - 1, day), to: Date.UTC(year, month - 1, day + 1) }
}

const DAY_MS = 86_400_000

/**
 * How near a moment is to the spans, 0..1: 1 within one, falling by e over `reachDays` outside. What happened is often
 * told some days later.
 */
export function nearness(at: Instant, spans: readonly TimeSpan[], reachDays: number): number {
  let nearest = 0
  for (const span of spans) {
    if (spanContains(span, at)) return 1
    const gap = Math.min(Math.abs(at - (span.from ?? at)), Math.abs(at - (span.to ?? at)))
    nearest = Math.max(nearest, Math.exp(-gap / DAY_MS / reachDays))
  }
  return nearest
}
