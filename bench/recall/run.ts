import { type FileHandle, open } from 'node:fs/promises'
import { type OpenOptions, recallConfigHash } from '../../src/engraph.ts'
import { EngraphError } from '../../src/graph/errors.ts'
import { readCommit } from '../commit.ts'
import type { Arm, BenchGrain } from './arms/arm.ts'
import { engraphArm } from './arms/engraph.ts'
import { flatArm } from './arms/flat.ts'
import { readBenchData, readNoise } from './data.ts'
import { measureSpace, type Outcome } from './measure.ts'
import { armReports, type BenchReport, REPORT_SCHEMA_VERSION } from './report.ts'
import { type Selection, selectSpaces } from './splits.ts'

const ARMS = { flat: () => flatArm(), engraph: engraphArm } as const satisfies Record<
  string,
  (ranking: RankingOverrides) => Arm
>
type RankingOverrides = NonNullable<OpenOptions['ranking']>
export type ArmName = keyof typeof ARMS
export const ARM_NAMES = Object.keys(ARMS) as ArmName[]

export interface RecallBenchOptions extends Selection {
  readonly arms: readonly ArmName[]
  readonly grain: BenchGrain
  /** Path of a list of utterances that are mixed into every space. */
  readonly noise?: string
  /** Other values for numbers of the ranking, in the engraph arm. */
  readonly ranking?: RankingOverrides
  /** Path to which a line per question and arm is written. */
  readonly out?: string
  readonly onProgress?: (done: number, total: number, space: string) => void
}

/** Measures how well the gold of a data file is found. The run is partial when the report lists problems. */
export async function runRecallBench(dataPath: string, options: RecallBenchOptions): Promise<BenchReport> {
  const data = await readBenchData(dataPath)
  const noise = options.noise === undefined ? null : await readNoise(options.noise)
  const spaces = selectSpaces(data.spaces, options)
  const arms = [...new Set(options.arms)].map((name) => ARMS[name](options.ranking ?? {}))
  const out = options.out === undefined ? null : await openOut(options.out)
  const outcomes: Outcome[] = []
  const problems: string[] = []
  const indexing = { messages: 0, ms: 0 }
  let abstentions = 0
  try {
    for (const [index, space] of spaces.entries()) {
      options.onProgress?.(index, spaces.length, space.id)
      const measured = await measureSpace(space, { arms, grain: options.grain, noise: noise?.texts ?? [] })
      await out?.appendFile(measured.outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(''))
      outcomes.push(...measured.outcomes)
      problems.push(...measured.problems)
      abstentions += measured.abstentions
      indexing.messages += measured.indexing?.messages ?? 0
      indexing.ms += measured.indexing?.ms ?? 0
    }
    options.onProgress?.(spaces.length, spaces.length, '')
  } finally {
    await out?.close()
  }
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    commit: await readCommit(),
    dataSha256: data.sha256,
    configHash: recallConfigHash(options.ranking),
    embedder: 'none',
    grain: options.grain,
    noise: noise === null ? null : { file: noise.file, sha256: noise.sha256, n: noise.texts.length },
    split: options.split,
    spaces: spaces.length,
    problems,
    abstentions: { n: abstentions },
    arms: armReports(
      arms.map((arm) => arm.name),
      outcomes,
    ),
    index: { messagesPerSecond: indexing.ms === 0 ? null : (indexing.messages / indexing.ms) * 1000 },
    // Kilobytes on every platform.
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  }
}

/** Opened before the run: a path that cannot be written is better known before than after ten minutes. */
async function openOut(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w')
  } catch (cause) {
    throw new EngraphError('invalid-input', `Cannot write ${path}.`, { cause })
  }
}
