import type { Outcome } from './measure.ts'
import { mean, questionFigures } from './metrics.ts'
import { type ArmReport, armReport } from './report.ts'
import type { RankingOverrides } from './signals.ts'
import { signalNames, withoutSignals } from './signals.ts'

/** What the engraph arm finds without one signal. */
export interface AblationRow {
  readonly without: string
  readonly figures: ArmReport
  /** These figures minus those with the signal: below 0 where the signal pays. */
  readonly delta: AblationDelta
  /** Questions whose Recall@10 is better, and worse, without the signal. */
  readonly questions: { readonly better: number; readonly worse: number }
}

export interface AblationDelta {
  readonly r10: number | null
  readonly mrr: number | null
}

/** What one signal is worth over several files, each weighing the same. */
export interface MeanAblationRow {
  readonly without: string
  readonly delta: AblationDelta
}

const PREFIX = 'without:'

/** A ranking for each signal that is still there, by the name that its way of asking has. */
export function ablationRankings(
  ranking: RankingOverrides,
  without: readonly string[],
): Readonly<Record<string, RankingOverrides>> {
  const left = signalNames().filter((name) => !without.includes(name))
  return Object.fromEntries(left.map((name) => [PREFIX + name, withoutSignals(ranking, [name])]))
}

/** A row for each ranking of `ablationRankings`, from outcomes of the same questions in the same order. */
export function ablationRows(names: readonly string[], outcomes: readonly Outcome[]): AblationRow[] {
  const whole = outcomes.filter(({ arm }) => arm === 'engraph')
  const with_ = { report: armReport(whole), r10: whole.map(recallAt10) }
  return names.map((name) => {
    const reduced = outcomes.filter(({ arm }) => arm === name)
    const figures = armReport(reduced)
    const changes = reduced.map((outcome, index) => recallAt10(outcome) - with_.r10[index]!)
    return {
      without: name.slice(PREFIX.length),
      figures,
      delta: deltaOf(figures.overall, with_.report.overall),
      questions: {
        better: changes.filter((change) => change > 0).length,
        worse: changes.filter((change) => change < 0).length,
      },
    }
  })
}

export function meanAblation(files: readonly (readonly AblationRow[])[]): MeanAblationRow[] {
  return (files[0] ?? []).map(({ without }) => {
    const deltas = files.flatMap((rows) => rows.filter((row) => row.without === without).map(({ delta }) => delta))
    return { without, delta: { r10: mean(deltas.map(({ r10 }) => r10)), mrr: mean(deltas.map(({ mrr }) => mrr)) } }
  })
}

/** `null` where there is nothing to compare. */
export function deltaOf(reduced: AblationDelta | undefined, whole: AblationDelta | undefined): AblationDelta {
  const minus = (a: number | null | undefined, b: number | null | undefined) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : null
  return { r10: minus(reduced?.r10, whole?.r10), mrr: minus(reduced?.mrr, whole?.mrr) }
}

function recallAt10({ ids, gold }: Outcome): number {
  return questionFigures(ids, gold).r10
}
