import type { Json, JsonObject } from '../../graph/nodes.ts'

/** What stands at a key, if it is text. */
export function textAt(object: JsonObject, key: string): string | null {
  const value = object[key]
  return typeof value === 'string' ? value : null
}

export function objectAt(object: JsonObject, key: string): JsonObject | null {
  return asObject(object[key])
}

export function listAt(object: JsonObject, key: string): readonly Json[] {
  const value = object[key]
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** Blocks of text joined: hosts write `text`, `input_text` and `output_text`; images and the like say nothing. */
export function textOfBlocks(content: Json | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts: string[] = []
  for (const block of content as readonly Json[]) {
    const text = typeof block === 'string' ? block : asObject(block)?.['text']
    if (typeof text === 'string' && text !== '') texts.push(text)
  }
  return texts.join('\n')
}
