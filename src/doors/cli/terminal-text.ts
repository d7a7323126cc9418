import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'
import type { Instant } from '../../graph/spans.ts'

/** Colours of results, only when a terminal reads them; picocolors alone would also colour a pipe under CI. */
export const colours = pc.createColors(
  pc.isColorSupported && (process.stdout.isTTY === true || Boolean(process.env['FORCE_COLOR'])),
)

// What a terminal would obey or hide behind: C0 and C1 controls but tab and newline, and the marks that turn the
// direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu

/** Text from memory is untrusted: without anything that steers a terminal. Newlines and tabs stay. */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, '')
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(/\s+/gu, ' ')).trim()
}

/** The beginning of a text on one line, cut between characters. */
export function preview(text: string, charactersMax: number): string {
  // A message may be megabytes long; four code units per character are enough to cut from.
  const line = cleanLine(text.slice(0, charactersMax * 4))
  const characters = [...line]
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`
}

/** Every line of a text with the same indentation. */
export function indent(text: string, by: string): string {
  return cleanText(text)
    .trim()
    .split('\n')
    .map((line) => by + line.trimEnd())
    .join('\n')
}

/** ISO 8601 to the minute, in UTC so that it means the same everywhere. */
export function minuteOf(at: Instant | null): string {
  if (at === null) return '-'
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '-' : `${date.toISOString().replace(/:\d\d\.\d+Z$/u, '')}Z`
}
