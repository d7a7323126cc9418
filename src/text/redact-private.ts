/** What a user marked as private, with whatever stands in it. */
export const PRIVATE_MARK = '[redacted:private]'

const PRIVATE_TAG = /[<＜]\s{0,8}\\{0,2}(\/?)\s{0,8}private(?:\s[^<>＜＞]{0,200})?\/?\s{0,8}[>＞]/gi

/**
 * `<private>…</private>` in any case, nested, and to the end of the text where nothing closes it. An end without a
 * beginning is left alone.
 */
export function redactPrivate(text: string): { readonly text: string; readonly count: number } {
  if (!/private/i.test(text)) return { text, count: 0 }
  const kept: string[] = []
  let depth = 0
  let from = 0
  for (const match of text.matchAll(PRIVATE_TAG)) {
    const isEnd = match[1] === '/'
    if (isEnd && depth === 0) continue
    if (!isEnd && depth === 0) kept.push(text.slice(from, match.index))
    depth += isEnd ? -1 : 1
    from = match.index + match[0].length
  }
  const rest = depth > 0 ? [] : [text.slice(from)]
  return { text: [...kept, ...rest].join(PRIVATE_MARK) + (depth > 0 ? PRIVATE_MARK : ''), count: kept.length }
}

/** Frames around what Engraph itself, or the host, put into a conversation. */
const OWN_FRAME = 'engraph-memory'
const HOST_FRAME = 'system-reminder'

/**
 * Takes out what Engraph gave to the agent, so that memory never remembers itself; where nothing closes a frame, to the
 * end of the text. A prompt loses the host's reminders too: no user wrote them.
 */
export function stripInjected(text: string, { isPrompt = false }: { readonly isPrompt?: boolean } = {}): string {
  const own = stripFrame(text, OWN_FRAME)
  return isPrompt ? stripFrame(own, HOST_FRAME) : own
}

function stripFrame(text: string, name: string): string {
  // A text may be full of beginnings, so each end is looked for once, from left to right.
  const tag = new RegExp(`<(/?)${name}(?:[\\s:][^<>]{0,400})?>`, 'gi')
  if (!tag.test(text)) return text
  tag.lastIndex = 0
  const kept: string[] = []
  let isInside = false
  let from = 0
  for (const match of text.matchAll(tag)) {
    const isEnd = match[1] === '/'
    if (isEnd !== isInside) continue
    if (!isEnd) kept.push(text.slice(from, match.index))
    isInside = !isEnd
    from = match.index + match[0].length
  }
  if (!isInside) kept.push(text.slice(from))
  return kept.join('')
}
