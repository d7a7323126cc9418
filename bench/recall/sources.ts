import { BENCH_GRAINS, type BenchGrain } from './arms/arm.ts'
import { type BenchData, type NoiseData, readBenchData, readNoise } from './data.ts'
import { type Selection, selectSpaces } from './splits.ts'

export interface SourceOptions extends Selection {
  /** Of every source that does not name its own. */
  readonly grain: BenchGrain
  /** Path of a list of utterances, mixed into every space of the sources that do not name their own. */
  readonly noise?: string
}

/** A data file with what is measured of it, and how. */
export interface SourceFile {
  readonly data: BenchData
  readonly grain: BenchGrain
  readonly spaces: BenchData['spaces']
  readonly noise: NoiseData | null
}

/**
 * Reads data files and built-in sets, all of them before anything is measured: a mistyped name is better known before
 * than after ten minutes. A source may name its grain and its noise: `realmem.json:session`,
 * `memdaily.json:noise=chatter.json`.
 */
export async function readSources(sources: readonly string[], options: SourceOptions): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = []
  for (const source of sources) {
    const { path, grain = options.grain, noise = options.noise } = splitSource(source)
    const data = await readBenchData(path)
    const spaces = selectSpaces(data, options)
    files.push({ data, spaces, grain, noise: noise === undefined ? null : await readNoise(noise) })
  }
  return files
}

interface Source {
  readonly path: string
  readonly grain?: BenchGrain
  readonly noise?: string
}

const NOISE_MARK = ':noise='

/** `memdaily.json:session:noise=chatter.json` is memdaily.json, compared by sessions, with the noise of chatter.json. */
function splitSource(source: string): Source {
  const mark = source.indexOf(NOISE_MARK)
  const noise = mark < 0 ? {} : { noise: source.slice(mark + NOISE_MARK.length) }
  const path = mark < 0 ? source : source.slice(0, mark)
  const grain = BENCH_GRAINS.find((known) => path.endsWith(`:${known}`))
  if (grain === undefined) return { path, ...noise }
  return { path: path.slice(0, -grain.length - 1), grain, ...noise }
}
