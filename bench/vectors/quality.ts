import { openMatrix } from '../../src/vectors/matrix.ts'
import { scoreAll, topRows } from '../../src/vectors/scan.ts'
import { type DataKind, type MadeUpVectors, madeUpVectors } from './data.ts'

export interface QualityFigures {
  readonly kind: DataKind
  readonly rows: number
  readonly dimensions: number
  /** The share of the 30 nearest by floats that is among the 30 nearest by bytes, mean over the questions. */
  readonly recallAt30: number
  /** Of every row to every question, against floats. */
  readonly errorMax: number
  readonly errorMean: number
  /** The likeness of the 30th nearest, mean over the questions: what the errors are to be compared with. */
  readonly thirtieth: number
}

export interface QualityOptions {
  readonly rows: number
  readonly dimensions: number
  readonly queries: number
}

const NEAREST = 30

/** What is lost by keeping vectors as bytes, against floats in double precision. */
export function measureQuality(kind: DataKind, { rows, dimensions, queries }: QualityOptions): QualityFigures {
  const data = madeUpVectors(kind, { count: rows, dimensions, queries })
  const matrix = openMatrix({ dimensions })
  for (let row = 0; row < rows; row++) {
    matrix.set(row, data.numbers.subarray(row * dimensions, (row + 1) * dimensions))
  }
  let [found, errorMax, errorSum, thirtieth] = [0, 0, 0, 0]
  for (const query of data.queries) {
    const [truth, scores] = [exactScores(data, query), scoreAll(matrix, query)]
    for (let row = 0; row < rows; row++) {
      const error = Math.abs(truth[row]! - scores[row]!)
      errorSum += error
      if (error > errorMax) errorMax = error
    }
    const nearest = topRows(truth, NEAREST)
    const byBytes = new Set(topRows(scores, NEAREST).map(({ row }) => row))
    found += nearest.filter(({ row }) => byBytes.has(row)).length / nearest.length
    thirtieth += nearest.at(-1)!.score
  }
  return {
    kind,
    rows,
    dimensions,
    recallAt30: found / queries,
    errorMax,
    errorMean: errorSum / (rows * queries),
    thirtieth: thirtieth / queries,
  }
}

function exactScores({ numbers, count, dimensions }: MadeUpVectors, query: Float32Array): Float32Array {
  const scores = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    let sum = 0
    for (let i = 0, at = row * dimensions; i < dimensions; i++, at++) sum += numbers[at]! * query[i]!
    scores[row] = sum
  }
  return scores
}
