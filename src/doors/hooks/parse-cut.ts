import type { Json } from '../../graph/nodes.ts'
import { parseJson } from './hook-input.ts'

/**
 * What can be read of an object that was cut off: open texts, lists and objects are closed where it ends. Who and where
 * stands at the beginning of every payload, so a cut one still says it.
 */
export function parseCut(text: string): Json | undefined {
  const open: string[] = []
  let isText = false
  /** The last place, and what is open there, up to which everything is whole. */
  let safe = { end: 0, closing: '' }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isText) {
      if (character === '\\') at++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']')
    else if (character === '}' || character === ']') open.pop()
    else if (character === ',') safe = { end: at, closing: open.toReversed().join('') }
    if (open.length > 1000) return undefined
  }
  const closing = open.toReversed().join('')
  const cut = isText ? text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/u, '') : text
  return parseJson(`${cut}${isText ? '"' : ''}${closing}`) ?? parseJson(text.slice(0, safe.end) + safe.closing)
}
