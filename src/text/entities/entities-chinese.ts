import { late } from '../late.ts'
import { isHanStopWord } from '../stop-words.ts'
import { readChinesePersons } from './chinese-persons.ts'
import * as words from './chinese-words.ts'
import { claim, type EntityPage, isFree } from './entity-page.ts'
import { type HanRun, hanRuns, segmentsAround } from './han-runs.ts'
import { SPLIT_WITH_CARE } from './known-names.ts'
import { type Lexicon, type LexiconEntry, longestAt } from './lexicon.ts'

/*
 * Names in Chinese, where neither spaces nor capitals mark them. Places and organisations are found by their end (路, 医院,
 * 有限公司) and a short stretch before it that is cut into words; household names by a table; persons by surname and context.
 * Only stretches before such an end are cut into words: cutting is by far the dearest step.
 */

/** Reads titles, places, organisations and persons, and dictionary words in between. */
export function readChineseNames(page: EntityPage, lexicon: Lexicon, accepts: (entry: LexiconEntry) => boolean): void {
  const runs = hanRuns(page)
  for (const run of runs) readPlaces(page, run)
  for (const run of runs) readKnownHan(page, lexicon, run, accepts)
  if (!page.hasKana) readChinesePersons(page, runs)
}

/** Titles in 《》 always; in quotation marks where it is no sentence that is quoted. */
export function readChineseTitles(page: EntityPage): void {
  const { folded } = page
  if (page.hasQuote && folded.includes('《')) {
    for (const match of folded.matchAll(BOOK))
      claim(page, match.index + 1, match.index + 1 + match[1]!.length, 'concept')
  }
  if (folded.includes('#')) {
    for (const match of folded.matchAll(HASHTAG))
      claim(page, match.index, match.index + 1 + match[1]!.length, 'concept')
  }
  if (!page.hasQuote) return
  for (const match of folded.matchAll(QUOTED)) {
    const title = match[1] ?? match[2] ?? match[3]!
    if (!isTitle(title) || SPEECH.test(folded.slice(Math.max(0, match.index - 3), match.index))) continue
    claim(page, match.index + 1, match.index + 1 + title.length, 'concept')
  }
}

const BOOK = /《([^《》\n]{1,30})》/gu
const HASHTAG = /#([\p{Script=Han}\w]{2,20})(?=#|\s|$)/gu
const QUOTED = /“([^“”\n]{2,12})”|「([^「」\n]{2,12})」|『([^『』\n]{2,12})』/gu
/** Somebody speaks: 他说“…”, 问道：「…」. */
const SPEECH = /(?:[说道问喊答叫讲写回][：:，,]?|[：:])$/u

function isTitle(title: string): boolean {
  if (!/\p{Script=Han}/u.test(title) || /[，。！？、；：…,!?;]/u.test(title)) return false
  if (/^[我你他她它您咱这那哪请别不没很太真好]|[吗呢吧啊呀哦了的嘛啦么]$/u.test(title)) return false
  return !words.QUOTED_WORDS.has(title) && !isHanStopWord(title)
}

/** A maker's name with a model in Latin letters or digits behind it: 华为Mate60, 小米14. */
export function readModels(page: EntityPage): void {
  if (!(page.hasUpper || page.hasDigit) || !MODEL_HINT.test(page.folded)) return
  for (const match of page.folded.matchAll(MODEL)) claim(page, match.index, match.index + match[0].length, 'product')
}

const MODEL_HINT = /\p{Script=Han} ?[A-Z\d]/u
const MODEL = new RegExp(
  `(?:${[...words.BRANDS].join('|')}) ?(?:[A-Z][A-Za-z]{0,11}(?: ?\\d{1,4}[A-Za-z]{0,2})?|\\d{1,3}(?![\\d.]|\\s?[元块万个台次年月日%号点])[A-Za-z]{0,2})` +
    '(?: ?(?:Pro|Max|Plus|Ultra|Mini|Air|SE))*(?![a-z\\d])',
  'gu',
)

const PREFIX_LENGTH_MAX = 8
const PREFIX_WORDS_MAX = 3
const SUFFIXES = late(suffixesByLast)

/** By code unit, as most characters of a text are looked up for nothing. */
const SUFFIX_LAST = late(() => {
  const isLast = new Uint8Array(0x10000)
  for (const last of SUFFIXES().keys()) isLast[last.charCodeAt(0)] = 1
  return isLast
})

interface Suffix {
  readonly text: string
  readonly kind: 'place' | 'organisation'
}

function suffixesByLast(): Map<string, Suffix[]> {
  const byLast = new Map<string, Suffix[]>()
  const put = (text: string, kind: Suffix['kind']): void => {
    const last = text[text.length - 1]!
    byLast.set(
      last,
      [...(byLast.get(last) ?? []), { text, kind }].sort((a, b) => b.text.length - a.text.length),
    )
  }
  for (const text of words.PLACE_SUFFIXES) put(text, 'place')
  for (const text of words.ORGANISATION_SUFFIXES) put(text, 'organisation')
  for (const text of words.SHORT_SUFFIXES) put(text, 'place')
  return byLast
}

