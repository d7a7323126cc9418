import type { NodeId } from '../../src/graph/nodes.ts'
import { type Packable, packItems } from '../../src/recall/pack.ts'
import type { Why } from '../../src/recall/recalled.ts'
import type { TokenCounter } from '../../src/text/tokens.ts'

/** Tokens of a prompt that evidence has to fit into. */
export const BUDGETS = [500, 1000, 2000] as const
export type Budget = (typeof BUDGETS)[number]

/** Something found, with all that is put in front of a model of it. */
export interface RankedText
  extends Pick<Packable, 'node' | 'text' | 'span' | 'message' | 'at' | 'session' | 'speaker' | 'place'> {
  /** At the grain of the run: the message or its session. */
  readonly id: string
}

/** What one question is answered with inside one budget: a part of the line of `--out`. */
export interface PackedOutcome {
  readonly tokensMax: Budget
  /** Of what stands in the packed text, in order of rank, none twice. */
  readonly ids: readonly string[]
  /** `null` where the data gives no answer. */
  readonly hasAnswer: boolean | null
}

/** Packs what was found into every budget. */
export function packAll(
  found: readonly RankedText[],
  answer: string | null,
  counter: TokenCounter,
): readonly PackedOutcome[] {
  const idOf = new Map<NodeId, string>(found.map(({ node, id }) => [node, id]))
  return BUDGETS.map((tokensMax) => {
    const { items } = packWithin(found, tokensMax, counter)
    return {
      tokensMax,
      ids: [...new Set(items.map(({ node }) => idOf.get(node)!))],
      // What messages say: a date in front of one may hold the same number by chance.
      hasAnswer: answer === null ? null : items.some(({ text }) => holdsAnswer(text, answer)),
    }
  })
}

/** Packing looks at nothing but texts, so that every arm can be packed alike. */
const NO_WHY: Why = { routes: [], ranks: {}, parts: {}, terms: [], path: [], walk: [] }

/**
 * What recall would answer with under a budget, by its own packing. Asking again for every budget would say the same in
 * three times the time; a test compares both.
 */
export function packWithin(found: readonly RankedText[], budgetTokens: number, counter: TokenCounter) {
  const packable = found.map(({ id: _id, ...item }): Packable => ({ ...item, relevance: 0, why: NO_WHY }))
  return packItems(packable, { level: 'details', budgetTokens, counter })
}

/** Whether an answer stands word for word in a text, whatever the case, the width of letters and the white space. */
export function holdsAnswer(text: string, answer: string): boolean {
  return stands(folded(answer), folded(text))
}

/** A number is not found inside a longer one, nor a word of an alphabet inside a longer one: 80 is not in 8080. */
function stands(answer: string, text: string): boolean {
  if (answer === '') return false
  for (let at = text.indexOf(answer); at >= 0; at = text.indexOf(answer, at + 1)) {
    const end = at + answer.length
    if (!goesOn(text[at - 1], answer[0]) && !goesOn(answer.at(-1), text[end])) return true
  }
  return false
}

function goesOn(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false
  return CLASSES.some((class_) => class_.test(before) && class_.test(after))
}

/** Han and kana are written without gaps, so that nothing there marks the end of a word. */
const CLASSES = [/\p{Nd}/u, /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]/u]

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
