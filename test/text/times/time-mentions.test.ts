import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayNameTime, TIME_MENTIONS_MAX, TIMED_LENGTH_MAX, timeReader } from '../../../src/text/times/time-mentions.ts'
import { timesIn } from './time-table.ts'

const read = await timeReader()

test.each([
  ['2024-01-03', 'last December', 'last December = 2023-12-01..2024-01-01 month'],
  ['2024-01-03', 'in December', 'December = 2023-12-01..2024-01-01 month, any year'],
  ['2024-01-03', 'last month', 'last month = 2023-12-01..2024-01-01 month'],
  ['2024-01-01', 'yesterday', 'yesterday = 2023-12-31 day'],
  ['2023-12-31', 'tomorrow', 'tomorrow = 2024-01-01 day'],
  ['2024-01-02', 'last week', 'last week = 2023-12-25..2024-01-01 week'],
  ['2023-12-30', 'next week', 'next week = 2024-01-01..2024-01-08 week'],
  ['2024-01-15', 'this winter', 'this winter = 2023-12-01..2024-03-01 season'],
  ['2024-01-15', 'last summer', 'last summer = 2023-06-01..2023-09-01 season'],
  ['2024-03-31', 'one month ago', 'one month ago = 2024-02-01..2024-03-01 month'],
  ['2024-03-31', 'the past month', 'past month = 2024-02-01..2024-03-01 month'],
  ['2024-03-31', 'the past two months', 'past two months = 2024-01-31..2024-04-01 range'],
  ['2024-03-01', 'yesterday', 'yesterday = 2024-02-29 day'],
  ['2023-03-01', 'yesterday', 'yesterday = 2023-02-28 day'],
  ['2023-06-14', '29 February 2024', '29 February 2024 = 2024-02-29 day'],
  ['2023-06-14', '29 February', '29 February = 2024-02-29 day, any year'],
  ['2023-06-18', 'this weekend', 'this weekend = 2023-06-17..2023-06-19 range'],
  ['2023-06-18', 'last weekend', 'last weekend = 2023-06-10..2023-06-12 range'],
  ['2023-06-18', 'last Sunday', 'last Sunday = 2023-06-11 day'],
  ['2023-06-18', 'next Monday', 'next Monday = 2023-06-19 day'],
  ['2023-06-18', 'this Friday', 'this Friday = 2023-06-23 day'],
  ['2023-06-19', 'last Sunday', 'last Sunday = 2023-06-18 day'],
  ['2024-01-01', '上周五', '上周五 = 2023-12-29 day'],
  ['2023-12-31', '下周一', '下周一 = 2024-01-01 day'],
  ['2024-01-03', '上个月底', '上个月底 = 2023-12-21..2024-01-01 range'],
  ['2023-12-03', '下个月5号', '下个月5号 = 2024-01-05 day'],
  ['2024-01-03', '12月', '12月 = 2023-12-01..2024-01-01 month, any year'],
  ['2024-03-31', '一个月前', '一个月前 = 2024-02-01..2024-03-01 month'],
  ['2024-03-01', '昨天', '昨天 = 2024-02-29 day'],
  ['2024-01-15', '今年春节', '今年春节 = 2024-02-10 day'],
  ['2024-01-15', '去年除夕', '去年除夕 = 2023-01-21 day'],
])('said on %s, "%s" is %s', (saidOn, text, expected) => {
  expect(timesIn(text, `${saidOn}T10:20:00Z`)).toBe(expected)
})

test.each([['30 February 2023'], ['29 February 2023'], ['2023-02-30'], ['13/13/2023'], ['2月30日']])(
  'there is no day %s',
  (text) => {
    expect(timesIn(text, '2023-06-14T10:20:00Z')).not.toContain('day')
  },
)

test.each(['yesterday', 'in May', 'two weeks ago', '去年夏天', '下個月5號', '５月７日', 'on 2023-05-07'])(
  'the cheap test lets "%s" pass',
  (text) => {
    expect(mayNameTime(text)).toBe(true)
  },
)

test.each(['', 'I like tea.', 'The cat slept on the mat.', 'We moved the cache.', '我喜欢喝茶', '接口报错了'])(
  'the cheap test stops "%s"',
  (text) => {
    expect(mayNameTime(text)).toBe(false)
  },
)

test('a text in both languages gives the times of both, in order', () => {
  expect(timesIn('2022年5月 we met, and 昨天 again, or on 7 May 2023?', '2023-06-14T10:20:00Z')).toBe(
    '2022年5月 = 2022-05-01..2022-06-01 month | 昨天 = 2023-06-13 day | 7 May 2023 = 2023-05-07 day',
  )
})

test('a text names so many times at most', () => {
  expect(read('yesterday, '.repeat(100), Date.UTC(2023, 5, 14))).toHaveLength(TIME_MENTIONS_MAX)
  expect(read('昨天，'.repeat(100), Date.UTC(2023, 5, 14))).toHaveLength(TIME_MENTIONS_MAX)
})

test('what lies behind the part that is read gives no time', () => {
  expect(read(`${'a '.repeat(TIMED_LENGTH_MAX / 2)} yesterday`, Date.UTC(2023, 5, 14))).toEqual([])
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15])('said at %d, nothing is read', (saidAt) => {
  expect(read('yesterday and 去年', saidAt)).toEqual([])
})

const PIECES =
  "last|next|this|the|of|in|before|after|week|Friday|May|2023|7|th|5/7|-|to|and|between|a|few|days|ago|since|end|first|Q3|at|3|pm|,|'|s|" +
  '31|April|February|29|13月|30日|90|年|月|日|号|上|下|个|周|五|末|前|后|三|十|半|天|去|今|昨|到|至|春节|夏天|晚上|点|初|底|2024|12|31|０|constructor|__proto__|😀'

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.tuple(fc.constantFrom(...PIECES.split('|')), fc.constantFrom('', ' ')), { maxLength: 14 })
    .map((pieces) => pieces.flat().join('')),
)

test('whatever the text and the moment, spans stand in the text in order, and times are stretches', () => {
  const moments = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2090, 0) })
  fc.assert(
    fc.property(texts, moments, (text, saidAt) => {
      let end = 0
      for (const { span, time } of read(text, saidAt)) {
        expect(span.start).toBeGreaterThanOrEqual(end)
        expect(span.end).toBeGreaterThan(span.start)
        end = span.end
        expect(Number.isFinite(time.from) && time.from < time.to).toBe(true)
        expect(time.to - time.from).toBeLessThanOrEqual(1100 * 366 * 86_400_000)
      }
      expect(end).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  'day before ',
  'end of the ',
  'last ',
  '1-',
  '2023-',
  'in a a a a ',
  "a'",
  'May ',
  'May 32 ',
  '32 ',
  '30-31 ',
  '1 to 2 ',
  '上',
  '一二三',
  '2023年',
  '13月',
  '十三月',
  '2月30日',
  '五月',
  '3到',
  '的',
  '周',
  '十',
  '前',
])('a hundred thousand characters of "%s" are read all the same', (piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length))
  expect(read(text, Date.UTC(2023, 5, 14)).length).toBeLessThanOrEqual(TIME_MENTIONS_MAX)
})
