import { EngraphError } from './errors.ts'
import type { Instant } from './spans.ts'
import { wording } from './wording.ts'

/** A moment as a caller may give it: ISO 8601, a `Date`, or milliseconds since 1970. */
export type GivenTime = string | number | Date

const ISO =
  /^(?<year>\d{4}|[+-]\d{6})(?:-(?<month>\d{2})(?:-(?<day>\d{2}))?)?(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/u

/** Milliseconds, or `null` for what is no moment. A string without a zone is taken as UTC, so that a machine's zone decides nothing. */
export function parseInstant(given: unknown): Instant | null {
  if (given instanceof Date) return finite(given.getTime())
  if (typeof given === 'number') return finite(given)
  if (typeof given !== 'string') return null
  const { year, month = '01', day = '01', time, zone } = ISO.exec(given.trim())?.groups ?? {}
  if (year === undefined || Number(day) > daysIn(Number(year), Number(month))) return null
  return finite(Date.parse(`${year}-${month}-${day}T${time?.replace(',', '.') ?? '00:00'}${zoneOf(zone)}`))
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** `Date.parse` wants an offset in full: +02 is +02:00. */
function zoneOf(zone: string | undefined): string {
  if (zone === undefined || zone === 'Z') return 'Z'
  const digits = zone.slice(1).replace(':', '')
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2) || '00'}`
}

/** A moment that must be one: `invalid-input` names the option otherwise. */
export function requireInstant(given: GivenTime, option: string): Instant {
  const at = parseInstant(given)
  if (at !== null) return at
  throw new EngraphError('invalid-input', wording`${option} is no time: ${String(given)}.`, {
    hint: 'Give ISO 8601, such as 2026-05-03T10:00:00Z or 2026-05-03, a Date, or milliseconds.',
  })
}

/** Within what a `Date` can hold. */
function finite(at: number): Instant | null {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? at : null
}
