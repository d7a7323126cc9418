import type { BenchDoc, BenchQuestion, BenchSpace } from '../data.ts'

/** At which grain rankings are compared with gold. */
export const BENCH_GRAINS = ['turn', 'session'] as const
export type BenchGrain = (typeof BENCH_GRAINS)[number]

/** A way of recalling that is measured. */
export interface Arm {
  readonly name: string
  /** An empty memory for one space. */
  open(space: BenchSpace, options: { readonly grain: BenchGrain }): Promise<ArmSpace>
}

export interface ArmSpace {
  /** Takes one session in. Answers with what it refused, a sentence each. */
  remember(session: string, docs: readonly BenchDoc[]): Promise<readonly string[]>
  /** What it finds, best first, at the grain that it was opened for; `ms` is the time of the search alone. */
  recall(question: BenchQuestion): Promise<{ readonly ids: readonly string[]; readonly ms: number }>
  /** Messages taken in and the time that it took, where that is worth measuring. */
  readonly indexing: { readonly messages: number; readonly ms: number } | null
  close(): Promise<void>
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
