import { DAY_MS, type Instant } from '../../graph/spans.ts'
import {
  type Amount,
  dayFrom,
  nearestWeekend,
  startOfDay,
  type TimeUnit,
  unitsAround,
  unitsFrom,
  weekdayWithin,
  weekendStretch,
  weekStretch,
} from './calendar.ts'
import type { Dated } from './joined-times.ts'
import { amountOf, COUNT } from './numerals-chinese.ts'
import { CLOCK, CLOCK_ALONE, hourOf } from './times-chinese-clock.ts'
import type { ChineseRule } from './times-chinese-rule.ts'

/* Times of Chinese that are counted from the moment of saying: days, weeks, and amounts of time. */

const DAYS_AWAY: Readonly<Record<string, number>> = { 前: -2, 昨: -1, 今: 0, 当: 0, 明: 1, 后: 2 }

/** 今天, 昨晚, 大前天, 明天下午三点 */
const day: ChineseRule = {
  anchor: /[昨今明]|[前后]天|前晚/u,
  pattern: new RegExp(
    `(?:(?<far>大)?(?<!目|之|以|当|眼|先|面|[年月日周])(?<day>[昨今明]|前(?=天)|后(?=天)|前(?=晚上?))(?:天(?!(?<=后天)性|(?<=[说表证声]明天)气)|日(?!头条|方舟|香|之星|报|本)|儿(?!子|童|媳)|(?=早|晚|夜|晨)))` +
      `(?:[夜晨])?${CLOCK}`,
    'gu',
  ),
  read(groups, saidAt) {
    const { far, day: name } = groups
    const days = (DAYS_AWAY[name!] ?? 0) * (far ? 1.5 : 1)
    return { stretch: hourOf(dayFrom(startOfDay(saidAt) + days * DAY_MS), groups) }
  },
}

const WEEK_BEHIND = '(?:周|星期|礼拜)'
const WEEKDAY = '(?:(?<weekday>[一二三四五六日天])(?![一二三四五六七八九十百千万]?[个次天名位元块])|(?<weekend>末))'

/** 上周五, 这个周末, 下下个星期 */
const week: ChineseRule = {
  anchor: /[上下这本]个?(?:周|星期|礼拜)/u,
  pattern: new RegExp(
    `(?<side>上上个?|下下个?|(?<![晚早以上])上个?|(?<!下)下个?|这个?|本)${WEEK_BEHIND}(?![围边年期转刊])(?:${WEEKDAY})?${CLOCK}`,
    'gu',
  ),
  read(groups, saidAt) {
    const { side, weekday, weekend } = groups
    const weeks = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 }[side!.replace('个', '')] ?? 0
    if (weekend) return { stretch: weekendStretch(saidAt, weeks) }
    const whole = weekStretch(saidAt, weeks)
    if (!weekday) return { stretch: whole }
    return { stretch: hourOf(dayFrom(whole.from + weekdayNumber(weekday) * DAY_MS), groups) }
  },
}

/** 周五, 星期天, 周末: the nearest, unless it is every one of them. */
const weekdayAlone: ChineseRule = {
  anchor: /(?:周|星期|礼拜)[一二三四五六日天末]/u,
  pattern: new RegExp(
    `(?<!每个?|[逢各上下这本个一二两三四五六七八九十几半双单\\d][-~到至]?|[一二三四五六日][到至-])${WEEK_BEHIND}${WEEKDAY}(?![到至-]${WEEK_BEHIND}|刊|报)${CLOCK}`,
    'gu',
  ),
  read(groups, saidAt) {
    const { weekday } = groups
    if (!weekday) return { stretch: nearestWeekend(saidAt) }
    return { stretch: hourOf(weekdayWithin(saidAt, weekdayNumber(weekday), 'nearest'), groups) }
  },
}

function weekdayNumber(name: string): number {
  return name === '天' || name === '日' ? 6 : '一二三四五六'.indexOf(name)
}

const UNIT = '(?<unit>天|日(?=[前后内之以])|周(?![围边年期转刊岁])|星期|礼拜|周末|月|年|小时|钟头|分钟)'
const UNITS: Readonly<Record<string, TimeUnit>> = {
  天: 'day',
  日: 'day',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  周末: 'weekend',
  月: 'month',
  年: 'year',
  小时: 'hour',
  钟头: 'hour',
  分钟: 'hour',
}

