import { type Wording, wording } from '../../graph/wording.ts'

export type ReadVectors =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'problem'; readonly reason: Wording }

export const DIMENSIONS_MAX = 65_536

/**
 * The vectors of an answer at unit length, one for each text that was sent, or what is wrong with them. Each is a list
 * of numbers, or the base64 of 32-bit floats. Nothing is mended: a wrong vector is found by nobody later.
 */
export function readVectors(
  given: readonly unknown[],
  { count, dimensions }: { readonly count: number; readonly dimensions: number | undefined },
): ReadVectors {
  const problem = (reason: Wording): ReadVectors => ({ kind: 'problem', reason })
  if (given.length !== count) return problem(wording`it gave ${given.length} vectors for ${count} texts`)
  let wanted = dimensions
  const vectors: Float32Array[] = []
  for (const item of given) {
    const numbers = typeof item === 'string' ? decoded(item) : item
    if (!Array.isArray(numbers) && !(numbers instanceof Float32Array)) {
      return problem(wording`it gave something that is no vector`)
    }
    if (numbers.length === 0 || numbers.length > DIMENSIONS_MAX) {
      return problem(wording`it gave a vector of ${numbers.length} numbers`)
    }
    wanted ??= numbers.length
    if (numbers.length !== wanted) {
      return problem(wording`it gave a vector of ${numbers.length} numbers where ${wanted} were expected`)
    }
    const vector = unitVector(numbers)
    if (vector === null) return problem(wording`it gave a vector that holds something else than finite numbers`)
    if (vector === 'zero') return problem(wording`it gave a vector of zeros for a text that is not empty`)
    vectors.push(vector)
  }
  return { kind: 'vectors', vectors }
}

/** A vector at unit length. Computed in double precision, divided by its largest number first: squares overflow. */
export function unitVector(numbers: ArrayLike<unknown>): Float32Array | 'zero' | null {
  let largest = 0
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]
    if (typeof number !== 'number' || !Number.isFinite(number)) return null
    largest = Math.max(largest, Math.abs(number))
  }
  // Below this a number is what rounding left of zero.
  if (largest < 1e-30) return 'zero'
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += ((numbers[i] as number) / largest) ** 2
  const length = Math.sqrt(sum)
  const vector = new Float32Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) vector[i] = (numbers[i] as number) / largest / length
  return vector
}

function decoded(base64: string): Float32Array | null {
  // Node reads what is no base64 as something shorter.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/u.test(base64)) return null
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length % 4 !== 0) return null
  const numbers = new Float32Array(bytes.length / 4)
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readFloatLE(i * 4)
  return numbers
}
