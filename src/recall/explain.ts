import type { GraphNode } from '../graph/nodes.ts'
import type { Boost } from './boosts.ts'
import type { RecallConfig } from './config.ts'
import type { GrainScores } from './grains.ts'
import type { Unpacked } from './pack.ts'
import type { Grain } from './recalled.ts'
import { bestUnit, placeOf, type ScoredIndex, type SemanticScores } from './semantic.ts'

export interface Explained {
  readonly scored: ScoredIndex
  readonly scores: SemanticScores
  readonly boosts: readonly Boost[]
  /** By candidate, boosts included. */
  readonly ranked: Float64Array
  /** The best candidates, best first, and the node and event of each. */
  readonly chosen: readonly number[]
  readonly nodes: readonly (GraphNode | null)[]
  readonly events: readonly (GraphNode | null)[]
  readonly config: RecallConfig
}

/** What was found, each with the reason why. A node that was forgotten since the index was read is left out. */
export function explain(found: Explained): Unpacked[] {
  const { chosen, nodes, ranked } = found
  const best = chosen.length > 0 ? ranked[chosen[0]!]! : 1
  const ranks = ranksByGrain(found)
  return chosen.flatMap((candidate, i) => {
    const node = nodes[i]
    if (!node) return []
    const ownRanks = Object.fromEntries(ranks.flatMap(([grain, list]) => (list[i] ? [[grain, list[i]]] : [])))
    return [explainOne(found, candidate, { node, event: found.events[i] ?? null, best, ranks: ownRanks })]
  })
}

interface Found {
  readonly node: GraphNode
  readonly event: GraphNode | null
  /** What the best item was ranked by. */
  readonly best: number
  readonly ranks: Readonly<Partial<Record<Grain, number>>>
}

function explainOne(
  { scored, scores, boosts, ranked, config }: Explained,
  candidate: number,
  { node, event, best, ranks }: Found,
): Unpacked {
  const { index } = scored
  const slot = scores.candidates[candidate]!
  const { units } = index
  const unit = bestUnit(index, scores.grains.get('passage'), slot)
  const parts: Record<string, number> = {}
  let sum = 0
  const add = (name: string, amount: number) => {
    sum += amount
    if (amount !== 0) parts[name] = amount / best
  }
  for (const [grain, grainScores] of scores.grains) {
    add(grain, config.grains[grain]! * grainScores[placeOf(index, grain, grainScores, slot)]!)
  }
  add('named', scores.named)
  add('time', scores.time?.[candidate] ?? 0)
  for (const boost of boosts) add(boost.name, sum * (boost.factor(slot) - 1))
  const span = { start: units.start[unit]!, end: units.end[unit]! }
  return {
    node: node.id,
    text: node.text.slice(span.start, span.end),
    span,
    at: node.at,
    session: node.session,
    speaker: node.speaker,
    relevance: ranked[candidate]! / best,
    why: {
      routes: ['semantic'],
      ranks,
      parts,
      terms: matchedTerms(scores, index.firstUnit[slot]!, index.unitCount[slot]!),
      path: [`session ${node.session}`, ...(event ? [`event ${event.id}`] : []), `message ${node.id}`],
    },
  }
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

/** For each grain, the rank of each found message in that grain's own list; `null` where the grain did not find it. */
function ranksByGrain({ scored, scores, chosen }: Explained): [Grain, (number | null)[]][] {
  return [...scores.grains].map(([grain, grainScores]) => {
    const scoreOf = (slot: number) => grainScores[placeOf(scored.index, grain, grainScores, slot)]!
    const values = chosen.map((candidate) => scoreOf(scores.candidates[candidate]!))
    return [grain, ranksOf(grainScores, values)]
  })
}

/** 1 + how many scores are larger, for several values in one pass. */
function ranksOf(scores: GrainScores, values: readonly number[]): (number | null)[] {
  const sorted = Float64Array.from(new Set(values)).sort()
  const above = new Uint32Array(sorted.length + 1)
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!
    if (score <= sorted[0]!) continue
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < score) low = middle + 1
      else high = middle
    }
    above[low]!++
  }
  // `above[n]` counts the scores larger than exactly n of the values; a value is outranked by those beyond it.
  for (let n = sorted.length - 1; n >= 0; n--) above[n]! += above[n + 1]!
  return values.map((value) => (value > 0 ? 1 + above[sorted.indexOf(value) + 1]! : null))
}
