import { redact } from '../text/redact.ts'
import { stripInjected } from '../text/redact-private.ts'
import { keyOfPlain } from './short-hash.ts'

/**
 * What a prompt or a reply is called, so that one that is told twice is one: the host's name of the turn, and a hash of
 * the text, since a turn may hold several. Of the text without its secrets: a hash of what is private would tell it to
 * whoever tries all passwords. `null` where the host names no turn.
 */
export function saidKey(turn: string | null, text: string): string | null {
  if (turn === null) return null
  return keyOfPlain(turn, redact(stripInjected(text, { isPrompt: true })).text)
}
