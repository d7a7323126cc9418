import { AT, type FeatureName, type Features } from './features.ts'

/*
 * A linear model, trained offline by `bench/train-impact.ts` on the last 250 commits of 14 public repositories in seven
 * languages: axios, bat, clap, click, cobra, echo, gson, httpx, koa, okhttp, requests, TanStack Query, tRPC and Vite.
 * Scores say something only beside the others of the same question: the loss is that of a softmax over its candidates.
 *
 *   score = sum of feature × weight          probability = logistic(calibration of the score among its question's)
 *
 * Signs alone mean little where features say nearly the same (`confidence` beside `rootShared`). What each knows is in
 * `features.ts`; what it is worth, in bench/README.md.
 */
export const WEIGHTS: Readonly<Partial<Record<FeatureName, number>>> = {
  shared: 0.234,
  sharedRelative: 0.316,
  sharedNearby: 0.227,
  confidence: -0.779,
  together: -0.115,
  lastThree: 0.213,
  lastTen: 0.193,
  bornTogether: 0.163,
  togetherRecency: 0.398,
  twoSteps: 0.406,
  neighbours: -0.0356,
  recency: -0.0305,
  recencyChanges: 0.828,
  heat: 0.149,
  heatRelative: -0.279,
  frequency: -0.0716,
  sameTime: 0.135,
  sameStem: -0.142,
  testPair: 0.235,
  testOther: 0.331,
  bothTests: -0.2,
  stemWords: 0.134,
  pathWords: 0.894,
  sameFolder: -0.332,
  sizeOfFolder: 0.57,
  proximity: 0.347,
  sameTop: 0.177,
  sameExtension: 0.199,
  identifiers: 0.925,
  identifiersRelative: 0.184,
  wordsRelative: 0.797,
  uses: -0.0239,
  usesRelative: 0.207,
  usedBy: 0.0285,
  usedByRelative: 0.0957,
  length: 0.255,
  imports: 0.217,
  importedBy: 0.163,
  importers: -0.0747,
  rootShared: 0.51,
  squareShared: 0.24,
  rootIdentifiers: 0.531,
  sharedAlike: -0.905,
  sharedRecent: 0.312,
  sharedHeat: -0.298,
  recentAlike: -0.487,
  alikeHeat: 0.376,
  pathWordsHeat: -0.645,
  never: -0.436,
  neverIdentifiers: -0.92,
  neverWords: 1.04,
  neverUses: 0.66,
  neverUsedBy: 0.387,
  coldIdentifiers: 1.39,
  coldPathWords: 0.521,
  coldNeighbours: 0.737,
  coldShared: -0.616,
  ownTestShared: 0.299,
}

/** From a score to a probability (Platt 1999), fitted on repositories that the weights had not seen. */
export const CALIBRATION = {
  score: 0.1614,
  /** Of the logarithm of what the softmax gives it. */
  share: 0.8381,
  ownChanges: -0.1351,
  ownPartners: 0.05796,
  bias: 0.38,
}

const COMPILED = Object.entries(WEIGHTS).map(([name, weight]) => [AT[name as FeatureName], weight] as const)

/** How much speaks for a file. */
export function scoreOf(features: Features): number {
  let score = 0
  for (const [at, weight] of COMPILED) score += features[at]! * weight
  return score
}

/** What the calibration is made of, for each score of one question. Only the first two differ within it. */
export function calibrationInputs(scores: readonly number[], own: Features): (score: number) => readonly number[] {
  const most = scores.reduce((max, score) => Math.max(max, score), Number.NEGATIVE_INFINITY)
  const all = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0))
  return (score) => [score, score - all, own[AT.ownChanges]!, own[AT.ownPartners]!, 1]
}

const CALIBRATED = [
  ...[CALIBRATION.score, CALIBRATION.share],
  ...[CALIBRATION.ownChanges, CALIBRATION.ownPartners, CALIBRATION.bias],
]

/** The probability of each score of one question, in their order. */
export function probabilitiesOf(scores: readonly number[], own: Features): number[] {
  const inputs = calibrationInputs(scores, own)
  return scores.map((score) => {
    const sum = inputs(score).reduce((total, input, at) => total + input * CALIBRATED[at]!, 0)
    return 1 / (1 + Math.exp(-sum))
  })
}
