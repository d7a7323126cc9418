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

/** Means over `n` questions, `null` where there are none. */
export type Figures = { readonly [K in (typeof FIGURES)[number]]: number | null } & { readonly n: number }

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

/** Every question weighs the same, whatever its space or category. */
export function meanFigures(figures: readonly QuestionFigures[]): Figures {
  const n = figures.length
  const mean = (key: keyof QuestionFigures) => (n === 0 ? null : sum(figures.map((figure) => figure[key])) / n)
  return {
    r5: mean('r5'),
    r10: mean('r10'),
    allR10: mean('allR10'),
    hit10: mean('hit10'),
    mrr: mean('mrr'),
    ndcg10: mean('ndcg10'),
    n,
  }
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
