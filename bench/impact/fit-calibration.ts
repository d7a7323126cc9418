import { calibrationInputs } from '../../src/impact/weights.ts'
import { type FittedWeights, scoresOf } from './fit-weights.ts'
import type { TrainingRows } from './training-rows.ts'

const STEPS_MAX = 30
const RIDGE = 1e-6

/**
 * A logistic regression from a score to the probability of being gold (Platt 1999), by Newton's method. The scores of a
 * repository come from weights that were trained without it: its own would be too sure.
 */
export function fitCalibration(
  repositories: readonly { readonly rows: TrainingRows; readonly weights: FittedWeights }[],
): readonly number[] {
  const rows = repositories.flatMap(({ rows: { questions }, weights }) => {
    return questions.flatMap((question) => {
      const [first] = question.rows
      if (first === undefined) return []
      const scores = scoresOf(question.rows, weights)
      const inputs = calibrationInputs(scores, first.features)
      return question.rows.map(({ isGold }, at) => ({ inputs: inputs(scores[at]!), isGold: Number(isGold) }))
    })
  })
  const size = rows[0]!.inputs.length
  let weights: number[] = new Array(size).fill(0)
  for (let step = 0; step < STEPS_MAX; step++) {
    const slope = new Array<number>(size).fill(0)
    const curve = Array.from({ length: size }, (_, at) =>
      new Array<number>(size).fill(0).map((_zero, other) => (at === other ? RIDGE : 0)),
    )
    for (const { inputs, isGold } of rows) {
      const p = 1 / (1 + Math.exp(-inputs.reduce((sum, input, at) => sum + input * weights[at]!, 0)))
      for (let at = 0; at < size; at++) {
        slope[at]! += (p - isGold) * inputs[at]!
        for (let other = 0; other < size; other++) curve[at]![other]! += p * (1 - p) * inputs[at]! * inputs[other]!
      }
    }
    const change = solved(curve, slope)
    weights = weights.map((weight, at) => weight - change[at]!)
  }
  return weights.map((weight) => Number(weight.toPrecision(4)))
}

/** Gauss with pivots, of a few unknowns. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    }
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const share = rows[row]![column]! / rows[column]![column]!
      for (let at = column; at <= size; at++) rows[row]![at]! -= share * rows[column]![at]!
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!)
}