/** What may stand before an amount that is counted from now; else it is counted from what stands there. */
const FROM_NOW = '(?<=^|[^\\p{Script=Han}\\d.第]|[我你他她它们在就将要再过约概定于等说了是从])'
/** 展会两周前 is counted from the fair. */
const NO_EVENT = '(?<![\\d.第会礼赛试考典展宴业产术的节婚]|生日)'

/** 三天前, 两个半月前, 十几年以前 */
const ago: ChineseRule = {
  anchor: /前/u,
  pattern: new RegExp(
    `${NO_EVENT}${COUNT}个?(?<half>半)?${UNIT}(?<half2>半)?多?(?:之|以)?前(?![面端台言锋途景列排])`,
    'gu',
  ),
  read: (groups, saidAt) => counted(groups, saidAt, -1),
}

/** 三天后, 两个星期之后, 再过两周 */
const ahead: ChineseRule = {
  anchor: /后/u,
  pattern: new RegExp(
    `${FROM_NOW}${COUNT}个?(?<half>半)?${UNIT}(?<half2>半)?(?:之|以)?后(?![面端台悔续果代辈勤])`,
    'gu',
  ),
  read: (groups, saidAt) => counted(groups, saidAt, 1),
}

const passing: ChineseRule = {
  anchor: /过/u,
  pattern: new RegExp(`(?<![经超通])过(?:了)?${COUNT}个?(?<half>半)?${UNIT}`, 'gu'),
  read: (groups, saidAt) => counted(groups, saidAt, 1),
}

/** 最近三天, 过去半年, 未来两周, 三天内 */
const around: ChineseRule = {
  anchor: /近|过去|未来|接下来|[今往]后/u,
  pattern: new RegExp(
    `(?<side>最近|过去|近|未来|接下来|今后|往后)的?这?${COUNT}个?(?<half>半)?${UNIT.replace('日(?=[前后内之以])', '日')}`,
    'gu',
  ),
  read(groups, saidAt) {
    const amount = amountIn(groups)
    const sign = /^(?:最近|过去|近)$/u.test(groups['side']!) ? -1 : 1
    return amount && { stretch: unitsAround(saidAt, sign, UNITS[groups['unit']!]!, amount) }
  },
}

/** 前几天, 前两年, 前阵子, 这几天 */
const lately: ChineseRule = {
  anchor: /[前这][几两些阵一段]/u,
  pattern:
    /(?<!之|以|目|提|[年月日周天])(?<side>前|这)(?:(?<count>几|两|些)个?(?<unit>天|日子?|周|星期|月|年)|(?<while>一?阵子?|一?段时间))/gu,
  read({ side, count, unit, while: vague }, saidAt) {
    const today = startOfDay(saidAt)
    if (vague || unit === '日子') {
      if (side === '这') return null
      return { stretch: { from: today - 60 * DAY_MS, to: today - 3 * DAY_MS, grain: 'range' } }
    }
    const amount: Amount = count === '两' ? { least: 1, most: 3 } : { least: 2, most: 6 }
    const kind = UNITS[unit!] ?? 'day'
    if (side === '前') return { stretch: unitsFrom(saidAt, -1, kind, amount) }
    return { stretch: unitsAround(saidAt, -1, kind, { least: 1, most: count === '两' ? 2 : 3 }) }
  },
}

/** 下午三点: of the day when it is said. */
const clock: ChineseRule = {
  anchor: /[午上晨里晚夜早][\s\d二十一两三四五六七八九]/u,
  pattern: new RegExp(`(?<!每[天日周晚]?)${CLOCK_ALONE}`, 'gu'),
  read: (groups, saidAt) => ({ stretch: hourOf(dayFrom(startOfDay(saidAt)), groups) }),
}

export const RELATIVE_RULES: readonly ChineseRule[] = [
  day,
  week,
  weekdayAlone,
  ago,
  ahead,
  passing,
  around,
  lately,
  clock,
]

type CountGroups = Readonly<Record<string, string | undefined>>

function amountIn({ count, half, half2 }: CountGroups): Amount | null {
  const amount = amountOf(count!)
  if (!amount) return null
  const more = half || half2 ? 0.5 : 0
  return { least: amount.least + more, most: amount.most + more }
}

function counted(groups: CountGroups, saidAt: Instant, sign: 1 | -1): Dated | null {
  const amount = amountIn(groups)
  const unit = UNITS[groups['unit']!]
  if (!amount || !unit) return null
  const isMinutes = groups['unit'] === '分钟'
  const exact = isMinutes ? { least: amount.least / 60, most: amount.most / 60 } : amount
  return { stretch: unitsFrom(saidAt, sign, unit, exact) }
}
