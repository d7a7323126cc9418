import type { TextSpan } from '../graph/spans.ts'
import { countTokens, cutToTokens } from '../text/cut.ts'
import type { RecalledItem } from './recalled.ts'

/** Fewer tokens of a passage than this say nothing; it is left out rather than cut. */
const CUT_TOKENS_MIN = 20

/** `text` is the whole passage. */
export type Unpacked = Omit<RecalledItem, 'rank' | 'tokens'>

export interface Packed {
  readonly items: readonly RecalledItem[]
  readonly tokens: number
}

/**
 * Items in the order of their rank, as many as the budget holds. One that does not fit any more is cut when enough of
 * it would be left; later, shorter ones may still follow.
 */
export function pack(found: readonly Unpacked[], budgetTokens: number | null): Packed {
  const items: RecalledItem[] = []
  let tokens = 0
  for (const item of found) {
    const left = budgetTokens === null ? Number.POSITIVE_INFINITY : budgetTokens - tokens
    let { text } = item
    let cost = countTokens(text)
    if (cost > left) {
      if (left < CUT_TOKENS_MIN) continue
      text = cutToTokens(text, left)
      cost = countTokens(text)
    }
    const span: TextSpan = { start: item.span.start, end: item.span.start + text.length }
    items.push({ ...item, text, span, tokens: cost, rank: items.length + 1 })
    tokens += cost
  }
  return { items, tokens }
}
