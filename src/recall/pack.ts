import type { NodeId } from '../graph/nodes.ts'
import type { Instant, TextSpan } from '../graph/spans.ts'
import type { TokenCounter } from '../text/tokens.ts'
import type { RecalledItem } from './recalled.ts'
import { blockOf, type Entry, headingOf, type Level, packText } from './render.ts'

/** Fewer tokens of a passage than this say nothing; it is left out rather than cut. */
const CUT_TOKENS_MIN = 20
/** How often a cut is shortened, when its further lines cost more than was thought. */
const CUT_TRIALS_MAX = 8
/** Tokens of the words that stand for an item in one line. */
const INDEX_TOKENS_MAX = 20
const TIMELINE_TOKENS_MAX = 40
/** Neighbours of an item that are looked at, on either side. */
const NEARBY_MAX = 10

/** A message beside an item in its session. */
export interface Nearby {
  readonly id: NodeId
  readonly text: string
  readonly speaker: string | null
  readonly at: Instant | null
}

/** Both oldest first: the last of `before` and the first of `after` are next to the item. */
export interface Surroundings {
  readonly before: readonly Nearby[]
  readonly after: readonly Nearby[]
}

/** What was found. `text` is the whole passage. */
export type Unpacked = Omit<RecalledItem, 'rank' | 'tokens'>

/** The same with what stands around the passage. */
export interface Packable extends Unpacked {
  /** The whole message, in which `span` is the passage. */
  readonly message: string
  /** Place in the order of the graph: what is next to it in its session has the places beside it. */
  readonly place: number
  /** Only the level `records` shows it. */
  readonly nearby?: Surroundings
}

export interface PackOptions {
  readonly level: Level
  /** Tokens of the packed text, dates and names included; `null` is no bound. */
  readonly budgetTokens: number | null
  readonly counter: TokenCounter
}

export interface Packed {
  /** Best first. */
  readonly items: readonly RecalledItem[]
  /** The same for a prompt, oldest first. */
  readonly text: string
  /** Tokens of `text`. */
  readonly tokens: number
}

/** An item and how much of it is shown. */
interface Chosen extends Entry {
  readonly item: Packable
}

/**
 * Packs what was found into a budget, the best first. The first that does not fit is cut or left out, and ends the
 * list: so a larger budget never holds fewer, and nothing stands in for something better. At the level `records` what
 * is left is spent, again on the best first, on whole messages and then on their neighbours.
 */
export function packItems(found: readonly Packable[], { level, budgetTokens, counter }: PackOptions): Packed {
  const purse = openPurse(level, budgetTokens ?? Number.POSITIVE_INFINITY, counter)
  let chosen: readonly Chosen[] = chooseFirst(found, level, purse, counter)
  let shown: readonly Entry[] = chosen
  if (level === 'records') {
    const widened = widen(chosen, purse)
    chosen = widened.chosen
    shown = [...widened.shown, ...surround(chosen, purse)]
  }
  const items = chosen.map(({ item, text, span }, i): RecalledItem => {
    const { message: _message, place: _place, nearby: _nearby, ...known } = item
    return { ...known, text, span, tokens: counter.count(text), rank: i + 1 }
  })
  const text = packText(shown, { level })
  return { items, text, tokens: counter.count(text) }
}

interface Purse {
  readonly left: () => number
  readonly costOf: (entry: Entry) => number
  /** Pays for an entry, in place of others that are shown no more. False, and nothing paid, if it does not fit. */
  readonly pay: (entry: Entry, instead?: readonly Entry[]) => boolean
}

/** Costs of entries add up, as a tokenizer always splits between them. */
function openPurse(level: Level, budgetTokens: number, counter: TokenCounter): Purse {
  const headings = new Set<string>([''])
  let left = budgetTokens
  const costOfLines = (lines: string) => {
    // The packed text ends without a newline, and any entry may come to be its last. Only the last word can cost more
    // then: a tokenizer splits before a space that follows a word.
    const space = lines.lastIndexOf(' ')
    const last = /\S/u.test(lines[space - 1] ?? ' ') ? lines.slice(space) : lines
    return (
      counter.count(lines, budgetTokens) +
      Math.max(0, counter.count(last.slice(0, -1), budgetTokens) - counter.count(last, budgetTokens))
    )
  }
  const costOf = (entry: Entry) => {
    const heading = headingOf(entry, level)
    return costOfLines(blockOf(entry, level)) + (headings.has(heading) ? 0 : costOfLines(heading))
  }
  return {
    left: () => left,
    costOf,
    pay(entry, instead = []) {
      const cost = costOf(entry) - instead.reduce((sum, paid) => sum + costOf(paid), 0)
      if (cost > left) return false
      left -= cost
      headings.add(headingOf(entry, level))
      return true
    },
  }
}

function chooseFirst(found: readonly Packable[], level: Level, purse: Purse, counter: TokenCounter): Chosen[] {
  const chosen: Chosen[] = []
  for (const item of mergeOverlaps(found)) {
    const entry = lead(item, level, counter)
    if (purse.pay(entry)) {
      chosen.push(entry)
      continue
    }
    const cut = level === 'details' || level === 'records' ? payForCut(entry, purse, counter) : null
    if (cut) chosen.push(cut)
    break
  }
  return chosen
}

