import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverSessions } from '../../src/recall/coverage.ts'

/** Sessions by slot: 0 and 1 of the first, 2 of the second, 3 and 4 of the third. */
const SESSION = Uint32Array.from([0, 0, 1, 2, 2])

const chosen = (worths: readonly number[], repeated: number, limit = 5) =>
  coverSessions(
    { session: SESSION },
    worths.map((worth, slot) => ({ slot, worth })),
    { repeated, limit },
  )

describe('covering several sessions', () => {
  test.each<[string, readonly number[], number, readonly number[]]>([
    ['without a weight keeps the order of worth', [5, 4, 3, 2, 1], 0, [0, 1, 2, 3, 4]],
    ['takes one of each session first, where the rest is worth nothing', [5, 4, 3, 2, 1], 1, [0, 2, 3, 1, 4]],
    ['makes the second of a session worth less', [10, 9, 8, 1, 1], 0.2, [0, 2, 1, 3, 4]],
    ['does not push far down what is worth much more', [10, 9, 5, 1, 1], 0.2, [0, 1, 2, 3, 4]],
    ['of equal worths takes the one that was better before', [1, 1, 1, 1, 1], 0, [0, 1, 2, 3, 4]],
    ['of nothing is nothing', [], 0.5, []],
  ])('%s', (_, worths, repeated, expected) => expect(chosen(worths, repeated)).toEqual(expected))

  test('answers places, each once, the best first, and no more than the limit', () => {
    const worths = fc
      .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { maxLength: 5 })
      .map((given) => given.sort((a, b) => b - a))
    fc.assert(
      fc.property(
        worths,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 6 }),
        (given, repeated, limit) => {
          const places = chosen(given, repeated, limit)
          expect(places).toHaveLength(Math.min(limit, given.length))
          expect(new Set(places).size).toBe(places.length)
          if (places.length > 0) expect(places[0]).toBe(0)
          for (const place of places) expect(place).toBeLessThan(given.length)
        },
      ),
    )
  })
})
