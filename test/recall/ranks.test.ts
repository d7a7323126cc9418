import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ranksOf } from '../../src/recall/ranks.ts'

describe('ranks', () => {
  test.each<[string, readonly number[], readonly number[], readonly (number | null)[]]>([
    ['count what is larger', [3, 1, 2], [3, 2, 1], [1, 2, 3]],
    ['are shared by equal scores', [5, 5, 1], [5, 1], [1, 3]],
    ['are asked in any order, also twice', [3, 1, 2], [1, 3, 1], [3, 1, 3]],
    ['are none for what was not found', [3, 0, 2], [0, 2], [null, 2]],
    ['are of values that no score has', [3, 1], [2, 4], [2, 1]],
    ['are none of nothing', [], [], []],
    ['are the first where nothing else was found', [], [1], [1]],
  ])('%s', (_, scores, values, expected) => expect(ranksOf(scores, values)).toEqual(expected))

  test('are what counting would say', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 30 })
    fc.assert(
      fc.property(scores, scores, (all, values) => {
        const counted = values.map((value) => (value > 0 ? 1 + all.filter((score) => score > value).length : null))
        expect(ranksOf(Float64Array.from(all), values)).toEqual(counted)
      }),
    )
  })
})
