/** 53 bits of a text (cyrb53): enough to tell apart what was said within one turn, without a library. */
export function shortHash(text: string): string {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 2654435761)
    other = Math.imul(other ^ unit, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36)
}

/** The key of what was said within a turn, of a text without secrets. */
export function keyOfPlain(turn: string, text: string): string {
  return `${turn}:${shortHash(text.trim())}`
}