function readPlaces(page: EntityPage, run: HanRun): void {
  const isLast = SUFFIX_LAST()
  // From the right, so that 浙江大学图书馆 is one place.
  for (let end = run.end; end > run.start + 2; end--) {
    if (isLast[page.folded.charCodeAt(end - 1)] === 0 || page.taken[end - 1] !== 0) continue
    const suffixes = SUFFIXES().get(page.folded[end - 1]!)!
    const suffix = suffixes.find(
      ({ text }) => end - text.length > run.start && page.folded.startsWith(text, end - text.length),
    )
    if (!suffix) continue
    const start = prefixStart(page, run, end, suffix.text)
    if (start !== undefined && claim(page, start, end, suffix.kind)) end = start + 1
  }
}

/** Where the name before an end begins; undefined where there is none. */
function prefixStart(page: EntityPage, run: HanRun, end: number, suffix: string): number | undefined {
  const suffixStart = end - suffix.length
  // Most ends stand behind no name (去医院, 我们公司, 走路), which is told without cutting.
  if (suffixStart - run.start < 2 || CERTAIN_BREAKS.has(page.folded[suffixStart - 1]!)) return undefined
  if (words.FIXED_WORDS.has(page.folded.slice(suffixStart - 1, end))) return undefined
  const segments = segmentsAround(page, run, suffixStart, end)
  const lastPlace = segments.findIndex((segment) => segment.end >= end)
  const last = segments[lastPlace]
  // The end of a name ends a word: 市场 is no 市.
  if (!last || last.end !== end) return undefined
  const lastWord = page.folded.slice(last.start, last.end)
  if (words.FIXED_WORDS.has(lastWord)) return undefined
  const isShort = suffix.length === 1
  if (isShort && last.start < suffixStart && last.end - last.start < 3) return undefined
  let start = Math.min(last.start, suffixStart)
  let count = start < suffixStart ? 1 : 0
  if (start < suffixStart && isBreak(page.folded.slice(start, suffixStart))) return undefined
  for (let i = lastPlace - 1; i >= 0 && count < PREFIX_WORDS_MAX; i--) {
    const segment = segments[i]!
    if (segment.end > start) continue
    const word = page.folded.slice(segment.start, segment.end)
    if (
      page.taken[segment.start] !== 0 ||
      page.taken[segment.end - 1] !== 0 ||
      isBreak(word) ||
      ADMINISTRATIVE.has(word) ||
      suffixStart - segment.start > (isShort ? SHORT_PREFIX_MAX : PREFIX_LENGTH_MAX)
    )
      break
    start = segment.start
    // Single characters are the debris of a name that the dictionary does not know: 星|巴|克.
    if (word.length > 1) count++
  }
  const prefix = page.folded.slice(start, suffixStart)
  if (prefix.length < 2 || isGeneric(prefix)) return undefined
  return start
}
const CERTAIN_BREAKS: ReadonlySet<string> = new Set('去到在的了个回我你他她它们给从把被让是有这那')
const SHORT_PREFIX_MAX = 4
/** 朝阳区建国路 is a district and a road. */
const ADMINISTRATIVE: ReadonlySet<string> = new Set('省市县区镇')

function isBreak(word: string): boolean {
  return words.PREFIX_BREAKS.has(word) || isHanStopWord(word) || BREAK_PART.test(word)
}
/** Segments that the dictionary glues together: 他在, 去了, 我要. */
const BREAK_PART = /^[我你他她它这那哪每]|[了的过着吗呢吧去到个]$|^.?在$/u

function isGeneric(prefix: string): boolean {
  if (words.GENERIC_PREFIXES.has(prefix) || words.PREFIX_BREAKS.has(prefix)) return true
  for (let i = 1; i < prefix.length; i++) {
    if (words.GENERIC_PREFIXES.has(prefix.slice(0, i)) && words.GENERIC_PREFIXES.has(prefix.slice(i))) return true
  }
  return false
}

/** Dictionary words of a run. */
export function readKnownHan(
  page: EntityPage,
  lexicon: Lexicon,
  run: HanRun,
  accepts: (entry: LexiconEntry) => boolean,
): void {
  for (let at = run.start; at < run.end; at++) {
    if (lexicon.firstUnits[page.folded.charCodeAt(at)] === 0 || page.taken[at] !== 0) continue
    const entry = longestAt(lexicon.byFirst.get(page.folded[at]!) ?? [], page.lower, at)
    if (!entry) continue
    const end = at + entry.word.length
    if (!accepts(entry)) {
      if (entry.isEveryday) page.everyday.add(entry.word)
      continue
    }
    if (!isFree(page, at, end)) continue
    if (SPLIT_WITH_CARE.has(entry.word.replace(/市$/u, '')) && !standsAlone(page, run, at, end)) continue
    claim(page, at, end, entry.kind)
    if (entry.isTechnical) page.isTechnical = true
    at = end - 1
  }
}

/** Beyond the run, or a character that is a word of grammar by itself. */
function isLoose(page: EntityPage, run: HanRun, at: number): boolean {
  return at < run.start || at >= run.end || isHanStopWord(page.folded[at]!)
}

/** Whether words begin and end where the dictionary word does: no 成都 in 变成都市. */
function standsAlone(page: EntityPage, run: HanRun, start: number, end: number): boolean {
  if (isLoose(page, run, start - 1) && isLoose(page, run, end)) return true
  const segments = segmentsAround(page, run, start, end)
  let begins = start === run.start
  let ends = end === run.end
  for (const segment of segments) {
    if (segment.start === start) begins = true
    if (segment.end === end) ends = true
  }
  return begins && ends
}
