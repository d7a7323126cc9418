import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KernelKind } from '../../src/vectors/kernel.ts'
import { LANES } from '../../src/vectors/layout.ts'
import { openMatrix, type VectorMatrix } from '../../src/vectors/matrix.ts'
import { dequantise, quantise } from '../../src/vectors/quantise.ts'
import { dotMany, scoreAll, scoreRange, topRows } from '../../src/vectors/scan.ts'
import { dot, rowVector, unitVector } from './vectors.ts'

const KERNELS = ['simd', 'plain'] as const

describe.each(KERNELS)('the %s kernel', (kernel) => {
  test('computes the scalar products within the stated bound', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
          fc.record({
            query: unitVector(dimensions),
            vectors: fc.array(unitVector(dimensions), { minLength: 1, maxLength: 6 }),
          }),
        ),
        ({ query, vectors }) => {
          const matrix = filled(kernel, vectors)
          const scores = scoreAll(matrix, query)
          const step = Math.max(...query.map(Math.abs)) / 16_383
          for (const [row, vector] of vectors.entries()) {
            const { scale } = quantise(vector)
            const bound = (scale / 2) * sumOf(query) + (step / 2) * sumOf(vector) + (step * scale * query.length) / 4
            expect(Math.abs(scores[row]! - dot(query, vector))).toBeLessThanOrEqual(bound * 1.001 + 1e-6)
            expect(scores[row]).toBeCloseTo(dot(query, dequantise(quantise(vector))), 3)
          }
        },
      ),
    )
  })

  test.each([1, 15, 16, 17, 100, 128, 384, 1000, 1024, 1536, 4096])(
    'multiplies rows of %d dimensions',
    (dimensions) => {
      const vectors = Array.from({ length: 5 }, (_, row) => rowVector(row, dimensions))
      const scores = scoreAll(filled(kernel, vectors), rowVector(2, dimensions))
      for (const [row, vector] of vectors.entries()) {
        expect(Math.abs(scores[row]! - dot(vector, rowVector(2, dimensions)))).toBeLessThan(0.01)
      }
    },
  )

  test('does not overflow where all numbers are as large as they can be', () => {
    const dimensions = 4096
    const matrix = openMatrix({ dimensions, kernel })
    const [scales, query] = [Float32Array.of(0.002), new Float32Array(dimensions).fill(1)]
    matrix.setBlock(0, { numbers: new Int8Array(dimensions).fill(-128), scales })
    matrix.setBlock(1, { numbers: new Int8Array(dimensions).fill(127), scales })
    expect(scoreAll(matrix, query)[0]! / (-128 * dimensions * scales[0]!)).toBeCloseTo(1, 6)
    expect(scoreAll(matrix, query)[1]! / (127 * dimensions * scales[0]!)).toBeCloseTo(1, 6)
  })

  test('has no likeness to a question without direction', () => {
    const matrix = filled(kernel, [rowVector(0, 8), rowVector(1, 8)])
    expect([...scoreAll(matrix, new Float32Array(8))]).toEqual([0, 0])
  })

  test('scores one row, some rows and a range as it scores all', () => {
    const matrix = filled(
      kernel,
      Array.from({ length: 2500 }, (_, row) => rowVector(row, 24)),
    )
    const query = rowVector(3, 24)
    const all = scoreAll(matrix, query)
    expect([...scoreAll(matrix, query, LANES.thread)]).toEqual([...all])
    const rows = [2499, 0, 1024, 1023, 1024]
    expect([...dotMany(matrix, rows, query)]).toEqual(rows.map((row) => all[row]))
    expect([...dotMany(matrix, [2500, 1_999_999], query)]).toEqual([0, 0])
    const scores = new Float32Array(2500)
    scoreRange(matrix, query, { scores, from: 1000, to: 2060 })
    expect(scores.slice(1000, 2060)).toEqual(all.slice(1000, 2060))
    expect(scores.some((score, row) => score !== 0 && (row < 1000 || row >= 2060))).toBe(false)
  })

  test.each<[string, (matrix: VectorMatrix) => unknown, string]>([
    ['a query of another length', (matrix) => scoreAll(matrix, new Float32Array(9)), 'must be 8 numbers'],
    ['a query with NaN', (matrix) => scoreAll(matrix, new Float32Array(8).fill(Number.NaN)), 'number 0 is NaN'],
    ['a row below 0', (matrix) => dotMany(matrix, [0, -1], new Float32Array(8)), 'A row must be'],
  ])('refuses %s', (_, act, message) => {
    const matrix = filled(kernel, [rowVector(0, 8)])
    expect(() => act(matrix)).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining(message) }),
    )
  })
})

test('both kernels give equal scores, bit by bit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1100 }).chain((dimensions) =>
        fc.record({
          query: fc.float32Array({ min: -1, max: 1, noNaN: true, minLength: dimensions, maxLength: dimensions }),
          numbers: fc.int8Array({ minLength: dimensions * 3, maxLength: dimensions * 3 }),
          scales: fc.float32Array({ min: 0, max: Math.fround(0.009), noNaN: true, minLength: 3, maxLength: 3 }),
        }),
      ),
      ({ query, ...block }) => {
        const [simd, plain] = KERNELS.map((kernel) => {
          const matrix = openMatrix({ dimensions: query.length, kernel })
          matrix.setBlock(1, block)
          return scoreAll(matrix, query)
        })
        expect(simd).toEqual(plain)
      },
    ),
    { numRuns: 60 },
  )
})

test('the top rows are those of a sort, of equal ones the first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 5 }).map((number) => number / 8)),
      fc.integer({ min: 0, max: 12 }),
      (scores, limit) => {
        const sorted = scores
          .map((score, row) => ({ row, score }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.row - b.row)
        expect(topRows(Float32Array.from(scores), limit)).toEqual(sorted.slice(0, limit))
      },
    ),
  )
})

function filled(kernel: KernelKind, vectors: readonly Float32Array[]): VectorMatrix {
  const matrix = openMatrix({ dimensions: vectors[0]!.length, kernel })
  for (const [row, vector] of vectors.entries()) matrix.set(row, vector)
  return matrix
}

function sumOf(vector: Float32Array): number {
  return vector.reduce((sum, number) => sum + Math.abs(number), 0)
}
