import type { Instant, TextSpan, TimeSpan } from '../../graph/spans.ts'
import { hasCue } from '../cues.ts'
import { foldHan } from '../han.ts'
import { late } from '../late.ts'
import type { FoundTime, TimeGrain } from './calendar.ts'

/*
 * The times that a text names: "on 7 May 2023", "last Friday", "the week before 9 June", "去年夏天", "下个月5号". Rules of our own
 * for both languages: they are exact about weeks, seasons and vague amounts, where date libraries give one moment or
 * nothing, and cheap enough for every message. What is counted from an event is no time; see event-offsets.ts.
 *
 *   text ─ gate ┬─ English: tokens ─ rules by first token ──────┬─ joined to ranges ─ mentions
 *               └─ Chinese: folded ─ rules by anchor characters ─┘
 */

/** A time that a text names, resolved against the moment at which it was said. */
export interface TimeMention {
  /** Where it stands in the text. */
  readonly span: TextSpan
  /** Never empty, never open: whole hours, days, months or years in UTC, as named. */
  readonly time: TimeSpan & { readonly from: Instant; readonly to: Instant }
  readonly grain: TimeGrain
  /** A month, day or season without a year: `time` is the nearest one, and any year may be meant. */
  readonly isYearless: boolean
}

/** Reads the times of a text, in the order in which they stand there. Never throws. */
export type TimeReader = (text: string, saidAt: Instant) => readonly TimeMention[]

/** UTF-16 code units of a text that are read for times. */
export const TIMED_LENGTH_MAX = 20_000
export const TIME_MENTIONS_MAX = 32

const HAN = /\p{Script=Han}/u
const OTHERS = /[a-z\d]/i
const FULL_WIDTH = /[０-９：]/gu

