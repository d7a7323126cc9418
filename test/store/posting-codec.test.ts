import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COUNT_MAX, decodePostings, encodePostings, type Posting } from '../../src/store/sqlite/posting-codec.ts'

const UNIT_MAX = 2 ** 32 - 1

const bytes = (postings: readonly Posting[]) => [...encodePostings(postings)]

function decoded(runs: readonly Uint8Array[]): Posting[] {
  const { units, counts } = decodePostings(runs)
  expect(counts).toHaveLength(units.length)
  return [...units].map((unit, i) => ({ unit, count: counts[i]! }))
}

describe('the bytes of postings', () => {
  test('are one for a near unit that has the term once, two where it is repeated', () => {
    expect(bytes([{ unit: 1, count: 1 }])).toEqual([0, 2])
    expect(bytes([{ unit: 1, count: 3 }])).toEqual([0, 3, 3])
    expect(bytes([{ unit: 63, count: 1 }])).toEqual([0, 126])
  })

  test('carry seven bits each, the lowest first', () => {
    // 300 * 2 = 600 = 4 * 128 + 88
    expect(bytes([{ unit: 300, count: 1 }])).toEqual([0, 88 | 128, 4])
    expect(bytes([{ unit: 64, count: 1 }])).toEqual([0, 128, 1])
  })

  test('hold the distance to the unit before', () => {
    expect(
      bytes([
        { unit: 10, count: 1 },
        { unit: 13, count: 1 },
      ]),
    ).toEqual([0, 20, 6])
  })

  test('of nothing are none, and read as nothing', () => {
    expect(bytes([])).toEqual([])
    expect(decoded([])).toEqual([])
    expect(decoded([new Uint8Array(0), new Uint8Array(0)])).toEqual([])
  })
})

describe('postings that were written', () => {
  test('are read back up to the last unit there can be', () => {
    const postings = [
      { unit: 1, count: 1 },
      { unit: 2 ** 31, count: 2 },
      { unit: UNIT_MAX - 1, count: 1 },
      { unit: UNIT_MAX, count: COUNT_MAX },
    ]
    expect(decoded([encodePostings(postings)])).toEqual(postings)
  })

  test('are read back with a count that says no more than its maximum', () => {
    expect(decoded([encodePostings([{ unit: 5, count: COUNT_MAX + 1 }])])).toEqual([{ unit: 5, count: COUNT_MAX }])
    expect(decoded([encodePostings([{ unit: 5, count: 10_000_000 }])])).toEqual([{ unit: 5, count: COUNT_MAX }])
  })

  test('are read back from any number of runs', () => {
    const gaps = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2 ** 20 }))
    const counts = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: COUNT_MAX }))
    const runs = fc.array(fc.array(fc.tuple(gaps, counts), { maxLength: 40 }), { maxLength: 6 })
    fc.assert(
      fc.property(runs, (given) => {
        let unit = 0
        const postings = given.map((run) =>
          run.map(([gap, count]) => {
            unit += gap
            return { unit, count }
          }),
        )
        const encoded = postings.map(encodePostings)
        expect(decoded(encoded)).toEqual(postings.flat())
        expect(decoded([Uint8Array.from(encoded.flatMap((run) => [...run]))])).toEqual(postings.flat())
      }),
      { numRuns: 300 },
    )
  })

  test('are read back wherever in the range their units lie', () => {
    const units = fc.uniqueArray(fc.integer({ min: 1, max: UNIT_MAX }), { maxLength: 30 })
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: COUNT_MAX }), (given, count) => {
        const postings = given.sort((a, b) => a - b).map((unit) => ({ unit, count }))
        expect(decoded([encodePostings(postings)])).toEqual(postings)
      }),
      { numRuns: 300 },
    )
  })

  test('are read back from a run that stands inside a larger buffer', () => {
    const run = encodePostings([{ unit: 300, count: 2 }])
    const buffer = new Uint8Array(run.length + 8).fill(255)
    buffer.set(run, 4)
    expect(decoded([buffer.subarray(4, 4 + run.length)])).toEqual([{ unit: 300, count: 2 }])
  })
})
