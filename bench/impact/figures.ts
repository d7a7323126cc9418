import { mean, percentile } from '../recall/metrics.ts'

/** What one arm answered to one question. */
export interface Answered {
  readonly ranked: readonly string[]
  readonly ms: number
}

/** Means over commits of means over the questions of each; fractions 0..1. */
export interface ArmFigures {
  /** Share of the gold among the first five. */
  readonly r5: number | null
  readonly r10: number | null
  /** 1 / rank of the first gold. */
  readonly mrr: number | null
  /** Share of questions to which it names a file at all. */
  readonly coverage: number | null
  readonly msP50: number | null
  readonly msP95: number | null
}

interface Scored {
  readonly r5: number
  readonly r10: number
  readonly mrr: number
}

/** Gathers what an arm answers, commit by commit. */
export class ArmScores {
  readonly #commits: Scored[] = []
  readonly #times: number[] = []
  #answers = 0

  /** The questions of one commit, each with its gold. */
  addCommit(answers: readonly (Answered & { readonly gold: ReadonlySet<string> })[]): void {
    const scored = answers.map(({ ranked, gold }) => scoreOf(ranked, gold))
    for (const { ranked, ms } of answers) {
      this.#times.push(ms)
      if (ranked.length > 0) this.#answers++
    }
    if (scored.length === 0) return
    const meanOf = (figure: keyof Scored) => scored.reduce((sum, one) => sum + one[figure], 0) / scored.length
    this.#commits.push({ r5: meanOf('r5'), r10: meanOf('r10'), mrr: meanOf('mrr') })
  }

  figures(): ArmFigures {
    const meanOf = (figure: keyof Scored) => rounded(mean(this.#commits.map((commit) => commit[figure])), 4)
    return {
      r5: meanOf('r5'),
      r10: meanOf('r10'),
      mrr: meanOf('mrr'),
      coverage: this.#times.length === 0 ? null : rounded(this.#answers / this.#times.length, 4),
      msP50: rounded(percentile(this.#times, 0.5), 2),
      msP95: rounded(percentile(this.#times, 0.95), 2),
    }
  }
}

export function scoreOf(ranked: readonly string[], gold: ReadonlySet<string>): Scored {
  const within = (depth: number) => ranked.slice(0, depth).filter((path) => gold.has(path)).length / gold.size
  const first = ranked.findIndex((path) => gold.has(path))
  return { r5: within(5), r10: within(10), mrr: first === -1 ? 0 : 1 / (first + 1) }
}

/** What is shown above a threshold: whether it speaks at all, how much of it is right, how long the list is. */
export interface AdviceFigures {
  readonly threshold: number
  readonly coverage: number | null
  /** Mean share of the shown files that are gold, over the questions at which it speaks. */
  readonly precision: number | null
  readonly meanShown: number | null
}

export const THRESHOLDS = [
  0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9,
]

export interface AdviceAnswer {
  /** Whether each shown file was gold, by falling probability. */
  readonly shown: readonly { readonly probability: number; readonly isGold: boolean }[]
}

export function adviceFigures(answers: readonly AdviceAnswer[], shownMax: number): AdviceFigures[] {
  return THRESHOLDS.map((threshold) => {
    const shown = answers.map((answer) =>
      answer.shown.filter(({ probability }) => probability >= threshold).slice(0, shownMax),
    )
    const speaking = shown.filter(({ length }) => length > 0)
    const precise = speaking.map((list) => list.filter(({ isGold }) => isGold).length / list.length)
    return {
      threshold,
      coverage: answers.length === 0 ? null : rounded(speaking.length / answers.length, 4),
      precision: rounded(mean(precise), 4),
      meanShown: rounded(mean(speaking.map(({ length }) => length)), 2),
    }
  })
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits))
}
