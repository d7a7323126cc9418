/**
 * Counts the tokens of byte-pair encoding without keeping what they are. A vocabulary is 200,000 byte strings in the
 * order of their rank; a piece of text is the fewest of them that come from joining, again and again, the two
 * neighbours whose union has the lowest rank.
 *
 * What matters here is the time until the first count: a command counts a few dozen texts and ends. So the build lays
 * the vocabulary out as a table, which is read as it is and looked up in place.
 */
export interface BytePairs {
  /** Tokens of a piece of text that is not to be split any further. A longer one than the bound counts as several. */
  count(piece: string): number
}

/** A longer piece is counted in parts, as joining takes the square of its length. Words and sentences are shorter. */
export const PIECE_LENGTH_MAX = 256
/** UTF-8 needs three bytes at most for a UTF-16 code unit. */
const PIECE_BYTES_MAX = PIECE_LENGTH_MAX * 3

/**
 * The layout, in native unsigned integers of 32 bits: the mark, how many tokens there are, how many bytes they have
 * together; `SLOTS` slots of a hash table with ranks from 1 (0 is empty; who collides takes the next one that is free);
 * where each token begins, and the end of the last; then the bytes of all tokens.
 */
const MARK = 0x31504245
const HEADER = 3
const SLOTS = 2 ** 19
/** The longest token of the vocabulary has 128 bytes, all spaces. */
const TOKEN_BYTES_MAX = 128
/** Of the hash FNV-1a. */
const [HASH_BASIS, HASH_PRIME] = [0x811c9dc5, 0x01000193]

/** Throws a `RangeError` for bytes that `layOutBytePairs` did not make on a machine like this. */
export function readBytePairs(table: Uint8Array): BytePairs {
  const tokenOf = readTokens(table)
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(PIECE_BYTES_MAX)
  const starts = new Int32Array(PIECE_BYTES_MAX + 1)
  const ranks = new Int32Array(PIECE_BYTES_MAX + 1)

  /** The rank of the union of a part and the next; parts are as many as `parts`, the last one ends at `length`. */
  const unionOf = (part: number, parts: number, length: number): number => {
    if (part + 1 >= parts) return 0
    return tokenOf(bytes, starts[part]!, part + 2 < parts ? starts[part + 2]! : length)
  }

  const joined = (length: number): number => {
    let parts = length
    for (let part = 0; part < parts; part++) starts[part] = part
    for (let part = 0; part < parts; part++) ranks[part] = unionOf(part, parts, length)
    while (parts > 1) {
      let best = -1
      for (let part = 0; part < parts - 1; part++) {
        if (ranks[part]! > 0 && (best < 0 || ranks[part]! < ranks[best]!)) best = part
      }
      if (best < 0) break
      starts.copyWithin(best + 1, best + 2, parts)
      ranks.copyWithin(best + 1, best + 2, parts)
      parts--
      ranks[best] = unionOf(best, parts, length)
      if (best > 0) ranks[best - 1] = unionOf(best - 1, parts, length)
    }
    return parts
  }

  const countPart = (part: string): number => {
    const length = encoder.encodeInto(part, bytes).written
    return length === 0 ? 0 : tokenOf(bytes, 0, length) > 0 ? 1 : joined(length)
  }

  return {
    count(piece) {
      if (piece.length <= PIECE_LENGTH_MAX) return countPart(piece)
      let tokens = 0
      for (let from = 0; from < piece.length; ) {
        let to = Math.min(from + PIECE_LENGTH_MAX, piece.length)
        if (to < piece.length && isHighSurrogate(piece.charCodeAt(to - 1))) to--
        tokens += countPart(piece.slice(from, to))
        from = to
      }
      return tokens
    },
  }
}

/** The rank of a token, from 1; 0 for bytes that are none. */
type TokenOf = (bytes: Uint8Array, from: number, to: number) => number

function readTokens(table: Uint8Array): TokenOf {
  // Whole words need an offset that they divide.
  const { buffer, byteOffset, byteLength } = table.byteOffset % 4 === 0 ? table : table.slice()
  const [mark, count = 0, length] = new Uint32Array(buffer, byteOffset, HEADER)
  const startsFrom = HEADER + SLOTS
  const bytesFrom = (startsFrom + count + 1) * 4
  if (mark !== MARK || byteLength !== bytesFrom + length!) throw new RangeError('This is no table of tokens.')
  const slots = new Uint32Array(buffer, byteOffset + HEADER * 4, SLOTS)
  const starts = new Uint32Array(buffer, byteOffset + startsFrom * 4, count + 1)
  const known = new Uint8Array(buffer, byteOffset + bytesFrom, length)

  return (bytes, from, to) => {
    if (to - from > TOKEN_BYTES_MAX) return 0
    for (let slot = slotOf(bytes, from, to); slots[slot]! > 0; slot = (slot + 1) % SLOTS) {
      const rank = slots[slot]!
      const start = starts[rank - 1]!
      if (starts[rank]! - start !== to - from) continue
      let same = 0
      while (same < to - from && known[start + same] === bytes[from + same]) same++
      if (same === to - from) return rank
    }
    return 0
  }
}

/** The table of a vocabulary, whose tokens come in the order of their rank. */
export function layOutBytePairs(tokens: readonly Uint8Array[]): Uint8Array {
  const length = tokens.reduce((sum, token) => sum + token.length, 0)
  const words = new Uint32Array(HEADER + SLOTS + tokens.length + 1)
  words.set([MARK, tokens.length, length])
  const slots = words.subarray(HEADER, HEADER + SLOTS)
  const starts = words.subarray(HEADER + SLOTS)
  const table = new Uint8Array(words.byteLength + length)
  let at = 0
  for (const [i, token] of tokens.entries()) {
    if (token.length > TOKEN_BYTES_MAX) throw new RangeError(`A token has ${token.length} bytes.`)
    let slot = slotOf(token, 0, token.length)
    while (slots[slot]! > 0) slot = (slot + 1) % SLOTS
    slots[slot] = i + 1
    table.set(token, words.byteLength + at)
    at += token.length
    starts[i + 1] = at
  }
  table.set(new Uint8Array(words.buffer))
  return table
}

function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = HASH_BASIS
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, HASH_PRIME)
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
