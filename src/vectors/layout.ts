/**
 * Where everything stands in the memory of a matrix. Rows come in blocks, the scales of a block before its rows, so that a
 * matrix grows at its end without moving anything:
 *
 *     0                               64 KiB                                          a block
 *     │ lane 0: query, scores │ lane 1 │   … │ 1,024 scales │ row │ row │ … │ 1,024 scales │ row │ …
 *
 * A lane is what one thread writes to while it scans; two threads can scan the same rows at the same time.
 */
export interface Layout {
  /** Bytes of a row: its dimensions and zeros up to a multiple of 16, as many as one step of the scan reads. */
  readonly stride: number
  readonly blockBytes: number
}

export const PAGE_BYTES = 65_536
/** One page less than WebAssembly could address, so that no length reaches 2^32. */
export const PAGES_MAX = 65_535
export const ROWS_PER_BLOCK = 1024
/** The sums of dot-rows.wat have room for so many. */
export const DIMENSIONS_MAX = 4096
export const LANES = { main: 0, thread: 1 } as const
export type Lane = (typeof LANES)[keyof typeof LANES]

const STEP_BYTES = 16
const SCALE_BYTES = 4
const QUERY_BYTES = DIMENSIONS_MAX * 2
const LANE_BYTES = QUERY_BYTES + ROWS_PER_BLOCK * 4

export function layoutOf(dimensions: number): Layout {
  const stride = Math.ceil(dimensions / STEP_BYTES) * STEP_BYTES
  return { stride, blockBytes: ROWS_PER_BLOCK * (SCALE_BYTES + stride) }
}

export function queryAt(lane: Lane): number {
  return lane * LANE_BYTES
}

/** Of the rows of one block. */
export function scoresAt(lane: Lane): number {
  return lane * LANE_BYTES + QUERY_BYTES
}

export function scaleAt({ blockBytes }: Layout, row: number): number {
  return blockAt(blockBytes, row) + (row % ROWS_PER_BLOCK) * SCALE_BYTES
}

export function numbersAt({ blockBytes, stride }: Layout, row: number): number {
  return blockAt(blockBytes, row) + ROWS_PER_BLOCK * SCALE_BYTES + (row % ROWS_PER_BLOCK) * stride
}

export function pagesFor(layout: Layout, rows: number): number {
  return Math.ceil((rows === 0 ? PAGE_BYTES : numbersAt(layout, rows - 1) + layout.stride) / PAGE_BYTES)
}

function blockAt(blockBytes: number, row: number): number {
  return PAGE_BYTES + Math.floor(row / ROWS_PER_BLOCK) * blockBytes
}
