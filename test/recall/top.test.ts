import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largest } from '../../src/recall/top.ts'

const byPlace = (a: number, b: number) => a - b

describe('the places of the largest values', () => {
  test('come largest first', () => {
    expect(largest([3, 9, 1, 7], 3, byPlace)).toEqual([1, 3, 0])
  })

  test('keep the given order where values are equal, also at the edge', () => {
    expect(largest([5, 7, 5, 5, 7], 3, byPlace)).toEqual([1, 4, 0])
    expect(largest([5, 7, 5, 5, 7], 3, (a, b) => b - a)).toEqual([4, 1, 3])
  })

  test('leave out what is not positive, even when there is room', () => {
    expect(largest([0, -1, Number.NaN, 2, -0], 5, byPlace)).toEqual([3])
  })

  test('leave out what is not allowed, and fill up with what is', () => {
    expect(largest([9, 8, 7, 6], 2, byPlace, (place) => place % 2 === 1)).toEqual([1, 3])
  })

  test('of nothing, or none wanted, are none', () => {
    expect(largest([], 3, byPlace)).toEqual([])
    expect(largest([1, 2], 0, byPlace)).toEqual([])
  })

  test('are those of a full sort', () => {
    const values = fc.array(
      fc.oneof(fc.integer({ min: -1, max: 4 }), fc.double({ min: -1, max: 1 }), fc.constant(Number.POSITIVE_INFINITY)),
      { maxLength: 80 },
    )
    fc.assert(
      fc.property(values, fc.nat(30), fc.boolean(), fc.uniqueArray(fc.nat(80)), (given, limit, isReversed, refused) => {
        const before = (a: number, b: number) => (isReversed ? b - a : a - b)
        const isAllowed = (place: number) => !refused.includes(place)
        const sorted = given
          .map((_, place) => place)
          .filter((place) => given[place]! > 0 && isAllowed(place))
          .sort((a, b) => (given[a]! < given[b]! ? 1 : given[a]! > given[b]! ? -1 : before(a, b)))
        expect(largest(Float64Array.from(given), limit, before, isAllowed)).toEqual(sorted.slice(0, limit))
      }),
      { numRuns: 500 },
    )
  })
})
