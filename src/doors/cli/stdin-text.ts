import { EngraphError } from '../../graph/errors.ts'
import type { Wording } from '../../graph/wording.ts'

const BYTES_MAX = 1024 * 1024

/** The whole of standard input, 1 MiB at most; `tooLong` is what is said of more. */
export async function stdinText(tooLong: Wording): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > BYTES_MAX) throw new EngraphError('invalid-input', tooLong)
  }
  return Buffer.concat(chunks).toString('utf8')
}
