import type { GraphNode } from '../graph/nodes.ts'
import type { RecallConfig } from './config.ts'
import { type Fused, isConfirmed } from './fuse.ts'
import type { Packable, Surroundings } from './pack.ts'
import type { SemanticRanking } from './ranking.ts'
import { ranksOf } from './ranks.ts'
import type { StructuralScores } from './reach.ts'
import type { RankedList, Why } from './recalled.ts'
import { bestPassage, placeOf, type SemanticScores } from './semantic.ts'
import type { SpaceIndex } from './space-index.ts'
import type { WalkStep } from './walked.ts'

export interface Explained {
  readonly index: SpaceIndex
  readonly semantic: SemanticRanking
  readonly structural: StructuralScores | null
  readonly fused: Fused
  /** The best places of the fused list, best first, and the node and event of each. */
  readonly chosen: readonly number[]
  readonly nodes: readonly (GraphNode | null)[]
  readonly events: readonly (GraphNode | null)[]
  /** The best walk to a slot, step by step. */
  readonly walkTo: (slot: number) => readonly WalkStep[]
  /** By slot, what was said around it; `null` when nobody asked. */
  readonly nearby: ReadonlyMap<number, Surroundings> | null
  readonly config: RecallConfig
}

/** What was found, each with the reason why. A node that was forgotten since the index was read is left out. */
export function explain(found: Explained): Packable[] {
  const { chosen, nodes, fused } = found
  const best = chosen.reduce((most, place) => Math.max(most, fused.total[place]!), 0) || 1
  const ranks = ranksByList(found)
  return chosen.flatMap((place, i) => {
    const node = nodes[i]
    if (!node) return []
    const ownRanks = Object.fromEntries(ranks.flatMap(([list, places]) => (places[i] ? [[list, places[i]]] : [])))
    return [explainOne(found, place, { node, event: found.events[i] ?? null, best, ranks: ownRanks })]
  })
}

interface Found {
  readonly node: GraphNode
  readonly event: GraphNode | null
  /** What the best item was ranked by. */
  readonly best: number
  readonly ranks: Why['ranks']
}

function explainOne(found: Explained, place: number, { node, event, best, ranks }: Found): Packable {
  const { index, semantic, structural, fused, config } = found
  const { scores } = semantic
  const slot = fused.slots[place]!
  const span = bestPassage(index, scores, slot)
  const nearby = found.nearby?.get(slot)
  const isSemantic = config.routes.semantic > 0 && fused.semanticPlace[place]! >= 0
  const isStructural = (structural?.scores[slot] ?? 0) > 0
  return {
    node: node.id,
    text: node.text.slice(span.start, span.end),
    span,
    message: node.text,
    place: slot,
    ...(nearby ? { nearby } : {}),
    at: node.at,
    session: node.session,
    speaker: node.speaker,
    relevance: fused.total[place]! / best,
    why: {
      routes: [...(isSemantic ? (['semantic'] as const) : []), ...(isStructural ? (['structural'] as const) : [])],
      ranks,
      parts: partsOf(found, place, best, config),
      terms: matchedTerms(scores, index.firstUnit[slot]!, index.unitCount[slot]!),
      path: [`session ${node.session}`, ...(event ? [`event ${event.id}`] : []), `message ${node.id}`],
      walk: isStructural ? found.walkTo(slot) : [],
    },
  }
}

/** What each grain, boost and route adds to the relevance; they sum up to it. */
function partsOf({ index, semantic, structural, fused }: Explained, place: number, best: number, config: RecallConfig) {
  const parts: Record<string, number> = {}
  const slot = fused.slots[place]!
  const candidate = fused.semanticPlace[place]!
  const add = (name: string, amount: number) => {
    if (amount !== 0) parts[name] = amount / best
  }
  const { scale } = fused
  const reranked = fused.added?.get(place) ?? 0
  if (scale === null) {
    add('by rank', fused.total[place]! - reranked)
    add('rerank', reranked)
    return parts
  }
  if (candidate >= 0) {
    let sum = 0
    const addSemantic = (name: string, amount: number) => {
      sum += amount
      add(name, amount * scale.semantic)
    }
    const { scores, boosts } = semantic
    for (const [grain, grainScores] of scores.grains) {
      addSemantic(grain, config.grains[grain]! * grainScores[placeOf(index, grain, grainScores, slot)]!)
    }
    addSemantic('named', scores.named)
    addSemantic('meaning', scores.meaning?.[candidate] ?? 0)
    addSemantic('related', scores.related?.[candidate] ?? 0)
    addSemantic('time', scores.time?.[candidate] ?? 0)
    addSemantic('feedback', semantic.feedback?.[candidate] ?? 0)
    addSemantic('part', sum * ((semantic.lifts?.[candidate] ?? 1) - 1))
    for (const boost of boosts) addSemantic(boost.name, sum * (boost.factor(slot) - 1))
  }
  add('structure', (structural?.scores[slot] ?? 0) * scale.structural)
  if (candidate >= 0 && isConfirmed(structural, slot)) {
    add('authority', ((fused.total[place]! - reranked) * config.authority) / (1 + config.authority))
  }
  add('rerank', reranked)
  return parts
}

/** The terms that occur in the message itself, by looking for its units in each list. */
function matchedTerms({ terms }: SemanticScores, firstUnit: number, unitCount: number): string[] {
  return terms
    .filter(({ postings: { units } }) => {
      const at = lowerBound(units, firstUnit)
      return at < units.length && units[at]! < firstUnit + unitCount
    })
    .map(({ term }) => term)
}

function lowerBound(sorted: Uint32Array, wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Rank of each found message in the list of each grain and route; `null` where that did not find it. */
function ranksByList({ index, semantic, structural, fused, chosen }: Explained): [RankedList, (number | null)[]][] {
  const slots = chosen.map((place) => fused.slots[place]!)
  const grains = [...semantic.scores.grains].map(([grain, scores]): [RankedList, (number | null)[]] => {
    const values = slots.map((slot) => scores[placeOf(index, grain, scores, slot)]!)
    return [grain, ranksOf(scores, values)]
  })
  const ofSemantic = chosen.map((place) => semantic.ranked[fused.semanticPlace[place]!] ?? 0)
  const beside = (['meaning', 'related'] as const).flatMap((list): [RankedList, (number | null)[]][] => {
    const amounts = semantic.scores[list]
    const own = chosen.map((place) => amounts?.[fused.semanticPlace[place]!] ?? 0)
    return amounts ? [[list, ranksOf(amounts, own)]] : []
  })
  const ofStructural = slots.map((slot) => structural?.scores[slot] ?? 0)
  return [
    ['semantic', ranksOf(semantic.ranked, ofSemantic)],
    ...(structural ? [['structural', ranksOf(structural.scores, ofStructural)] as const] : []),
    ...beside,
    ...grains,
  ] as [RankedList, (number | null)[]][]
}
