import { EngraphError, type ErrorCode } from './errors.ts'
import { parseInstant } from './times.ts'
import { type Wording, type WordingValue, wording } from './wording.ts'

/** What a value should be, when it is not; `null` when it is. */
export type Check = (value: unknown) => Wording | null

export const text =
  (lengthMax = Number.POSITIVE_INFINITY): Check =>
  (value) => {
    if (typeof value === 'string' && value.length <= lengthMax) return null
    return lengthMax === Number.POSITIVE_INFINITY ? wording`a text` : wording`a text of at most ${lengthMax} characters`
  }

export const name: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : wording`a text that is not empty`

export const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? null : wording`a list of texts`

export const wholeNumber =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? null
      : wording`a whole number from ${min} to ${max}`

export const numberFrom =
  (min: number): Check =>
  (value) =>
    typeof value === 'number' && value >= min ? null : wording`a number of at least ${min}`

export const yesOrNo: Check = (value) => (typeof value === 'boolean' ? null : wording`true or false`)

export const time: Check = (value) =>
  parseInstant(value) === null ? wording`a time: ISO 8601 such as 2026-05-03T10:00:00Z, a Date, or milliseconds` : null

export const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.includes(value as string) ? null : wording`one of ${allowed.join(', ')}`

export const someOf =
  (...allowed: readonly string[]): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length === 0) return wording`a list of ${allowed.join(', ')}`
    const wrong = value.find((item) => !allowed.includes(item))
    return wrong === undefined ? null : wording`a list of ${allowed.join(', ')}, which "${String(wrong)}" is not`
  }

export const clock: Check = (value) =>
  typeof (value as { now?: unknown } | null)?.now === 'function' ? null : wording`a clock, { now(): milliseconds }`

export const numbersByName: Check = (value) =>
  typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'number')
    ? null
    : wording`an object of numbers`

/**
 * What a caller gave, with each field checked; `null` reads as not given, since hosts that speak JSON send it so. The
 * error names the first field that is wrong, or that does not exist.
 */
export function readGiven<T extends object>(
  given: unknown,
  what: string,
  checks: Readonly<Record<keyof T, Check>>,
  code: ErrorCode = 'invalid-input',
): T {
  if (given === undefined) return {} as T
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new EngraphError(code, wording`${what} must be an object.`)
  }
  const read: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(given)) {
    const check = (checks as Readonly<Record<string, Check>>)[field]
    if (!check) {
      throw new EngraphError(code, wording`${what} has no "${field}".`, {
        hint: wording`There are ${Object.keys(checks).join(', ')}.`,
      })
    }
    if (value === undefined || value === null) continue
    const wanted = check(value)
    if (wanted !== null) throw new EngraphError(code, wording`${field} must be ${wanted}; it is ${shown(value)}.`)
    read[field] = value
  }
  return read as T
}

/** A single argument. */
export function requireGiven(value: unknown, what: Wording, check: Check): void {
  const wanted = check(value)
  if (wanted !== null)
    throw new EngraphError('invalid-input', wording`${what} must be ${wanted}; it is ${shown(value)}.`)
}

const SHOWN_LENGTH_MAX = 80

/** A value of any kind, for a message; it must not fail where `JSON.stringify` would. */
export function shown(value: unknown): WordingValue {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHOWN_LENGTH_MAX))
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? wording`a list` : wording`an object`
  return String(value).slice(0, SHOWN_LENGTH_MAX)
}
