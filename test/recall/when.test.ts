import { describe, expect, test } from 'vitest'
import { nearness, readWindows } from '../../src/recall/when.ts'

const NOW = Date.UTC(2026, 4, 11, 10)
const DAY = 86_400_000
const KNOWN = { from: Date.UTC(2024, 5, 1), to: Date.UTC(2026, 4, 10) }

const day = (at: number | null) => new Date(at!).toISOString().slice(0, 10)
const windowsOf = async (question: string, known = KNOWN as Parameters<typeof readWindows>[2], now = NOW) =>
  (await readWindows(question, now, known)).map(({ from, to }) => `${day(from)} ${(to! - from!) / DAY}`)

describe('the windows of a question', () => {
  test.each<[string, string, readonly string[]]>([
    ['are none where it names no time', 'Where is the key?', []],
    ['are the day that it names', 'What was said on 5 May 2025?', ['2025-05-05 1']],
    ['are counted from the moment of asking', 'What did we do last Friday?', ['2026-05-08 1']],
    ['are counted from the moment of asking in Chinese', '昨天做了什么', ['2026-05-10 1']],
    ['are several where it names several', 'What changed between 2024 and 2025?', ['2024-01-01 731']],
    [
      'are of every year that is known where it names none',
      'What was on 5 May?',
      ['2026-05-05 1', '2025-05-05 1', '2024-05-05 1'],
    ],
    ['are of every year in Chinese', '五月五号做了什么', ['2026-05-05 1', '2025-05-05 1', '2024-05-05 1']],
    ['are of the years that have such a day', 'What was on 29 February?', ['2028-02-29 1', '2024-02-29 1']],
    ['are none of a day that there is not', 'What was said on 29 February 2025?', []],
    ['are none of a day that there is not in Chinese', '2025年2月30日做了什么', []],
    ['are none of a polite question', 'May I ask where the key is?', []],
    ['are those behind a polite opening', 'May we rest in May?', ['2026-05-01 31', '2025-05-01 31', '2024-05-01 31']],
  ])('%s', async (_, question, expected) => expect(await windowsOf(question)).toEqual(expected))

  test('are also of the nearest year, of which nothing may be known yet', async () => {
    const known = { from: Date.UTC(2025, 10, 1), to: Date.UTC(2025, 11, 20) }
    const windows = await windowsOf('What happens on 5 January?', known, Date.UTC(2025, 11, 21))
    expect(windows).toEqual(['2026-01-05 1', '2025-01-05 1'])
  })

  test('are of the nearest year alone where nothing is known', async () => {
    expect(await windowsOf('What was on 5 May?', { from: null, to: null })).toEqual(['2026-05-05 1'])
  })

  test('are of fifty years and the nearest at most', async () => {
    const known = { from: Date.UTC(1000, 0), to: Date.UTC(3000, 0) }
    expect(await windowsOf('What was on 5 May?', known)).toHaveLength(51)
  })
})

describe('how near a moment is', () => {
  const WINDOWS = [
    { from: 10 * DAY, to: 11 * DAY },
    { from: 40 * DAY, to: 41 * DAY },
  ]
  test.each<[string, number, number]>([
    ['1 at its beginning', 10 * DAY, 1],
    ['1 before its end', 11 * DAY - 1, 1],
    ['1 in any of them', 40.5 * DAY, 1],
    ['a little less just behind it', 11 * DAY, 1],
    ['1/e a reach behind it', 18 * DAY, 1 / Math.E],
    ['1/e a reach before it', 33 * DAY, 1 / Math.E],
    ['next to nothing far away', 400 * DAY, 0],
  ])('%s', (_, at, expected) => expect(nearness(at, WINDOWS, 7)).toBeCloseTo(expected, 5))

  test('is nothing where there is no window, and 1 in an open one', () => {
    expect(nearness(0, [], 7)).toBe(0)
    expect(nearness(0, [{ from: null, to: 5 }], 7)).toBe(1)
    expect(nearness(400 * DAY, [{ from: null, to: 5 }], 7)).toBeCloseTo(0, 5)
    expect(nearness(0, [{ from: null, to: null }], 7)).toBe(1)
  })
})
