import type { Instant } from '../../graph/spans.ts'
import {
  dayStretch,
  decadeStretch,
  halfYearStretch,
  monthOf,
  monthStretch,
  nearestYear,
  quarterStretch,
  type Stretch,
  seasonStretch,
  thirdOf,
  yearBeside,
  yearOf,
  yearStretch,
} from './calendar.ts'
import { HOLIDAY, HOLIDAY_ANCHOR, holidayOf } from './holidays-chinese.ts'
import type { Dated } from './joined-times.ts'
import { numberOf, yearDigits } from './numerals-chinese.ts'
import { CLOCK, hourOf } from './times-chinese-clock.ts'
import { type ChineseRule, type Groups, NO_SUCH_DAY } from './times-chinese-rule.ts'

/* Times of the calendar in Chinese: years, months, days, seasons, holidays, and parts of these. */

// Every part is bounded and can match in one way only, so that reading is linear.
const YEAR =
  '(?:(?:(?<yearFrom>(?<!\\d)(?:19|20)\\d{2})年?[-~～—–到至])?(?<year>(?<!\\d)(?:19|20)\\d{2}|[一二][九〇零][〇零一二三四五六七八九]{2}|' +
  '(?<![\\d.])\\d{2}(?=\\s?年\\s?(?:\\d{1,2}\\s?月|[一二三四五六七八九十]{1,2}月|[春夏秋冬初底末]|[上下]半年)))\\s?年度?|' +
  '(?<yearWord>大前年|(?<![大目之以当几多日])前年|(?<!过)去年|今年|明年|(?<![以之然大日0])后年|大后年|本年度?)(?![轻龄纪级代货味]))' +
  '(?:的|\\s)?'
const DIGIT_MONTH = '1[0-2]|0?[1-9]'
/** Any number that is written so: whether there is such a month or day, the calendar says. */
const NUMBER = '\\d{1,2}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]'
const MONTH =
  `(?:(?<![\\d.第一二三四五六七八九十])(?:(?<monthFrom>${DIGIT_MONTH})[-~～到至])?` +
  `(?<month>${NUMBER}|元)\\s?月份?|` +
  '(?<monthWord>上上个?|下下个?|(?<![晚早以上])上个?|(?<!下)下个?|这个?|本)月份?)(?![亮球光饼经台票薪])(?:的|\\s)?'
const DAY =
  `(?:(?<day>${NUMBER})\\s?(?:[日号](?![线楼门])|(?=[-~～到至—–]\\s?(?:${NUMBER})[日号]))` +
  `(?:[-~～到至—–]\\s?(?<dayTo>${NUMBER})\\s?[日号])?${CLOCK}|` +
  '(?<part>初(?![一二三四五六七八九十])|中旬|中(?![国文间学心])|底|末|上旬|下旬))'
const OF_YEAR =
  `(?:(?<season>[春夏秋冬])[天季]|(?<season2>[春夏秋冬])(?![节游装卷令眠])|(?<half>[上下])半年|` +
  `第?(?<quarter>[一二三四五六七八九\\d])季度|[Qq](?<q>[1-4])|年?(?<yearPart>初(?![一二三四五六七八九十])|底|末|中(?![国文间学心])))`

/** 2023年5月7日, 去年夏天, 下个月5号, 3月, 今年春节 */
const withYear: ChineseRule = {
  anchor: /年/u,
  pattern: new RegExp(`${YEAR}(?:${MONTH}(?:${DAY})?|${HOLIDAY}|${OF_YEAR})?`, 'gu'),
  read(groups, saidAt) {
    const year = yearIn(groups, saidAt)
    if (year === null) return null
    const whole = yearsIn(groups, year)
    const stretch = yearPartIn(groups, saidAt)?.(year) ?? (hasPart(groups) ? null : whole)
    return stretch ? { stretch } : namesPart(groups) ? NO_SUCH_DAY : null
  },
}

