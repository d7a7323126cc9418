import { EngraphError } from '../graph/errors.ts'
import { requireGiven, wholeNumber } from '../graph/given.ts'
import { wording } from '../graph/wording.ts'
import type { QuantisedRows } from '../ports/vector-index.ts'
import type { ByteMemory, DotRows } from './dot-rows.ts'
import { type Kernel, type KernelKind, openFastestKernel, openKernel } from './kernel.ts'
import { DIMENSIONS_MAX, type Layout, layoutOf, numbersAt, PAGE_BYTES, PAGES_MAX, pagesFor, scaleAt } from './layout.ts'
import { quantiseInto } from './quantise.ts'

/** What a scan needs to know of a matrix. */
export interface Scannable {
  readonly dimensions: number
  readonly rows: number
  readonly layout: Layout
  readonly memory: ByteMemory
  readonly dotRows: DotRows
}

/** Rows of bytes with a scale each, in memory that WebAssembly reads: no copy is made to scan them. */
export interface VectorMatrix extends Scannable {
  readonly kind: KernelKind
  readonly bytes: number
  set(row: number, vector: Float32Array): void
  setBlock(firstRow: number, block: QuantisedRows): void
  clear(row: number): void
  isSet(row: number): boolean
}

export interface MatrixOptions {
  readonly dimensions: number
  /** Two million, or as many as 4 GiB hold: at 1,024 dimensions both. */
  readonly rowsMax?: number
  /** The fastest that runs here, when not given. */
  readonly kernel?: KernelKind
}

export const ROWS_MAX = 2_000_000
/** It grows by a quarter at least: what cannot grow in place is copied seldom. */
const GROWTH = 1 / 4
/** Such a scale would mean numbers larger than a vector of unit length has. */
const SCALE_MAX = 0.01

export function openMatrix({ dimensions, rowsMax = ROWS_MAX, kernel: kind }: MatrixOptions): VectorMatrix {
  requireGiven(dimensions, wording`The number of dimensions`, wholeNumber(1, DIMENSIONS_MAX))
  requireGiven(rowsMax, wording`The number of rows`, wholeNumber(1, ROWS_MAX))
  const layout = layoutOf(dimensions)
  const pagesMax = Math.min(PAGES_MAX, pagesFor(layout, rowsMax))
  const kernel = kind ? openKernel(kind, pagesMax) : openFastestKernel(pagesMax)
  return new Rows(dimensions, { layout, kernel, rowsMax, pagesMax })
}

interface Parts {
  readonly layout: Layout
  readonly kernel: Kernel
  readonly rowsMax: number
  readonly pagesMax: number
}

class Rows implements VectorMatrix {
  readonly dimensions: number
  readonly #parts: Parts
  #rows = 0
  #numbers: Int8Array
  #scales: Float32Array

  constructor(dimensions: number, parts: Parts) {
    this.dimensions = dimensions
    this.#parts = parts
    this.#numbers = new Int8Array(this.memory.buffer)
    this.#scales = new Float32Array(this.memory.buffer)
  }

  get rows(): number {
    return this.#rows
  }

  get layout(): Layout {
    return this.#parts.layout
  }

  get memory(): ByteMemory {
    return this.#parts.kernel.memory
  }

  get dotRows(): DotRows {
    return this.#parts.kernel.dotRows
  }

  get kind(): KernelKind {
    return this.#parts.kernel.kind
  }

  get bytes(): number {
    return this.memory.buffer.byteLength
  }

  set(row: number, vector: Float32Array): void {
    this.#requireRow(row)
    requireLength(vector, this.dimensions)
    // Into a row of its own first: a vector that is refused must leave what was there.
    const numbers = new Int8Array(this.dimensions)
    const scale = quantiseInto(numbers, vector)
    this.#makeRoom(row + 1)
    this.#put(row, numbers, scale)
  }

  setBlock(firstRow: number, { numbers, scales }: QuantisedRows): void {
    this.#requireRow(firstRow)
    requireLength(numbers, scales.length * this.dimensions)
    for (const scale of scales) {
      if (!(scale >= 0 && scale <= SCALE_MAX)) {
        throw new EngraphError('invalid-input', wording`A scale must be from 0 to ${SCALE_MAX}; it is ${scale}.`)
      }
    }
    if (scales.length === 0) return
    this.#requireRow(firstRow + scales.length - 1)
    this.#makeRoom(firstRow + scales.length)
    for (let i = 0; i < scales.length; i++) {
      this.#put(firstRow + i, numbers.subarray(i * this.dimensions, (i + 1) * this.dimensions), scales[i]!)
    }
  }

  clear(row: number): void {
    this.#requireRow(row)
    if (row >= this.#rows) return
    const at = numbersAt(this.layout, row)
    this.#scales[scaleAt(this.layout, row) / 4] = 0
    this.#numbers.fill(0, at, at + this.layout.stride)
  }

  isSet(row: number): boolean {
    this.#requireRow(row)
    return row < this.#rows && this.#scales[scaleAt(this.layout, row) / 4]! > 0
  }

  #put(row: number, numbers: Int8Array, scale: number): void {
    this.#numbers.set(numbers, numbersAt(this.layout, row))
    this.#scales[scaleAt(this.layout, row) / 4] = scale
  }

  #requireRow(row: number): void {
    requireGiven(row, wording`A row`, wholeNumber(0, this.#parts.rowsMax - 1))
  }

  #makeRoom(rows: number): void {
    if (rows <= this.#rows) return
    const { layout, memory } = this
    const { pagesMax } = this.#parts
    const held = this.bytes / PAGE_BYTES
    const wanted = pagesFor(layout, rows)
    if (wanted > pagesMax) throw noMemory(rows)
    if (wanted > held) {
      try {
        memory.grow(Math.min(pagesMax, Math.max(wanted, Math.ceil(held * (1 + GROWTH)))) - held)
      } catch (cause) {
        throw cause instanceof RangeError ? noMemory(rows, cause) : cause
      }
      this.#numbers = new Int8Array(memory.buffer)
      this.#scales = new Float32Array(memory.buffer)
    }
    this.#rows = rows
  }
}

function requireLength(numbers: Int8Array | Float32Array, length: number): void {
  if (numbers.length === length) return
  throw new EngraphError('invalid-input', wording`There must be ${length} numbers; there are ${numbers.length}.`)
}

function noMemory(rows: number, cause?: unknown): EngraphError {
  return new EngraphError('invalid-input', wording`There is no memory for ${rows} rows.`, { cause })
}
