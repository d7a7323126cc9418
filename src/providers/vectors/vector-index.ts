import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import type { QuantisedRows, VectorIndex } from '../../ports/vector-index.ts'
import { type MatrixOptions, openMatrix, type VectorMatrix } from '../../vectors/matrix.ts'
import { dotMany, scoreAll, scoreRange } from '../../vectors/scan.ts'
import { joinScanThread, type ScanSeat } from './scan-thread.ts'

export interface VectorIndexOptions extends MatrixOptions {
  /** Below so many bytes of vectors the calling thread scans them itself. */
  readonly threadBytesMin?: number
  /** The program of the thread; `null` for no thread. */
  readonly worker?: string | null
}

/** 20,000 rows of 384: until there, a scan takes about as long as it takes to ask another thread and to be answered. */
export const THREAD_BYTES_MIN = 8 * 2 ** 20

/**
 * The vector index in memory. What is small is scanned at once. What is large is scanned by a thread that all indexes of a
 * process share; until it has started, and if it ever fails, the calling thread does the same.
 */
export function openVectorIndex(options: VectorIndexOptions): VectorIndex {
  return new MatrixIndex(openMatrix(options), options)
}

class MatrixIndex implements VectorIndex {
  readonly #options: VectorIndexOptions
  #matrix: VectorMatrix | null
  #seat: ScanSeat | null = null
  /** Of each scan that is under way: the rows that changed meanwhile, as the smallest range that has them all. */
  readonly #scans = new Set<{ from: number; to: number }>()

  constructor(matrix: VectorMatrix, options: VectorIndexOptions) {
    this.#matrix = matrix
    this.#options = options
  }

  get dimensions(): number {
    return this.#options.dimensions
  }

  get rows(): number {
    return this.#matrix?.rows ?? 0
  }

  get bytes(): number {
    return this.#matrix?.bytes ?? 0
  }

  set(row: number, vector: Float32Array): void {
    this.#open().set(row, vector)
    this.#changed(row, row + 1)
  }

  setBlock(firstRow: number, block: QuantisedRows): void {
    this.#open().setBlock(firstRow, block)
    this.#changed(firstRow, firstRow + block.scales.length)
  }

  clear(row: number): void {
    this.#open().clear(row)
    this.#changed(row, row + 1)
  }

  isSet(row: number): boolean {
    return this.#open().isSet(row)
  }

  async scores(query: Float32Array): Promise<Float32Array> {
    const matrix = this.#open()
    const { threadBytesMin = THREAD_BYTES_MIN, worker } = this.#options
    if (matrix.rows * matrix.layout.stride < threadBytesMin || worker === null) return scoreAll(matrix, query)
    this.#seat ??= joinScanThread(matrix, worker)
    return this.#scoresOfThread(matrix, query, this.#seat)
  }

  dots(rows: readonly number[], query: Float32Array): Float32Array {
    return dotMany(this.#open(), rows, query)
  }

  async close(): Promise<void> {
    this.#matrix = null
    await this.#seat?.leave()
    this.#seat = null
  }

  async #scoresOfThread(matrix: VectorMatrix, query: Float32Array, seat: ScanSeat | null): Promise<Float32Array> {
    const { rows } = matrix
    const changed = { from: Number.POSITIVE_INFINITY, to: 0 }
    this.#scans.add(changed)
    try {
      const scores = await seat?.scores(query, rows)
      // The thread may have seen half of a row that was being written; here nobody writes meanwhile.
      const again = scores ? changed : { from: 0, to: rows }
      const range = { scores: scores ?? new Float32Array(rows), from: again.from, to: Math.min(rows, again.to) }
      scoreRange(matrix, query, range)
      return range.scores
    } finally {
      this.#scans.delete(changed)
    }
  }

  #changed(from: number, to: number): void {
    for (const scan of this.#scans) {
      scan.from = Math.min(scan.from, from)
      scan.to = Math.max(scan.to, to)
    }
  }

  #open(): VectorMatrix {
    if (this.#matrix) return this.#matrix
    throw new EngraphError('store-closed', wording`The vector index is closed.`)
  }
}
