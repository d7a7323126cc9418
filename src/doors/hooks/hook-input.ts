import { fstatSync, readSync } from 'node:fs'
import type { Json } from '../../graph/nodes.ts'

/** More is no payload of a hook; what is behind is read and thrown away, so that the host can write it. */
export const INPUT_BYTES_MAX = 16 << 20
const DISCARDED_BYTES_MAX = 256 << 20
const CHUNK_BYTES = 64 << 10
/** How long nothing may come where reading does not wait by itself. */
const WAIT_MS_MAX = 2000
const WAIT_STEP_MS = 2

export interface HookInput {
  readonly text: string
  readonly isCut: boolean
}

/**
 * All of standard input. Read with plain system calls: the streams of Node cost a part of the time that a hook has.
 * Ends early with a whole object, since a host may forget to close its end.
 */
export function readInput(open = 0): HookInput {
  if (isTerminal(open)) return { text: '', isCut: false }
  const parts: Buffer[] = []
  let length = 0
  let discarded = 0
  for (;;) {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    const read = readSome(open, buffer)
    if (read === 0) break
    if (length >= INPUT_BYTES_MAX) {
      discarded += read
      if (discarded > DISCARDED_BYTES_MAX) break
      continue
    }
    parts.push(buffer.subarray(0, read))
    length += read
    if (read < CHUNK_BYTES && endsObject(buffer, read) && parts.length < 8 && isWhole(parts)) break
  }
  return { text: Buffer.concat(parts).toString('utf8', 0, Math.min(length, INPUT_BYTES_MAX)), isCut: discarded > 0 }
}

function isTerminal(open: number): boolean {
  try {
    return fstatSync(open).isCharacterDevice()
  } catch (error) {
    // Standard input is closed.
    if ((error as NodeJS.ErrnoException).code === 'EBADF') return true
    throw error
  }
}

function readSome(open: number, buffer: Buffer): number {
  for (let waitedMs = 0; ; waitedMs += WAIT_STEP_MS) {
    try {
      return readSync(open, buffer, 0, buffer.length, null)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The end of a pipe, on Windows.
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN' || waitedMs >= WAIT_MS_MAX) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_STEP_MS)
    }
  }
}

function endsObject(buffer: Buffer, length: number): boolean {
  return /\}\s*$/u.test(buffer.toString('latin1', Math.max(0, length - 8), length))
}

function isWhole(parts: readonly Buffer[]): boolean {
  return parseJson(Buffer.concat(parts).toString('utf8')) !== undefined
}

export function parseJson(text: string): Json | undefined {
  try {
    // Some shells of Windows write a byte order mark before all that they pass on.
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

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
