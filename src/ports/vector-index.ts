/** Vectors as bytes: of each row its numbers, from -128 to 127, and by what to multiply them. */
export interface QuantisedRows {
  /** Row after row, each as long as the index has dimensions. */
  readonly numbers: Int8Array
  /** One per row, at least 0; 0 for a row that is not there. */
  readonly scales: Float32Array
}

/**
 * The vectors of one space by row, and how like each of them is to a question. Rows are numbered by the caller.
 *
 * **Contract:** every row is looked at, so that nothing near is missed. Likeness is the scalar product with what the
 * row is as bytes: for vectors of unit length the cosine, usually off by less than 0.001. A row that was never set, was
 * cleared, or was set to zeros has a likeness of 0. Rows that change while likeness is
 * computed count as they were before or as they are after, never by halves. What is wrong with an argument is an
 * `EngraphError` of the code `invalid-input`, and so is a row for which there is no memory.
 */
export interface VectorIndex {
  readonly dimensions: number
  /** One more than the highest row that was ever set. */
  readonly rows: number
  /** Memory that is held. */
  readonly bytes: number
  /** Numbers from -1 to 1. */
  set(row: number, vector: Float32Array): void
  /** Rows that stand one behind the other. */
  setBlock(firstRow: number, block: QuantisedRows): void
  clear(row: number): void
  /** Whether a vector that is not zeros is there. */
  isSet(row: number): boolean
  /** Likeness by row, of as many rows as there were when it was asked. */
  scores(query: Float32Array): Promise<Float32Array>
  /** Likeness of some rows, in their order. */
  dots(rows: readonly number[], query: Float32Array): Float32Array
  close(): Promise<void>
}
