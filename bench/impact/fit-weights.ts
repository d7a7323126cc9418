import { FEATURES, type FeatureName, type Features } from '../../src/impact/features.ts'
import type { TrainingQuestion, TrainingRows } from './training-rows.ts'

/*
 * A linear model whose scores, through a softmax over the candidates of a question, give the gold of that question as
 * much as possible (ListNet's top-one loss, Cao et al. 2007). Only differences within a question count, so what is the
 * same for all of its candidates has no weight. Each repository counts the same, however many commits it has.
 */

const STEPS_MAX = 200
const RATE = 0.05
/** Pulls weights of standardised features to zero: half of a pair that says the same would do as well. */
const RIDGE = 3e-4
/** Adam, Kingma & Ba 2015, with their constants. */
const [BETA_1, BETA_2, EPSILON] = [0.9, 0.999, 1e-8]

export type FittedWeights = Readonly<Partial<Record<FeatureName, number>>>

/** The same rows give the same weights. */
export function fitWeights(repositories: readonly TrainingRows[]): FittedWeights {
  const used = FEATURES.map((name, at) => ({ name, at })).filter(
    ({ name }) => !name.startsWith('own') || name.startsWith('ownTest'),
  )
  const problem = problemOf(
    repositories,
    used.map(({ at }) => at),
  )
  const size = used.length
  const weights = new Float64Array(size)
  const first = new Float64Array(size)
  const second = new Float64Array(size)
  for (let step = 1; step <= STEPS_MAX; step++) {
    const slope = slopeAt(weights, problem)
    // The rate falls, so that the end is at rest.
    const rate = RATE * (1 - step / (STEPS_MAX + 1))
    for (let at = 0; at < size; at++) {
      const own = slope[at]! + 2 * RIDGE * weights[at]!
      first[at] = BETA_1 * first[at]! + (1 - BETA_1) * own
      second[at] = BETA_2 * second[at]! + (1 - BETA_2) * own * own
      const unbiased = first[at]! / (1 - BETA_1 ** step)
      weights[at]! -= (rate * unbiased) / (Math.sqrt(second[at]! / (1 - BETA_2 ** step)) + EPSILON)
    }
  }
  return Object.fromEntries(
    used.map(({ name }, at) => [name, Number((weights[at]! / problem.deviations[at]!).toPrecision(3))]),
  )
}

export function scoresOf(rows: TrainingQuestion['rows'], weights: Readonly<Record<string, number>>): number[] {
  const compiled = FEATURES.map((name) => weights[name] ?? 0)
  return rows.map(({ features }) => compiled.reduce((sum, weight, at) => sum + weight * features[at]!, 0))
}

interface Problem {
  /** Standardised, row by row. */
  readonly values: Float32Array
  readonly isGold: Uint8Array
  /** First row and number of rows of each question, its gold among them, and what it counts. */
  readonly questions: readonly {
    readonly from: number
    readonly to: number
    readonly gold: number
    readonly weight: number
  }[]
  readonly deviations: Float64Array
}

function problemOf(repositories: readonly TrainingRows[], used: readonly number[]): Problem {
  const asked = repositories.flatMap(({ questions }) => {
    const telling = questions.filter(({ rows }) => rows.some(({ isGold }) => isGold))
    return telling.map(({ rows }) => ({ rows, weight: 1 / telling.length / repositories.length }))
  })
  const rows = asked.flatMap((question) => question.rows)
  const { means, deviations } = spreadOf(
    rows.map(({ features }) => features),
    used,
  )
  const values = new Float32Array(rows.length * used.length)
  rows.forEach(({ features }, row) => {
    used.forEach((feature, at) => {
      values[row * used.length + at] = (features[feature]! - means[at]!) / deviations[at]!
    })
  })
  let from = 0
  const questions = asked.map(({ rows: own, weight }) => {
    const question = { from, to: from + own.length, gold: own.filter(({ isGold }) => isGold).length, weight }
    from = question.to
    return question
  })
  return { values, isGold: Uint8Array.from(rows, ({ isGold }) => Number(isGold)), questions, deviations }
}

function spreadOf(rows: readonly Features[], used: readonly number[]): Record<'means' | 'deviations', Float64Array> {
  const means = Float64Array.from(used, (at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length)
  const deviations = Float64Array.from(used, (at, own) =>
    Math.sqrt(rows.reduce((sum, row) => sum + (row[at]! - means[own]!) ** 2, 0) / rows.length + 1e-9),
  )
  return { means, deviations }
}

/** How the loss changes with each weight: for every candidate, what the softmax gives it less what it should. */
function slopeAt(weights: Float64Array, { values, isGold, questions }: Problem): Float64Array {
  const size = weights.length
  const slope = new Float64Array(size)
  for (const { from, to, gold, weight } of questions) {
    const scores = new Float64Array(to - from)
    let most = Number.NEGATIVE_INFINITY
    for (let row = from; row < to; row++) {
      let score = 0
      for (let at = 0, value = row * size; at < size; at++, value++) score += weights[at]! * values[value]!
      scores[row - from] = score
      most = Math.max(most, score)
    }
    const all = scores.reduce((sum, score) => sum + Math.exp(score - most), 0)
    for (let row = from; row < to; row++) {
      const error = weight * (Math.exp(scores[row - from]! - most) / all - isGold[row]! / gold)
      for (let at = 0, value = row * size; at < size; at++, value++) slope[at]! += error * values[value]!
    }
  }
  return slope
}
