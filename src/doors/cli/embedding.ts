import type { Engraph } from '../../engraph.ts'
import { phrases } from './phrases.ts'
import { type Progress, progressBar } from './progress.ts'

export type EmbeddingState = Awaited<ReturnType<Engraph['settle']>>

/** A timer that is asked for longer goes off at once. */
const TIMER_MS_MAX = 2 ** 31 - 1
const LOOK_MS = 200

export interface EmbedBounds {
  /** `null` for as long as it takes. */
  readonly secondsMax: number | null
}

/** Embeds what has no vector yet, with a bar at a terminal. Ctrl-C ends it as the bound does: what was made stays. */
export async function embedRest(memory: Engraph, { secondsMax }: EmbedBounds): Promise<EmbeddingState> {
  const state = await memory.embedding()
  // A service that does not answer will not embed either; whoever set no bound wants to wait for it.
  if (state.state === 'loading' && secondsMax !== null) return state
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = secondsMax === null ? undefined : setTimeout(end, Math.min(secondsMax * 1000, TIMER_MS_MAX))
  process.once('SIGINT', end)
  const progress = progressBar()
  const looking = process.stderr.isTTY ? setInterval(() => void look(memory, progress), LOOK_MS) : undefined
  try {
    return await memory.settle(ending.signal)
  } finally {
    clearTimeout(timer)
    clearInterval(looking)
    process.off('SIGINT', end)
    progress.clear()
  }
}

async function look(memory: Engraph, progress: Progress): Promise<void> {
  // A look that fails shows nothing; the work itself says what is wrong.
  const state = await memory.embedding().catch(() => null)
  if (state !== null && state.last > 0) {
    progress.show(state.done / state.last, phrases().embedding(state.done, state.last))
  }
}

/** Passages that have no vector, where there should be one. */
export function leftOf({ embedder, done, last }: EmbeddingState): number {
  return embedder === null ? 0 : Math.max(0, last - done)
}

/** As JSON, wherever a command tells of it. */
export function stateAsJson({ state, embedder, problem, done, last }: EmbeddingState): object {
  return { state, embedder, problem, done, last }
}
