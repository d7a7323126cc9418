import { IDENTIFIERS_MAX } from '../../graph/source-graph.ts'

export interface Identifiers {
  readonly identifiers: readonly string[]
  readonly counts: readonly number[]
}

/** Longer ones are data. */
const LENGTH_MAX = 80

/** The most frequent first, and by name where two are as frequent, so that the same text gives the same list. */
export function rankedIdentifiers(found: ReadonlyMap<string, number>): Identifiers {
  const ranked = [...found]
    .filter(([name]) => name.length > 1 && name.length <= LENGTH_MAX)
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, IDENTIFIERS_MAX)
  return { identifiers: ranked.map(([name]) => name), counts: ranked.map(([, count]) => count) }
}

const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/gu

/** Adds the words of a comment or a string: a test names what it tests there, a comment what it is about. */
export function countWords(found: Map<string, number>, text: string, keywords: ReadonlySet<string>): void {
  for (const [word] of text.matchAll(WORD)) if (!keywords.has(word)) found.set(word, (found.get(word) ?? 0) + 1)
}
