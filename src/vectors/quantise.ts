import { EngraphError } from '../graph/errors.ts'
import { wording } from '../graph/wording.ts'

export interface QuantisedVector {
  /** From -127 to 127. */
  readonly numbers: Int8Array
  /** What a step of one is worth; 0 when all numbers are 0. */
  readonly scale: number
}

const BYTE_MAX = 127
/** 14 bits and the sign: what the sums of dot-rows.wat have room for. */
const QUERY_MAX = 16_383
/** Numbers of a vector of unit length, with room for the errors of those who computed it. */
const NUMBER_MAX = 1.01
/** A vector whose numbers are all smaller has no direction left, and its scale would have no precision. */
const NUMBER_MIN = 1e-30

/**
 * A vector as bytes: its largest number becomes 127, the others in proportion. Each number is off by half a step at
 * most, which is 1/254 of the largest one; zeros stay zeros.
 */
export function quantise(vector: Float32Array): QuantisedVector {
  const numbers = new Int8Array(vector.length)
  return { numbers, scale: quantiseInto(numbers, vector) }
}

/** The same into bytes that are there already; what it returns is the scale. */
export function quantiseInto(numbers: Int8Array, vector: Float32Array): number {
  const scale = Math.fround(largestOf(vector) / BYTE_MAX)
  for (let i = 0; i < vector.length; i++) numbers[i] = scale === 0 ? 0 : Math.round(vector[i]! / scale)
  return scale
}

export function dequantise({ numbers, scale }: QuantisedVector): Float32Array {
  return Float32Array.from(numbers, (number) => number * scale)
}

/** A query keeps 129 times finer steps than a row: it costs nothing, and a third of the error is gone. */
export function quantiseQuery(numbers: Int16Array, query: Float32Array): number {
  const scale = largestOf(query) / QUERY_MAX
  for (let i = 0; i < query.length; i++) numbers[i] = scale === 0 ? 0 : Math.round(query[i]! / scale)
  return scale
}

/** Of the absolute values; 0 for a vector without direction. */
function largestOf(vector: Float32Array): number {
  let largest = 0
  for (let i = 0; i < vector.length; i++) {
    const size = Math.abs(vector[i]!)
    // Written so that NaN is refused too.
    if (!(size <= NUMBER_MAX)) {
      throw new EngraphError(
        'invalid-input',
        wording`A vector must consist of numbers from -1 to 1; number ${i} is ${vector[i]!}.`,
      )
    }
    if (size > largest) largest = size
  }
  return largest < NUMBER_MIN ? 0 : largest
}
