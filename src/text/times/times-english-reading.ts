import type { Instant } from '../../graph/spans.ts'
import { hourStretch, nearestYear, type Stretch, yearOf } from './calendar.ts'
import type { Dated } from './joined-times.ts'
import { DAY_PARTS, SIDE_OFFSETS, type Token } from './times-english-words.ts'

/* What the English rules share: the text as tokens, what a rule answers, the year and the hour behind a date. */

/** A time that a rule read, up to a token. */
export interface Named extends Dated {
  /** Index of the token behind it. */
  readonly next: number
}

/** What recurs every year: a month, a day of a month, a season, a holiday. */
export interface Recurring {
  readonly next: number
  readonly ofYear: (year: number) => Stretch | null
  /** More than the bare name of a month or season, which may be a verb or a person. */
  readonly isCertain: boolean
  /** The year is named within it. */
  readonly isFixed?: boolean
}

export interface Reading {
  readonly tokens: readonly Token[]
  readonly saidAt: Instant
  /** The rules call each other through this. */
  readonly nameAt: (index: number) => Named | null
}

export function wordAt(reading: Reading, index: number): string {
  return reading.tokens[index]?.text ?? ''
}

/** A recurring time in the year that stands behind it, or else in the nearest one. */
export function inNamedYear(reading: Reading, { next, ofYear, isFixed }: Recurring): Named | null {
  if (isFixed) {
    const stretch = ofYear(yearOf(reading.saidAt))
    return stretch && { next, stretch }
  }
  const named = yearBehind(reading, next)
  if (named) {
    // 29 February 2023 is no day, also not of another year.
    const stretch = ofYear(named.year)
    return stretch && { next: named.next, stretch }
  }
  const stretch = nearestYear(reading.saidAt, ofYear)
  return stretch && { next, stretch, ofYear }
}

const YEAR = /^(?:19|20)\d{2}$/u
const SHORT_YEAR = /^\d{2}$/u

/** "2023", ", 2023", "of 2023", "'23", "of last year" */
export function yearBehind(reading: Reading, index: number): { readonly year: number; readonly next: number } | null {
  let at = index
  if (wordAt(reading, at) === ',') at++
  if (wordAt(reading, at) === 'of' || wordAt(reading, at) === 'in') at++
  if (wordAt(reading, at) === 'the' && wordAt(reading, at + 1) === 'year') at += 2
  const token = reading.tokens[at]
  if (!token) return null
  if (YEAR.test(token.text) && !isMeasured(reading, at)) return { year: Number(token.text), next: at + 1 }
  const following = reading.tokens[at + 1]
  if (/^['’‘]$/u.test(token.text) && following?.isGlued && SHORT_YEAR.test(following.text)) {
    return { year: fullYear(Number(following.text)), next: at + 2 }
  }
  if (following?.text !== 'year') return null
  const offset = SIDE_OFFSETS.get(token.text)
  return offset === undefined ? null : { year: yearOf(reading.saidAt) + offset, next: at + 2 }
}

/** Two digits: 00 to 69 are of this century. */
export function fullYear(short: number): number {
  return short < 70 ? 2000 + short : 1900 + short
}

/** Stars are left out: they make words bold more often than products. */
const NOT_BEFORE = /^[-_/\\.@#$€£¥=&+%~^×<>≤≥≈]$/u
const NOT_BEHIND = /^[%_/\\@#$€£¥=&+~^×°]$/u

/** A number within an identifier, an address, a sum or an amount of money. */
export function isPartOfMore({ tokens }: Reading, index: number): boolean {
  const before = tokens[index - 1]
  if (tokens[index]!.isGlued && before && (before.kind !== 'mark' || NOT_BEFORE.test(before.text))) return true
  return isMeasured({ tokens }, index)
}

/** Something hangs on its end: a unit, a file name, another number. */
export function isMeasured({ tokens }: Pick<Reading, 'tokens'>, index: number): boolean {
  const behind = tokens[index + 1]
  if (!behind?.isGlued) return false
  if (behind.kind !== 'mark') return true
  if (NOT_BEHIND.test(behind.text)) return true
  return /^[-.,:*]$/u.test(behind.text) && tokens[index + 2]?.isGlued === true && tokens[index + 2]!.kind !== 'mark'
}

const CLOCK = /^(?<hour>\d{1,2})(?::[0-5]\d){0,2}$/u
const BEFORE_CLOCK: ReadonlySet<string> = new Set(['at', 'around', 'about', 'by', 'from', '@', ',', 'until'])

/** "3 pm", "14:30", "10:15 a.m.", "noon" */
export function clockAt(
  reading: Reading,
  index: number,
): { readonly hour: number; readonly next: number; readonly isHalfDay: boolean } | null {
  const text = wordAt(reading, index)
  if (text === 'noon' || text === 'midday') return { hour: 12, next: index + 1, isHalfDay: false }
  const hour = Number(CLOCK.exec(text)?.groups?.['hour'] ?? Number.NaN)
  if (!(hour <= 23)) return null
  const mark = wordAt(reading, index + 1)
  if ((mark === 'am' || mark === 'pm') && hour >= 1 && hour <= 12) {
    return { hour: (hour % 12) + (mark === 'pm' ? 12 : 0), next: index + 2, isHalfDay: true }
  }
  if ((mark === 'a' || mark === 'p') && wordAt(reading, index + 2) === '.' && wordAt(reading, index + 3) === 'm') {
    const next = wordAt(reading, index + 4) === '.' ? index + 5 : index + 4
    return { hour: (hour % 12) + (mark === 'p' ? 12 : 0), next, isHalfDay: true }
  }
  const isBare = !isMeasured(reading, index) || wordAt(reading, index + 1) === 'z'
  return text.includes(':') && isBare ? { hour, next: index + 1, isHalfDay: false } : null
}

/** A day with the part of the day or the hour that stands behind it. */
export function withHour(reading: Reading, named: Named): Named {
  if (named.stretch.grain !== 'day') return named
  let at = named.next
  // 2023/05/20 (Sat) 02:21
  if (wordAt(reading, at) === '(' && wordAt(reading, at + 2) === ')') at += 3
  if (DAY_PARTS.has(wordAt(reading, at))) at++
  const next = at === named.next + 1 ? at : named.next
  if (wordAt(reading, at) === ',' && BEFORE_CLOCK.has(wordAt(reading, at + 1))) at++
  if (BEFORE_CLOCK.has(wordAt(reading, at))) at++
  const isStamp = wordAt(reading, at) === 't' && reading.tokens[at]!.isGlued
  if (isStamp) at++
  const clock = clockAt(reading, at)
  if (!clock) return { ...named, next }
  return atHour(named, clock)
}

export function atHour(named: Named, clock: { readonly hour: number; readonly next: number }): Named {
  const hourOf = (stretch: Stretch | null) => stretch && hourStretch(stretch.from, clock.hour)
  const { ofYear } = named
  return {
    next: Math.max(named.next, clock.next),
    stretch: hourOf(named.stretch)!,
    ...(ofYear && { ofYear: (year: number) => hourOf(ofYear(year)) }),
  }
}
