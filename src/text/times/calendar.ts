import { DAY_MS, type Instant, type TextSpan } from '../../graph/spans.ts'

/*
 * Calendar arithmetic in UTC: days, weeks from Monday, months, seasons and years as stretches of time. A season is
 * that of the northern half of the world, in whole months; winter begins in December of the year that names it.
 */

export const HOUR_MS = 3_600_000

/**
 * How exactly a time is named. A season is also a quarter; a range is any other stretch, such as a weekend, a decade
 * or the end of a month.
 */
export type TimeGrain = 'hour' | 'day' | 'week' | 'month' | 'season' | 'year' | 'range'

/** A stretch of time that is never empty and never open. */
export interface Stretch {
  readonly from: Instant
  readonly to: Instant
  readonly grain: TimeGrain
}

/** What the rules of a language find in a text. */
export interface FoundTime extends TextSpan {
  readonly stretch: Stretch
  readonly isYearless: boolean
}

export function startOfDay(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS
}

export function yearOf(at: Instant): number {
  return new Date(at).getUTCFullYear()
}

/** 1..12 */
export function monthOf(at: Instant): number {
  return new Date(at).getUTCMonth() + 1
}

export function dayFrom(from: Instant): Stretch {
  return { from, to: from + DAY_MS, grain: 'day' }
}

/** A day of the calendar, or `null` when there is no such day. */
export function dayStretch(year: number, month: number, day: number): Stretch | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  const from = Date.UTC(year, month - 1, day)
  return new Date(from).getUTCDate() === day ? dayFrom(from) : null
}

/** Months beyond 1..12 lead into other years. */
export function monthStretch(year: number, month: number): Stretch {
  return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month), grain: 'month' }
}

export function yearStretch(year: number): Stretch {
  return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0), grain: 'year' }
}

/** 0 is spring, 3 winter. */
export function seasonStretch(year: number, season: number): Stretch {
  const month = 2 + season * 3
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 3), grain: 'season' }
}

/** 1..4; others lead into other years. */
export function quarterStretch(year: number, quarter: number): Stretch {
  return { from: Date.UTC(year, (quarter - 1) * 3), to: Date.UTC(year, quarter * 3), grain: 'season' }
}

/** 1 or 2 */
export function halfYearStretch(year: number, half: number): Stretch {
  return { from: Date.UTC(year, (half - 1) * 6), to: Date.UTC(year, half * 6), grain: 'range' }
}

export function decadeStretch(year: number): Stretch {
  return { from: Date.UTC(year, 0), to: Date.UTC(year + 10, 0), grain: 'range' }
}

/** Monday to Sunday, so many weeks after the one that holds the moment. */
export function weekStretch(at: Instant, weeks = 0): Stretch {
  const from = startOfDay(at) - (weekdayOf(at) - weeks * 7) * DAY_MS
  return { from, to: from + 7 * DAY_MS, grain: 'week' }
}

export function weekendStretch(at: Instant, weeks = 0): Stretch {
  const { to } = weekStretch(at, weeks)
  return { from: to - 2 * DAY_MS, to, grain: 'range' }
}

/** The weekend that is nearest: on Monday to Wednesday the one that was. */
export function nearestWeekend(at: Instant): Stretch {
  return weekendStretch(at, weekdayOf(at) <= 2 ? -1 : 0)
}

/** 0 is Monday. */
export function weekdayOf(at: Instant): number {
  // 1970-01-01 was a Thursday.
  return (((Math.floor(at / DAY_MS) + 3) % 7) + 7) % 7
}

/** The day of that name, so many days before (-) or after (+) at most: `within` -7 is the last one before the day. */
export function weekdayWithin(at: Instant, weekday: number, within: 'before' | 'after' | 'nearest'): Stretch {
  const ahead = (weekday - weekdayOf(at) + 7) % 7
  const days =
    within === 'before'
      ? (ahead || 7) - (ahead ? 7 : 14)
      : within === 'after'
        ? ahead || 7
        : ahead > 3
          ? ahead - 7
          : ahead
  return dayFrom(startOfDay(at) + days * DAY_MS)
}

/** How far a moment is from a stretch; 0 within. */
export function distanceTo(at: Instant, { from, to }: Stretch): number {
  return at < from ? from - at : at >= to ? at - to + 1 : 0
}

/** Of what recurs every year the one nearest to a moment, the earlier of two. `null` when no year around has it. */
export function nearestYear(at: Instant, ofYear: (year: number) => Stretch | null): Stretch | null {
  const year = yearOf(at)
  let nearest: Stretch | null = null
  // 29 February is in one of four years, but for the turns of most centuries.
  for (const candidate of [year, year - 1, year + 1, year - 2, year + 2, year - 3, year + 3, year - 4, year + 4]) {
    const stretch = ofYear(candidate)
    if (stretch && (!nearest || distanceTo(at, stretch) < distanceTo(at, nearest))) nearest = stretch
  }
  return nearest
}

