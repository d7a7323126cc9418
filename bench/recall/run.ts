import { type FileHandle, open } from 'node:fs/promises'
import { EngraphError } from '../../src/graph/errors.ts'
import { readCommit } from '../commit.ts'
import { ablationRows, meanAblation } from './ablation.ts'
import { type ArmsRequest, type PlannedArms, planArms } from './arms/arms.ts'
import { describeEmbedder } from './embedders.ts'
import { meanOfFiles } from './metrics.ts'
import { measureAll, type SpaceResult, type SpaceTask } from './processes.ts'
import { armReports, type BenchReport, type MeanReport, REPORT_SCHEMA_VERSION, type SeveralReport } from './report.ts'
import { readSources, type SourceFile, type SourceOptions } from './sources.ts'

export interface RecallBenchOptions extends ArmsRequest, SourceOptions {
  /** Path to which a line per question and arm is written. */
  readonly out?: string
  /** Several processes that share the spaces: how many, and the path of the program. Default this one alone. */
  readonly processes?: { readonly count: number; readonly cli: string }
  readonly onProgress?: (done: number, total: number, space: string) => void
}

/**
 * Measures how well the gold of a data file or of a built-in set is found. The run is partial when the report lists
 * problems.
 */
export async function runRecallBench(source: string, options: RecallBenchOptions): Promise<BenchReport> {
  const { files } = await runSeveral([source], options)
  return files[0]!
}

/** Measures several sources; what they are called, see `readSources`. */
export async function runSeveral(sources: readonly string[], options: RecallBenchOptions): Promise<SeveralReport> {
  const plan = planArms(options)
  const chosen = await readSources(sources, options)
  const out = options.out === undefined ? null : await openOut(options.out)
  let results: readonly SpaceResult[][]
  try {
    results = await measureFiles(chosen, options, out)
  } finally {
    await out?.close()
  }
  const commit = await readCommit()
  const files = chosen.map((file, index) => reportOf(file, results[index]!, { ...options, plan, commit }))
  return { schemaVersion: REPORT_SCHEMA_VERSION, files, mean: meanOf(files) }
}

/** By file, in the order of its spaces. */
async function measureFiles(
  files: readonly SourceFile[],
  { arms, ranking, without, ablation, embedder, vectors, processes, onProgress }: RecallBenchOptions,
  out: FileHandle | null,
): Promise<readonly SpaceResult[][]> {
  const request: ArmsRequest = {
    arms,
    ...(ranking === undefined ? {} : { ranking }),
    ...(without === undefined ? {} : { without }),
    ...(ablation === undefined ? {} : { ablation }),
    ...(embedder === undefined ? {} : { embedder }),
    ...(vectors === undefined ? {} : { vectors }),
  }
  const all = files.flatMap((file, index) => file.spaces.map((space) => ({ file, index, space })))
  const tasks = all.map(({ file, space }): SpaceTask => {
    return { request, space, grain: file.grain, noise: file.noise?.texts ?? [] }
  })
  const results: SpaceResult[][] = files.map(() => [])
  await measureAll(tasks, {
    processes: processes ?? null,
    onBegin: (place, done) => {
      const { file, space } = all[place]!
      onProgress?.(done, all.length, `${file.data.name} ${space.id}`)
    },
    onMeasured: async (place, result) => {
      const { file, index } = all[place]!
      const lines = result.measured.outcomes.map((outcome) => JSON.stringify({ data: file.data.name, ...outcome }))
      await out?.appendFile(lines.map((line) => `${line}\n`).join(''))
      results[index]!.push(result)
    },
  })
  onProgress?.(all.length, all.length, '')
  return results
}

interface Run extends Pick<RecallBenchOptions, 'split' | 'processes'> {
  readonly plan: PlannedArms
  readonly commit: string | null
}

function reportOf(
  { data, grain, spaces, noise }: SourceFile,
  results: readonly SpaceResult[],
  { plan, commit, split, processes }: Run,
): BenchReport {
  const measured = results.map((result) => result.measured)
  const outcomes = measured.flatMap((space) => space.outcomes)
  const messages = measured.reduce((total, { indexing }) => total + (indexing?.messages ?? 0), 0)
  const ms = measured.reduce((total, { indexing }) => total + (indexing?.ms ?? 0), 0)
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    commit,
    data: data.name,
    dataSha256: data.sha256,
    configHash: plan.configHash,
    embedder: results[0]?.embedder ?? null,
    grain,
    noise: noise === null ? null : { file: noise.file, sha256: noise.sha256, n: noise.texts.length },
    split,
    without: plan.without,
    processes: processes?.count ?? 1,
    spaces: spaces.length,
    problems: [...embedderProblems(results), ...measured.flatMap((space) => space.problems)],
    abstentions: { n: measured.reduce((total, { abstentions }) => total + abstentions, 0) },
    arms: armReports(plan.names, outcomes),
    ablation: plan.ablation === null ? null : ablationRows(plan.ablation, outcomes),
    index: { messagesPerSecond: ms === 0 ? null : (messages / ms) * 1000 },
    peakRssMb: Math.max(...results.map(({ peakRssMb }) => peakRssMb)),
  }
}

/** Every space must have been measured with the embedder that was chosen. */
function embedderProblems(results: readonly SpaceResult[]): string[] {
  const reports = results.flatMap(({ embedder }) => (embedder === null ? [] : [embedder]))
  const fallen = reports.find(({ problem }) => problem !== null)
  const used = new Set(reports.map(describeEmbedder))
  return [
    ...(fallen === undefined
      ? []
      : [`The embedder is not the one that was chosen but ${fallen.tier}: ${fallen.problem}`]),
    ...(used.size > 1 ? [`Spaces were measured with different embedders: ${[...used].join('; ')}.`] : []),
  ]
}

function meanOf(files: readonly BenchReport[]): MeanReport {
  const ablations = files.flatMap(({ ablation }) => (ablation === null ? [] : [ablation]))
  const arms = Object.keys(files[0]?.arms ?? {})
  return {
    arms: Object.fromEntries(arms.map((arm) => [arm, meanOfFiles(files.map((file) => file.arms[arm]!.overall))])),
    ablation: ablations.length === 0 ? null : meanAblation(ablations),
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
