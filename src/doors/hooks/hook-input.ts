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
  /** What the text says, where that was read already. */
  readonly json?: Json | undefined
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
    if (read < CHUNK_BYTES && endsObject(buffer, read) && parts.length < 8) {
      const text = textOf(parts)
      const json = parseJson(text)
      if (json !== undefined) return { text, json, isCut: false }
    }
  }
  return { text: textOf(parts, Math.min(length, INPUT_BYTES_MAX)), isCut: discarded > 0 }
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

const SPACE = 0x20
const CLOSING_BRACE = 0x7d

function endsObject(buffer: Buffer, length: number): boolean {
  let last = length - 1
  while (last > length - 8 && buffer[last]! <= SPACE) last--
  return buffer[last] === CLOSING_BRACE
}

function textOf(parts: readonly Buffer[], length?: number): string {
  // Most payloads come in one part.
  return (parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString('utf8', 0, length)
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
