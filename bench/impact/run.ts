import { readLog } from '../../src/capture/git/read-log.ts'
import { EngraphError } from '../../src/graph/errors.ts'
import { wording } from '../../src/graph/wording.ts'
import { ARMS, engraphArm, IMPACT_ARMS, type ImpactArm } from './arms.ts'
import { type AdviceAnswer, type AdviceFigures, type ArmFigures, ArmScores, adviceFigures } from './figures.ts'
import { type HistoryTime, historyTime } from './history-time.ts'
import { pastTree } from './past-tree.ts'
import { type Replayed, replay } from './replay.ts'
import { testCommits } from './test-commits.ts'

export interface ImpactBenchOptions {
  readonly commitsMax: number
  /** Without it the history is not used: a repository on its first day. */
  readonly hasHistory: boolean
  readonly onProgress?: (done: number, total: number) => void
}

export interface ImpactReport {
  readonly schemaVersion: 1
  readonly repo: string
  /** Commits of the test of which at least two files existed. */
  readonly commits: number
  readonly queries: number
  /** Source files before the last of them. */
  readonly files: number
  readonly hasHistory: boolean
  readonly isShallow: boolean
  readonly history: HistoryTime
  readonly arms: Readonly<Record<ImpactArm, ArmFigures>>
  readonly advice: readonly AdviceFigures[]
}

/** Files that advice names at most, and commits of the log that are read. */
const SHOWN_MAX = 5
const LOG_MAX = 100_000

/** How well each arm names the other files of a commit, given one of them and only what was known before. */
export async function runImpactBench(repository: string, options: ImpactBenchOptions): Promise<ImpactReport> {
  const log = await readLog(repository, { commitsMax: LOG_MAX })
  if (log.kind !== 'read') {
    throw new EngraphError('not-found', wording`There is no git history to read in ${repository}.`, {
      hint: 'Name a folder inside a repository with commits.',
      ...(log.kind === 'failed' ? { cause: log.complaint } : {}),
    })
  }
  const history = await historyTime(repository, LOG_MAX)
  const tests = testCommits(log.commits, options.commitsMax)
  await using tree = await pastTree(repository)
  const scores = new Map(IMPACT_ARMS.map((arm) => [arm, new ArmScores()]))
  const advice: AdviceAnswer[] = []
  const counted = { commits: 0, queries: 0, files: 0 }
  const steps = replay(log.commits, tests, { hasHistory: options.hasHistory, treeAt: (commit) => tree.at(commit) })
  for await (const step of steps) {
    counted.commits++
    counted.queries += step.files.length
    counted.files = step.known.files.paths.length
    askAll(step, scores, advice)
    options.onProgress?.(counted.commits, tests.length)
  }
  return {
    schemaVersion: 1,
    repo: repository,
    ...counted,
    hasHistory: options.hasHistory,
    isShallow: log.isShallow,
    history,
    arms: Object.fromEntries([...scores].map(([arm, score]) => [arm, score.figures()])) as ImpactReport['arms'],
    advice: adviceFigures(advice, SHOWN_MAX),
  }
}

function askAll({ known, files }: Replayed, scores: ReadonlyMap<ImpactArm, ArmScores>, advice: AdviceAnswer[]): void {
  for (const arm of IMPACT_ARMS) {
    const answers = files.map((file) => {
      const gold = new Set(files.filter((other) => other !== file))
      const startedAtMs = performance.now()
      if (arm !== 'engraph') return { ranked: ARMS[arm](known, file), ms: performance.now() - startedAtMs, gold }
      const ranked = engraphArm(known, file)
      const ms = performance.now() - startedAtMs
      advice.push({ shown: ranked.map(({ path, probability }) => ({ probability, isGold: gold.has(path) })) })
      return { ranked: ranked.map(({ path }) => path), ms, gold }
    })
    scores.get(arm)!.addCommit(answers)
  }
}
