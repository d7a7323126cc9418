import { sha256 } from '@noble/hashes/sha2.js'
import type { Bm25 } from './grains.ts'
import type { Grain } from './recalled.ts'

/** Everything that ranking is tuned by, in one place; its hash goes with every figure that is reported. */
export interface RecallConfig {
  readonly bm25: Bm25
  /** Weight of each grain's BM25 in the sum; a grain that is absent is not scored. */
  readonly grains: Readonly<Partial<Record<Grain, number>>>
  /** What the time that a question names weighs, against one term at one grain. */
  readonly time: number
  /** Nearness to that time falls by e over so many days. */
  readonly timeReachDays: number
  /** Factor 1 + x for messages of the one speaker whom the question names. */
  readonly namedSpeaker: number
  /** Factor 1 + x for messages of the one who asks, when the question is about them. */
  readonly asker: number
  /** Factor 1 - x for what only asks: who looks for an answer seldom wants the question that was asked before. */
  readonly asking: number
  /** Factor 1 + x for the newest session, falling by e over `recencySessions` sessions, for a question of `recencyTerms` terms. */
  readonly recency: number
  readonly recencyTerms: number
  readonly recencySessions: number
  /** Terms that are searched for, at most: the rarest. */
  readonly termsMax: number
}

export const RECALL_CONFIG: RecallConfig = {
  bm25: { k1: 1.5, b: 0.75 },
  grains: { passage: 1, window1: 0.8, window2: 0.8, session: 1.2 },
  time: 3,
  timeReachDays: 7,
  namedSpeaker: 0.3,
  asker: 0.5,
  asking: 0.3,
  recency: 0.5,
  recencyTerms: 25,
  recencySessions: 20,
  termsMax: 40,
}

/** Twelve hexadecimal digits of SHA-256 over the configuration. */
export function recallConfigHash(config: RecallConfig = RECALL_CONFIG): string {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify(config)))
  return [...bytes.subarray(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