/** What is shown of an item at first. */
function lead(item: Packable, level: Level, counter: TokenCounter): Chosen {
  const { node, at, session, speaker, place, message } = item
  const whole = { item, node, at, session, speaker, place, length: message.length, text: item.text, span: item.span }
  switch (level) {
    case 'index':
      return {
        ...shorten(whole, INDEX_TOKENS_MAX, counter),
        detailsTokens: counter.count(blockOf(whole, 'details')),
      }
    case 'timeline':
      return shorten(whole, TIMELINE_TOKENS_MAX, counter)
    case 'details':
    case 'records':
      return whole
    default:
      level satisfies never
      return whole
  }
}

function shorten(entry: Chosen, tokensMax: number, counter: TokenCounter): Chosen {
  const words = entry.text.trimStart()
  const start = entry.span.start + entry.text.length - words.length
  return withText(entry, counter.cutTo(words, tokensMax), start)
}

function withText(entry: Chosen, text: string, start: number): Chosen {
  return { ...entry, text, span: { start, end: start + text.length } }
}

/** The beginning of an entry, as much as can be paid for; `null` if that is too little to say anything. */
function payForCut(entry: Chosen, purse: Purse, counter: TokenCounter): Chosen | null {
  const { start } = entry.span
  let room = purse.left() - purse.costOf(withText(entry, '', start))
  if (room < CUT_TOKENS_MIN) return null
  for (let trial = 0; trial < CUT_TRIALS_MAX && room > 0; trial++) {
    const cut = withText(entry, counter.cutTo(entry.text, room), start)
    if (cut.text === '') return null
    if (purse.pay(cut)) return cut
    room -= Math.max(1, purse.costOf(cut) - purse.left())
  }
  return null
}

/** Items of which the passages overlap or touch become one, at the rank of the best of them. */
function mergeOverlaps(found: readonly Packable[]): Packable[] {
  const byNode = new Map<NodeId, Packable[]>()
  const firsts: { readonly node: NodeId; readonly span: TextSpan }[] = []
  for (const item of found) {
    const known = byNode.get(item.node) ?? []
    const touching = known.filter(({ span }) => span.start <= item.span.end && item.span.start <= span.end)
    const [best = item] = touching
    const spans = [...touching, item].map(({ span }) => span)
    const span = {
      start: Math.min(...spans.map(({ start }) => start)),
      end: Math.max(...spans.map(({ end }) => end)),
    }
    const merged = touching.length === 0 ? item : { ...best, span, text: best.message.slice(span.start, span.end) }
    byNode.set(item.node, [...known.filter((other) => !touching.includes(other)), merged])
    if (touching.length === 0) firsts.push(item)
  }
  return firsts.flatMap(({ node, span }) => {
    const known = byNode.get(node) ?? []
    const merged = known.find((item) => item.span.start <= span.start && span.end <= item.span.end)
    byNode.set(
      node,
      known.filter((item) => item !== merged),
    )
    return merged ? [merged] : []
  })
}

/** Shows whole messages where they can be paid for; such a one stands for all passages of it. */
function widen(chosen: readonly Chosen[], purse: Purse): { chosen: readonly Chosen[]; shown: readonly Chosen[] } {
  const wholes = new Map<NodeId, Chosen>()
  const widened = chosen.map((entry) => {
    const { message } = entry.item
    if (wholes.has(entry.node) || entry.text.length === message.length) return entry
    const whole = withText(entry, message, 0)
    const passages = chosen.filter(({ node }) => node === entry.node)
    if (!purse.pay(whole, passages)) return entry
    wholes.set(entry.node, whole)
    return whole
  })
  return { chosen: widened, shown: widened.filter((entry) => (wholes.get(entry.node) ?? entry) === entry) }
}

/** Neighbours, from each item outwards, as far as they can be paid for without a gap; none that is shown already. */
function surround(chosen: readonly Chosen[], purse: Purse): Entry[] {
  const ids = new Set(chosen.map(({ node }) => node))
  const neighbours: Entry[] = []
  for (const { item } of chosen) {
    const { before = [], after = [] } = item.nearby ?? {}
    const sides = [
      { step: -1, messages: before.toReversed() },
      { step: 1, messages: after },
    ]
    const isOpen = [true, true]
    for (let distance = 1; distance <= NEARBY_MAX; distance++) {
      for (const [i, { step, messages }] of sides.entries()) {
        const message = messages[distance - 1]
        if (!isOpen[i] || !message || ids.has(message.id)) continue
        const entry = entryOf(message, item, item.place + step * distance)
        isOpen[i] = purse.pay(entry)
        if (!isOpen[i]) continue
        ids.add(message.id)
        neighbours.push(entry)
      }
    }
  }
  return neighbours
}

function entryOf({ id, text, speaker, at }: Nearby, { session }: Packable, place: number): Entry {
  return { node: id, text, speaker, at, session, place, span: { start: 0, end: text.length }, length: text.length }
}
