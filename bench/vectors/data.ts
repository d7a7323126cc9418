import { type Random, seededRandom } from '../scale/random.ts'

/** `random` has no neighbours worth finding, which is the hardest case; `clustered` is more like what people say. */
export const KINDS = ['random', 'clustered'] as const
export type DataKind = (typeof KINDS)[number]

export interface MadeUpVectors {
  readonly count: number
  readonly dimensions: number
  /** One behind the other, each of unit length. */
  readonly numbers: Float32Array
  readonly queries: readonly Float32Array[]
}

const SEED = 11
const ROWS_PER_CLUSTER = 50
/** What a row has of its own, as a share of its length: neighbours in a cluster have a cosine of about 0.6. */
const OWN_SHARE = 0.8

/** Vectors and questions of the same kind, the same on every machine. */
export function madeUpVectors(
  kind: DataKind,
  { count, dimensions, queries }: { count: number; dimensions: number; queries: number },
): MadeUpVectors {
  const random = seededRandom(SEED)
  const centres = kind === 'clustered' ? gaussian(random, Math.ceil(count / ROWS_PER_CLUSTER) * dimensions) : null
  const numbers = gaussian(random, (count + queries) * dimensions)
  for (let row = 0; row < count + queries; row++) {
    const vector = numbers.subarray(row * dimensions, (row + 1) * dimensions)
    if (centres) moveTo(vector, centres, random.below(centres.length / dimensions))
    toUnit(vector)
  }
  return {
    count,
    dimensions,
    numbers: numbers.subarray(0, count * dimensions),
    queries: Array.from({ length: queries }, (_, query) =>
      numbers.slice((count + query) * dimensions, (count + query + 1) * dimensions),
    ),
  }
}

function moveTo(vector: Float32Array, centres: Float32Array, centre: number): void {
  for (let i = 0; i < vector.length; i++) {
    vector[i] = centres[centre * vector.length + i]! + OWN_SHARE * vector[i]!
  }
}

function toUnit(vector: Float32Array): void {
  let square = 0
  for (const number of vector) square += number * number
  const length = Math.sqrt(square)
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length
}

/** By the polar method of Box and Muller, in pairs. */
function gaussian(random: Random, count: number): Float32Array {
  const numbers = new Float32Array(count)
  for (let i = 0; i < count; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random.fraction()))
    const angle = 2 * Math.PI * random.fraction()
    numbers[i] = radius * Math.cos(angle)
    if (i + 1 < count) numbers[i + 1] = radius * Math.sin(angle)
  }
  return numbers
}
