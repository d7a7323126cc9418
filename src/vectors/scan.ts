import { EngraphError } from '../graph/errors.ts'
import { requireGiven, wholeNumber } from '../graph/given.ts'
import { wording } from '../graph/wording.ts'
import { LANES, type Lane, numbersAt, queryAt, ROWS_PER_BLOCK, scaleAt, scoresAt } from './layout.ts'
import { ROWS_MAX, type Scannable } from './matrix.ts'
import { quantiseQuery } from './quantise.ts'

/**
 * The likeness of every row to a query, by row. Whole numbers are multiplied and added without loss. With r and q as they
 * were before they became whole, and s and t the steps of both, it is off by s/2 · Σ|q| + t/2 · Σ|r| at most, and a
 * little more where both errors meet; errors of many numbers cancel out, and a thirtieth of that is usual.
 */
export function scoreAll(matrix: Scannable, query: Float32Array, lane: Lane = LANES.main): Float32Array<ArrayBuffer> {
  const scores = new Float32Array(matrix.rows)
  scoreRange(matrix, query, { scores, from: 0, to: matrix.rows, lane })
  return scores
}

export interface ScoreRange {
  /** By row; what lies outside of the range stays. */
  readonly scores: Float32Array
  readonly from: number
  /** Excluded. */
  readonly to: number
  readonly lane?: Lane
}

export function scoreRange(matrix: Scannable, query: Float32Array, range: ScoreRange): void {
  const { scores, from, to, lane = LANES.main } = range
  const dots = ready(matrix, query, lane)
  for (let row = from; row < to; ) {
    // A block a call: short calls are what lets the engine replace the code by faster one during the first scan.
    const end = Math.min(to, (Math.floor(row / ROWS_PER_BLOCK) + 1) * ROWS_PER_BLOCK)
    scores.set(dots(row, end - row), row)
    row = end
  }
}

/** The likeness of some rows, in their order; of a row that was never set it is 0. */
export function dotMany(matrix: Scannable, rows: readonly number[], query: Float32Array): Float32Array {
  const dots = ready(matrix, query, LANES.main)
  return Float32Array.from(rows, (row) => {
    requireGiven(row, wording`A row`, wholeNumber(0, ROWS_MAX - 1))
    return row < matrix.rows ? dots(row, 1)[0]! : 0
  })
}

export interface RowScore {
  readonly row: number
  readonly score: number
}

const TOP_MAX = 10_000

/** The rows with the largest likeness above 0, largest first; of equal ones the lower row. */
export function topRows(scores: Float32Array, limit: number): readonly RowScore[] {
  requireGiven(limit, wording`The number of rows`, wholeNumber(0, TOP_MAX))
  const top: RowScore[] = []
  let least = 0
  for (let row = 0; row < scores.length; row++) {
    const score = scores[row]!
    if (!(score > least) || limit === 0) continue
    top.splice(placeOf(top, score), 0, { row, score })
    if (top.length > limit) top.pop()
    if (top.length === limit) least = top[limit - 1]!.score
  }
  return top
}

/** Where a score belongs among larger ones and those that came before it. */
function placeOf(top: readonly RowScore[], score: number): number {
  let [low, high] = [0, top.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (top[middle]!.score >= score) low = middle + 1
    else high = middle
  }
  return low
}

/** Puts the query in its place; what it returns computes rows of one block, in a view that the next call overwrites. */
function ready(matrix: Scannable, query: Float32Array, lane: Lane): (row: number, count: number) => Float32Array {
  const { dimensions, layout, memory, dotRows } = matrix
  if (query.length !== dimensions) {
    throw new EngraphError('invalid-input', wording`There must be ${dimensions} numbers; there are ${query.length}.`)
  }
  const numbers = new Int16Array(memory.buffer, queryAt(lane), layout.stride)
  const queryScale = quantiseQuery(numbers, query)
  numbers.fill(0, dimensions)
  const scores = new Float32Array(memory.buffer, scoresAt(lane), ROWS_PER_BLOCK)
  return (row, count) => {
    dotRows(
      queryAt(lane),
      numbersAt(layout, row),
      scaleAt(layout, row),
      scoresAt(lane),
      layout.stride,
      count,
      queryScale,
    )
    return scores.subarray(0, count)
  }
}
