/**
 * Counts the tokens of byte-pair encoding without keeping what they are. A vocabulary is 200,000 byte strings in the
 * order of their rank; a piece of text is the fewest of them that come from joining, again and again, the two
 * neighbours whose union has the lowest rank.
 *
 * What matters here is the time until the first count: a command counts a few dozen texts and ends. So the vocabulary
 * stays the base64 text that it is shipped as, and one pass over it notes where each token begins, chained by hash.
 * A map of 200,000 keys takes several times as long to fill and to hold.
 */
export interface BytePairs {
  /** Tokens of a piece of text that is not to be split any further. A longer one than the bound counts as several. */
  count(piece: string): number
}

/** A longer piece is counted in parts, as joining takes the square of its length. Words and sentences are shorter. */
export const PIECE_LENGTH_MAX = 256
/** UTF-8 needs three bytes at most for a UTF-16 code unit. */
const PIECE_BYTES_MAX = PIECE_LENGTH_MAX * 3

const BUCKETS = 2 ** 18
const TOKENS_MAX = 2 ** 18
const SPACE = 32
const BASE64 = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PADDING = 61
/** The longest token of the vocabulary has 128 bytes, all spaces. */
const TOKEN_BYTES_MAX = 128
/** Of the hash FNV-1a. */
const [HASH_BASIS, HASH_PRIME] = [0x811c9dc5, 0x01000193]

/** `listed` is a line of js-tiktoken's ranks: a mark, the first rank, and every token in base64, with spaces between. */
export function readBytePairs(listed: string): BytePairs {
  const tokenOf = readTokens(listed)
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

function readTokens(listed: string): TokenOf {
  // The pass is one plain loop on purpose: it takes most of the time of loading, half of it before it is compiled.
  const characters = new TextEncoder().encode(`${listed} `)
  const starts = new Uint32Array(TOKENS_MAX + 2)
  const nexts = new Int32Array(TOKENS_MAX + 1)
  const heads = new Int32Array(BUCKETS)
  const end = characters.length
  // The first two fields are no tokens.
  const first = listed.indexOf(' ', listed.indexOf(' ') + 1) + 1
  let hash = HASH_BASIS
  let rank = 1
  starts[1] = first
  for (let at = first; at < end && rank <= TOKENS_MAX; at++) {
    const character = characters[at]!
    if (character !== SPACE) {
      hash = Math.imul(hash ^ character, HASH_PRIME)
    } else {
      const bucket = (hash ^ (hash >>> 15)) & (BUCKETS - 1)
      nexts[rank] = heads[bucket]!
      heads[bucket] = rank
      rank++
      starts[rank] = at + 1
      hash = HASH_BASIS
    }
  }

  const wanted = new Uint8Array(TOKEN_BYTES_MAX * 2)
  return (bytes, from, to) => {
    if (to - from > TOKEN_BYTES_MAX) return 0
    const length = toBase64(bytes, from, to, wanted)
    let wantedHash = HASH_BASIS
    for (let i = 0; i < length; i++) wantedHash = Math.imul(wantedHash ^ wanted[i]!, HASH_PRIME)
    const bucket = (wantedHash ^ (wantedHash >>> 15)) & (BUCKETS - 1)
    for (let token = heads[bucket]!; token > 0; token = nexts[token]!) {
      const start = starts[token]!
      if (starts[token + 1]! - 1 - start !== length) continue
      let same = 0
      while (same < length && characters[start + same] === wanted[same]) same++
      if (same === length) return token
    }
    return 0
  }
}

/** Writes bytes as base64, and says how many characters those are. */
function toBase64(bytes: Uint8Array, from: number, to: number, out: Uint8Array): number {
  let length = 0
  for (let i = from; i < to; i += 3) {
    const left = to - i
    const three = (bytes[i]! << 16) | (left > 1 ? bytes[i + 1]! << 8 : 0) | (left > 2 ? bytes[i + 2]! : 0)
    out[length] = BASE64[three >> 18]!
    out[length + 1] = BASE64[(three >> 12) & 63]!
    out[length + 2] = left > 1 ? BASE64[(three >> 6) & 63]! : PADDING
    out[length + 3] = left > 2 ? BASE64[three & 63]! : PADDING
    length += 4
  }
  return length
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