/** Of what recurs every year the last one that is over, or the first one to come. */
export function yearBeside(
  at: Instant,
  side: 'last' | 'next',
  ofYear: (year: number) => Stretch | null,
): Stretch | null {
  const year = yearOf(at)
  const today = startOfDay(at)
  for (let i = -1; i <= 8; i++) {
    const stretch = ofYear(side === 'last' ? year - i : year + i)
    if (stretch && (side === 'last' ? stretch.to <= today : stretch.from > today)) return stretch
  }
  return null
}

export type TimeUnit = 'hour' | 'day' | 'week' | 'weekend' | 'month' | 'year'

/** A number that may be vague: "a few" is 2 to 6. */
export interface Amount {
  readonly least: number
  readonly most: number
}

/**
 * So many units from a moment, before it (-1) or after (1). Days are exact; whoever says "two weeks ago" means about that day, and by
 * months or years they mean the month or year.
 */
export function unitsFrom(at: Instant, sign: 1 | -1, unit: TimeUnit, { least, most }: Amount): Stretch {
  const [near, far] = [unitAt(at, sign * least, unit), unitAt(at, sign * most, unit)]
  if (least === most) return near
  return { from: Math.min(near.from, far.from), to: Math.max(near.to, far.to), grain: 'range' }
}

function unitAt(at: Instant, count: number, unit: TimeUnit): Stretch {
  switch (unit) {
    case 'hour': {
      const from = Math.floor((at + count * HOUR_MS) / HOUR_MS) * HOUR_MS
      return { from, to: from + HOUR_MS, grain: 'hour' }
    }
    case 'day':
      return dayFrom(startOfDay(at) + Math.round(count) * DAY_MS)
    case 'week': {
      const day = startOfDay(at) + Math.round(count * 7) * DAY_MS
      return { from: day - 3 * DAY_MS, to: day + 4 * DAY_MS, grain: 'week' }
    }
    case 'weekend':
      return weekendStretch(at, Math.round(count))
    case 'month':
      // Half a month is about a day, not a month.
      if (!Number.isInteger(count) && Math.abs(count) < 1) return unitAt(at, count * 4.3, 'week')
      return monthStretch(yearOf(at), monthOf(at) + Math.round(count))
    case 'year':
      // "Half a year ago" is not meant to the month.
      if (!Number.isInteger(count)) {
        const month = monthOf(at) + Math.round(count * 12)
        return { from: Date.UTC(yearOf(at), month - 2), to: Date.UTC(yearOf(at), month + 1), grain: 'range' }
      }
      return yearStretch(yearOf(at) + count)
    default:
      return unit satisfies never
  }
}

/** The stretch that so many units up to or from a day cover, that day included. */
export function unitsAround(at: Instant, sign: 1 | -1, unit: TimeUnit, { most }: Amount): Stretch {
  const today = startOfDay(at)
  const days = { hour: 1 / 24, day: 1, week: 7, weekend: 7, month: 0, year: 0 }[unit]
  const months = { hour: 0, day: 0, week: 0, weekend: 0, month: 1, year: 12 }[unit]
  const date = new Date(today)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + sign * Math.round(months * most)]
  const dayMax = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const shifted = Date.UTC(year, month, Math.min(date.getUTCDate(), dayMax)) + sign * Math.round(days * most) * DAY_MS
  const [from, to] = sign < 0 ? [shifted, today] : [today, shifted]
  return { from, to: to + DAY_MS, grain: 'range' }
}

export type Third = 'early' | 'mid' | 'late'

/** The early, middle or late third: ten days of a month, four months of a year. */
export function thirdOf(whole: Stretch, third: Third): Stretch {
  const index = { early: 0, mid: 1, late: 2 }[third]
  const months = { month: 0, season: 1, year: 4, range: 0, week: 0, day: 0, hour: 0 }[whole.grain]
  if (months > 0) {
    const start = new Date(whole.from)
    const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + index * months]
    return { from: Date.UTC(year, month), to: Date.UTC(year, month + months), grain: 'range' }
  }
  const days = (whole.to - whole.from) / DAY_MS
  if (days < 3) return whole
  const cut = (part: number) => (part === 3 ? whole.to : whole.from + Math.floor((days * part) / 3) * DAY_MS)
  return { from: cut(index), to: cut(index + 1), grain: 'range' }
}

/** The hour of a day. */
export function hourStretch(day: Instant, hour: number): Stretch {
  return { from: day + hour * HOUR_MS, to: day + (hour + 1) * HOUR_MS, grain: 'hour' }
}
