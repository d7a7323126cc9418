import { EngraphError } from '../../graph/errors.ts'

/** A line of JSONL, or an item of a JSON array, by its number from 1 on. */
export type GivenLine = { readonly number: number; readonly unit: 'line' | 'item' } & (
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly problem: 'not-json' | 'not-utf8' | 'too-long'; readonly detail: string }
)

export const LINE_BYTES_MAX = 64 * 1024 * 1024
/** An array can only be parsed as a whole; a larger one has to come as JSONL. */
export const ARRAY_BYTES_MAX = 256 * 1024 * 1024

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>

const NEWLINE = 0x0a
const BRACKET = '['.charCodeAt(0)

/**
 * Reads one JSON value per line, however long the lines are and however they end, or the items of one JSON array.
 * What cannot be read is given as such, with its number, and the reading goes on.
 *
 * Bytes are split before they are decoded: a damaged character spoils its own line only, and U+2028 inside a string,
 * which JSON allows and `node:readline` splits at, does no harm.
 */
export async function* readGivenLines(input: Bytes): AsyncGenerator<GivenLine> {
  const { head, rest } = await readHead(input)
  refuseUtf16(head)
  if (firstCharacter(head) !== BRACKET) {
    yield* readLines(chain([head], rest))
    return
  }
  const { chunks, isWhole } = await gather(head, rest)
  const items = isWhole ? parseArray(Buffer.concat(chunks)) : null
  // Not an array after all, such as a log whose lines begin with "[": then each line is judged by itself.
  if (items === null) yield* readLines(chain(chunks, rest))
  else for (const [index, value] of items.entries()) yield { number: index + 1, unit: 'item', kind: 'value', value }
}

async function* readLines(input: Bytes): AsyncGenerator<GivenLine> {
  let number = 0
  for await (const bytes of splitLines(input)) {
    number++
    const at = { number, unit: 'line' } as const
    if (bytes === null) {
      yield { ...at, kind: 'unreadable', problem: 'too-long', detail: '' }
      continue
    }
    const text = decode(bytes)
    if (text === null) yield { ...at, kind: 'unreadable', problem: 'not-utf8', detail: '' }
    else if (text.trim() !== '') yield { ...at, ...parse(text) }
  }
}

function parse(text: string): Pick<GivenLine & { kind: 'value' }, 'kind' | 'value'> | Unreadable {
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch (error) {
    return { kind: 'unreadable', problem: 'not-json', detail: error instanceof Error ? error.message : '' }
  }
}

type Unreadable = Pick<GivenLine & { kind: 'unreadable' }, 'kind' | 'problem' | 'detail'>

/** The lines without their ends; `null` for one that is longer than `LINE_BYTES_MAX`, which is not kept in memory. */
async function* splitLines(input: Bytes): AsyncGenerator<Buffer | null> {
  let pieces: Buffer[] = []
  let bytes = 0
  const keep = (piece: Buffer) => {
    bytes += piece.length
    if (bytes > LINE_BYTES_MAX) pieces = []
    else pieces.push(piece)
  }
  const take = () => {
    const line = bytes > LINE_BYTES_MAX ? null : Buffer.concat(pieces)
    pieces = []
    bytes = 0
    return line
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    keep(chunk.subarray(start))
  }
  if (bytes > 0) yield take()
}

/** The first chunks, up to one that shows how the input begins. */
async function readHead(input: Bytes): Promise<{ head: Buffer; rest: AsyncIterator<Buffer> }> {
  const rest = iterate(input)
  let head = Buffer.alloc(0)
  for (;;) {
    const { done, value } = await rest.next()
    if (done) break
    head = Buffer.concat([head, value])
    if (firstCharacter(head) !== null || head.length > LINE_BYTES_MAX) break
  }
  return { head, rest }
}

async function gather(head: Buffer, rest: AsyncIterator<Buffer>): Promise<{ chunks: Buffer[]; isWhole: boolean }> {
  const chunks = [head]
  for (let bytes = head.length; bytes <= ARRAY_BYTES_MAX; ) {
    const { done, value } = await rest.next()
    if (done) return { chunks, isWhole: true }
    chunks.push(value)
    bytes += value.length
  }
  return { chunks, isWhole: false }
}

function parseArray(bytes: Buffer): readonly unknown[] | null {
  const text = decode(bytes)
  const read = text === null ? null : parse(text)
  return read?.kind === 'value' && Array.isArray(read.value) ? read.value : null
}

/** Strict UTF-8; a byte order mark at the beginning is dropped. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // The caller lists the line as unreadable.
  }
}

function refuseUtf16(head: Buffer): void {
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0)
  if (mark !== 0xfffe && mark !== 0xfeff) return
  throw new EngraphError('invalid-input', 'The input is UTF-16.', { hint: 'Save it as UTF-8.' })
}

/** The first byte that is neither white space nor part of a byte order mark. */
function firstCharacter(bytes: Buffer): number | null {
  const start = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte
  }
  return null
}

async function* iterate(input: Bytes): AsyncGenerator<Buffer> {
  yield* input
}

async function* chain(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
