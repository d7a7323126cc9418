import type { Random } from '../scale/random.ts'

/**
 * What is said around the evidence: exchanges of one to five lines, separated by blank lines, that are written by hand and
 * filled anew each time. `{day}` is a word of that list, the same throughout the exchange, `{day2}` another one of it,
 * `{10-99}` a number drawn each time, `[so|well]` one of the phrasings.
 */
export interface Chatter {
  readonly script: string
  readonly vocabulary: Readonly<Record<string, string>>
}

const WORD_DRAWS_MAX = 50

/** Deals the exchanges like a deck: each comes once before any comes again. */
export function chatterSource(chatter: readonly Chatter[], random: Random): () => readonly string[] {
  const exchanges = chatter.flatMap(({ script, vocabulary }) => {
    const lists = new Map(Object.entries(vocabulary).map(([name, words]) => [name, words.split(/\s*\/\s*/)]))
    return script
      .trim()
      .split(/\n[ \t]*\n/)
      .map((exchange) => ({ lines: exchange.split('\n'), lists }))
  })
  let deck: typeof exchanges = []
  return () => {
    if (deck.length === 0) deck = shuffled(exchanges, random)
    const { lines, lists } = deck.pop()!
    const bound = new Map<string, string>()
    return lines.map((line) => capitalised(fill(line, { lists, bound, random })))
  }
}

interface Filling {
  readonly lists: ReadonlyMap<string, readonly string[]>
  readonly bound: Map<string, string>
  readonly random: Random
}

function fill(line: string, { lists, bound, random }: Filling): string {
  return line
    .replace(/\[([^\]]{0,400})\]/g, (_, phrasings: string) => random.pick(phrasings.split('|')))
    .replace(/\{(\d{1,9})-(\d{1,9})\}/g, (_, from: string, to: string) =>
      String(Number(from) + random.below(Number(to) - Number(from) + 1)),
    )
    .replace(/\{([a-z]{1,20})(\d?)\}/g, (slot, name: string) => {
      const known = bound.get(slot)
      if (known !== undefined) return known
      const words = lists.get(name)
      if (words === undefined) throw new Error(`No list of words is called ${name}: ${line}`)
      const word = drawUnused(words, bound, random)
      bound.set(slot, word)
      return word
    })
}

function capitalised(line: string): string {
  return line.replace(/^[a-z]|(?<=[.?!] )[a-z]/g, (letter) => letter.toUpperCase())
}

function drawUnused(words: readonly string[], bound: ReadonlyMap<string, string>, random: Random): string {
  const used = new Set(bound.values())
  for (let draw = 0; draw < WORD_DRAWS_MAX; draw++) {
    const word = random.pick(words)
    if (!used.has(word)) return word
  }
  return random.pick(words)
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const deck = [...items]
  for (let last = deck.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    ;[deck[last], deck[other]] = [deck[other]!, deck[last]!]
  }
  return deck
}
