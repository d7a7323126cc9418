import type { NodeId } from '../graph/nodes.ts'
import type { Instant, TextSpan } from '../graph/spans.ts'
import { preview } from '../text/clean.ts'

/**
 * How much of what was found is disclosed, from little to much: a line per item that says where to look and what that
 * costs; what happened when; the passages that answer; whole messages with what was said around them.
 */
export const LEVELS = ['index', 'timeline', 'details', 'records'] as const
export type Level = (typeof LEVELS)[number]

/** One thing to be shown. A recalled item is one, too. */
export interface Entry {
  readonly node: NodeId
  readonly text: string
  /** Where `text` stands in the message, in UTF-16 code units. */
  readonly span: TextSpan
  readonly at: Instant | null
  readonly session: string | null
  readonly speaker: string | null
  /** Length of the whole message; without it, the text counts as its end. */
  readonly length?: number
  /** Place in the order of the graph, which decides between equal times. */
  readonly place?: number
  /** Tokens that the details of the entry would cost; shown in the index. */
  readonly detailsTokens?: number
}

export interface RenderOptions {
  readonly level: Level
}

/** Names are given by callers: one line, and not longer than this (UTF-16 code units). */
const NAME_LENGTH_MAX = 60

/**
 * The text for a prompt: oldest first, each with its date (UTC) and speaker, `…` where a message goes on. Nothing for
 * nothing. Further lines of a message are indented, so that none can pass for an entry of its own.
 */
export function packText(entries: readonly Entry[], { level }: RenderOptions): string {
  let heading: string | null = null
  let text = ''
  for (const entry of inOrder(entries, level)) {
    const own = headingOf(entry, level)
    if (own !== heading) text += own
    heading = own
    text += blockOf(entry, level)
  }
  return text.slice(0, -1)
}

/**
 * The lines of an entry, with the end of the last. It begins with `[` or `-`, so that a tokenizer splits before it and
 * the costs of entries add up.
 */
export function blockOf(entry: Entry, level: Level): string {
  switch (level) {
    case 'index': {
      const cost = entry.detailsTokens === undefined ? '' : `, ${entry.detailsTokens} tokens`
      return `[${dateOf(entry)}] ${said(entry, oneLine)} (${entry.node}${cost})\n`
    }
    case 'timeline': {
      const time = timeOf(entry)
      return `- ${time === '' ? '' : `${time} `}${said(entry, oneLine)}\n`
    }
    case 'details':
    case 'records':
      return `[${[dateOf(entry), timeOf(entry)].join(' ').trim()}] ${said(entry, indented)}\n`
    default:
      level satisfies never
      return ''
  }
}

/** The line above the entries of one session and day; none but on a timeline. */
export function headingOf({ at, session }: Entry, level: Level): string {
  if (level !== 'timeline') return ''
  const parts = [dateOf({ at }), ...(session === null ? [] : [nameOf(session)])]
  return `# ${parts.join(' · ')}\n`
}

/** Oldest first, undated ones last; on a timeline what belongs below one heading is together. */
function inOrder(entries: readonly Entry[], level: Level): readonly Entry[] {
  const sorted = entries.toSorted(
    (a, b) =>
      compare(a.at ?? Number.POSITIVE_INFINITY, b.at ?? Number.POSITIVE_INFINITY) ||
      compare(a.place ?? 0, b.place ?? 0) ||
      compare(a.span.start, b.span.start),
  )
  if (level !== 'timeline') return sorted
  const groups = new Map<string, Entry[]>()
  for (const entry of sorted) {
    const heading = headingOf(entry, level)
    const group = groups.get(heading)
    if (group) group.push(entry)
    else groups.set(heading, [entry])
  }
  return [...groups.values()].flat()
}

/** Also of infinities, which have no difference. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function said({ speaker, text, span, length = 0 }: Entry, form: (text: string) => string): string {
  const before = span.start > 0 ? '…' : ''
  const after = span.end < length ? '…' : ''
  const name = speaker === null ? '' : nameOf(speaker)
  return `${name === '' ? '' : `${name}: `}${before}${form(text)}${after}`
}

function dateOf({ at }: Pick<Entry, 'at'>): string {
  return isoOf(at)?.slice(0, -14) ?? 'no date'
}

/** Nothing at midnight: then most likely only the day is known. */
function timeOf({ at }: Pick<Entry, 'at'>): string {
  const time = isoOf(at)?.slice(-13, -8) ?? ''
  return time === '00:00' ? '' : time
}

function isoOf(at: Instant | null): string | null {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

function nameOf(name: string): string {
  return oneLine(preview(name, NAME_LENGTH_MAX))
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function indented(text: string): string {
  return text.trim().replaceAll('\n', '\n  ')
}
