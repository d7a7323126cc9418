import { redact } from '../text/redact.ts'
import { stripInjected } from '../text/redact-private.ts'

/**
 * What a prompt or a reply is called, so that one that is told twice is one: the host's name of the turn, and a hash of
 * the text, since a turn may hold several. Of the text without its secrets: a hash of what is private would tell it to
 * whoever tries all passwords. `null` where the host names no turn.
 */
export function saidKey(turn: string | null, text: string): string | null {
  if (turn === null) return null
  return `${turn}:${shortHash(redact(stripInjected(text, { isPrompt: true })).text.trim())}`
}

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
