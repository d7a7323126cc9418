import { hourStretch, type Stretch } from './calendar.ts'
import { numberOf } from './numerals-chinese.ts'
import type { Groups } from './times-chinese-rule.ts'

const PART_OF_DAY =
  '早上|早晨|清晨|凌晨|上午|中午|下午|傍晚|晚上|夜里|半夜|晚间|深夜|早(?![些点就已日于在期])|晚(?![点些于会年期])'
const HOUR = '2[0-3]|1\\d|0?\\d|二十[一二三]?|十[一二三四五六七八九]?|[一二两三四五六七八九]'

/** The hour with its minutes: 三点半, 15:30, 十点一刻. Not 三点建议, and not 三点 of a list. */
const CLOCK_TIME =
  `(?<hour>${HOUR})\\s?(?:点(?![儿击赞心名评餐建意原要问理])(?:钟|半|一刻|三刻|[0-5]?\\d分?|[一二三四五]?十[一二三四五六七八九]?分?)?` +
  '|[:：][0-5]\\d|时(?![间候代期常刻]))'

/** What may stand behind a day: the part of the day, the hour, or both. */
export const CLOCK = `(?:(?:的|\\s)?(?<partOfDay>${PART_OF_DAY}))?(?:\\s?${CLOCK_TIME})?`

/** 下午三点 by itself. */
export const CLOCK_ALONE = `(?<partOfDay>${PART_OF_DAY})\\s?${CLOCK_TIME}`

/** A day, or its hour when the match names one. */
export function hourOf(day: Stretch, { hour, partOfDay = '' }: Groups): Stretch {
  const number = hour === undefined ? null : numberOf(hour)
  return number === null || number > 24 ? day : hourStretch(day.from, hourBy(partOfDay, number))
}

/** The hour 0..28 from the start of the day: 昨晚十二点 and 昨晚一点 are already of the day after. */
function hourBy(partOfDay: string, hour: number): number {
  if (hour > 12) return hour
  if (partOfDay === '下午' || partOfDay === '傍晚') return hour === 12 ? 12 : hour + 12
  if (partOfDay === '中午') return hour < 6 ? hour + 12 : hour
  if (!/[晚夜]/u.test(partOfDay)) return hour
  if (hour >= 5) return hour + 12
  return partOfDay.startsWith('晚') ? hour + 24 : hour
}
