import fc from 'fast-check'

/** A vector of unit length, or of zeros. */
export const unitVector = (dimensions: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((numbers) => unit(Float32Array.from(numbers)))

export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length < 1e-20 ? vector.fill(0) : vector.map((number) => number / length)
}

/** Different for every row, the same every time. */
export function rowVector(row: number, dimensions: number): Float32Array {
  return unit(Float32Array.from({ length: dimensions }, (_, i) => Math.sin((row + 1) * (i + 1) * 0.7) + 1e-3))
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, number, i) => sum + number * b[i]!, 0)
}
