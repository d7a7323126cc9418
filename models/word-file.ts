import { createHash } from 'node:crypto'
import { HALF_BYTE_ZERO, WEIGHT_MAX } from '../src/providers/static/word-table.ts'

export interface WordRows {
  /** Word to the place of its vector; several may share one. ASCII. */
  readonly places: ReadonlyMap<string, number>
  readonly vectors: readonly ArrayLike<number>[]
  /** Of each vector, 0..1. */
  readonly weights: readonly number[]
}

/** A number beyond this many standard deviations is cut: four bits are better spent on the others. */
const DEVIATIONS_MAX = 2.7
const STEPS_MAX = 7

/** The bytes that `readWordTable` reads. `seed` is what else the meaning of the vectors depends on. */
export function wordFile({ places, vectors, weights }: WordRows, terms: string, seed: Uint8Array): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0
  const words = [...places.keys()].sort((a, b) => (a < b ? -1 : 1))
  const characters = Buffer.from(words.join(''), 'latin1')
  const pointers = Buffer.alloc(2 * words.length)
  for (const [i, word] of words.entries()) pointers.writeUInt16LE(places.get(word)!, 2 * i)
  const columns = Buffer.from([
    ...words.map((word) => word.length),
    ...weights.map((weight) => Math.round(WEIGHT_MAX * weight)),
  ])
  const packed = Buffer.concat(vectors.map(pack))
  const hash = createHash('sha256')
  for (const part of [columns, pointers, characters, packed, seed]) hash.update(part)
  const digest = hash.digest('hex').slice(0, 16)
  const header = Buffer.from(
    `engraph-words 1 ${words.length} ${vectors.length} ${dimensions} ${characters.length} ${digest}\n${terms.trim()}\n\n`,
  )
  const padding = Buffer.alloc((header.length + columns.length) % 2)
  return Buffer.concat([header, columns, padding, pointers, characters, packed])
}

function pack(vector: ArrayLike<number>): Uint8Array {
  const squares = Array.from(vector).reduce((sum, value) => sum + value * value, 0)
  const step = (Math.sqrt(squares / vector.length) * DEVIATIONS_MAX) / STEPS_MAX || 1
  const half = (value: number) => HALF_BYTE_ZERO + Math.max(-STEPS_MAX, Math.min(STEPS_MAX, Math.round(value / step)))
  return Uint8Array.from(
    { length: vector.length / 2 },
    (_, i) => half(vector[2 * i]!) | (half(vector[2 * i + 1]!) << 4),
  )
}
