/**
 * Multiplies one query with rows that stand one behind the other. Addresses are bytes within the memory that the kernel was
 * made for: of the query, the first row, its scale and its result; then bytes of a row, how many rows, at least one,
 * and the scale of the query.
 */
export type DotRows = (
  query: number,
  row: number,
  scale: number,
  out: number,
  stride: number,
  count: number,
  queryScale: number,
) => void

/** Bytes that can become more. A view of them ends where they ended when it was made. */
export interface ByteMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer
  grow(pages: number): unknown
}
