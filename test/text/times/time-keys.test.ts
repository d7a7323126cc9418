import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimeSpan } from '../../../src/graph/spans.ts'
import { keysToAsk, timeKeys } from '../../../src/text/times/time-keys.ts'
import { tokenise } from '../../../src/text/tokenise.ts'

const DAY = 86_400_000
/** `2026-05-08` or `2026-05-08T10`, the end excluded. */
const span = (from: string, to: string): TimeSpan => ({ from: Date.parse(iso(from)), to: Date.parse(iso(to)) })
const iso = (date: string) => (date.includes('T') ? `${date}:00:00Z` : `${date}T00:00:00Z`)
const meet = (asked: TimeSpan, told: TimeSpan) => keysToAsk(asked).some((key) => timeKeys(told).includes(key))

const days = (month: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `@${month}-${String(from + i).padStart(2, '0')}`)

describe('the keys of a time', () => {
  const TABLE: readonly (readonly [string, TimeSpan, readonly string[]])[] = [
    ['an hour', span('2026-05-08T10', '2026-05-08T11'), ['@2026-05-08', '@2026-05', '@2026']],
    ['a day', span('2026-05-08', '2026-05-09'), ['@2026-05-08', '@2026-05', '@2026']],
    [
      'a night',
      span('2026-05-31T22', '2026-06-01T06'),
      ['@2026-05-31', '@2026-06-01', '@2026-05', '@2026-06', '@2026'],
    ],
    ['a week', span('2026-05-04', '2026-05-11'), [...days('2026-05', 4, 10), '@2026-05', '@2026']],
    [
      'a week over the turn of the year',
      span('2025-12-29', '2026-01-05'),
      [...days('2025-12', 29, 31), ...days('2026-01', 1, 4), '@2025-12', '@2026-01', '@2025', '@2026'],
    ],
    ['two weeks', span('2026-05-04', '2026-05-18'), [...days('2026-05', 4, 17), '@2026-05', '@2026']],
    ['fifteen days', span('2026-05-04', '2026-05-19'), ['@2026-05', '@2026']],
    ['a month', span('2026-02-01', '2026-03-01'), ['@2026-02', '@2026']],
    ['a quarter', span('2026-04-01', '2026-07-01'), ['@2026-04', '@2026-05', '@2026-06', '@2026']],
    ['a winter', span('2025-12-01', '2026-03-01'), ['@2025-12', '@2026-01', '@2026-02', '@2025', '@2026']],
    [
      'a half of a year',
      span('2026-01-01', '2026-07-01'),
      [...Array.from({ length: 6 }, (_, i) => `@2026-0${i + 1}`), '@2026'],
    ],
    ['seven months', span('2026-01-01', '2026-08-01'), ['@2026']],
    ['a year', span('2026-01-01', '2027-01-01'), ['@2026']],
    ['a decade', span('1990-01-01', '2000-01-01'), Array.from({ length: 10 }, (_, i) => `@${1990 + i}`)],
    [
      'a century, its first years',
      span('1900-01-01', '2000-01-01'),
      Array.from({ length: 10 }, (_, i) => `@${1900 + i}`),
    ],
    ['the day before 1970', span('1969-12-31', '1970-01-01'), ['@1969-12-31', '@1969-12', '@1969']],
    ['29 February', span('2024-02-29', '2024-03-01'), ['@2024-02-29', '@2024-02', '@2024']],
  ]
  test.each(TABLE)('are those of %s', (_, time, expected) => expect(timeKeys(time)).toEqual(expected))

  test.each<[string, TimeSpan]>([
    ['empty', span('2026-05-08', '2026-05-08')],
    ['the wrong way round', span('2026-05-09', '2026-05-08')],
    ['open before', { from: null, to: 0 }],
    ['open behind', { from: 0, to: null }],
    ['open', { from: null, to: null }],
    ['no number', { from: Number.NaN, to: Number.NaN }],
    ['endless', { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }],
    ['beyond what a date can hold', { from: 8.64e15, to: 8.64e15 + DAY }],
    ['before what a date can hold', { from: -8.64e15 - 5, to: -8.64e15 }],
    ['in a year of three digits', { from: Date.UTC(950, 0), to: Date.UTC(950, 1) }],
    ['in a year of five digits', { from: Date.UTC(12_000, 0), to: Date.UTC(12_000, 1) }],
  ])('are none where it is %s', (_, time) => {
    expect(timeKeys(time)).toEqual([])
    expect(keysToAsk(time)).toEqual([])
  })

  test('are never more than twenty-seven, never twice the same, and no word of any text', () => {
    const moment = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9000, 0) })
    const length = fc.oneof(fc.integer({ min: 1, max: 30 * DAY }), fc.integer({ min: 1, max: 30 * 366 * DAY }))
    fc.assert(
      fc.property(moment, length, (from, more) => {
        const keys = timeKeys({ from, to: from + more })
        expect(keys.length).toBeGreaterThan(0)
        expect(keys.length).toBeLessThanOrEqual(15 + 2 + 10)
        expect(new Set(keys).size).toBe(keys.length)
        for (const key of keys) expect(key).toMatch(/^@\d{4}(?:-\d\d){0,2}$/u)
        for (const key of keysToAsk({ from, to: from + more })) expect(keys).toContain(key)
        expect(tokenise(keys.join(' ')).filter((term) => keys.includes(term))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('a question about a time', () => {
  const DAY_OF = span('2026-05-08', '2026-05-09')
  const MAY = span('2026-05-01', '2026-06-01')
  const YEAR = span('2026-01-01', '2027-01-01')
  const WEEK = span('2026-05-04', '2026-05-11')
  const SPRING = span('2026-03-01', '2026-06-01')
  const TABLE: readonly (readonly [string, TimeSpan, TimeSpan, boolean])[] = [
    ['of a day meets what tells of it', DAY_OF, DAY_OF, true],
    ['of a day meets an hour of it', DAY_OF, span('2026-05-08T10', '2026-05-08T11'), true],
    ['of an hour meets what tells of the day', span('2026-05-08T10', '2026-05-08T11'), DAY_OF, true],
    ['of a day meets a week around it', DAY_OF, WEEK, true],
    ['of a day does not meet another day of the month', DAY_OF, span('2026-05-09', '2026-05-10'), false],
    ['of a day does not meet what tells of the whole spring', DAY_OF, SPRING, false],
    ['of a week meets a day of it', WEEK, DAY_OF, true],
    ['of a month meets a day of it', MAY, DAY_OF, true],
    ['of a month meets a quarter around it', MAY, span('2026-04-01', '2026-07-01'), true],
    ['of a month does not meet what tells of the whole year', MAY, YEAR, false],
    ['of a year meets a day of it', YEAR, DAY_OF, true],
    ['of a spring meets a month of it', SPRING, MAY, true],
    ['of a year does not meet another one', YEAR, span('2025-01-01', '2026-01-01'), false],
    ['of the nineties meets a year of them', span('1990-01-01', '2000-01-01'), span('1994-05-01', '1994-06-01'), true],
  ]
  test.each(TABLE)('%s', (_, asked, told, expected) => expect(meet(asked, told)).toBe(expected))

  test('of any day is met by whoever tells of that day, at any hour', () => {
    const moment = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9000, 0) })
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: DAY }), (at, length) => {
        const day = Math.floor(at / DAY) * DAY
        const told = { from: at, to: Math.min(day + DAY, at + length) }
        expect(meet({ from: day, to: day + DAY }, told)).toBe(true)
        expect(meet(told, { from: day, to: day + DAY })).toBe(true)
      }),
    )
  })
})
