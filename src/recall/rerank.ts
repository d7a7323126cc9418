import type { GraphNode } from '../graph/nodes.ts'
import type { Handle } from '../ports/graph-store.ts'
import type { RerankSource } from '../ports/meaning.ts'
import type { RecallConfig } from './config.ts'
import type { Fused } from './fuse.ts'
import { bestPassage, type SemanticScores } from './semantic.ts'
import { handlesAt, type SpaceIndex } from './space-index.ts'

/*
 * A model reads the question together with each message at the head of the list, and judges how well it answers. Its
 * numbers mean nothing by themselves; they move a message by as many deviations as they stand out among each other:
 *
 *     total = total + weight × deviation of the head's totals × (judgement - mean) / deviation of the judgements
 */

export interface RerankRequest {
  readonly index: SpaceIndex
  readonly scores: SemanticScores
  readonly fused: Fused
  /** The first places of the list, best first. */
  readonly head: readonly number[]
  readonly question: string
  readonly read: (handles: readonly Handle[]) => Promise<readonly (GraphNode | null)[]>
  readonly signal: AbortSignal | undefined
}

/** The list with what the judgement adds, and how it was had. */
export async function rerankHead(
  source: RerankSource,
  { index, scores, fused, head, question, read, signal }: RerankRequest,
  { rerank: { weight } }: Pick<RecallConfig, 'rerank'>,
) {
  const slots = head.map((place) => fused.slots[place]!)
  const nodes = await read(handlesAt(index, slots))
  const texts = slots.map((slot, i) => {
    const { start, end } = bestPassage(index, scores, slot)
    return nodes[i]?.text.slice(start, end) ?? ''
  })
  const { judgements, ...report } = await source.judge(question, texts, signal)
  if (judgements === null || judgements.length === 0) return { report, reranked: fused }
  // A model may take fewer texts than the head has.
  const judged = head.slice(0, judgements.length)
  const step = weight * deviationOf(judged.map((place) => fused.total[place]!))
  const standard = standardised(judgements)
  const added = new Map(judged.map((place, i) => [place, step * standard[i]!]))
  const total = fused.total.slice()
  const least = judged.reduce((worst, place) => Math.min(worst, total[place]!), Number.POSITIVE_INFINITY)
  for (const [place, amount] of added) total[place] = Math.max(total[place]! + amount, least / 2)
  return {
    report,
    reranked: { ...fused, total, added: new Map(judged.map((place) => [place, total[place]! - fused.total[place]!])) },
  }
}

function standardised(values: readonly number[]): readonly number[] {
  const mean = meanOf(values)
  const deviation = deviationOf(values) || 1
  return values.map((value) => (value - mean) / deviation)
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
