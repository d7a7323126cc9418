import type { EntityKind } from '../../graph/nodes.ts'
import { latePattern } from '../late.ts'
import { isStopWord } from '../stop-words.ts'
import * as words from './english-words.ts'
import { claim, type EntityPage, isFree } from './entity-page.ts'
import { KNOWN_ACRONYMS } from './known-names.ts'
import { FIRST_WORD, type Lexicon, type LexiconEntry, longestAt } from './lexicon.ts'

/*
 * Names in scripts with capital letters. A sequence of capitalised words is a name ("Museum of Modern Art"); one word is where
 * no sentence starts, or where a list, a possessive or a neighbour says so. All of a sentence in capitals is shouting.
 */

export function readEnglishNames(page: EntityPage, lexicon: Lexicon): void {
  const found = wordsOf(page)
  blockHeadings(page, found)
  let i = 0
  while (i < found.length) {
    const word = found[i]!
    if (word.shape === 'title' && page.taken[word.start] === 0)
      i = Math.max(i + 1, readSequence(page, lexicon, found, i))
    else {
      if (word.shape === 'caps') readAcronym(page, lexicon, found, i)
      i++
    }
  }
}

/** Titles in quotation marks: each word with a capital, short, and no sentence. */
export function readEnglishTitles(page: EntityPage): void {
  if (!page.hasUpper || !page.hasQuote) return
  for (const match of page.folded.matchAll(QUOTED())) {
    const title = match[1] ?? match[2] ?? match[3]!
    const start = match.index + match[0].indexOf(title)
    if (isTitle(title)) claim(page, start, start + title.length, 'concept')
  }
}

