import { spawnSync } from 'node:child_process'
import { percentile } from '../recall/metrics.ts'

export interface ColdFigures {
  /** Pairs of an empty `node` and a recall, one after the other, so that both meet the same noise. */
  readonly pairs: number
  readonly recallMs: number
  readonly nodeMs: number
  /** Median over the pairs of what the recall takes more. */
  readonly differenceMs: number
  /** Of the medians. */
  readonly ratio: number
}

const PAIRS = 9

export interface ColdSubject {
  /** Path of the program `engraph`. */
  readonly cli: string
  readonly file: string
  readonly space: string
  readonly questions: readonly string[]
}

/** What one `engraph recall` costs from nothing, against an empty `node` process. `null` when the program fails. */
export function measureCold({ cli, file, space, questions }: ColdSubject): ColdFigures | null {
  const recall: number[] = []
  const empty: number[] = []
  // The first pair warms the page cache and is thrown away.
  for (let pair = 0; pair <= PAIRS; pair++) {
    const nodeMs = spawnMs(['-e', '0'])
    const question = questions[pair % questions.length]!
    const recallMs = spawnMs([cli, '--file', file, '--space', space, 'recall', question])
    if (nodeMs === null || recallMs === null) return null
    if (pair === 0) continue
    empty.push(nodeMs)
    recall.push(recallMs)
  }
  const median = (values: readonly number[]) => percentile(values, 0.5)!
  return {
    pairs: PAIRS,
    recallMs: median(recall),
    nodeMs: median(empty),
    differenceMs: median(recall.map((ms, pair) => ms - empty[pair]!)),
    ratio: median(recall) / median(empty),
  }
}

function spawnMs(arguments_: readonly string[]): number | null {
  const start = performance.now()
  const { status, error } = spawnSync(process.execPath, arguments_, { stdio: 'ignore' })
  const ms = performance.now() - start
  return error === undefined && status === 0 ? ms : null
}
