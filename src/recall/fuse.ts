import type { EdgeKind } from '../graph/edges.ts'
import { certaintyOf } from '../graph/provenance.ts'
import type { RecallConfig } from './config.ts'
import type { QueryType } from './question/question.ts'
import type { StructuralScores } from './reach.ts'
import type { SpaceIndex } from './space-index.ts'

/*
 * Two routes, one list. Their scales have nothing to do with each other, so each is divided by its own deviation from
 * zero over what it found for this question, and the two are added with weights by the type of the question:
 *
 *     total = semantic / rms(semantic) × w(type)  +  structural / rms(structural) × (1 - w(type))
 *
 * With `rankConstant` k set, by reciprocal rank instead (Cormack, Clarke and Büttcher 2009): Σ w / (k + rank).
 */

export interface Fused {
  /** Slots that either route found, ascending. */
  readonly slots: Uint32Array
  /** By place in `slots`. */
  readonly total: Float64Array
  /** Place of each slot among the candidates of the semantic route, -1 where it was not found there. */
  readonly semanticPlace: Int32Array
  /** What one unit of a route's own score adds to the total; with ranks, `null`. */
  readonly scale: { readonly semantic: number; readonly structural: number } | null
  /** By place, what a model that read question and message together added to the total; `null` where none did. */
  readonly added: ReadonlyMap<number, number> | null
}

export interface RouteScores {
  readonly index: SpaceIndex
  /** Ascending slots with their scores, boosts included. */
  readonly semantic: { readonly candidates: Uint32Array; readonly ranked: Float64Array }
  readonly structural: StructuralScores | null
}

export function fuse({ index, semantic, structural }: RouteScores, type: QueryType, config: RecallConfig): Fused {
  const { slots, semanticPlace } = unite(index, semantic.candidates, structural?.reached ?? [])
  const { fusion, routes } = config
  const weight = { semantic: fusion[type] * routes.semantic, structural: (1 - fusion[type]) * routes.structural }
  const bySemantic = new Float64Array(slots.length)
  const byStructure = new Float64Array(slots.length)
  for (let i = 0; i < slots.length; i++) {
    const place = semanticPlace[i]!
    if (place >= 0) bySemantic[i] = semantic.ranked[place]!
    if (structural) byStructure[i] = structural.scores[slots[i]!]!
  }
  const total = new Float64Array(slots.length)
  if (fusion.rankConstant > 0) {
    addReciprocalRanks(total, bySemantic, weight.semantic, fusion.rankConstant)
    addReciprocalRanks(total, byStructure, weight.structural, fusion.rankConstant)
    return { slots, total, semanticPlace, scale: null, added: null }
  }
  const scale = {
    semantic: weight.semantic / (deviation(bySemantic) || 1),
    structural: weight.structural / (deviation(byStructure) || 1),
  }
  for (let i = 0; i < total.length; i++) {
    total[i] = bySemantic[i]! * scale.semantic + byStructure[i]! * scale.structural
    if (bySemantic[i]! > 0 && isConfirmed(structural, slots[i]!)) total[i]! *= 1 + config.authority
  }
  return { slots, total, semanticPlace, scale, added: null }
}

/** What words found, and a fact says was caused by or refers to what the question is about, is not outranked by words alone. */
export function isConfirmed(structural: StructuralScores | null, slot: number): boolean {
  const step = structural && structural.scores[slot]! > 0 ? structural.cameFrom.get(slot) : undefined
  return step !== undefined && CONFIRMING.has(step.kind) && certaintyOf(step.provenance) === 'hard'
}

const CONFIRMING: ReadonlySet<EdgeKind> = new Set(['CAUSES', 'REFERENCES'])

/** Loops instead of `from` with a function: there may be as many candidates as messages. */
function unite(index: SpaceIndex, candidates: Uint32Array, reached: readonly number[]) {
  const place = new Int32Array(index.slots).fill(-1)
  for (let i = 0; i < candidates.length; i++) place[candidates[i]!] = i
  const others = reached.filter((slot) => place[slot]! < 0)
  const slots = new Uint32Array(candidates.length + others.length)
  slots.set(candidates)
  slots.set(others, candidates.length)
  if (others.length > 0) slots.sort()
  const semanticPlace = new Int32Array(slots.length)
  for (let i = 0; i < slots.length; i++) semanticPlace[i] = place[slots[i]!]!
  return { slots, semanticPlace }
}

/** The root of the mean square of what was found. */
function deviation(values: Float64Array): number {
  let sum = 0
  let found = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (value <= 0) continue
    sum += value * value
    found++
  }
  return found === 0 ? 0 : Math.sqrt(sum / found)
}

function addReciprocalRanks(total: Float64Array, values: Float64Array, weight: number, rankConstant: number): void {
  const order = [...values.keys()].filter((i) => values[i]! > 0).sort((a, b) => values[b]! - values[a]! || a - b)
  let rank = 0
  for (const [before, i] of order.entries()) {
    // Equal scores share a rank: which of them was delivered first says nothing.
    if (before === 0 || values[i]! < values[order[before - 1]!]!) rank = before + 1
    total[i]! += weight / (rankConstant + rank)
  }
}
