import type { GraphNode } from '../../graph/nodes.ts'
import { DAY_MS, type TimeSpan } from '../../graph/spans.ts'
import { cleanLine, colours, minuteOf, preview } from './terminal-text.ts'

const PREVIEW_CHARACTERS = 100
const LABEL_CHARACTERS = 24

/** One line of a list: when, who or what, the beginning of the text, the id. */
export function nodeLine({ kind, id, at, speaker, text }: GraphNode): string {
  const label = speaker === null ? kind : cleanLine(speaker)
  return `${minuteOf(at)}  ${colours.cyan(label)}: ${preview(text, PREVIEW_CHARACTERS)}  ${colours.dim(`[${cleanLine(id)}]`)}`
}

/** What a node is called within a path: a thing by its name, a message by its beginning, without either by its id. */
export function nodeLabel(id: string, node: GraphNode | undefined): string {
  const text = preview(node?.text ?? '', LABEL_CHARACTERS)
  if (text === '') return cleanLine(id)
  return node?.kind === 'message' ? `“${text}”` : text
}

/** A stretch of time in UTC, by days where it begins and ends with one: `2026-05-04`, `2026-05-04 – 2026-05-10`. */
export function spanLine({ from, to }: TimeSpan): string {
  const isOfDays = (from ?? 0) % DAY_MS === 0 && (to ?? 0) % DAY_MS === 0
  if (!isOfDays) return `${from === null ? '…' : minuteOf(from)} – ${to === null ? '…' : minuteOf(to)}`
  // The end is excluded, and people name the last day.
  const [first, last] = [from === null ? '…' : dayOf(from), to === null ? '…' : dayOf(to - 1)]
  return first === last ? first : `${first} – ${last}`
}

function dayOf(at: number): string {
  return minuteOf(at).replace(/T.*$/u, '')
}
