import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALWAYS,
  endSpan,
  intersectSpans,
  isEmptySpan,
  spanContains,
  spansOverlap,
  type TimeSpan,
} from '../../src/graph/spans.ts'

const span = (from: number | null, to: number | null): TimeSpan => ({ from, to })
const moments = fc.integer({ min: -20, max: 20 })
const spans: fc.Arbitrary<TimeSpan> = fc.record({
  from: fc.option(moments, { nil: null }),
  to: fc.option(moments, { nil: null }),
})

describe('a span of time', () => {
  test('contains its beginning and not its end', () => {
    expect([9, 10, 19, 20].map((at) => spanContains(span(10, 20), at))).toEqual([false, true, true, false])
  })

  test('with an open end goes on for ever', () => {
    expect([-1e15, 0, 1e15].map((at) => spanContains(ALWAYS, at))).toEqual([true, true, true])
    expect(spanContains(span(10, null), 1e15)).toBe(true)
    expect(spanContains(span(null, 10), -1e15)).toBe(true)
  })

  test('is empty when it ends where it begins, or before', () => {
    expect([span(5, 5), span(6, 5), span(5, 6), span(null, 5), span(5, null), ALWAYS].map(isEmptySpan)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('does not overlap the one that begins where it ends', () => {
    expect(spansOverlap(span(0, 10), span(10, 20))).toBe(false)
    expect(spansOverlap(span(0, 11), span(10, 20))).toBe(true)
    expect(spansOverlap(span(null, 10), span(10, null))).toBe(false)
    expect(spansOverlap(ALWAYS, span(3, 4))).toBe(true)
  })

  test('that is empty overlaps nothing', () => {
    expect(spansOverlap(span(5, 5), span(0, 10))).toBe(false)
    expect(spansOverlap(span(0, 10), span(5, 5))).toBe(false)
    expect(spansOverlap(span(5, 5), ALWAYS)).toBe(false)
  })

  test('that is superseded held until then, and never longer than it did', () => {
    expect(endSpan(span(10, null), 15)).toEqual({ from: 10, to: 15 })
    expect(endSpan(ALWAYS, 15)).toEqual({ from: null, to: 15 })
    expect(endSpan(span(10, 12), 15)).toEqual({ from: 10, to: 12 })
    expect(isEmptySpan(endSpan(span(10, 20), 5))).toBe(true)
  })
})

describe('for any two spans', () => {
  test('a moment is in their intersection exactly when it is in both', () => {
    fc.assert(
      fc.property(spans, spans, moments, (a, b, at) => {
        expect(spanContains(intersectSpans(a, b), at)).toBe(spanContains(a, at) && spanContains(b, at))
      }),
    )
  })

  test('they overlap exactly when some moment is in both', () => {
    // Moments are whole, so that trying one beyond each bound tries them all.
    const all = Array.from({ length: 43 }, (_, i) => i - 21)
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        expect(spansOverlap(a, b)).toBe(all.some((at) => spanContains(a, at) && spanContains(b, at)))
        expect(spansOverlap(b, a)).toBe(spansOverlap(a, b))
      }),
    )
  })

  test('an empty one contains no moment', () => {
    fc.assert(
      fc.property(spans.filter(isEmptySpan), moments, (empty, at) => {
        expect(spanContains(empty, at)).toBe(false)
      }),
    )
  })
})
