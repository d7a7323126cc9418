import { inflateRawSync } from 'node:zlib'
import { late } from '../../text/late.ts'
import type { OnnxLibrary } from './onnx-session.ts'

/**
 * On x86 processors without VNNI, mostly of before 2019, the sum of two products of bytes is cut to 16 bits, and vectors
 * would be silently wrong. The engine has an option against it, but takes the slower way then on any processor, a third as
 * fast. So the largest bytes are multiplied once: a wrong sum tells that the option is needed.
 */
export async function overflows(library: OnnxLibrary): Promise<boolean> {
  const session = await library.InferenceSession.create(probe(), { logSeverityLevel: 3, intraOpNumThreads: 1 })
  try {
    const row = new library.Tensor('int64', new BigInt64Array(ROWS).fill(255n), [1, ROWS])
    const { sums } = await session.run({ row }, ['sums'])
    return (sums!.data as Float32Array).some((sum) => sum !== ROWS * 255 * 127)
  } finally {
    await session.release()
  }
}

const ROWS = 64

/** What `models/overflow-probe.ts` writes, compressed. */
const probe = late(() => inflateRawSync(Buffer.from(PROBE, 'base64')))
const PROBE =
  '4+AUYk/NSy9KLMiw6ubiUuNiLsovF2JzTiwuiTeUgtJKLCBai5OLqSRfgmkBIxOXExdUiou9PDUzPaOkWIjfN7HEtzTHM68kNT21KN5ICl1AiRdFgMuIC10F1F5jqL3GKPYyguyVg9prLMRSXJpbLAUmlTg8U1LzSjJLKoVYC4ryk1K1JnFwMTkICDA7wVzn1cBRPwpGwSgYsSBKFFK28XHxcLALcXAxcTByMXE4JIlxgQsRsDgjXFzAiYWLQUAEAA=='
