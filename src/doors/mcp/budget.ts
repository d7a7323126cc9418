import type { TokenCounter } from '../../token-counter.ts'

/** What fits of a list, in order; the rest is named so that it can be asked for. */
export interface Fitted<T> {
  readonly shown: readonly T[]
  readonly rest: readonly T[]
  readonly tokens: number
}

/** The beginning of a list whose items cost at most so many tokens; `cut` makes the first that does not fit smaller. */
export function fitToBudget<T>(
  items: readonly T[],
  budgetTokens: number,
  { costOf, cut }: { readonly costOf: (item: T) => number; readonly cut: (item: T, tokensMax: number) => T | null },
): Fitted<T> {
  const shown: T[] = []
  let tokens = 0
  for (const [index, item] of items.entries()) {
    const cost = costOf(item)
    if (tokens + cost <= budgetTokens) {
      shown.push(item)
      tokens += cost
      continue
    }
    const smaller = cut(item, budgetTokens - tokens)
    if (smaller === null) return { shown, rest: items.slice(index), tokens }
    return { shown: [...shown, smaller], rest: items.slice(index + 1), tokens: tokens + costOf(smaller) }
  }
  return { shown, rest: [], tokens }
}

/** Tokens of a value as the host reads it. */
export function jsonTokens(counter: TokenCounter, value: unknown): number {
  return counter.count(JSON.stringify(value))
}
