import type { Amount } from './calendar.ts'

/** A number in digits or characters, also a vague one. */
export const COUNT = '(?<count>\\d{1,3}(?:\\.5|[-~～到至]\\d{1,3})?|好几|[一二两三四五六七八九十百几数半]{1,5})'

const DIGITS = '零一二三四五六七八九'
const FEW: Amount = { least: 2, most: 6 }

/** "3", "三", "二十一", "十几", "两三", "半", "2-3"; `null` for what is no number. */
export function amountOf(text: string): Amount | null {
  if (text === '几' || text === '数' || text === '好几') return FEW
  if (text === '半') return { least: 0.5, most: 0.5 }
  if (/^\d/u.test(text)) {
    const [least = 0, most = least] = text.split(/[-~～到至]/u).map(Number)
    return least > 0 && most >= least ? { least, most } : null
  }
  // 两三 and 三四 are two digits side by side.
  const [first, second] = [digitOf(text[0]!), text.length === 2 ? digitOf(text[1]!) : -1]
  if (first > 0 && second === first + 1) return { least: first, most: second }
  const vague = /^(?<tens>[一二两三四五六七八九]?)十几$/u.exec(text)?.groups
  if (vague) {
    const tens = (vague['tens'] ? digitOf(vague['tens']) : 1) * 10
    return { least: tens + 1, most: tens + 9 }
  }
  const count = numberOf(text)
  return count === null || count === 0 ? null : { least: count, most: count }
}

/** A number below 200 in digits or characters. */
export function numberOf(text: string): number | null {
  if (/^\d+$/u.test(text)) return Number(text)
  if (text === '元') return 1
  if (text === '百' || text === '一百') return 100
  const parts = /^(?<tens>[一二两三四五六七八九]?)(?<ten>十?)(?<ones>[一二两三四五六七八九]?)$/u.exec(text)?.groups
  if (!parts || text === '') return null
  const { tens = '', ten = '', ones = '' } = parts
  if (ten === '') return tens !== '' && ones !== '' ? null : digitOf(tens || ones)
  return (tens === '' ? 1 : digitOf(tens)) * 10 + (ones === '' ? 0 : digitOf(ones))
}

/** Digits one by one: 二〇二三 */
export function yearDigits(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text)
  let year = 0
  for (const character of text) year = year * 10 + digitOf(character)
  return year
}

function digitOf(character: string): number {
  if (character === '〇') return 0
  if (character === '两') return 2
  return DIGITS.indexOf(character)
}
