import { describe, expect, test } from 'vitest'
import { parseBenchDate } from '../../bench/recall/dates.ts'

const read = (text: string) => {
  const at = parseBenchDate(text)
  return at === null ? null : new Date(at).toISOString().slice(0, 16)
}

describe('dates as conversations spell them', () => {
  test.each([
    ['2026-03-09', '2026-03-09T00:00'],
    ['2026-03-09 (Monday)', '2026-03-09T00:00'],
    ['2026-03-09 14:05', '2026-03-09T14:05'],
    ['2026-03-09T14:05:30Z', '2026-03-09T14:05'],
    ['2026-03-09T14:05:30', '2026-03-09T14:05'],
    ['2026-03-09T14:05+08:00', '2026-03-09T06:05'],
    ['4:07 pm on 9 March, 2026', '2026-03-09T16:07'],
    ['12:30 am on 1 January, 2026', '2026-01-01T00:30'],
    ['12:30 pm on 1 Jan, 2026', '2026-01-01T12:30'],
    ['March-9-2026', '2026-03-09T00:00'],
    ['Sept 9th, 2026', '2026-09-09T00:00'],
    ['2026年03月09日 周一 08:35', '2026-03-09T08:35'],
    ['2026年3月9日 星期一', '2026-03-09T00:00'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each([
    '',
    'yesterday',
    'May 2026',
    '2026-02-30',
    '2026-13-01',
    '31 June, 2026',
    '13:05 pm on 9 March, 2026',
    '2026-03-09 25:00',
    '2026-03-09 or later',
    '2026-03-09T25:00:00Z',
    '三月九日',
  ])('%s is no date', (text) => {
    expect(parseBenchDate(text)).toBeNull()
  })
})
