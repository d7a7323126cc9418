import { readSync } from 'node:fs'
import { LINE_LENGTH_MAX, type ReadLine, readLine } from '../../capture/journal-line.ts'

/** A whole line of a journal and where it stands, in bytes; `end` is behind its line break. */
export interface JournalLine {
  readonly start: number
  readonly end: number
  /** `null` for an empty line. */
  readonly read: ReadLine | null
}

const WINDOW_BYTES = 1 << 17
const WINDOW_BYTES_FIRST = 1 << 13
/** Of UTF-8, three bytes for each UTF-16 code unit at most. */
const LINE_BYTES_MAX = 3 * LINE_LENGTH_MAX
const LINE_BREAK = 0x0a

/** The lines of an open journal from a byte on. What has no line break behind it is still being written, and left out. */
export function* journalLines(file: number, from: number): Generator<JournalLine> {
  let start = from
  let offset = from
  let parts: Buffer[] = []
  let length = 0
  for (let bytes = WINDOW_BYTES_FIRST; ; bytes = WINDOW_BYTES) {
    const window = Buffer.allocUnsafe(bytes)
    const read = readSync(file, window, 0, bytes, offset)
    if (read === 0) return
    offset += read
    let at = 0
    for (let end = window.indexOf(LINE_BREAK); end >= 0 && end < read; end = window.indexOf(LINE_BREAK, at)) {
      parts.push(window.subarray(at, end))
      length += end - at
      yield { start, end: start + length + 1, read: length > LINE_BYTES_MAX ? TOO_LONG : readBytes(parts) }
      start += length + 1
      at = end + 1
      parts = []
      length = 0
    }
    length += read - at
    // What is longer than a line can be is passed over without being held.
    if (length <= LINE_BYTES_MAX) parts.push(window.subarray(at, read))
  }
}

const TOO_LONG: ReadLine = { problem: 'longer than a line can be' }

function readBytes(parts: readonly Buffer[]): ReadLine | null {
  const text = parts.length === 1 ? parts[0]!.toString('utf8') : Buffer.concat(parts).toString('utf8')
  return text.trim() === '' ? null : readLine(text)
}

/** How many lines begin from a byte on, counted within so many bytes. */
export function countLines(file: number, from: number, bytesMax = 1 << 24): number {
  const window = Buffer.allocUnsafe(WINDOW_BYTES)
  let lines = 0
  for (let offset = from; offset < from + bytesMax; ) {
    const read = readSync(file, window, 0, WINDOW_BYTES, offset)
    if (read === 0) break
    for (let at = window.indexOf(LINE_BREAK); at >= 0 && at < read; at = window.indexOf(LINE_BREAK, at + 1)) lines++
    offset += read
  }
  return lines
}
