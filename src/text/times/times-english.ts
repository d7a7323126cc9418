import type { Instant } from '../../graph/spans.ts'
import type { FoundTime } from './calendar.ts'
import { joinTimes } from './joined-times.ts'
import { impossibleDateEnd } from './times-english-impossible.ts'
import { calendarNameAt } from './times-english-names.ts'
import { numberAt, ordinalAt } from './times-english-numbers.ts'
import { type Named, type Reading, withHour, wordAt } from './times-english-reading.ts'
import { RELATIVE_STARTS, relativeAt } from './times-english-relative.ts'
import { HOLIDAYS, MONTHS, ORDINALS, readTokens, SEASONS, WEEKDAYS } from './times-english-words.ts'

/** "the day before the day before the day before yesterday" is deep enough. */
const DEPTH_MAX = 3
/** Words that a time may begin with; most words of a text are none. */
const STARTS: ReadonlySet<string> = new Set([
  ...RELATIVE_STARTS,
  ...[MONTHS, SEASONS, WEEKDAYS, HOLIDAYS, ORDINALS].flatMap((words) => [...words.keys()]),
  ...['q', 'h', 'thanksgiving'],
])
/** Longer numbers are no dates. */
const NUMBER_LENGTH_MAX = 10
const JOINING = /^(?:to|-|–|—|~|until|till|through|thru|and)$/u

/**
 * The times that an English text names. Every rule begins at one token and looks a few tokens ahead, so that reading takes
 * time that grows with the length of the text only.
 */
export function readEnglishTimes(text: string, saidAt: Instant, mentionsMax: number): FoundTime[] {
  const reading = readingOf(text, saidAt)
  const found: FoundTime[] = []
  let index = 0
  while (index < reading.tokens.length && found.length < mentionsMax) {
    const named = spanAt(reading, index)
    if (!named) {
      index = impossibleDateEnd(reading, index) ?? index + 1
      continue
    }
    found.push({
      start: reading.tokens[index]!.start,
      end: reading.tokens[named.next - 1]!.end,
      stretch: named.stretch,
      isYearless: named.ofYear !== undefined,
    })
    index = named.next
  }
  return found
}

function readingOf(text: string, saidAt: Instant): Reading {
  let depth = 0
  const reading: Reading = {
    tokens: readTokens(text),
    saidAt,
    nameAt(index) {
      const { kind, text: word } = reading.tokens[index]!
      const isNumber = kind === 'number' && word.length <= NUMBER_LENGTH_MAX
      if (depth >= DEPTH_MAX || !(isNumber || STARTS.has(word))) return null
      if (impossibleDateEnd(reading, index) !== null) return null
      depth++
      const named = relativeAt(reading, index) ?? (isNumber ? numberAt(reading, index) : nameAt(reading, index))
      depth--
      return named && withHour(reading, named)
    },
  }
  return reading
}

function nameAt(reading: Reading, index: number): Named | null {
  return ORDINALS.has(wordAt(reading, index)) ? ordinalAt(reading, index) : calendarNameAt(reading, index)
}

/** A name in a program or an address: date.today(), @sunday, today() */
function isMember({ tokens }: Reading, index: number): boolean {
  const [token, before, behind] = [tokens[index]!, tokens[index - 1], tokens[index + 1]]
  if (token.kind !== 'word') return false
  if (behind?.text === '(' && behind.isGlued) return true
  return token.isGlued && /^[.@#\\$]$/u.test(before?.text ?? '') && !(before!.text === '.' && token.isCapital)
}

/** One time, or two that a word joins to a stretch: "from May to July", "2019–2021". */
function spanAt(reading: Reading, index: number): Named | null {
  if (isMember(reading, index)) return null
  const first = reading.nameAt(index)
  if (!first) return null
  const link = wordAt(reading, first.next)
  if (!JOINING.test(link) || (link === 'and' && wordAt(reading, index - 1) !== 'between')) return first
  if (first.stretch.grain === 'hour' || !reading.tokens[first.next + 1]) return first
  const second = reading.nameAt(first.next + 1)
  const joined = second && joinTimes(first, second)
  return joined ? { ...joined, next: second.next } : first
}
