import { IMPACT_ARMS } from './arms.ts'
import type { ImpactReport } from './run.ts'

const COLUMNS = [
  ['R@5', 'r5'],
  ['R@10', 'r10'],
  ['MRR', 'mrr'],
  ['answers', 'coverage'],
] as const

/** The report for people: a line per arm, then what advice would have said at each threshold. */
export function impactTable({
  repo,
  commits,
  queries,
  files,
  hasHistory,
  isShallow,
  history,
  arms,
  advice,
}: ImpactReport): string {
  const head = ['', ...COLUMNS.map(([title]) => title), 'ms p50', 'ms p95']
  const lines = IMPACT_ARMS.map((arm) => [
    arm,
    ...COLUMNS.map(([, key]) => fraction(arms[arm][key])),
    time(arms[arm].msP50),
    time(arms[arm].msP95),
  ])
  const curve = advice.map(({ threshold, coverage, precision, meanShown }) => [
    threshold.toFixed(2),
    fraction(coverage),
    fraction(precision),
    meanShown === null ? '-' : meanShown.toFixed(2),
  ])
  return [
    `${repo}: ${queries} questions about ${commits} commits, ${files} source files${hasHistory ? '' : ', without history'}`,
    ...(isShallow ? ['The repository is shallow: its older commits are missing.'] : []),
    `The log of ${history.commits} commits was read, with rows and edges, in ${(history.ms / 1000).toFixed(1)} s.`,
    '',
    ...aligned([head, ...lines]),
    '',
    ...aligned([['advice at', 'speaks', 'precision', 'shown'], ...curve]),
  ].join('\n')
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
}

function fraction(value: number | null): string {
  return value === null ? '-' : value.toFixed(3)
}

function time(value: number | null): string {
  return value === null ? '-' : value.toFixed(1)
}
