import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openMatrix, type VectorMatrix } from '../../src/vectors/matrix.ts'
import { quantise } from '../../src/vectors/quantise.ts'
import { scoreAll } from '../../src/vectors/scan.ts'
import { rowVector, unitVector } from './vectors.ts'

const KERNELS = ['simd', 'plain'] as const
const refused = (message: string) =>
  expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining(message) })

describe.each(KERNELS)('a matrix for the %s kernel', (kernel) => {
  test('holds nothing at first', () => {
    const matrix = openMatrix({ dimensions: 100, kernel })
    expect(matrix).toMatchObject({ rows: 0, kind: kernel, bytes: 65_536 })
    expect(matrix.isSet(5)).toBe(false)
    expect(scoreAll(matrix, rowVector(0, 100))).toEqual(new Float32Array(0))
  })

  test('grows over blocks and pages, and keeps what it held', () => {
    const matrix = openMatrix({ dimensions: 40, kernel })
    for (let row = 0; row < 5000; row++) matrix.set(row, rowVector(row, 40))
    expect(matrix.rows).toBe(5000)
    for (const row of [0, 1, 1023, 1024, 2047, 2048, 4999]) {
      expect(scoreAll(matrix, rowVector(row, 40))[row]).toBeCloseTo(1, 1)
    }
    expect(matrix.bytes).toBeLessThan(5000 * (48 + 4) * 1.3 + 2 * 65_536)
  })

  test('has empty rows where a row far behind is set', () => {
    const matrix = openMatrix({ dimensions: 16, kernel })
    matrix.set(3000, rowVector(1, 16))
    expect([matrix.rows, matrix.isSet(2999), matrix.isSet(3000)]).toEqual([3001, false, true])
    const scores = scoreAll(matrix, rowVector(1, 16))
    expect(scores.filter((score) => score !== 0)).toHaveLength(1)
  })

  test('takes a block as it takes its rows one by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }).chain((dimensions) => fc.array(unitVector(dimensions), { maxLength: 8 })),
        fc.integer({ min: 0, max: 1030 }),
        (vectors, firstRow) => {
          const dimensions = vectors[0]?.length ?? 3
          const [one, other] = [openMatrix({ dimensions, kernel }), openMatrix({ dimensions, kernel })]
          for (const [i, vector] of vectors.entries()) one.set(firstRow + i, vector)
          const bytes = vectors.map(quantise)
          other.setBlock(firstRow, {
            numbers: Int8Array.from(bytes.flatMap(({ numbers }) => [...numbers])),
            scales: Float32Array.from(bytes, ({ scale }) => scale),
          })
          expect(other.rows).toBe(one.rows)
          expect(contentsOf(other).equals(contentsOf(one))).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('never finds what was cleared, and takes it again', () => {
    const matrix = openMatrix({ dimensions: 20, kernel })
    for (let row = 0; row < 3; row++) matrix.set(row, rowVector(row, 20))
    matrix.clear(1)
    matrix.clear(900)
    expect([0, 1, 2, 900].map((row) => matrix.isSet(row))).toEqual([true, false, true, false])
    expect(matrix.rows).toBe(3)
    expect(scoreAll(matrix, rowVector(1, 20))[1]).toBe(0)
    matrix.set(1, rowVector(1, 20))
    expect(scoreAll(matrix, rowVector(1, 20))[1]).toBeCloseTo(1, 1)
  })

  test('a vector of zeros is no vector', () => {
    const matrix = openMatrix({ dimensions: 4, kernel })
    matrix.set(0, new Float32Array(4))
    expect([matrix.rows, matrix.isSet(0)]).toEqual([1, false])
  })

  test('a refused vector leaves what was there', () => {
    const matrix = openMatrix({ dimensions: 4, kernel })
    matrix.set(0, rowVector(7, 4))
    const before = contentsOf(matrix)
    expect(() => matrix.set(0, Float32Array.of(0.1, Number.NaN, 0, 0))).toThrow(refused('number 1 is NaN'))
    expect(() => matrix.set(1, Float32Array.of(0.1, 7, 0, 0))).toThrow(refused('number 1 is 7'))
    expect(contentsOf(matrix).equals(before)).toBe(true)
    expect(matrix.rows).toBe(1)
  })
})

describe('a matrix is for the plain kernel', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test.each<[string, unknown]>([
    ['where there is no WebAssembly', undefined],
    ['where the processor has no SIMD', { ...WebAssembly, validate: () => false }],
    [
      'where addresses are too few',
      {
        validate: () => true,
        Memory: class {
          constructor() {
            throw new RangeError('could not allocate memory')
          }
        },
      },
    ],
  ])('%s', (_, webAssembly) => {
    vi.stubGlobal('WebAssembly', webAssembly)
    const matrix = openMatrix({ dimensions: 20 })
    matrix.set(2, rowVector(2, 20))
    expect([matrix.kind, matrix.rows]).toEqual(['plain', 3])
    expect(scoreAll(matrix, rowVector(2, 20))[2]).toBeCloseTo(1, 1)
  })
})

const matrix = openMatrix({ dimensions: 4, rowsMax: 10 })
const block = (numbers: number, ...scales: number[]) => ({
  numbers: new Int8Array(numbers),
  scales: Float32Array.from(scales),
})

test.each<[string, () => unknown, string]>([
  ['a row beyond the maximum', () => matrix.set(10, new Float32Array(4)), 'from 0 to 9'],
  ['a row below 0', () => matrix.clear(-1), 'from 0 to 9'],
  ['half a row', () => matrix.isSet(0.5), 'from 0 to 9'],
  ['a vector that is too short', () => matrix.set(0, new Float32Array(3)), 'must be 4 numbers; there are 3'],
  ['a block that is cut off', () => matrix.setBlock(0, block(7, 0, 0)), 'must be 8 numbers; there are 7'],
  ['a block that ends beyond the maximum', () => matrix.setBlock(9, block(8, 0, 0)), 'from 0 to 9'],
  ['a scale that is no number', () => matrix.setBlock(0, block(4, Number.NaN)), 'scale must be from 0'],
  ['a scale below 0', () => matrix.setBlock(0, block(4, -0.001)), 'scale must be from 0'],
  ['a scale that no vector of unit length has', () => matrix.setBlock(0, block(4, 0.5)), 'scale must be from 0'],
  ['no dimensions', () => openMatrix({ dimensions: 0 }), 'from 1 to 4096'],
  ['too many dimensions', () => openMatrix({ dimensions: 4097 }), 'from 1 to 4096'],
  ['too many rows', () => openMatrix({ dimensions: 4, rowsMax: 2_000_001 }), 'from 1 to 2000000'],
  [
    'more than 4 GiB',
    () => openMatrix({ dimensions: 4096 }).set(1_999_999, new Float32Array(4096)),
    'no memory for 2000000 rows',
  ],
])('%s is refused', (_, act, message) => {
  expect(act).toThrow(refused(message))
  expect(matrix.rows).toBe(0)
})

/** Everything behind the lanes of the threads. */
function contentsOf({ memory, bytes }: VectorMatrix): Buffer {
  return Buffer.from(new Uint8Array(memory.buffer, 65_536, bytes - 65_536))
}
