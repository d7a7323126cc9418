import type { TextSpan } from '../../graph/spans.ts'
import { late } from '../late.ts'

/*
 * Numbers with a unit or a currency, in digits or in Chinese numerals, and what they are merged by: "300 ms",
 * "300毫秒" and "300 milliseconds" are one. Units are exact names of the same unit; nothing is converted. A number alone is
 * no quantity, and neither is a date, an ordinal or a count of things (三块蛋糕).
 */

/** Where quantities stand in a text whose traditional characters are folded, in no particular order. */
export function findQuantities(folded: string): TextSpan[] {
  const found: TextSpan[] = []
  if (DIGIT.test(folded)) {
    for (const match of SYMBOL.test(folded) ? folded.matchAll(CURRENCY) : []) found.push(spanOf(match))
    for (const { start, end } of latinQuantities(folded)) found.push({ start, end })
  }
  if (HAN_UNIT_HINT().test(folded)) {
    for (const match of folded.matchAll(CHINESE())) {
      if (isChineseQuantity(match)) found.push(spanOf(match))
    }
    for (const match of folded.matchAll(HAN_PERCENT())) found.push(spanOf(match))
  }
  return found
}

/** `12GB` and `12 GB` as `12 gb`; undefined where the whole name is no quantity. The name is folded. */
export function quantityKey(name: string): string | undefined {
  if (name.length > QUANTITY_LENGTH_MAX || !QUANTITY_START.test(name) || ONLY_NUMBER.test(name)) return undefined
  const currency = SYMBOL.test(name) ? wholeMatch(CURRENCY, name) : undefined
  if (currency) {
    const [, symbol, digits, scale] = currency
    return keyOf(readDigits(digits!) * (scale ? SCALES[scale.toLowerCase()]! : 1), CURRENCIES[symbol!.slice(-1)]!)
  }
  const [latin] = latinQuantities(name)
  if (latin && latin.end - latin.start === name.length) return keyOf(readDigits(latin.number), latin.unit)
  if (!NOT_ASCII.test(name)) return undefined
  const percent = wholeMatch(HAN_PERCENT(), name)
  if (percent) return keyOf(readNumber(percent[1]!), '%')
  const chinese = wholeMatch(CHINESE(), name)
  return chinese && isChineseQuantity(chinese) ? keyOf(chineseNumber(chinese), HAN_UNITS()[chinese[5]!]!) : undefined
}

const QUANTITY_LENGTH_MAX = 40
const DIGIT = /\d/u
const SYMBOL = /[$€£¥₹]/u
const ONLY_NUMBER = /^[\d.,]+$/u
const NOT_ASCII = /[^\0-\x7f]/u
const QUANTITY_START = /^(?:US|HK)?[\d$€£¥₹零〇一二两三四五六七八九十百千万半]/iu

/** Spellings by the name that they are merged under. Words also stand with a capital and as a plural with `s`. */
const LATIN_UNITS: Readonly<Record<string, string>> = {
  ns: 'ns nanosecond',
  us: 'us µs μs microsecond',
  ms: 'ms msec millisecond',
  s: 's sec second',
  min: 'min minute',
  h: 'h hr hour',
  day: 'day',
  week: 'week',
  month: 'month',
  year: 'year',
  b: 'byte',
  kb: 'kb KB Kb kB KiB kilobyte',
  mb: 'mb MB Mb MiB megabyte',
  gb: 'gb GB Gb GiB gigabyte',
  tb: 'tb TB Tb TiB terabyte',
  kbps: 'kbps Kbps',
  mbps: 'mbps Mbps',
  gbps: 'gbps Gbps',
  hz: 'Hz hz hertz',
  khz: 'kHz KHz khz',
  mhz: 'MHz Mhz mhz',
  ghz: 'GHz Ghz ghz',
  mm: 'mm millimeter millimetre',
  cm: 'cm centimeter centimetre',
  m: 'm meter metre',
  km: 'km Km KM kilometer kilometre',
  mi: 'mile mi',
  ft: 'ft foot feet',
  inch: 'inch inches',
  mg: 'mg milligram',
  g: 'g gram',
  kg: 'kg Kg KG kilogram kilo',
  lb: 'lb pound',
  oz: 'oz ounce',
  ton: 'ton tonne',
  ml: 'ml mL milliliter millilitre',
  l: 'L liter litre',
  gallon: 'gallon',
  '°c': '°C °c ℃ celsius',
  '°f': '°F °f ℉ fahrenheit',
  degree: 'degree °',
  kw: 'kW kw kilowatt',
  kwh: 'kWh kwh',
  watt: 'W watt',
  volt: 'V volt',
  mah: 'mAh mah',
  db: 'dB',
  px: 'px pixel',
  fps: 'fps FPS',
  rpm: 'rpm RPM',
  qps: 'qps QPS',
  tps: 'tps TPS',
  'km/h': 'km/h kph',
  mph: 'mph',
  kcal: 'kcal calorie calories',
  '%': '% percent',
  usd: 'dollar buck USD usd',
  eur: 'euro EUR eur',
  gbp: 'GBP gbp quid',
  cny: 'yuan RMB rmb CNY cny',
  jpy: 'yen JPY jpy',
  inr: 'rupee INR inr',
}

