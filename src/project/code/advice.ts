import { type Companion, impactOf } from '../../impact/impact.ts'
import type { Known } from '../../impact/known.ts'
import type { CodeSource } from './catch-up.ts'

/**
 * What the whole of code and history says of a file, worked out while it is at hand. A hook has no time to load the whole,
 * and reads this: a single row.
 */
export interface StoredAdvice {
  readonly usually: readonly Companion[]
  readonly tests: readonly Companion[]
}

export interface AdviceOptions {
  /** No file is begun after so long. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (done: number, total: number) => void
}

/** Of large repositories, those that are edited are few. */
const FILES_MAX = 20_000
/** The event loop gets its turn at least this often. */
const TURN_MS_MAX = 40

/** Works it out for the files that change most, as many as there is time for, and answers how many. */
export async function workOutAdvice(
  { store, space, place }: CodeSource,
  known: Known,
  { deadlineMs, signal, onProgress }: AdviceOptions,
): Promise<number> {
  const until = performance.now() + deadlineMs
  const tree = await store.code.tree(space, place.root)
  if (tree === null) return 0
  const advised = await store.code.advised(space, place.root)
  const heat = (path: string) => known.history?.activityOf(path)?.changes ?? 0
  const waiting = known.files.paths
    .filter((path) => advised.get(path) !== tree.version)
    .sort((a, b) => heat(b) - heat(a) || (a < b ? -1 : 1))
    .slice(0, FILES_MAX)
  const found = new Map<string, string>()
  let turnAt = performance.now()
  for (const path of waiting) {
    if (signal?.aborted || performance.now() > until) break
    found.set(path, JSON.stringify(adviceOf(known, path)))
    if (performance.now() - turnAt < TURN_MS_MAX) continue
    onProgress?.(found.size, waiting.length)
    await new Promise((goOn) => setImmediate(goOn))
    turnAt = performance.now()
  }
  if (found.size > 0) await store.transact(space, ({ code }) => code.putAdvice(place.root, tree.version, found))
  return found.size
}

export function adviceOf(known: Known, path: string): StoredAdvice {
  // Who depends on the file is read from rows that are always as new as the code.
  const { usually, tests } = impactOf(known, [path], { hopsMax: 1, filesMax: 1 })
  return { usually: usually.map(rounded), tests: tests.map(rounded) }
}

/** What is shown of a probability is as much of it as means something. */
export function rounded(companion: Companion): Companion {
  return { ...companion, probability: Number(companion.probability.toFixed(3)) }
}
