import type { Instant } from '../../graph/spans.ts'
import type { FoundTime } from './calendar.ts'
import { type Dated, joinTimes } from './joined-times.ts'
import { CALENDAR_RULES } from './times-chinese-calendar.ts'
import { RELATIVE_RULES } from './times-chinese-relative.ts'
import { NO_SUCH_DAY } from './times-chinese-rule.ts'

interface Candidate {
  /** `null` of a date that there is not: it names no time, and stands in the way of those within it. */
  readonly dated: Dated | null
  readonly start: number
  readonly end: number
}

/** Matches that one rule may give; a text holds far fewer times. */
const MATCHES_MAX = 200
/** What a pattern took along and what belongs to the next word. */
const LOOSE_END = /[的\s]$/u
const JOINING = /^\s?(?:到|至|-|–|—|~|～)\s?$/u

/** The times that a text in simplified characters names. */
export function readChineseTimes(text: string, saidAt: Instant, mentionsMax: number): FoundTime[] {
  const candidates: Candidate[] = []
  for (const { anchor, pattern, read } of [...RELATIVE_RULES, ...CALENDAR_RULES]) {
    if (!anchor.test(text)) continue
    let matches = 0
    for (const match of text.matchAll(pattern)) {
      if (match[0] === '') continue
      if (++matches > MATCHES_MAX) break
      const dated = read(match.groups ?? {}, saidAt)
      if (!dated) continue
      const end = match.index + match[0].replace(LOOSE_END, '').length
      candidates.push({ dated: dated === NO_SUCH_DAY ? null : dated, start: match.index, end })
    }
  }
  // Of two that overlap the first, and of two with one start the longer one.
  candidates.sort((a, b) => a.start - b.start || b.end - a.end)
  const found: Candidate[] = []
  for (const candidate of candidates) {
    if (found.length >= mentionsMax) break
    const last = found.at(-1)
    if (last && candidate.start < last.end) continue
    const joined =
      last?.dated &&
      candidate.dated &&
      candidate.start - last.end <= 3 &&
      JOINING.test(text.slice(last.end, candidate.start))
        ? joinTimes(last.dated, candidate.dated)
        : null
    if (last && joined) found[found.length - 1] = { dated: joined, start: last.start, end: candidate.end }
    else found.push(candidate)
  }
  return found.flatMap(({ dated, start, end }) =>
    dated ? [{ start, end, stretch: dated.stretch, isYearless: dated.ofYear !== undefined }] : [],
  )
}