/** In a heading of Markdown every word may have a capital: only given names and known ones count. */
function blockHeadings(page: EntityPage, found: readonly Word[]): void {
  if (found.length === 0 || !page.folded.includes('#')) return
  const headings = [...page.folded.matchAll(HEADING)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  let next = 0
  for (const word of found) {
    while (next < headings.length && headings[next]!.end <= word.start) next++
    const heading = headings[next]
    if (heading && heading.start <= word.start) word.isInHeading = true
  }
}
const HEADING = /^#{1,6} [^\n]{1,200}/gmu

interface Word {
  isInHeading?: boolean
  readonly start: number
  readonly end: number
  readonly lower: string
  readonly shape: 'title' | 'caps' | 'lower' | 'number'
}

const WORDS_MAX = 4_000
const SEQUENCE_WORDS_MAX = 7
const WORD =
  /[A-Za-z\d\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff][A-Za-z\d\u00c0-\u052f\u1e00-\u1fff]*(?:['’&-][A-Za-z\d\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff][A-Za-z\d\u00c0-\u052f\u1e00-\u1fff]*)*/gu
const POSSESSIVE = /['’][sS]$/u
const LETTER_UPPER = /^\p{Lu}/u
const CAPITALISED = latePattern(String.raw`^\p{Lu}\p{Ll}`, 'u')
const CAPITALISED_WHOLE = latePattern(String.raw`^\p{Lu}\p{Ll}+$`, 'u')
const CAPITALISED_PARTS = latePattern(String.raw`^\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)*$`, 'u')

function wordsOf(page: EntityPage): Word[] {
  if (!page.hasUpper) return []
  const { folded } = page
  const found: Word[] = []
  for (const match of folded.matchAll(WORD)) {
    if (found.length === WORDS_MAX) break
    const text = match[0]
    const start = match.index
    found.push({
      start,
      end: start + text.length,
      lower: page.lower.slice(start, start + text.length),
      shape: shapeOf(text),
    })
  }
  return found
}

function shapeOf(text: string): Word['shape'] {
  const code = text.charCodeAt(0)
  if (code >= 97 && code <= 122) return 'lower'
  if (code >= 48 && code <= 57) return 'number'
  if (code > 128 && !LETTER_UPPER.test(text)) return 'lower'
  const base = text.replace(POSSESSIVE, '')
  if (base.length > 1 && base === base.toUpperCase() && base !== base.toLowerCase()) return 'caps'
  return 'title'
}

const ACRONYM = /^[A-Z]{2,6}$|^[A-Z]{1,3}&[A-Z]{1,3}$/u

function readAcronym(page: EntityPage, lexicon: Lexicon, found: readonly Word[], i: number): void {
  const { start, end, lower } = found[i]!
  let stop = end
  let base = page.folded.slice(start, end)
  if (POSSESSIVE.test(base)) stop -= 2
  base = page.folded.slice(start, stop)
  if (!ACRONYM.test(base)) return
  if (!KNOWN_ACRONYMS.has(base)) {
    if (isCommon(lower) || /^(?:[ivx]{2,6}|xx+)$/u.test(lower) || words.SENTENCE_OPENERS.has(lower)) return
    if (isShout(found[i - 1], page, start) || isShout(found[i + 1], page, start)) return
  }
  // PORT=3000 is a setting of a name that says nothing.
  if (page.folded[stop] === '=') return
  claim(page, start, stop, knownAt(page, lexicon, start)?.kind ?? 'concept')
}

/** A neighbour in capitals that is no known acronym. */
function isShout(word: Word | undefined, page: EntityPage, at: number): boolean {
  if (word?.shape !== 'caps' || Math.abs(word.start - at) > NEIGHBOUR_DISTANCE_MAX) return false
  return !KNOWN_ACRONYMS.has(page.folded.slice(word.start, word.end))
}
const NEIGHBOUR_DISTANCE_MAX = 24

function isCommon(lower: string): boolean {
  return words.NEVER_NAMES.has(lower) || isStopWord(lower, 'en') || isStopWord(lower.replace(/['’]/gu, ''), 'en')
}

/** Reads the name that begins at a capitalised word, and returns the place behind it. */
function readSequence(page: EntityPage, lexicon: Lexicon, found: readonly Word[], from: number): number {
  const first = found[from]!
  const base = first.lower.replace(POSSESSIVE, '')
  // Chinese writes no capital for a sentence that it begins.
  const isStart = opensSentence(page, first.start) && !HAN_NEXT.test(page.folded.slice(first.end, first.end + 2))
  const known = knownAt(page, lexicon, first.start)
  if (!known && (isCommon(base) || isCommon(first.lower)) && !isLeading(page, found, from, isStart)) return from + 1
  if (!known && isStart && isOpener(base)) return from + 1
  if (first.isInHeading && !known && !words.GIVEN_NAMES.has(base)) return from + 1
  const last = lastOfSequence(page, found, from)
  const isOne = last === from
  const { end } = found[last]!
  const stop = POSSESSIVE.test(page.folded.slice(first.start, end)) ? end - 2 : end
  // A known name alone is read with its version by the reader of the dictionary.
  if (known && first.start + known.word.length >= stop) return last + 1
  const isTitled = words.PERSON_TITLES.has(base)
  if (isOne && (isTitled || stop - first.start < 2)) return last + 1
  if (isOne && found[last + 1]?.shape === 'number' && words.NUMBERED_NOUNS.has(base)) return last + 1
  if (isOne && isStart && !isNameAlone(page, base, first, stop, found[from + 1])) return last + 1
  claim(page, first.start, stop, kindOf(page, found, from, last, isOne ? undefined : known))
  return last + 1
}

function knownAt(page: EntityPage, lexicon: Lexicon, at: number): LexiconEntry | undefined {
  const first = FIRST_WORD.exec(page.lower.slice(at, at + WORD_LENGTH_MAX))?.[0]
  const entries = first === undefined ? undefined : lexicon.byFirst.get(first)
  const entry = entries && longestAt(entries, page.lower, at)
  return entry && !entry.isEveryday && entry.kind !== 'concept' ? entry : undefined
}
const WORD_LENGTH_MAX = 40

/** "the Great Wall": within a sentence these have a capital only as part of a name. */
function isLeading(page: EntityPage, found: readonly Word[], from: number, isStart: boolean): boolean {
  const next = found[from + 1]
  return !isStart && next?.shape === 'title' && LEADING.has(found[from]!.lower) && isNear(page, found[from]!, next)
}
const LEADING: ReadonlySet<string> = new Set(['great', 'new', 'good', 'best', 'happy'])

function isOpener(base: string): boolean {
  if (words.SENTENCE_OPENERS.has(base)) return true
  return base.length > 5 && !words.GIVEN_NAMES.has(base) && /(?:ing|ed|ly|ally|n['’]t)$/u.test(base)
}

function isNameAlone(page: EntityPage, base: string, word: Word, stop: number, next: Word | undefined): boolean {
  if (words.GIVEN_NAMES.has(base)) return true
  if (stop < word.end) return !isOpener(base)
  // "Tala said" and "Tala and I": only people speak, and only names stand beside I.
  if (next === undefined || page.folded.slice(word.end, next.start) !== ' ') return false
  if (CAPITALISED_WHOLE().test(page.folded.slice(word.start, word.end)) && SPEAKING.has(next.lower)) return true
  return next.lower === 'and' && page.folded.startsWith('and I ', next.start)
}
const SPEAKING: ReadonlySet<string> = new Set(['said', 'told', 'asked', 'texted', 'replied', 'suggested', 'mentioned'])

function lastOfSequence(page: EntityPage, found: readonly Word[], from: number): number {
  let last = from
  let hasOf = false
  for (let i = from + 1; i < found.length && i - from < SEQUENCE_WORDS_MAX; i++) {
    const word = found[i]!
    const before = found[i - 1]!
    if (POSSESSIVE.test(page.folded.slice(before.start, before.end))) break
    if (page.taken[word.start] !== 0 || !isJoined(page, before, word)) break
    if (word.shape === 'title' && !isCommon(word.lower.replace(POSSESSIVE, ''))) last = i
    else if (word.shape === 'title' && (i < found.length - 1 || hasOf) && isWithin(word.lower)) last = i
    else if (word.shape !== 'lower' || !words.CONNECTORS.has(word.lower)) break
    else if (word.lower === 'of') hasOf = true
    else if (word.lower === 'and' && !hasOf && found[i + 1]?.lower !== 'the') break
    else if (word.lower === 'the' && before.shape !== 'lower') break
  }
  return last
}

/** Common words that names do hold behind their first word. */
function isWithin(lower: string): boolean {
  return (
    words.NEVER_NAMES.has(lower) &&
    /^(?:new|great|best|good|night|day|morning|class|head|order|group|love|lord)$/u.test(lower)
  )
}

/** One space, "J. K.", "Dr. Lee", "Johnson & Johnson". */
function isJoined(page: EntityPage, before: Word, word: Word): boolean {
  const gap = page.folded.slice(before.end, word.start)
  if (gap === ' ' || gap === ' & ') return true
  return (gap === '. ' || gap === '.') && (before.end - before.start === 1 || ABBREVIATIONS.has(before.lower))
}
const ABBREVIATIONS: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'dr', 'st', 'prof', 'mt', 'jr', 'sr'])

function kindOf(
  page: EntityPage,
  found: readonly Word[],
  from: number,
  last: number,
  known: LexiconEntry | undefined,
): EntityKind {
  const first = found[from]!.lower.replace(POSSESSIVE, '')
  const end = found[last]!.lower.replace(POSSESSIVE, '')
  if (last > from) {
    if (words.ORGANISATION_NOUNS.has(end) || words.ORGANISATION_NOUNS.has(first)) return 'organisation'
    if (words.PLACE_NOUNS.has(end) || words.PLACE_OPENERS.has(first)) return 'place'
    if (words.PLACE_NOUNS.has(first) && found.slice(from, last).some(({ lower }) => lower === 'of')) return 'place'
  }
  if (known) return known.kind === 'organisation' ? 'product' : known.kind
  // Of a long title the first word may be a person, and the whole is a work.
  if (last - from <= PERSON_WORDS_MAX && (words.GIVEN_NAMES.has(first) || words.PERSON_TITLES.has(first)))
    return 'person'
  const before = found[from - 1]
  const after = found[last + 1]
  if (before && words.PERSON_BEFORE.has(before.lower) && isNear(page, before, found[from]!)) return 'person'
  if (before && words.PERSON_TITLES.has(before.lower) && isJoined(page, before, found[from]!)) return 'person'
  if (after && words.PERSON_AFTER.has(after.lower) && isNear(page, found[last]!, after)) return 'person'
  return 'concept'
}

const PERSON_WORDS_MAX = 3

function isNear(page: EntityPage, before: Word, after: Word): boolean {
  return /^,? $/u.test(page.folded.slice(before.end, after.start))
}

const HAN_NEXT = /^ ?\p{Script=Han}/u
const OPENING = /["'“”‘’([{*_#>•–—~|\]-]/u
const CLOSING = /[.!?…:;。！？：；\n]/u
const GOES_ON = latePattern(String.raw`[\p{L}\p{N}\p{M},，、%$@&/+)\]}.]`, 'u')
const LOOK_BACK_MAX = 12

/** Whether a sentence, a line or a list item starts at `at`. */
function opensSentence(page: EntityPage, at: number): boolean {
  const { folded } = page
  for (let i = at - 1; i >= 0 && i > at - LOOK_BACK_MAX; i--) {
    const character = folded[i]!
    if (character === '\n') return true
    if (CLOSING.test(character))
      return !/\b(?:Mr|Mrs|Ms|Dr|St|Prof|Mt|[A-Z])\.$/u.test(folded.slice(Math.max(0, i - 5), i + 1))
    if (character === ' ' || character === '\t' || character === '\u3000') continue
    if (OPENING.test(character)) return true
    // Emoji and signs stand between sentences.
    return !GOES_ON().test(character)
  }
  return true
}

const QUOTED = latePattern(
  String.raw`"([^"\n]{2,60})"|“([^“”\n]{2,60})”|(?<![\p{L}\p{N}])['‘](\p{Lu}[^'‘’\n]{1,58})['’](?![\p{L}\p{N}])`,
  'gu',
)
const TITLE_WORDS_MAX = 8
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and as at but by de for from in la le of on or the to with vs'.split(' '),
)

function isTitle(title: string): boolean {
  if (/[\p{Script=Han}!?;…]|[.,:]$|^\W/u.test(title)) return false
  const parts = title.split(' ')
  if (parts.length > TITLE_WORDS_MAX) return false
  if (parts.length === 1)
    return CAPITALISED_PARTS().test(title) && !isCommon(title.toLowerCase()) && !isOpener(title.toLowerCase())
  if (!LETTER_UPPER.test(title) || !parts.some((part) => CAPITALISED().test(part))) return false
  return parts.every((part, i) => /^[\d&]/u.test(part) || LETTER_UPPER.test(part) || (i > 0 && SMALL_WORDS.has(part)))
}

/** Reads dictionary words in Latin script; `accepts` decides on words of every day. */
export function readKnownLatin(page: EntityPage, lexicon: Lexicon, accepts: (entry: LexiconEntry) => boolean): void {
  for (const match of page.lower.matchAll(LATIN_START)) {
    const entries = lexicon.byFirst.get(match[0])
    if (!entries) continue
    const entry = longestAt(entries, page.lower, match.index)
    const at = match.index
    if (!entry || page.taken[at] !== 0) continue
    if (!accepts(entry)) {
      if (entry.isEveryday) page.everyday.add(entry.word)
      continue
    }
    if (
      /[\w\u00c0-\u024f@#$/\\.-]/u.test(page.lower[at - 1] ?? '') &&
      !/\.$/u.test(page.lower.slice(0, at).trimEnd().slice(-1))
    )
      continue
    // ERROR at the head of a line of a log is its level.
    if (words.NEVER_NAMES.has(entry.word) && LETTER_UPPER.test(page.folded.slice(at, at + 2))) continue
    if (entry.needsCapital && !LETTER_UPPER.test(page.folded[at]!)) continue
    const end = at + entry.word.length
    if (
      !isFree(page, at, end) ||
      (/^[-/\\_@.]\w/u.test(page.lower.slice(end, end + 2)) && !/^-\d/u.test(page.lower.slice(end, end + 2)))
    )
      continue
    const isVersioned = entry.kind === 'tool' || entry.kind === 'product' || entry.kind === 'service'
    const version = isVersioned ? (VERSION.exec(page.folded.slice(end, end + VERSION_LENGTH_MAX))?.[0].length ?? 0) : 0
    const isDone =
      (version > 0 && isFree(page, end, end + version) && claim(page, at, end + version, 'product')) ||
      claim(page, at, end, entry.kind)
    if (isDone && entry.isTechnical) page.isTechnical = true
  }
}

const LATIN_START = /[a-z\d\u00c0-\u052f]+/gu
const VERSION_LENGTH_MAX = 30
const VERSION =
  /^(?:[ -]?(?!(?:19|20)\d\d(?!\.))\d{1,4}(?:\.\d{1,3}){0,2}[a-z]?(?![\w%]|\.\d|[年月日号点次个人块元]| times?\b)|(?= (?:Pro|Max|Plus|Ultra)\b))(?: (?:Pro|Max|Plus|Ultra|Mini|mini|Air|SE)\b){0,3}/u