const HAN_UNITS = late(
  (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      `毫秒=ms 微秒=us 纳秒=ns 秒=s 秒钟=s 分钟=min 小时=h 钟头=h 天=day 周=week 星期=week 礼拜=week 月=month 年=year 块=cny 块钱=cny
  元=cny 元钱=cny 人民币=cny 美元=usd 美金=usd 刀=usd 欧元=eur 英镑=gbp 日元=jpy 港币=hkd 港元=hkd 公里=km 千米=km 米=m 厘米=cm
  毫米=mm 英里=mi 英寸=inch 公斤=kg 千克=kg 克=g 毫克=mg 斤=斤 吨=ton 升=l 毫升=ml 度=degree 摄氏度=°c 平米=m² 平方米=m² 平方=m²
  兆=mb 字节=b 像素=px 倍=倍 折=折 大卡=kcal 卡路里=kcal 瓦=watt 千瓦=kw 千瓦时=kwh 度电=kwh`
        .split(/\s+/u)
        .map((pair) => pair.split('=')),
    ),
)

const CURRENCIES: Readonly<Record<string, string>> = { $: 'usd', '€': 'eur', '£': 'gbp', '¥': 'cny', '₹': 'inr' }
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  百: 1e2,
  千: 1e3,
  万: 1e4,
  亿: 1e8,
}

const UNITS = late(latinUnits)

function latinUnits(): Map<string, string> {
  const units = new Map<string, string>()
  for (const [unit, list] of Object.entries(LATIN_UNITS)) {
    units.set(unit, unit)
    for (const word of list.split(' ')) {
      units.set(word, unit)
      if (!/^[a-z]{2,}$/u.test(word)) continue
      units.set(`${word}s`, unit)
      if (word.length > 2)
        for (const form of [word, `${word}s`]) units.set(form[0]!.toUpperCase() + form.slice(1), unit)
    }
  }
  // "12 in" and "5 as" are words; a plural that is another unit keeps its own meaning.
  units.set('ms', 'ms')
  units.delete('mis')
  return units
}

