import type { AblationDelta, AblationRow } from './ablation.ts'
import { deltaOf } from './ablation.ts'
import { describeEmbedder } from './embedders.ts'
import { BUDGET_FIGURES, FIGURES, type Figures } from './metrics.ts'
import type { ArmReport, BenchReport, SeveralReport } from './report.ts'

export interface TableOptions {
  readonly perCategory: boolean
}

const ALL = 'all'

/** The report for people: a line per arm, and per category where asked for; then what budgets hold, then the ablation. */
export function reportTable(report: BenchReport, options: TableOptions): string {
  const rows: string[][] = [['arm', 'questions', ...FIGURES, 'p50 ms', 'p95 ms', 'n']]
  const budgets: string[][] = [['arm', 'questions', ...BUDGET_FIGURES, 'answers']]
  for (const [name, arm] of Object.entries(report.arms)) {
    const { p50Ms, p95Ms } = arm.latency
    for (const [questions, figures] of groupsOf(arm, options)) {
      const times = questions === ALL ? [fixed(p50Ms, 1), fixed(p95Ms, 1)] : ['', '']
      rows.push([name, questions, ...cells(figures, FIGURES), ...times, String(figures.n)])
      budgets.push([name, questions, ...cells(figures, BUDGET_FIGURES), String(figures.answers)])
    }
  }
  const { noise, index, problems, ablation } = report
  const facts = [
    `${report.data}: ${report.spaces} spaces (split ${report.split}), grain ${report.grain}, noise ${noise === null ? 'none' : `${noise.n} from ${noise.file}`}, ${report.abstentions.n} abstentions left out`,
    `index ${index.messagesPerSecond === null ? 'not measured' : `${Math.round(index.messagesPerSecond)} messages/s`}, peak memory ${Math.round(report.peakRssMb)} MB`,
    `data ${report.dataSha256.slice(0, 12)}, configuration ${report.configHash}, commit ${report.commit ?? 'unknown'}`,
  ]
  if (report.embedder !== null) facts.push(describeEmbedder(report.embedder))
  if (report.without.length > 0) facts.push(`engraph without ${report.without.join(', ')}`)
  return [
    aligned(rows),
    '',
    aligned(budgets),
    ...(ablation === null ? [] : ['', ablationTable(report, ablation, options)]),
    '',
    ...facts,
    ...problemLines(problems),
  ].join('\n')
}

/** What each signal changes by its absence; LoCoMo's categories always, those of other data where asked for. */
function ablationTable(report: BenchReport, ablation: readonly AblationRow[], options: TableOptions): string {
  const whole = report.arms['engraph']!
  const wanted = { perCategory: options.perCategory || whole.overall14 !== undefined }
  const names = groupsOf(whole, wanted).map(([questions]) => questions)
  const rows = [['without', 'better/worse', ...names.flatMap((name) => [`ΔR@10 ${name}`, 'ΔMRR'])]]
  for (const { without, figures, questions } of ablation) {
    const deltas = groupsOf(figures, wanted).map(([, reduced], place) =>
      deltaOf(reduced, groupsOf(whole, wanted)[place]![1]),
    )
    rows.push([without, `${questions.better}/${questions.worse}`, ...deltas.flatMap(deltaCells)])
  }
  return aligned(rows)
}

function deltaCells({ r10, mrr }: AblationDelta): string[] {
  return [r10, mrr].map((delta) => {
    const written = fixed(delta, 4)
    return delta !== null && Number(written) > 0 ? `+${written}` : written.replace(/^-(?=0\.0+$)/u, '')
  })
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

/** Every file as above, then the means over them. */
export function severalTable({ files, mean }: SeveralReport, options: TableOptions): string {
  const rows: string[][] = [['mean of files', '', ...FIGURES, ...BUDGET_FIGURES, 'n']]
  for (const [name, figures] of Object.entries(mean.arms)) {
    rows.push([name, '', ...cells(figures, FIGURES), ...cells(figures, BUDGET_FIGURES), String(figures.n)])
  }
  const ablation = (mean.ablation ?? []).map(({ without, delta }) => [without, '', ...deltaCells(delta)])
  return [
    ...files.flatMap((report) => [reportTable(report, options), '', '']),
    aligned(rows),
    ...(ablation.length === 0 ? [] : ['', aligned([['without', '', 'ΔR@10', 'ΔMRR'], ...ablation])]),
  ].join('\n')
}

type Group = readonly [questions: string, figures: Figures]

/** All questions, LoCoMo's without category 5, each category. */
function groupsOf(arm: ArmReport, { perCategory }: TableOptions): readonly Group[] {
  return [
    [ALL, arm.overall],
    ...(arm.overall14 === undefined ? [] : [['categories 1-4', arm.overall14] as const]),
    ...(perCategory ? Object.entries(arm.categories) : []),
  ]
}

function cells<Name extends keyof Figures>(figures: Figures, names: readonly Name[]): string[] {
  return names.map((name) => fixed(figures[name], 3))
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
