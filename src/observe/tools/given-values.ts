import type { Json, JsonObject } from '../../graph/nodes.ts'

/** Of a longer output the head and the tail are read: errors stand at the end, what was asked for at the beginning. */
const HEAD_MAX = 6_000
const TAIL_MAX = 18_000
/** A list that a tool gave is read so far. */
export const ITEMS_MAX = 400
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,20}[A-Za-z]`, 'gu')

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]).slice(0, ITEMS_MAX) : []
}

/** The first of several spellings of a field that holds text. */
export function textOf(object: JsonObject | null, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = object?.[key]
    if (typeof value === 'string') return value
  }
  return null
}

/** Head and tail of a long text, without the colours of a terminal. */
export function bounded(text: string): string {
  const cut = text.length <= HEAD_MAX + TAIL_MAX ? text : `${text.slice(0, HEAD_MAX)}\n…\n${text.slice(-TAIL_MAX)}`
  return cut.replaceAll('\r\n', '\n').replace(ESCAPES, '')
}

/** What a tool gave, as text: streams of a command, blocks, the content of a file. */
export function outputText(output: Json): string {
  if (typeof output === 'string') return bounded(output)
  if (Array.isArray(output)) {
    const texts = listOf(output).map((block) =>
      typeof block === 'string' ? block : (textOf(asObject(block), 'text') ?? ''),
    )
    return bounded(texts.filter((text) => text !== '').join('\n'))
  }
  const object = asObject(output)
  if (!object) return ''
  const streams = [textOf(object, 'stdout'), textOf(object, 'stderr')].filter((text) => text)
  if (streams.length > 0) return bounded(streams.join('\n'))
  const plain = textOf(object, 'output', 'aggregated_output', 'result', 'content', 'text', 'message')
  if (plain !== null) return bounded(plain)
  return outputText(object['content'] ?? object['output'] ?? null)
}
