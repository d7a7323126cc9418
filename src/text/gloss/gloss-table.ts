/*
 * The table of words with their glosses, as one stretch of bytes, so that it is read without being parsed:
 *
 *   line     "engraph-gloss 1 <words> <characters> <bytes of glosses> <digest>", the terms of its source, an empty line
 *   lengths  of the words in UTF-16 code units; one byte each
 *   ranks    how common each word is: 1 + ten times the natural logarithm of its count; one byte each
 *   glosses  the length of each; one byte each
 *   words    one behind the other in the order of their code units, two bytes a unit, little end first, at an even place
 *   text     the glosses in ASCII, senses between bars
 */

/** Looks words up while they are read: each character narrows the stretch of the words that begin like this. */
export interface GlossTable {
  readonly size: number
  /** Sixteen hexadecimal digits that stand for the content: what a text becomes depends on it. */
  readonly digest: string
  /** The words that begin with what is at this place, shortest first. No word is longer than 255 units. */
  match(text: string, at: number): readonly GlossMatch[]
  /** The word's number, or -1. */
  find(word: string): number
  word(id: number): string
  /** The natural logarithm of how often it is used. */
  logCount(id: number): number
  /** The senses of a word, best first; none if it only carries grammar. */
  senses(id: number): readonly string[]
}

export interface GlossMatch {
  readonly id: number
  /** UTF-16 code units. */
  readonly length: number
  /** The natural logarithm of how often the word is used. */
  readonly logCount: number
}

const FORMAT = /^engraph-gloss 1 (\d{1,7}) (\d{1,8}) (\d{1,9}) ([\da-f]{16})\n/u
const HEADER_MAX = 4096
const UNITS = 0x10000
/** A word's count is kept as the tenth of a logarithm. */
export const RANK_STEPS = 10

/** The table in the bytes, or `undefined` if they are none. The bytes are not copied. */
export function readGlossTable(bytes: Uint8Array): GlossTable | undefined {
  const header = new TextDecoder().decode(bytes.subarray(0, HEADER_MAX))
  const read = FORMAT.exec(header)
  const [size = 0, characters = 0, glossBytes = 0] = read?.slice(1, 4).map(Number) ?? []
  const end = header.indexOf('\n\n')
  if (!read || size === 0 || end === -1) return undefined
  const from = new TextEncoder().encode(header.slice(0, end + 2)).length
  const wordsAt = from + 3 * size + ((from + 3 * size) % 2)
  if (bytes.length !== wordsAt + 2 * characters + glossBytes) return undefined
  const column = (i: number) => bytes.subarray(from + i * size, from + (i + 1) * size)
  const [starts, glossStarts] = [placesOf(column(0)), placesOf(column(2))]
  if (starts[size] !== characters || glossStarts[size] !== glossBytes) return undefined
  return table({
    digest: read[4]!,
    starts,
    ranks: column(1),
    glossStarts,
    words: unitsOf(bytes.subarray(wordsAt, wordsAt + 2 * characters)),
    glosses: bytes.subarray(wordsAt + 2 * characters),
  })
}

interface Columns {
  readonly digest: string
  readonly starts: Uint32Array
  readonly ranks: Uint8Array
  readonly glossStarts: Uint32Array
  readonly words: Uint16Array
  readonly glosses: Uint8Array
}

function table({ digest, starts, ranks, glossStarts, words, glosses }: Columns): GlossTable {
  const size = ranks.length

  /** The first word of a stretch whose character at a depth is not less than this; words that end before are less. */
  const narrow = (from: number, to: number, depth: number, unit: number): number => {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = starts[middle]! + depth
      if (at < starts[middle + 1]! && words[at]! >= unit) high = middle
      else low = middle + 1
    }
    return low
  }

  // Where the words of each first character begin: nearly all of the narrowing that there is to do.
  const firsts = new Uint32Array(UNITS + 1)
  for (let id = 0; id < size; id++) firsts[words[starts[id]!]! + 1]!++
  for (let unit = 0; unit < UNITS; unit++) firsts[unit + 1]! += firsts[unit]!

  const logCount = (id: number) => (ranks[id]! - 1) / RANK_STEPS

  const match = (given: string, at: number): GlossMatch[] => {
    const found: GlossMatch[] = []
    if (at >= given.length) return found
    let from = firsts[given.charCodeAt(at)]!
    let to = firsts[given.charCodeAt(at) + 1]!
    for (let depth = 0; from < to; depth++) {
      if (depth > 0) {
        const unit = given.charCodeAt(at + depth)
        if (Number.isNaN(unit)) break
        from = narrow(from, to, depth, unit)
        to = narrow(from, to, depth, unit + 1)
        if (from === to) break
      }
      // The shortest word of a stretch comes first in it.
      if (starts[from + 1]! - starts[from]! === depth + 1) {
        found.push({ id: from, length: depth + 1, logCount: logCount(from) })
      }
    }
    return found
  }

  return {
    size,
    digest,
    match,
    logCount,
    find: (word) => match(word, 0).find(({ length }) => length === word.length)?.id ?? -1,
    word: (id) => String.fromCharCode(...words.subarray(starts[id]!, starts[id + 1]!)),
    senses: (id) => {
      const gloss = String.fromCharCode(...glosses.subarray(glossStarts[id]!, glossStarts[id + 1]!))
      return gloss === '' ? [] : gloss.split('|')
    },
  }
}

/** Where each of so long pieces begins, and the end. */
function placesOf(lengths: Uint8Array): Uint32Array {
  const places = new Uint32Array(lengths.length + 1)
  for (let i = 0; i < lengths.length; i++) places[i + 1] = places[i]! + lengths[i]!
  return places
}

/** Two bytes a unit, seen where they are if they begin at an even place, and copied if they don't. */
function unitsOf(bytes: Uint8Array): Uint16Array {
  if (bytes.byteOffset % 2 === 0) return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  const units = new Uint16Array(bytes.length / 2)
  new Uint8Array(units.buffer).set(bytes)
  return units
}
