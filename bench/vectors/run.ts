import { readCommit } from '../commit.ts'
import { type Machine, readMachine } from '../machine.ts'
import { KINDS } from './data.ts'
import { measureQuality, type QualityFigures } from './quality.ts'
import { measureVectorSpeed, type SpeedFigures } from './speed.ts'

export interface VectorsReport {
  readonly schemaVersion: 1
  readonly commit: string | null
  readonly machine: Machine
  readonly speed: readonly SpeedFigures[]
  readonly quality: readonly QualityFigures[]
}

export interface VectorsEffort {
  readonly rounds: number
  readonly plainRounds: number
  readonly queries: number
}

export interface VectorsOptions {
  readonly rows: readonly number[]
  readonly effort?: VectorsEffort
  readonly onProgress?: (share: number | null, label: string) => void
}

export const LARGE_ROWS = 1_000_000

const EFFORT: VectorsEffort = { rounds: 100, plainRounds: 20, queries: 20 }
const SPEED_DIMENSIONS = 384
const QUALITY_DIMENSIONS = [128, 384]
/** With more of them, the floats to compare with would take gigabytes. */
const QUALITY_ROWS_MAX = 100_000

/** How fast vectors are scanned in each way, and what is lost by keeping them as bytes. */
export async function runVectorsBench(options: VectorsOptions): Promise<VectorsReport> {
  const { effort = EFFORT, onProgress = () => {} } = options
  const sizes = [...options.rows].sort((a, b) => a - b)
  const speed: SpeedFigures[] = []
  for (const rows of sizes) {
    onProgress(null, `speed: ${rows} rows`)
    speed.push(await measureVectorSpeed({ rows, dimensions: SPEED_DIMENSIONS, ...effort }))
  }
  const quality: QualityFigures[] = []
  for (const rows of sizes.filter((size) => size <= QUALITY_ROWS_MAX)) {
    for (const dimensions of QUALITY_DIMENSIONS) {
      for (const kind of KINDS) {
        onProgress(null, `quality: ${rows} rows of ${dimensions}, ${kind}`)
        quality.push(measureQuality(kind, { rows, dimensions, queries: effort.queries }))
      }
    }
  }
  return {
    schemaVersion: 1,
    commit: await readCommit(),
    machine: readMachine(),
    speed,
    quality,
  }
}
