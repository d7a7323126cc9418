import type { ActivityRecord } from '../../graph/activity.ts'
import type { Json } from '../../graph/nodes.ts'

/** A record as it was captured, as one text: a tool call with what it was given and what it gave. */
export function rawText(activity: ActivityRecord['activity']): string {
  switch (activity.kind) {
    case 'tool': {
      const { input, output, error } = activity
      const parts = [part('input', input), part('output', output), ...(error === null ? [] : [part('error', error)])]
      return parts.filter((text) => text !== '').join('\n')
    }
    case 'note':
      return [activity.text, part('about', activity.about)].filter((text) => text !== '').join('\n')
    case 'prompt':
    case 'reply':
    case 'compact':
      return activity.text
    default:
      return activity satisfies never
  }
}

/** Texts stand as they are: escaped twice, a program is hard to read. */
function part(label: string, value: Json): string {
  if (value === null) return ''
  if (typeof value === 'string') return `${label}: ${value}`
  if (typeof value !== 'object' || Array.isArray(value)) return `${label}: ${JSON.stringify(value)}`
  const fields = Object.entries(value).map(([key, field]) => {
    return `${label}.${key}: ${typeof field === 'string' ? field : JSON.stringify(field)}`
  })
  return fields.join('\n')
}
