import type { PostingList } from '../../ports/graph-store.ts'

/*
 * Postings in bytes. Per posting one number, variable-length, seven bits a byte, the lowest first:
 *
 *   (unit - unit before) * 2 + (count > 1 ? 1 : 0)      and after an odd one: count
 *
 * Units ascend, and most counts are 1, so most postings take one or two bytes. A distance is never 0, so the byte 0 is
 * free to say that the next distance is from 0 again. Every run begins with it, and runs can be put behind each other
 * by whoever knows nothing of their content, such as SQL.
 */

export interface Posting {
  readonly unit: number
  readonly count: number
}

/** A count beyond this says no more than this. */
export const COUNT_MAX = 65_535

export function encodePostings(postings: readonly Posting[]): Uint8Array {
  if (postings.length === 0) return new Uint8Array(0)
  const bytes: number[] = [0]
  let before = 0
  for (const { unit, count } of postings) {
    const isRepeated = count > 1
    pushNumber(bytes, (unit - before) * 2 + (isRepeated ? 1 : 0))
    if (isRepeated) pushNumber(bytes, Math.min(count, COUNT_MAX))
    before = unit
  }
  return Uint8Array.from(bytes)
}

/** Reads runs that follow each other as one list. */
export function decodePostings(runs: readonly Uint8Array[]): PostingList {
  let size = 0
  for (const run of runs) size += run.length
  const units = new Uint32Array(size)
  const counts = new Uint16Array(size)
  let n = 0
  let unit = 0
  for (const run of runs) {
    const end = run.length
    let at = 0
    while (at < end) {
      // Nearly all distances take one byte, and this is gone through a hundred thousand times before it is compiled.
      let value = run[at++]!
      if (value > 127) {
        value -= 128
        let scale = 128
        let byte: number
        do {
          byte = run[at++]!
          value += (byte & 127) * scale
          scale *= 128
        } while (byte > 127 && at < end)
      }
      if (value === 0) {
        unit = 0
        continue
      }
      let count = 1
      if (value % 2 === 1) {
        count = 0
        let scale = 1
        let byte: number
        do {
          byte = run[at++]!
          count += (byte & 127) * scale
          scale *= 128
        } while (byte > 127 && at < end)
        value--
      }
      unit += value / 2
      units[n] = unit
      counts[n++] = count
    }
  }
  return { units: units.subarray(0, n), counts: counts.subarray(0, n) }
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}