const oneOf = (words: Iterable<string>): string =>
  [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|')

/** Every repetition is bounded, and a number starts where no digit stands before it. */
const NUMBER = String.raw`\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?|\d{1,12}(?:\.\d{1,6})?`
const NO_NUMBER_BEFORE = String.raw`(?<![A-Za-z\d_.,/:#\\$€£¥-]|\d[-–~])`
/** A number in front of what may be a unit of `UNITS`. As one pattern they would take as long to compile as a question takes. */
const LATIN_NUMBER = new RegExp(`${NO_NUMBER_BEFORE}(${NUMBER})[ -]?(?=[A-Za-zµμ°℃℉%])`, 'gu')
/** In UTF-16 code units; longer names of units are none of ours. */
const UNIT_LENGTH_MAX = 12
const UNIT_END = /(?![A-Za-z\d_]|-| (?:ago|later)\b)/uy
const CURRENCY = new RegExp(
  String.raw`(?<![A-Za-z\d$])((?:US|HK)?[$€£¥₹]) ?(${NUMBER})(?: ?(k|K|m|M|bn|b|B|thousand|million|billion|万|亿))?(?![A-Za-z\d_])`,
  'gu',
)
const HAN_DIGITS = '零〇一二两三四五六七八九十百千万亿'
/** A number or half, a scale or counter, and the first character of a unit: nearly every text has some of them, few have them in a row. */
const HAN_UNIT_HINT = late(
  () =>
    /[\d零〇一二两三四五六七八九十百千万亿半] ?(?:个半?)?[百千万亿]?[分毫微纳秒小钟天周星礼月年块元人美刀欧英日港公千米厘克斤吨升度摄平兆字像倍折大卡瓦]/u,
)
const HAN_PERCENT = late(() => new RegExp(`百分之(${NUMBER}|[${HAN_DIGITS}]{1,8})`, 'gu'))
/** Groups: digits or numerals, a scale behind digits, 个 or 个半, half alone, unit. */
const CHINESE = late(
  () =>
    new RegExp(
      String.raw`(?<![A-Za-z\d_.,/:第${HAN_DIGITS}半几]|\d-)(?:(${NUMBER}|[${HAN_DIGITS}]{1,10})\s?(百|千(?![克米瓦])|万|亿)?(个半|个)?|(半)个?)\s?` +
        `(${oneOf(Object.keys(HAN_UNITS()))})(?![前后内级初底代来度]|以[前后内]|之[前后内]|儿)`,
      'gu',
    ),
)

function* latinQuantities(text: string): Generator<TextSpan & { readonly number: string; readonly unit: string }> {
  for (const match of text.matchAll(LATIN_NUMBER)) {
    const at = match.index + match[0].length
    // The longest unit that ends with a word.
    for (let length = UNIT_LENGTH_MAX; length > 0; length--) {
      const unit = UNITS().get(text.slice(at, at + length))
      const end = at + length
      UNIT_END.lastIndex = end
      if (unit === undefined || end > text.length || !UNIT_END.test(text)) continue
      yield { start: match.index, end, number: match[1]!, unit }
      break
    }
  }
}

function spanOf(match: RegExpExecArray): TextSpan {
  return { start: match.index, end: match.index + match[0].length }
}

function wholeMatch(pattern: RegExp, name: string): RegExpExecArray | undefined {
  pattern.lastIndex = 0
  const match = pattern.exec(name)
  pattern.lastIndex = 0
  return match && match[0].length === name.length ? match : undefined
}

const COUNTER_UNITS: ReadonlySet<string> = new Set(['月', '星期', '礼拜', '钟头'])
/** Behind 一 and 半 these are phrases: 有一天, 一块去, 一度, 一年到头. */
const PHRASE_UNITS: ReadonlySet<string> = new Set('天 周 年 块 元 度 倍 克 米 升 折 刀 平方 兆 瓦 秒'.split(' '))
const YEARS_COUNTED_MAX = 200

function isChineseQuantity(match: RegExpExecArray): boolean {
  const [, number, scale, counter, half, unit] = match
  const isNumeral = number !== undefined && !DIGIT.test(number)
  if (half) return !PHRASE_UNITS.has(unit!) && !COUNTER_UNITS.has(unit!)
  // 三月 is a month and 三个月 a length of time; 周 and 星期 likewise.
  if (COUNTER_UNITS.has(unit!) && !counter) return false
  if (!COUNTER_UNITS.has(unit!) && counter && unit !== '小时') return false
  if (number === '一' && PHRASE_UNITS.has(unit!) && !scale) return false
  const value = chineseNumber(match)
  if (!(value > 0) && isNumeral) return false
  if (unit === '年' && value > YEARS_COUNTED_MAX) return false
  // 三块 and 两刀 count pieces and cuts; prices below ten are written with 钱 or 元, or in digits.
  if ((unit === '块' || unit === '刀') && isNumeral && value < 10) return false
  return !((unit === '度' || unit === '折') && isNumeral && unit === '度')
}

function chineseNumber(match: RegExpExecArray): number {
  const [, number, scale, counter, half] = match
  if (half) return 0.5
  return readNumber(number!) * (scale ? SCALES[scale]! : 1) + (counter === '个半' ? 0.5 : 0)
}

function readNumber(number: string): number {
  return DIGIT.test(number) ? readDigits(number) : readNumerals(number)
}

function readDigits(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}

/** 三千二百 as 3200, and 二〇二三 digit by digit. */
function readNumerals(numerals: string): number {
  const digits = '零一二三四五六七八九'
  let total = 0
  let section = 0
  let digit = 0
  let hasDigit = false
  for (const character of numerals.replaceAll('〇', '零').replaceAll('两', '二')) {
    const value = digits.indexOf(character)
    if (value >= 0) {
      digit = hasDigit && digit > 0 ? digit * 10 + value : value
      hasDigit = true
      continue
    }
    const scale = character === '十' ? 10 : SCALES[character]!
    if (scale < 1e4) section += (hasDigit ? digit : 1) * scale
    else {
      total = (total + section + digit || 1) * scale
      section = 0
    }
    digit = 0
    hasDigit = false
  }
  return total + section + digit
}

function keyOf(value: number, unit: string): string {
  return `${Number(value.toFixed(6))} ${unit}`
}
