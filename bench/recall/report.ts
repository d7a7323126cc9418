import type { AblationRow, MeanAblationRow } from './ablation.ts'
import type { BenchGrain } from './arms/arm.ts'
import type { EmbedderReport } from './embedders.ts'
import type { Outcome } from './measure.ts'
import { budgetFigures, type Figures, meanFigures, percentile, questionFigures } from './metrics.ts'
import type { Split } from './splits.ts'

export const REPORT_SCHEMA_VERSION = 3

export interface ArmReport {
  readonly overall: Figures
  /** Without category 5, whose premises are false; only where the categories are LoCoMo's. */
  readonly overall14?: Figures
  readonly categories: Readonly<Record<string, Figures>>
  readonly latency: { readonly p50Ms: number | null; readonly p95Ms: number | null }
}

/** What `--json` prints of one file; bench/README.md says what each field means. */
export interface BenchReport {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION
  /** Commit of the code that ran, `-dirty` after it when the tree had changes; `null` outside a checkout. */
  readonly commit: string | null
  /** The file's name without its folder, or `set:<name>`. */
  readonly data: string
  readonly dataSha256: string
  /** Of the ranking of the engraph arm. */
  readonly configHash: string
  /** `null` where no arm has one. */
  readonly embedder: EmbedderReport | null
  readonly grain: BenchGrain
  readonly noise: { readonly file: string; readonly sha256: string; readonly n: number } | null
  readonly split: Split
  /** Signals that the engraph arm was measured without. */
  readonly without: readonly string[]
  /** How many shared the spaces; with several, times are not comparable. */
  readonly processes: number
  /** How many were measured. */
  readonly spaces: number
  readonly problems: readonly string[]
  readonly abstentions: { readonly n: number }
  readonly arms: Readonly<Record<string, ArmReport>>
  /** `null` where it was not asked for. */
  readonly ablation: readonly AblationRow[] | null
  readonly index: { readonly messagesPerSecond: number | null }
  readonly peakRssMb: number
}

/** What `--json` prints of several files. */
export interface SeveralReport {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION
  readonly files: readonly BenchReport[]
  readonly mean: MeanReport
}

/** Every file weighs the same, whatever its number of questions. */
export interface MeanReport {
  readonly arms: Readonly<Record<string, Figures>>
  readonly ablation: readonly MeanAblationRow[] | null
}

/** The figures of each arm, computed from nothing but its outcomes. */
export function armReports(names: readonly string[], outcomes: readonly Outcome[]): Record<string, ArmReport> {
  return Object.fromEntries(names.map((name) => [name, armReport(outcomes.filter((outcome) => outcome.arm === name))]))
}

export function armReport(outcomes: readonly Outcome[]): ArmReport {
  const scored = outcomes.map((outcome) => ({
    outcome,
    figures: {
      ...questionFigures(outcome.ids, outcome.gold),
      ...budgetFigures(outcome.packed, outcome.gold),
    },
  }))
  const over = (wanted: (category: string) => boolean) =>
    meanFigures(scored.filter(({ outcome }) => wanted(outcome.category)).map(({ figures }) => figures))
  const categories = [...new Set(outcomes.map((outcome) => outcome.category))].sort()
  const isLocomo = categories.length > 0 && categories.every((category) => /^[1-5]$/u.test(category))
  const times = outcomes.map((outcome) => outcome.ms)
  return {
    overall: over(() => true),
    ...(isLocomo ? { overall14: over((category) => category !== '5') } : {}),
    categories: Object.fromEntries(categories.map((category) => [category, over((other) => other === category)])),
    latency: { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) },
  }
}
