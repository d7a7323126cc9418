import type { ByteMemory, DotRows } from './dot-rows.ts'

/** So many products of a byte with a query of 14 bits fit into 32 bits together. */
const NUMBERS_PER_SUM = 1024

/** What dot-rows.wat does, for where it cannot run: the same whole numbers, the same order of roundings. */
export function plainDotRows(memory: ByteMemory): DotRows {
  return (query, row, scale, out, stride, count, queryScale) => {
    const queryNumbers = new Int16Array(memory.buffer, query, stride)
    const numbers = new Int8Array(memory.buffer, row, count * stride)
    const scales = new Float32Array(memory.buffer, scale, count)
    const scores = new Float32Array(memory.buffer, out, count)
    for (let place = 0; place < count; place++) {
      scores[place] = dot(numbers, place * stride, queryNumbers) * scales[place]! * queryScale
    }
  }
}

function dot(numbers: Int8Array, first: number, query: Int16Array): number {
  let total = 0
  for (let from = 0; from < query.length; from += NUMBERS_PER_SUM) {
    const to = Math.min(query.length, from + NUMBERS_PER_SUM)
    // Two sums in 32 bits: a stride is even, and the processor adds to one while it multiplies for the other.
    let even = 0
    let odd = 0
    for (let i = from; i < to; i += 2) {
      even = (even + numbers[first + i]! * query[i]!) | 0
      odd = (odd + numbers[first + i + 1]! * query[i + 1]!) | 0
    }
    total += even + odd
  }
  return total
}
