/*
 * Words with their vectors, as one stretch of bytes that is used as it is:
 *
 *   line     "engraph-words 1 <words> <vectors> <dimensions> <characters> <digest>", the terms, an empty line
 *   lengths  of the words; one byte each
 *   weights  of the vectors in a text, 255 for the rarest words; one byte each
 *   places   which vector each word has, two bytes, little end first, at an even place
 *   words    one behind the other in ASCII order; a piece that goes on a word begins with ##,
 *            the number of a Chinese word in the table of glosses with =
 *   vectors  half a byte a number, the first number of a byte in its low half, 8 being zero
 */

export interface WordTable {
  readonly dimensions: number
  /** Sixteen hexadecimal digits that stand for the content. */
  readonly digest: string
  /** The place of a word's vector, or -1. */
  find(word: string): number
  /** Unit length. */
  vector(place: number): Float32Array
  /** 0..1, higher for rarer words. */
  weight(place: number): number
}

const FORMAT = /^engraph-words 1 (\d{1,6}) (\d{1,5}) (\d{1,4}) (\d{1,8}) ([\da-f]{16})\n/u
const HEADER_MAX = 4096
export const HALF_BYTE_ZERO = 8
export const WEIGHT_MAX = 255

/** The table in the bytes, or `undefined` if they are none. The bytes are not copied. */
export function readWordTable(bytes: Uint8Array): WordTable | undefined {
  const header = new TextDecoder().decode(bytes.subarray(0, HEADER_MAX))
  const read = FORMAT.exec(header)
  const end = header.indexOf('\n\n')
  if (!read || end === -1) return undefined
  const [words = 0, vectors = 0, dimensions = 0, characters = 0] = read.slice(1, 5).map(Number)
  const from = new TextEncoder().encode(header.slice(0, end + 2)).length
  const placesAt = from + words + vectors + ((from + words + vectors) % 2)
  const charactersAt = placesAt + 2 * words
  const vectorsAt = charactersAt + characters
  if (bytes.length !== vectorsAt + (vectors * dimensions) / 2) return undefined

  const starts = new Uint32Array(words + 1)
  for (let i = 0; i < words; i++) starts[i + 1] = starts[i]! + bytes[from + i]!
  if (dimensions === 0 || starts[words] !== characters) return undefined
  const placeOf = (word: number) => bytes[placesAt + 2 * word]! + 256 * bytes[placesAt + 2 * word + 1]!

  /** Less than, equal to or more than zero, as the word of the table stands before, at or behind the given one. */
  const compare = (index: number, word: string): number => {
    const at = charactersAt + starts[index]!
    const length = starts[index + 1]! - starts[index]!
    for (let i = 0; i < length && i < word.length; i++) {
      const difference = bytes[at + i]! - word.charCodeAt(i)
      if (difference !== 0) return difference
    }
    return length - word.length
  }

  return {
    dimensions,
    digest: read[5]!,
    find(word) {
      let low = 0
      let high = words - 1
      while (low <= high) {
        const middle = (low + high) >>> 1
        const order = compare(middle, word)
        // In a damaged file a word may point behind the last vector.
        if (order === 0) return placeOf(middle) < vectors ? placeOf(middle) : -1
        if (order < 0) low = middle + 1
        else high = middle - 1
      }
      return -1
    },
    vector: (place) => unpack(bytes.subarray(vectorsAt + (place * dimensions) / 2), dimensions),
    weight: (place) => bytes[from + words + place]! / WEIGHT_MAX,
  }
}

function unpack(bytes: Uint8Array, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  let squares = 0
  for (let i = 0; i < dimensions; i += 2) {
    const byte = bytes[i >> 1]!
    const low = (byte & 15) - HALF_BYTE_ZERO
    const high = (byte >> 4) - HALF_BYTE_ZERO
    vector[i] = low
    vector[i + 1] = high
    squares += low * low + high * high
  }
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let i = 0; i < dimensions; i++) vector[i]! *= scale
  return vector
}
