import type { Recalled } from '../../src/index.ts'
import { percentile } from '../recall/metrics.ts'

export interface StageFigures {
  readonly p50Ms: number
  readonly p95Ms: number
}

/** How long each stage of the recalls took, by the name that `Recalled.timings` gives it. */
export function stageFigures(recalls: readonly Pick<Recalled, 'timings'>[]): Readonly<Record<string, StageFigures>> {
  const times = new Map<string, number[]>()
  for (const { timings } of recalls) {
    for (const [stage, ms] of Object.entries(timings)) times.set(stage, [...(times.get(stage) ?? []), ms])
  }
  return Object.fromEntries(
    [...times].map(([stage, ms]) => [stage, { p50Ms: percentile(ms, 0.5)!, p95Ms: percentile(ms, 0.95)! }]),
  )
}