/** What an English time holds. Case is not folded by Unicode here, which would cost a third more. */
const MAY_BE_ENGLISH = late(
  () =>
    new RegExp(
      [
        String.raw`\b(?:19|20)\d\d|\d[-/]\d|\d\.\d\d?\.\d{4}|\d0['’]?s\b|\d\s?[ap]\.?m\b`,
        String.raw`\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b`,
        String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun|yester|to)day|\b(?:mon|tues?|weds?|thu|thurs?|fri|sat|sun)\b`,
        String.raw`\b(?:tonight|tomorrow|tmrw|ago|weekend|spring|summer|autumn|fall|winter|q[1-4]|h[12]|christmas|halloween|valentine|thanksgiving|new year|boxing day|other day)`,
        String.raw`\bthis\s(?:morning|afternoon|evening|night|week|month|year|quarter|decade|past|coming)`,
        String.raw`\b(?:last|next|past|previous|current|coming|upcoming|following)\s(?!time|one|step|level|to\b)`,
        String.raw`\b(?:in|within)\s(?:[\w-]+\s){1,4}(?:hour|min|day|week|fortnight|month|year|decade)`,
        String.raw`(?:hour|min|minute|day|night|week|fortnight|month|year|decade)s?\s(?:before|after|of|back|from)\b`,
        String.raw`\b(?:end|start|beginning|middle) of the (?:week|month|year|quarter|decade)|\b(?:first|second|third|fourth) (?:quarter|half)`,
      ].join('|'),
      'i',
    ),
)

/**
 * Each of those holds one of these, but for some that are in digits. They are sought first in a text as short as a
 * question: that takes less than compiling the pattern, which few questions need.
 */
const ENGLISH_CUES =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|day|mon|tue|wed|thu|fri|sat|sun|tonight|tomorrow|tmrw|ago|week|spring|summer|autumn|fall|winter|christmas|halloween|valentine|thanksgiving|year|this|last|next|past|previous|current|coming|following|hour|min|fortnight|decade|night|quarter|half'.split(
    '|',
  )
const DIGITS_CUE = /\d\d\d\d|\d[-/.]\d|0['’]?[sS]|\d\s?[apAP]|[qhQH][1-4]/
const CUED_LENGTH_MAX = 400

function hasEnglishCue(text: string): boolean {
  return text.length > CUED_LENGTH_MAX || hasCue(ENGLISH_CUES, text.toLowerCase()) || DIGITS_CUE.test(text)
}

/** What a Chinese time holds, in simplified or traditional characters. */
const MAY_BE_CHINESE = late(
  () =>
    new RegExp(
      [
        '[昨今明][天日晚早年夜晨儿兒]|[前后後去][天年]|前晚|本年',
        '[上下这這本个個\\d〇零一二三四五六七八九十元]\\s?[年月周週]|[周週][一二三四五六日天末]|星期|[礼禮]拜|半年|季度|[春夏秋冬][天季]',
        '[年月][初底末中上下]|年代|[天日周週月年时時头頭钟鐘]多?[之以]?[前后後内內]',
        '[上下中]午|[早晚]上|凌晨|傍晚|夜[里裡裏]|[半深]夜',
        '元旦|春[节節]|元宵|端午|七夕|中秋|重[阳陽]|除夕|清明|[国國][庆慶]|五一|六一|十一|双十|雙十|[圣聖][诞誕]|平安夜|[人女童童师師圣聖动動][节節]|初一',
        '最近|[过過]去|近[\\d一二两兩三四五六七八九十几幾半]|未[来來]|接下|今[后後]|往[后後]|[过過][了\\d一二两兩三四五六七八九十几幾半]|[前这這][几幾两兩些阵陣段]',
      ].join('|'),
      'u',
    ),
)

/** A cheap test that is false for most texts, and never for one that names a time. */
export function mayNameTime(text: string): boolean {
  const read = readable(text)
  return mayBeEnglish(read) || mayBeChinese(read)
}

function mayBeEnglish(text: string): boolean {
  return OTHERS.test(text) && hasEnglishCue(text) && MAY_BE_ENGLISH().test(text)
}

function mayBeChinese(text: string): boolean {
  return HAN.test(text) && MAY_BE_CHINESE().test(text)
}

/** Likewise for times that are counted from an event; see event-offsets.ts. */
export function mayCountFromEvent(text: string): boolean {
  return mayCountInEnglish(text) || mayCountInChinese(text)
}

export function mayCountInEnglish(text: string): boolean {
  return /(?:hour|day|night|morning|evening|week|month|year)s?\s(?:before|after|prior|following|of|into)/i.test(text)
}

export function mayCountInChinese(text: string): boolean {
  return /[前后後第次翌隔当當]/u.test(text)
}

/** Moments that a calendar of four digits can hold, with room for what lies around them. */
const SAID_AT_MIN = Date.UTC(1000, 0)
const SAID_AT_MAX = Date.UTC(9000, 0)

const NOTHING: readonly TimeMention[] = []

/** Loads the rules of both languages, and returns what reads by them. */
export async function timeReader(): Promise<TimeReader> {
  const [{ readEnglishTimes }, { readChineseTimes }] = await Promise.all([
    import('./times-english.ts'),
    import('./times-chinese.ts'),
  ])
  return (text, saidAt) => {
    if (!(saidAt >= SAID_AT_MIN && saidAt <= SAID_AT_MAX)) return NOTHING
    const read = readable(text)
    const chinese = mayBeChinese(read) ? readChineseTimes(foldHan(read), saidAt, TIME_MENTIONS_MAX) : []
    const english = mayBeEnglish(read) ? readEnglishTimes(read, saidAt, TIME_MENTIONS_MAX) : []
    if (chinese.length === 0 && english.length === 0) return NOTHING
    return merged(chinese, english).slice(0, TIME_MENTIONS_MAX).map(mentionOf)
  }
}

/** What is read of a text, every character in its place. */
function readable(text: string): string {
  const read = text.length > TIMED_LENGTH_MAX ? text.slice(0, TIMED_LENGTH_MAX) : text
  return read.replace(FULL_WIDTH, narrowed)
}

function narrowed(character: string): string {
  return character === '：' ? ':' : String.fromCharCode(character.charCodeAt(0) - 0xfee0)
}

/** Both in order; where they overlap the Chinese one, which knows more than the digits. */
function merged(chinese: readonly FoundTime[], english: readonly FoundTime[]): FoundTime[] {
  const free = english.filter((one) => !chinese.some((other) => one.start < other.end && other.start < one.end))
  return [...chinese, ...free].sort((a, b) => a.start - b.start)
}

function mentionOf({ start, end, stretch: { from, to, grain }, isYearless }: FoundTime): TimeMention {
  return { span: { start, end }, time: { from, to }, grain, isYearless }
}
