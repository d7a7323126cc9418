import { DAY_MS, type Instant, type TimeSpan } from '../../graph/spans.ts'

/*
 * A time that a text names, as keys of the index: what was said on 9 May about "last Friday" is found by the fifth.
 *
 *   2023-05-05          @2023-05-05  @2023-05  @2023
 *   May and June 2023                @2023-05  @2023-06  @2023
 *
 * A question is looked up at the finest grain that its own span has. No term begins with "@", so keys and terms never
 * meet.
 */

/** Longer spans have no keys of days: "this spring" is about no day of it. */
const DAYS_MAX = 14
/** Longer spans have no keys of months. */
const MONTHS_MAX = 6
const YEARS_MAX = 10

/** The keys under which a named time is found. */
export function timeKeys(time: TimeSpan): string[] {
  if (!hasKeys(time)) return []
  const { from, to } = time
  return [...daysOf(from, to), ...monthsOf(from, to), ...yearsOf(from, to)]
}

/** The keys that a question about a time asks for: days, else months, else years. */
export function keysToAsk(time: TimeSpan): string[] {
  if (!hasKeys(time)) return []
  const readings = [daysOf, monthsOf, yearsOf]
  for (const read of readings) {
    const keys = read(time.from, time.to)
    if (keys.length > 0) return keys
  }
  return []
}

/** Years of four digits only: others have no form that sorts and none that `Date` always knows. */
const FIRST = Date.UTC(1000, 0)
const END = Date.UTC(10_000, 0)

function hasKeys(time: TimeSpan): time is { readonly from: Instant; readonly to: Instant } {
  const { from, to } = time
  return from !== null && to !== null && from >= FIRST && to <= END && from < to
}

function daysOf(from: Instant, to: Instant): string[] {
  if (to - from > DAYS_MAX * DAY_MS) return []
  const keys: string[] = []
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < to; day += DAY_MS) keys.push(`@${isoOf(day).slice(0, 10)}`)
  return keys
}

function monthsOf(from: Instant, to: Instant): string[] {
  const [first, last] = [monthOf(from), monthOf(to - 1)]
  if (last - first >= MONTHS_MAX) return []
  return Array.from({ length: last - first + 1 }, (_, i) => `@${isoOf(startOf(first + i)).slice(0, 7)}`)
}

function yearsOf(from: Instant, to: Instant): string[] {
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to - 1).getUTCFullYear()]
  return Array.from({ length: Math.min(YEARS_MAX, last - first + 1) }, (_, i) => `@${first + i}`)
}

/** Months since the year 0. */
function monthOf(at: Instant): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function startOf(month: number): Instant {
  return Date.UTC(Math.floor(month / 12), month % 12)
}

function isoOf(at: Instant): string {
  return new Date(at).toISOString()
}
