import { DAY_MS, type Instant } from '../../graph/spans.ts'
import { nearestYear, type Stretch, yearOf } from './calendar.ts'

/** A stretch of time and, when no year is named, the same in another year. */
export interface Dated {
  readonly stretch: Stretch
  readonly ofYear?: (year: number) => Stretch | null
}

/** Longer ones are two times rather than one. */
const JOINED_MS_MAX = 200 * 366 * DAY_MS

/** From the first to the end of the second; `null` when that is no stretch. */
export function joinTimes(first: Dated, second: Dated): Dated | null {
  const from = fromBefore(first, second.stretch)
  if (from === null || second.stretch.to - from > JOINED_MS_MAX) return null
  const stretch: Stretch = { from, to: second.stretch.to, grain: 'range' }
  const [a, b] = [first.ofYear, second.ofYear]
  if (!a || !b) return { stretch }
  const ofYear = (year: number): Stretch | null => {
    const [start, end] = [a(year), b(year)]
    const to = start && end && end.to > start.from ? end.to : b(year + 1)?.to
    return start && to !== undefined ? { from: start.from, to, grain: 'range' } : null
  }
  const nearest = nearestYear(stretch.to - 1, ofYear)
  return nearest && { stretch: nearest, ofYear }
}

/** "from May to July 2023": the first takes its year from the second, and the one before where it has to. */
function fromBefore(first: Dated, { to }: Stretch): Instant | null {
  if (!first.ofYear) return first.stretch.from < to ? first.stretch.from : null
  const year = yearOf(to - 1)
  for (const candidate of [year, year - 1]) {
    const stretch = first.ofYear(candidate)
    if (stretch && stretch.from < to) return stretch.from
  }
  return null
}
