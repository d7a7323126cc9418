import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dequantise, quantise, quantiseQuery } from '../../src/vectors/quantise.ts'
import { unitVector } from './vectors.ts'

const dimensions = fc.integer({ min: 1, max: 70 })

test('a number comes back within half a step', () => {
  fc.assert(
    fc.property(dimensions.chain(unitVector), (vector) => {
      const bytes = quantise(vector)
      const back = dequantise(bytes)
      const largest = Math.max(...vector.map(Math.abs))
      expect(bytes.scale).toBeCloseTo(largest / 127, 7)
      for (const [i, number] of vector.entries()) {
        expect(Math.abs(number - back[i]!)).toBeLessThanOrEqual(bytes.scale * 0.5001)
        expect(Math.abs(bytes.numbers[i]!)).toBeLessThanOrEqual(127)
        if (number === 0) expect(back[i]).toBe(0)
      }
    }),
  )
})

test('a query comes back within half of a step that is 129 times finer', () => {
  fc.assert(
    fc.property(dimensions.chain(unitVector), (vector) => {
      const numbers = new Int16Array(vector.length)
      const scale = quantiseQuery(numbers, vector)
      expect(scale * 129).toBeCloseTo(quantise(vector).scale, 7)
      for (const [i, number] of vector.entries()) {
        expect(Math.abs(number - numbers[i]! * scale)).toBeLessThanOrEqual(scale * 0.5001)
      }
    }),
  )
})

test.each([
  ['the largest number becomes 127', [0.5, -0.2, 0.125, 0], [127, -51, 32, 0]],
  ['a negative number may be the largest', [-0.5, 0.5, 0.001], [-127, 127, 0]],
  ['zeros stay zeros', [0, -0, 0], [0, 0, 0]],
  ['what is too small for a scale is zeros', [1e-31, -1e-40], [0, 0]],
  ['nothing stays nothing', [], []],
])('%s', (_, vector, numbers) => {
  const bytes = quantise(Float32Array.from(vector))
  expect(Array.from(bytes.numbers, (number) => number + 0)).toEqual(numbers)
  expect(bytes.scale === 0).toBe(numbers.every((number) => number === 0))
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, -2])('%s is refused', (number) => {
  const vector = Float32Array.from([0.1, number, 0.2])
  const refusal = expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('number 1 is') })
  expect(() => quantise(vector)).toThrow(refusal)
  expect(() => quantiseQuery(new Int16Array(3), vector)).toThrow(refusal)
})
