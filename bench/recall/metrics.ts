import { BUDGETS, type Budget, type PackedOutcome } from './packing.ts'

/** How well one ranking of ids meets its gold. Every figure is a fraction 0..1. */
export interface QuestionFigures {
  /** |gold ∩ first 5| / |gold| */
  readonly r5: number
  readonly r10: number
  /** 1 when all gold is among the first 10. */
  readonly allR10: number
  /** 1 when any gold is among the first 10. */
  readonly hit10: number
  /** 1 / rank of the first gold, 0 when none was found. */
  readonly mrr: number
  /** Normalised discounted cumulative gain of the first 10, gold counting 1. Järvelin & Kekäläinen 2002, with log2(rank + 1). */
  readonly ndcg10: number
}

export const FIGURES = ['r5', 'r10', 'allR10', 'hit10', 'mrr', 'ndcg10'] as const

/** How much of what is needed stands in the packed text of each budget. */
export type BudgetFigures = {
  /** 1 when the answer stands there verbatim; `null` where the data gives no answer. */
  readonly [K in `answerAt${Budget}`]: number | null
} & {
  /** |gold of which something stands there| / |gold| */
  readonly [K in `evidenceAt${Budget}`]: number | null
}

export const BUDGET_FIGURES = [
  ...BUDGETS.map((budget) => `answerAt${budget}` as const),
  ...BUDGETS.map((budget) => `evidenceAt${budget}` as const),
]

type FigureName = (typeof FIGURES)[number] | (typeof BUDGET_FIGURES)[number]

/** Means over `n` questions, those of answers over the `answers` questions that have one; `null` where there are none. */
export type Figures = { readonly [K in FigureName]: number | null } & { readonly n: number; readonly answers: number }

/** `gold` holds at least one id and none twice, `ranked` none twice. */
export function questionFigures(ranked: readonly string[], gold: readonly string[]): QuestionFigures {
  const wanted = new Set(gold)
  const ranks: number[] = []
  ranked.forEach((id, index) => {
    if (wanted.has(id)) ranks.push(index + 1)
  })
  const within = (depth: number) => ranks.filter((rank) => rank <= depth).length
  const found10 = within(10)
  const gain = sum(ranks.filter((rank) => rank <= 10).map(discount))
  const gainMax = sum(Array.from({ length: Math.min(10, wanted.size) }, (_, index) => discount(index + 1)))
  return {
    r5: within(5) / wanted.size,
    r10: found10 / wanted.size,
    allR10: found10 === wanted.size ? 1 : 0,
    hit10: found10 > 0 ? 1 : 0,
    mrr: ranks.length === 0 ? 0 : 1 / ranks[0]!,
    ndcg10: gain / gainMax,
  }
}

/** Of a budget that was not packed nothing is known. */
export function budgetFigures(packed: readonly PackedOutcome[], gold: readonly string[]): BudgetFigures {
  const figures = BUDGETS.flatMap((budget) => {
    const within = packed.find(({ tokensMax }) => tokensMax === budget)
    const answer = within?.hasAnswer ?? null
    const ids = new Set(within?.ids)
    const evidence = within === undefined ? null : gold.filter((id) => ids.has(id)).length / gold.length
    return [
      [`answerAt${budget}`, answer === null ? null : Number(answer)],
      [`evidenceAt${budget}`, evidence],
    ]
  })
  return Object.fromEntries(figures) as BudgetFigures
}

/** Every question weighs the same, whatever its space or category. */
export function meanFigures(figures: readonly (QuestionFigures & BudgetFigures)[]): Figures {
  const means = [...FIGURES, ...BUDGET_FIGURES].map((name) => [name, mean(figures.map((figure) => figure[name]))])
  const answers = figures.filter(({ answerAt500 }) => answerAt500 !== null).length
  return { ...(Object.fromEntries(means) as Record<FigureName, number | null>), n: figures.length, answers }
}

/** Every file weighs the same; counts are added up. */
export function meanOfFiles(files: readonly Figures[]): Figures {
  const means = [...FIGURES, ...BUDGET_FIGURES].map((name) => [name, mean(files.map((file) => file[name]))])
  return {
    ...(Object.fromEntries(means) as Record<FigureName, number | null>),
    n: sum(files.map(({ n }) => n)),
    answers: sum(files.map(({ answers }) => answers)),
  }
}

/** Of what is known; `null` of nothing. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum(known) / known.length
}

/** The smallest value that at least `fraction` of the values do not exceed (nearest rank). `null` of nothing. */
export function percentile(values: readonly number[], fraction: number): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)]!
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 1)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
