import type { Instant } from '../../src/graph/spans.ts'

/**
 * The date a conversation was written down with, as an instant in UTC. Data sets spell dates in a handful of shapes
 * (`2025-12-15 (Monday)`, `1:56 pm on 8 May, 2023`, `March-15-2024`, `2024年04月01日 周一 08:35`), so this reads one date
 * and at most one time of day, and refuses whatever leaves other words over rather than guessing.
 */
export function parseBenchDate(text: string): Instant | null {
  if (ISO_INSTANT.test(text.trim())) return parseIso(text.trim())
  const date = takeDate(text)
  if (date === null) return null
  const time = takeTime(date.rest)
  if (time === null || !isFiller(time.rest)) return null
  const at = Date.UTC(date.year, date.month - 1, date.day)
  const back = new Date(at)
  const exists = back.getUTCMonth() === date.month - 1 && back.getUTCDate() === date.day
  return exists ? at + time.ms : null
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/u
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const DATE_SHAPES = [
  /(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/u,
  /(?<year>\d{4})\s*年\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*[日号]/u,
  new RegExp(`\\b${DAY}[\\s-]+(?:of\\s+)?${MONTH}[\\s,.-]+(?<year>\\d{4})\\b`, 'iu'),
  new RegExp(`\\b${MONTH}[\\s.-]+${DAY}[\\s,-]+(?<year>\\d{4})\\b`, 'iu'),
]
const TIME = /(?<hour>\d{1,2})[:：](?<minute>\d{2})(?:[:：](?<second>\d{2}))?\s*(?<half>[ap]\.?m\.?)?/iu
const WEEKDAY_OR_LINK =
  /(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|(?:周|星期|礼拜)[一二三四五六日天]|\b(?:on|at)\b|\b(?:utc|gmt)\b/giu

/** Without an offset an ISO time would be read in the zone of the machine; here every date is UTC. */
function parseIso(text: string): Instant | null {
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/u.test(text) ? text : `${text}Z`
  const at = Date.parse(zoned)
  return Number.isNaN(at) ? null : at
}

function takeDate(text: string) {
  for (const shape of DATE_SHAPES) {
    const match = shape.exec(text)
    if (match?.groups === undefined) continue
    const { year, month, day } = match.groups
    const named = MONTHS.indexOf(month!.slice(0, 3).toLowerCase() as (typeof MONTHS)[number])
    return {
      year: Number(year),
      month: named < 0 ? Number(month) : named + 1,
      day: Number(day),
      rest: without(text, match),
    }
  }
  return null
}

/** Midnight when no time is given; `null` when what is given is none. */
function takeTime(text: string): { ms: number; rest: string } | null {
  const match = TIME.exec(text)
  if (match?.groups === undefined) return { ms: 0, rest: text }
  const minute = Number(match.groups['minute'])
  const second = Number(match.groups['second'] ?? 0)
  const hour = hourOf(Number(match.groups['hour']), match.groups['half'])
  if (hour === null || minute > 59 || second > 59) return null
  return { ms: ((hour * 60 + minute) * 60 + second) * 1000, rest: without(text, match) }
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}

function without(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
}

function isFiller(rest: string): boolean {
  return /^[\s(),，（）.]*$/u.test(rest.replace(WEEKDAY_OR_LINK, ' '))
}
