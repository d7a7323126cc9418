import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { VectorMatrix } from '../../vectors/matrix.ts'
import type { ScanAnswer, ScanRequest } from './scan-worker.ts'

/** The place of one matrix in the thread. */
export interface ScanSeat {
  /** `null` when the thread cannot do it, or not yet. */
  scores(query: Float32Array, rows: number): Promise<Float32Array | null>
  /** The last one who leaves ends the thread. */
  leave(): Promise<void>
}

/** Beside the bundle; there is none when Engraph runs from its sources or was bundled into something else. */
const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'scan-worker.js')
/** Questions that wait for the thread; with more of them, those who ask compute for themselves. */
const WAITING_MAX = 64

const threads = new Map<string, ScanThread>()
let seats = 0

/** A place in the thread of this process, which starts now if it is the first; `null` where there can be none. */
export function joinScanThread(matrix: VectorMatrix, program: string = WORKER): ScanSeat | null {
  if (matrix.kind !== 'simd' || !existsSync(program)) return null
  let thread = threads.get(program)
  if (!thread) {
    thread = new ScanThread(program, () => threads.delete(program))
    threads.set(program, thread)
  }
  return thread.join(matrix)
}

type Waiting = (scores: Float32Array | null) => void

class ScanThread {
  readonly #worker: Worker
  readonly #onEnd: () => void
  readonly #waiting = new Map<number, Waiting>()
  readonly #seated = new Set<number>()
  #state: 'starting' | 'ready' | 'failed' = 'starting'
  #requests = 0

  constructor(program: string, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#worker = new Worker(program, { name: 'engraph-scan' })
    // A program that has nothing else to do may end: only a question that waits keeps it.
    this.#worker.unref()
    this.#worker.on('message', (answer: ScanAnswer) => this.#receive(answer))
    // What was wrong with the thread concerns nobody: the same scores are computed without it.
    this.#worker.on('error', () => this.#fail())
    this.#worker.on('exit', () => this.#fail())
  }

  join({ memory, dimensions }: VectorMatrix): ScanSeat {
    const seat = seats++
    this.#seated.add(seat)
    this.#post({ kind: 'join', seat, memory: memory as WebAssembly.Memory, dimensions })
    return {
      scores: (query, rows) => this.#scores({ seat, query, rows }),
      leave: async () => {
        if (!this.#seated.delete(seat)) return
        if (this.#seated.size > 0) return this.#post({ kind: 'leave', seat })
        this.#onEnd()
        await this.#worker.terminate()
      },
    }
  }

  #scores(asked: { seat: number; query: Float32Array; rows: number }): Promise<Float32Array | null> {
    if (this.#state !== 'ready' || this.#waiting.size >= WAITING_MAX) return Promise.resolve(null)
    const request = this.#requests++
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) this.#worker.ref()
      this.#waiting.set(request, resolve)
      this.#post({ kind: 'scores', request, ...asked })
    })
  }

  #receive(answer: ScanAnswer): void {
    if (answer.kind === 'ready') {
      if (this.#state === 'starting') this.#state = 'ready'
      return
    }
    const resolve = this.#waiting.get(answer.request)
    this.#waiting.delete(answer.request)
    if (this.#waiting.size === 0) this.#worker.unref()
    resolve?.(answer.scores)
  }

  #fail(): void {
    this.#state = 'failed'
    for (const resolve of this.#waiting.values()) resolve(null)
    this.#waiting.clear()
  }

  #post(request: ScanRequest): void {
    this.#worker.postMessage(request)
  }
}
