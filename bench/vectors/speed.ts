import { setTimeout } from 'node:timers/promises'
import { joinScanThread } from '../../src/providers/vectors/scan-thread.ts'
import { hasSimd } from '../../src/vectors/kernel.ts'
import { PAGE_BYTES } from '../../src/vectors/layout.ts'
import { openMatrix, type VectorMatrix } from '../../src/vectors/matrix.ts'
import { scoreAll } from '../../src/vectors/scan.ts'
import { percentile } from '../recall/metrics.ts'
import { seededRandom } from '../scale/random.ts'
import { rotated } from '../store/layout.ts'

export interface Times {
  readonly p50Ms: number
  readonly p95Ms: number
}

export interface SpeedFigures {
  readonly rows: number
  readonly dimensions: number
  readonly bytes: number
  readonly fillMs: number
  /** The first scan of a matrix: what is read was written just now, but the code may be new. */
  readonly firstMs: number
  /** By WebAssembly, on the thread that asks; `null` where the processor cannot. */
  readonly simd: Times | null
  /** The same by a thread, from asking to the answer; `null` when there is none, as from sources. */
  readonly thread: Times | null
  /** How long the thread that asked could do nothing else meanwhile. */
  readonly threadBusy: Times | null
  /** By JavaScript. */
  readonly plain: Times
  /** Looking for a byte that is not there: as fast as memory can be read at all. */
  readonly memory: Times
  /** Of the medians above, taken in turns in one run; 1 is `simd`. */
  readonly ratios: {
    readonly plain: number | null
    readonly thread: number | null
    readonly memory: number | null
  }
}

export interface SpeedOptions {
  readonly rows: number
  readonly dimensions: number
  readonly rounds: number
  /** Of plain JavaScript, which is slow. */
  readonly plainRounds: number
}

const SEED = 5
const ROWS_PER_BLOCK = 4096
const SCALE = 0.001
/** Neither a number from -127 to 127 nor a byte of that scale. */
const ABSENT_BYTE = 0x80
const START_MS_MAX = 5000

/** Scans the same made-up rows in each way, in turns. */
export async function measureVectorSpeed(options: SpeedOptions): Promise<SpeedFigures> {
  const { rows, dimensions } = options
  const fast = openMatrix({ dimensions })
  const fillMs = timed(() => fill(fast, rows))
  const query = new Float32Array(dimensions).map((_, i) => Math.sin(i + 1) / Math.sqrt(dimensions))
  const firstMs = timed(() => scoreAll(fast, query))
  const plain = openMatrix({ dimensions, kernel: 'plain' })
  fill(plain, rows)
  const seat = await startedSeat(fast, query)
  const times: Record<'simd' | 'thread' | 'threadBusy' | 'plain' | 'memory', number[]> = {
    simd: [],
    thread: [],
    threadBusy: [],
    plain: [],
    memory: [],
  }
  const held = Buffer.from(fast.memory.buffer, PAGE_BYTES)
  const ways = {
    simd: async () => void times.simd.push(timed(() => scoreAll(fast, query))),
    thread: async () => {
      if (!seat) return
      const start = performance.now()
      const asked = seat.scores(query, rows)
      times.threadBusy.push(performance.now() - start)
      if (await asked) times.thread.push(performance.now() - start)
    },
    plain: async (round: number) => {
      if (round < options.plainRounds) times.plain.push(timed(() => scoreAll(plain, query)))
    },
    memory: async () => void times.memory.push(timed(() => held.indexOf(ABSENT_BYTE))),
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const way of rotated([ways.simd, ways.thread, ways.memory, ways.plain], round)) await way(round)
  }
  await seat?.leave()
  const figures = {
    simd: hasSimd() ? timesOf(times.simd) : null,
    thread: timesOf(times.thread),
    threadBusy: timesOf(times.threadBusy),
    plain: timesOf(times.plain)!,
    memory: timesOf(times.memory)!,
  }
  const ratio = (way: Times | null) => (way && figures.simd ? way.p50Ms / figures.simd.p50Ms : null)
  const ratios = { plain: ratio(figures.plain), thread: ratio(figures.thread), memory: ratio(figures.memory) }
  return { rows, dimensions, bytes: fast.bytes, fillMs, firstMs, ...figures, ratios }
}

async function startedSeat(matrix: VectorMatrix, query: Float32Array) {
  const seat = joinScanThread(matrix)
  const start = performance.now()
  while (seat && performance.now() - start < START_MS_MAX) {
    if (await seat.scores(query, matrix.rows)) return seat
    await setTimeout(5)
  }
  await seat?.leave()
  return null
}

/** Bytes without meaning: the time of a scan does not depend on them. */
function fill(matrix: VectorMatrix, rows: number): void {
  const random = seededRandom(SEED)
  const numbers = new Int8Array(ROWS_PER_BLOCK * matrix.dimensions).map(() => random.below(255) - 127)
  const scales = new Float32Array(ROWS_PER_BLOCK).fill(SCALE)
  for (let row = 0; row < rows; row += ROWS_PER_BLOCK) {
    const count = Math.min(ROWS_PER_BLOCK, rows - row)
    matrix.setBlock(row, {
      numbers: numbers.subarray(0, count * matrix.dimensions),
      scales: scales.subarray(0, count),
    })
  }
}

function timesOf(times: readonly number[]): Times | null {
  if (times.length === 0) return null
  return { p50Ms: percentile(times, 0.5)!, p95Ms: percentile(times, 0.95)! }
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