const withoutYear: ChineseRule = {
  anchor: /月/u,
  pattern: new RegExp(`(?<!每年的?|每个?|[年去今明前后]|年的)${MONTH}(?:${DAY})?(?!一次|两次|[一二三]回)`, 'gu'),
  read(groups, saidAt) {
    const ofYear = yearPartIn(groups, saidAt)
    return ofYear && (dated(groups, saidAt, ofYear) ?? NO_SUCH_DAY)
  },
}

const holiday: ChineseRule = {
  anchor: new RegExp(HOLIDAY_ANCHOR, 'u'),
  pattern: new RegExp(`(?<!每年的?)(?<side>[上下这]个|[今去明前]年的?)?${HOLIDAY}`, 'gu'),
  read: ({ holiday: name, free, side }, saidAt) => {
    const ofYear = (year: number) => holidayOf(name!, year, free !== undefined)
    if (side === '上个' || side === '下个') {
      const stretch = yearBeside(saidAt, side === '上个' ? 'last' : 'next', ofYear)
      return stretch && { stretch }
    }
    const stretch = nearestYear(saidAt, ofYear)
    return stretch && { stretch, ofYear }
  },
}

/** 上半年, 第三季度, 这个夏天, 在春天: a season by itself is more often the weather. */
const partAlone: ChineseRule = {
  anchor: /季度|半年|[春夏秋冬]/u,
  pattern:
    /(?<!年度?的?|每[个年]?)(?:(?<side>[上下这]个?)?(?:第?(?<quarter>[一二三四1-4])季度|(?<unit>季度))|(?<half>[上下])半年|(?<seasonSide>[上下这]个|今|(?<=[在从等自]|[等直]到))(?<season>[春夏秋冬])[天季]?)(?![节游装])/gu,
  read(groups, saidAt) {
    const { side, unit, seasonSide } = groups
    if (unit) {
      const offset = { 上: -1, 下: 1, 这: 0 }[side?.[0] ?? '']
      if (offset === undefined) return null
      return { stretch: quarterStretch(yearOf(saidAt), Math.ceil(monthOf(saidAt) / 3) + offset) }
    }
    const ofYear = yearPartIn(groups, saidAt)
    if (!ofYear) return null
    const beside = seasonSide?.[0] === '上' ? 'last' : seasonSide?.[0] === '下' ? 'next' : null
    if (beside) {
      const stretch = yearBeside(saidAt, beside, ofYear)
      return stretch && { stretch }
    }
    if (seasonSide) return { stretch: ofYear(yearOf(saidAt))! }
    return dated(groups, saidAt, ofYear)
  },
}

/** 月底, 年初: of the month and year in which it is said. */
const endAlone: ChineseRule = {
  anchor: /[年月][初底末中上下]/u,
  pattern:
    /(?<![\d\s一二三四五六七八九十个上下这本去今明前后每整])(?<unit>[年月])(?<part>初(?![一二三四五六七八九十])|底|末|中旬|下旬|上旬)/gu,
  read({ unit, part }, saidAt) {
    const year = yearOf(saidAt)
    const whole = unit === '年' ? yearStretch(year) : monthStretch(year, monthOf(saidAt))
    return { stretch: thirdOf(whole, thirdNamed(part!)) }
  },
}

const decade: ChineseRule = {
  anchor: /年代/u,
  pattern:
    /(?:(?:20|二十|上(?:个)?)世纪)?(?<![\d.])(?:19)?(?<decade>[5-9]0|[五六七八九][十零〇])年代(?<part>初|中期?|末|后期)?/gu,
  read({ decade: name, part }) {
    const tens = numberOf(name!.replace(/[零〇]/u, '十'))
    if (tens === null) return null
    const whole = decadeStretch(1900 + tens)
    return { stretch: part ? thirdOf(whole, thirdNamed(part)) : whole }
  },
}

export const CALENDAR_RULES: readonly ChineseRule[] = [withYear, withoutYear, holiday, partAlone, endAlone, decade]

