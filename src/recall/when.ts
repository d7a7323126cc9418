import { DAY_MS, type Instant, spanContains, type TimeSpan } from '../graph/spans.ts'
import { mayNameTime, type TimeMention, timeReader } from '../text/times/time-mentions.ts'

/*
 * The time that a question names, as windows: "in May 2023", "last Friday", "昨天". One without a year may be of any year
 * in which something was remembered, or of the nearest. Times are UTC, like those of the records.
 */

/** "May" opens a polite question more often than it names a month. */
const POLITE_MAY = /^\s*may\s+(?:i|we|you)\b/iu
const YEARS_MAX = 50

export async function readWindows(question: string, now: Instant, known: TimeSpan): Promise<readonly TimeSpan[]> {
  if (!mayNameTime(question)) return []
  const read = await timeReader()
  const text = question.replace(POLITE_MAY, (opening) => ' '.repeat(opening.length))
  return read(text, now).flatMap((mention) => windowsOf(mention, known))
}

function windowsOf({ time, isYearless }: TimeMention, known: TimeSpan): TimeSpan[] {
  if (!isYearless) return [time]
  const own = new Date(time.from).getUTCFullYear()
  // The nearest year as well: what is planned for January was remembered in December.
  const years = new Set([own, ...yearsOf(known)])
  const month = new Date(time.from).getUTCMonth()
  return (
    [...years]
      .map((year) => ({ from: inYear(time.from, year - own), to: inYear(time.to, year - own) }))
      // Most years have no 29 February, and 1 March is not what was named.
      .filter(({ from }) => new Date(from).getUTCMonth() === month)
  )
}

function inYear(at: Instant, later: number): Instant {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + later)
}

function yearsOf({ from, to }: TimeSpan): number[] {
  if (from === null || to === null) return []
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()]
  const count = Math.min(YEARS_MAX, last - first + 1)
  return Array.from({ length: count }, (_, i) => last - i)
}

/**
 * How near a moment is to the windows, 0..1: 1 within one, falling by e over `reachDays` outside. What happened is often
 * told some days later.
 */
export function nearness(at: Instant, windows: readonly TimeSpan[], reachDays: number): number {
  let nearest = 0
  for (const window of windows) {
    if (spanContains(window, at)) return 1
    // Of a window that is open at one end only the other end can be near.
    const [from, to] = [window.from ?? Number.NEGATIVE_INFINITY, window.to ?? Number.POSITIVE_INFINITY]
    const gap = Math.min(Math.abs(at - from), Math.abs(at - to))
    nearest = Math.max(nearest, Math.exp(-gap / DAY_MS / reachDays))
  }
  return nearest
}
