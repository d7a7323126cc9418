import { DAY_MS } from '../../graph/spans.ts'
import { dayFrom, dayStretch, type Stretch, yearStretch } from './calendar.ts'

/* Holidays by their Chinese names: of a fixed date, and of the lunar calendar that the runtime knows. */

const FIXED: Readonly<Record<string, readonly [month: number, day: number]>> = {
  元旦: [1, 1],
  情人节: [2, 14],
  妇女节: [3, 8],
  劳动节: [5, 1],
  五一: [5, 1],
  儿童节: [6, 1],
  六一: [6, 1],
  教师节: [9, 10],
  国庆: [10, 1],
  十一: [10, 1],
  万圣节: [10, 31],
  双十一: [11, 11],
  双十二: [12, 12],
  平安夜: [12, 24],
  圣诞: [12, 25],
}

const LUNAR: Readonly<Record<string, readonly [month: number, day: number]>> = {
  春节: [1, 1],
  大年初一: [1, 1],
  元宵节: [1, 15],
  端午: [5, 5],
  七夕: [7, 7],
  中秋: [8, 15],
  重阳: [9, 9],
}

const FREE = '(?:小长假|黄金周|假期|长假)'
/** 五一 and 十一 are also numbers, streets and squares; 国庆 is also a given name. */
export const HOLIDAY =
  `(?<holiday>元旦|情人节|妇女节|劳动节|(?<![\\d一二三四五六七八九十])五一(?![一二三四五六七八九十\\d]|路|街|大道|广场|村|班|商圈)|` +
  `儿童节|六一(?=儿童节|节)|教师节|(?<![王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗])国庆|十一(?=${FREE})|万圣节|双十一|双十二|` +
  `平安夜|圣诞|春节|大年初一|元宵节|端午|七夕|中秋|重阳|除夕|清明)(?:劳动节|儿童节|节)?(?<free>${FREE})?`

/** Two characters that every name holds. */
export const HOLIDAY_ANCHOR =
  '元旦|人节|女节|动节|五一|童节|六一|师节|国庆|十一|圣节|双十|平安|圣诞|春节|初一|元宵|端午|七夕|中秋|重阳|除夕|清明'

/** Days off, where the holiday has them. */
const FREE_DAYS: Readonly<Record<string, number>> = { 国庆: 7, 十一: 7, 春节: 7, 五一: 5, 劳动节: 5 }

/** The holiday in a year, or `null` when the runtime does not know the lunar calendar. */
export function holidayOf(name: string, year: number, isFree: boolean): Stretch | null {
  const day = dayOfHoliday(name, year)
  if (!day || !isFree) return day
  return { from: day.from, to: day.from + (FREE_DAYS[name] ?? 3) * DAY_MS, grain: 'range' }
}

function dayOfHoliday(name: string, year: number): Stretch | null {
  const fixed = FIXED[name]
  if (fixed) return dayStretch(year, ...fixed)
  if (name === '清明') return dayStretch(year, 4, clearBrightDay(year))
  if (name === '除夕') {
    const newYear = lunarDay(year, 1, 1)
    return newYear === null ? null : dayFrom(newYear - DAY_MS)
  }
  const lunar = LUNAR[name]
  const from = lunar ? lunarDay(year, ...lunar) : null
  return from === null ? null : dayFrom(from)
}

/** The usual approximation of the solar term, right for 1900 to 2099 but for single years. */
function clearBrightDay(year: number): number {
  const short = year % 100
  const constant = year < 2000 ? 5.59 : 4.81
  return Math.floor(short * 0.2422 + constant) - Math.floor(short / 4)
}

const found = new Map<string, number | null>()
const FOUND_MAX = 1000
let lunarCalendar: Intl.DateTimeFormat | null | undefined

/** The first moment of a lunar day within the lunar year that begins in this year. */
function lunarDay(year: number, month: number, day: number): number | null {
  const key = `${year}-${month}-${day}`
  const known = found.get(key)
  if (known !== undefined) return known
  const from = searchLunarDay(year, month, day)
  if (found.size >= FOUND_MAX) found.clear()
  found.set(key, from)
  return from
}

function searchLunarDay(year: number, month: number, day: number): number | null {
  if (lunarCalendar === undefined) {
    const format = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
    lunarCalendar = format.resolvedOptions().calendar === 'chinese' ? format : null
  }
  if (!lunarCalendar || year < 1900 || year > 2099) return null
  // The lunar year begins between 21 January and 21 February, and its months are at most 30 days long.
  const start = yearStretch(year).from + (20 + (month - 1) * 29 + day - 1) * DAY_MS
  for (let i = 0; i < 75; i++) {
    const at = start + i * DAY_MS
    const parts = lunarCalendar.formatToParts(at)
    const value = (type: string) => parts.find((part) => part.type === type)?.value
    // A leap month is marked behind its number, and holds no holiday.
    if (value('month') === String(month) && value('day') === String(day)) return at
  }
  return null
}