/** Nearest to the moment, unless the month is counted from it. */
function dated({ monthWord }: Groups, saidAt: Instant, ofYear: (year: number) => Stretch | null): Dated | null {
  if (monthWord) {
    const stretch = ofYear(yearOf(saidAt))
    return stretch && { stretch }
  }
  const stretch = nearestYear(saidAt, ofYear)
  return stretch && { stretch, ofYear }
}

const YEARS_AWAY: Readonly<Record<string, number>> = {
  大前年: -3,
  前年: -2,
  去年: -1,
  今年: 0,
  本年: 0,
  本年度: 0,
  明年: 1,
  后年: 2,
  大后年: 3,
}

function yearIn({ year, yearWord }: Groups, saidAt: Instant): number | null {
  if (yearWord !== undefined) return yearOf(saidAt) + (YEARS_AWAY[yearWord] ?? 0)
  if (year === undefined) return null
  const number = yearDigits(year)
  const full = year.length > 2 ? number : number < 70 ? 2000 + number : 1900 + number
  return full >= 1900 && full <= 2099 ? full : null
}

/** The year, or several: 2019到2021年. */
function yearsIn({ yearFrom }: Groups, year: number): Stretch {
  const first = Number(yearFrom)
  return first < year ? { from: yearStretch(first).from, to: yearStretch(year).to, grain: 'range' } : yearStretch(year)
}

/** A part of a year by its number, which there may not be; the other parts are always there. */
function namesPart({ month, monthWord, quarter }: Groups): boolean {
  return month !== undefined || monthWord !== undefined || quarter !== undefined
}

function hasPart({ month, monthWord, holiday: name, season, season2, half, quarter, q, yearPart }: Groups): boolean {
  return [month, monthWord, name, season, season2, half, quarter, q, yearPart].some((part) => part !== undefined)
}

/** What a match names within a year. */
function yearPartIn(groups: Groups, saidAt: Instant): ((year: number) => Stretch | null) | null {
  const { holiday: name, free, half, yearPart, month, monthWord } = groups
  const season = groups['season'] ?? groups['season2']
  const quarter = groups['quarter'] ?? groups['q']
  if (name) return (year) => holidayOf(name, year, free !== undefined)
  if (season) return (year) => seasonStretch(year, '春夏秋冬'.indexOf(season))
  if (half) return (year) => halfYearStretch(year, half === '上' ? 1 : 2)
  if (quarter) {
    const number = numberOf(quarter)!
    return (year) => (number >= 1 && number <= 4 ? quarterStretch(year, number) : null)
  }
  if (yearPart) return (year) => thirdOf(yearStretch(year), thirdNamed(yearPart))
  if (monthWord) {
    const offset = MONTHS_AWAY[monthWord.replace('个', '')] ?? 0
    return () => withinMonth(groups, new Date(monthStretch(yearOf(saidAt), monthOf(saidAt) + offset).from))
  }
  const number = month === undefined ? null : numberOf(month)
  if (number === null) return null
  const isMonth = number >= 1 && number <= 12
  return (year) => (isMonth ? withinMonth(groups, new Date(Date.UTC(year, number - 1))) : null)
}

const MONTHS_AWAY: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 }

function withinMonth(groups: Groups, start: Date): Stretch | null {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + 1]
  const { day, dayTo, part, monthFrom } = groups
  const whole = monthStretch(year, month)
  if (part) return thirdOf(whole, thirdNamed(part))
  if (!day) {
    if (!monthFrom) return whole
    const first = Number(monthFrom)
    return first < month ? { from: monthStretch(year, first).from, to: whole.to, grain: 'range' } : whole
  }
  const first = dayStretch(year, month, numberOf(day)!)
  if (!first || !dayTo) return first && hourOf(first, groups)
  const last = dayStretch(year, month, numberOf(dayTo)!)
  return last && (last.from > first.from ? { from: first.from, to: last.to, grain: 'range' } : first)
}

function thirdNamed(part: string): 'early' | 'mid' | 'late' {
  if (part.startsWith('初') || part === '上旬') return 'early'
  return part.startsWith('中') ? 'mid' : 'late'
}
