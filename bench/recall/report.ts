import type { BenchGrain } from './arms/arm.ts'
import type { Outcome } from './measure.ts'
import { FIGURES, type Figures, meanFigures, percentile, questionFigures } from './metrics.ts'
import type { Split } from './splits.ts'

export const REPORT_SCHEMA_VERSION = 1

export interface ArmReport {
  readonly overall: Figures
  /** Without category 5, whose premises are false; only where the categories are LoCoMo's. */
  readonly overall14?: Figures
  readonly categories: Readonly<Record<string, Figures>>
  readonly latency: { readonly p50Ms: number | null; readonly p95Ms: number | null }
}

/** What `--json` prints. */
export interface BenchReport {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION
  /** Commit of the code that ran, `-dirty` after it when the tree had changes; `null` outside a checkout. */
  readonly commit: string | null
  readonly dataSha256: string
  readonly configHash: string
  readonly embedder: 'none'
  readonly grain: BenchGrain
  readonly noise: { readonly file: string; readonly sha256: string; readonly n: number } | null
  readonly split: Split
  /** How many were measured. */
  readonly spaces: number
  readonly problems: readonly string[]
  readonly abstentions: { readonly n: number }
  readonly arms: Readonly<Record<string, ArmReport>>
  readonly index: { readonly messagesPerSecond: number | null }
  readonly peakRssMb: number
}

/** The figures of each arm, computed from nothing but its outcomes. */
export function armReports(names: readonly string[], outcomes: readonly Outcome[]): Record<string, ArmReport> {
  return Object.fromEntries(names.map((name) => [name, armReport(outcomes.filter((outcome) => outcome.arm === name))]))
}

function armReport(outcomes: readonly Outcome[]): ArmReport {
  const scored = outcomes.map((outcome) => ({ outcome, figures: questionFigures(outcome.ids, outcome.gold) }))
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

/** The report for people: a line per arm, and per category where asked for. */
export function reportTable(report: BenchReport, options: { readonly perCategory: boolean }): string {
  const rows: string[][] = [['arm', 'questions', ...FIGURES, 'p50 ms', 'p95 ms', 'n']]
  for (const [name, arm] of Object.entries(report.arms)) {
    const { p50Ms, p95Ms } = arm.latency
    rows.push(figureRow(name, 'all', arm.overall, [fixed(p50Ms, 1), fixed(p95Ms, 1)]))
    if (arm.overall14 !== undefined) rows.push(figureRow(name, 'categories 1-4', arm.overall14))
    if (!options.perCategory) continue
    for (const [category, figures] of Object.entries(arm.categories)) rows.push(figureRow(name, category, figures))
  }
  const { noise, index, problems } = report
  const facts = [
    `${report.spaces} spaces (split ${report.split}), grain ${report.grain}, noise ${noise === null ? 'none' : `${noise.n} from ${noise.file}`}, ${report.abstentions.n} abstentions left out`,
    `index ${index.messagesPerSecond === null ? 'not measured' : `${Math.round(index.messagesPerSecond)} messages/s`}, peak memory ${Math.round(report.peakRssMb)} MB`,
    `data ${report.dataSha256.slice(0, 12)}, configuration ${report.configHash}, commit ${report.commit ?? 'unknown'}`,
  ]
  return [aligned(rows), '', ...facts, ...problemLines(problems)].join('\n')
}

/** Problems that are printed to people; `--json` has them all. */
const PROBLEMS_SHOWN = 20

function problemLines(problems: readonly string[]): string[] {
  if (problems.length === 0) return []
  const more = problems.length - PROBLEMS_SHOWN
  return [
    `\nThis run is partial, ${problems.length} problems:`,
    ...problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  ${problem}`),
    ...(more > 0 ? [`  and ${more} more (see --json)`] : []),
  ]
}

function figureRow(arm: string, questions: string, figures: Figures, times: readonly string[] = ['', '']): string[] {
  return [arm, questions, ...FIGURES.map((figure) => fixed(figures[figure], 3)), ...times, String(figures.n)]
}

function fixed(value: number | null, digits: number): string {
  return value === null ? '-' : value.toFixed(digits)
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
