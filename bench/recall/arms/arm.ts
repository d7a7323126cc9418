import type { Instant } from '../../../src/graph/spans.ts'
import { cleanName, cleanText } from '../../../src/text/clean.ts'
import type { BenchDoc, BenchQuestion, BenchSpace } from '../data.ts'
import type { RankedText } from '../packing.ts'

/** At which grain rankings are compared with gold. */
export const BENCH_GRAINS = ['turn', 'session'] as const
export type BenchGrain = (typeof BENCH_GRAINS)[number]

/** A memory that is measured, by one or several ways of asking it. */
export interface Arm {
  /** What each way of asking is called. They share what was remembered; none changes what another finds. */
  readonly names: readonly string[]
  /** An empty memory for one space. */
  open(space: BenchSpace, options: { readonly grain: BenchGrain }): Promise<ArmSpace>
}

export interface ArmSpace {
  /** Takes one session in. Answers with what it refused, a sentence each. */
  remember(session: string, docs: readonly BenchDoc[]): Promise<readonly string[]>
  /** Asks in the way of that name. */
  recall(question: BenchQuestion, name: string): Promise<ArmFound>
  /** Messages taken in and the time that it took, where that is worth measuring. */
  readonly indexing: { readonly messages: number; readonly ms: number } | null
  /** What was not as it should be while it was asked, a sentence each. */
  problems(): readonly string[]
  close(): Promise<void>
}

export interface ArmFound {
  /** Best first, at the grain that the space was opened for, `RANKED_MAX` at most. */
  readonly ids: readonly string[]
  /** The texts to pack, best first: those of `RANKED_MAX` documents at most. */
  readonly texts: readonly RankedText[]
  /** The time of the search alone. */
  readonly ms: number
}

/** Asked of every arm: deep enough for every figure, and what `--out` writes. */
export const RANKED_MAX = 50

/** When documents without a date are said, in every arm. Any fixed moment does; a real one would make runs differ. */
export const UNDATED: Instant = Date.UTC(2025, 0, 1)

/** A document as a message that is shown whole. `place` is how many were remembered before it. */
export function wholeText(doc: BenchDoc, place: number, grain: BenchGrain): RankedText {
  const text = cleanText(doc.text)
  return {
    id: grain === 'session' ? doc.session : doc.id,
    node: doc.id,
    text,
    span: { start: 0, end: text.length },
    message: text,
    at: doc.at ?? UNDATED,
    session: doc.session,
    speaker: cleanName(doc.speaker) || null,
    place,
  }
}

/** The first `max` different ones, in order: a session ranks where its best item does. */
export function firstDistinct(ids: Iterable<string>, max: number): string[] {
  const distinct = new Set<string>()
  for (const id of ids) {
    if (distinct.size >= max) break
    distinct.add(id)
  }
  return [...distinct]
}
