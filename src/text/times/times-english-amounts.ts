import type { Amount, TimeUnit } from './calendar.ts'
import { isMeasured, type Reading, wordAt } from './times-english-reading.ts'
import { NUMBERS, UNITS } from './times-english-words.ts'

/* Amounts of time in English: "two weeks", "a few days", "a year and a half". */

export interface AmountAt extends Amount {
  readonly next: number
}

export const FEW: AmountAt = { least: 2, most: 6, next: 0 }
export const AMOUNT_STARTS: ReadonlySet<string> = new Set([...NUMBERS.keys(), 'few', 'couple', 'several', 'half'])
const AMOUNT_MAX = 1000

/** "two", "2-3", "a few", "a couple of", "half a", "twenty-five" */
export function amountAt(reading: Reading, index: number): AmountAt | null {
  const token = reading.tokens[index]
  if (!token) return null
  if (token.kind === 'number') {
    const [least = 0, most = least] = /^\d{1,3}(?:-\d{1,3})?$/u.test(token.text)
      ? token.text.split('-').map(Number)
      : []
    if (most < 1 || least > most || isMeasured(reading, index)) return null
    return { least, most, next: index + 1 }
  }
  const article = token.text === 'a' || token.text === 'an'
  const at = article ? index + 1 : index
  const word = wordAt(reading, at)
  if (word === 'few' || word === 'several') return { ...FEW, next: at + 1 }
  if (word === 'couple') return { least: 2, most: 3, next: wordAt(reading, at + 1) === 'of' ? at + 2 : at + 1 }
  if (word === 'half') {
    return { least: 0.5, most: 0.5, next: /^an?$/u.test(wordAt(reading, at + 1)) ? at + 2 : at + 1 }
  }
  const count = NUMBERS.get(token.text)
  if (count === undefined || count === 0) return null
  return countedFurther(reading, index, count)
}

/** "twenty-five", "two or three", "one and a half" */
function countedFurther(reading: Reading, index: number, count: number): AmountAt {
  const isHyphen = wordAt(reading, index + 1) === '-'
  const one = NUMBERS.get(wordAt(reading, isHyphen ? index + 2 : index + 1))
  if (count >= 20 && one !== undefined && one > 0 && one < 10) {
    return { least: count + one, most: count + one, next: isHyphen ? index + 3 : index + 2 }
  }
  const [link, other] = [wordAt(reading, index + 1), NUMBERS.get(wordAt(reading, index + 2))]
  if ((link === 'or' || link === 'to') && other !== undefined && other > count && other < AMOUNT_MAX) {
    return { least: count, most: other, next: index + 3 }
  }
  if (link === 'and' && wordAt(reading, index + 2) === 'a' && wordAt(reading, index + 3) === 'half') {
    return { least: count + 0.5, most: count + 0.5, next: index + 4 }
  }
  return { least: count, most: count, next: index + 1 }
}

/** An amount with its unit: "two weeks", "a year and a half". */
export function countAt(reading: Reading, index: number): (AmountAt & { readonly unit: TimeUnit }) | null {
  const amount = amountAt(reading, index)
  if (!amount) return null
  const word = wordAt(reading, amount.next)
  const unit = UNITS.get(word)
  const next = amount.next + 1
  if (unit) {
    const isHalfMore = [0, 1, 2].every((i) => wordAt(reading, next + i) === ['and', 'a', 'half'][i])
    const more = isHalfMore ? 0.5 : 0
    return { least: amount.least + more, most: amount.most + more, unit, next: isHalfMore ? next + 3 : next }
  }
  if (word === 'fortnight' || word === 'fortnights') {
    return { least: amount.least * 2, most: amount.most * 2, unit: 'week', next }
  }
  if (word === 'decade' || word === 'decades') {
    return { least: amount.least * 10, most: amount.most * 10, unit: 'year', next }
  }
  if (/^(?:minutes?|mins?|seconds)$/u.test(word)) {
    const isSeconds = word === 'seconds'
    return { least: isSeconds ? 0 : amount.least / 60, most: isSeconds ? 0 : amount.most / 60, unit: 'hour', next }
  }
  return null
}
