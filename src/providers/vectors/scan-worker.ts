import { parentPort } from 'node:worker_threads'
import { simdKernel } from '../../vectors/kernel.ts'
import { LANES, layoutOf } from '../../vectors/layout.ts'
import type { Scannable } from '../../vectors/matrix.ts'
import { scoreAll } from '../../vectors/scan.ts'

export type ScanRequest =
  | {
      readonly kind: 'join'
      readonly seat: number
      /** Shared: what the other thread writes is read here. */
      readonly memory: WebAssembly.Memory
      readonly dimensions: number
    }
  | {
      readonly kind: 'scores'
      readonly seat: number
      readonly request: number
      readonly query: Float32Array
      readonly rows: number
    }
  | { readonly kind: 'leave'; readonly seat: number }

export type ScanAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'scores'; readonly request: number; readonly scores: Float32Array | null }

const seated = new Map<number, Omit<Scannable, 'rows'>>()

parentPort?.on('message', (request: ScanRequest) => {
  switch (request.kind) {
    case 'join': {
      const { seat, memory, dimensions } = request
      seated.set(seat, { ...simdKernel(memory), dimensions, layout: layoutOf(dimensions) })
      return
    }
    case 'leave':
      seated.delete(request.seat)
      return
    case 'scores':
      return answer(request)
    default:
      request satisfies never
  }
})
send({ kind: 'ready' })

function answer({ seat, request, query, rows }: Extract<ScanRequest, { kind: 'scores' }>): void {
  const scores = scoresOf(seat, query, rows)
  send({ kind: 'scores', request, scores }, scores ? [scores.buffer] : [])
}

function scoresOf(seat: number, query: Float32Array, rows: number): Float32Array<ArrayBuffer> | null {
  const matrix = seated.get(seat)
  try {
    return matrix ? scoreAll({ ...matrix, rows }, query, LANES.thread) : null
  } catch {
    // A query that cannot be scanned: the thread that asked does the same again, and the error is thrown there.
    return null
  }
}

function send(message: ScanAnswer, transferred: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred)
}
