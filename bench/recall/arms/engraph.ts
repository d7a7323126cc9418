import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engraph } from '../../../src/engraph.ts'
import type { MeaningReport } from '../../../src/ports/meaning.ts'
import type { BenchDoc, BenchQuestion } from '../data.ts'
import type { BenchEmbedder } from '../embedders.ts'
import type { RankedText } from '../packing.ts'
import type { RankingOverrides } from '../signals.ts'
import {
  type Arm,
  type ArmFound,
  type ArmSpace,
  type BenchGrain,
  firstDistinct,
  RANKED_MAX,
  UNDATED,
  wholeText,
} from './arm.ts'

export interface EngraphArmOptions {
  /** By the name of each way of asking. */
  readonly rankings: Readonly<Record<string, RankingOverrides>>
  readonly openEmbedder: () => Promise<BenchEmbedder>
}

/**
 * Engraph as an application uses it: public `remember` and `recall`, on a file of its own. With several rankings the
 * space is remembered once, and its file opened once for each of them; a question waits until all vectors are there.
 */
export function engraphArm({ rankings, openEmbedder }: EngraphArmOptions): Arm {
  return {
    names: Object.keys(rankings),
    async open(space, { grain }) {
      const { embedder, late } = await openEmbedder()
      const folder = await mkdtemp(join(tmpdir(), 'engraph-bench-'))
      const clock = benchClock()
      const memories = new Map<string, Engraph>()
      try {
        const path = join(folder, 'memory.db')
        for (const [name, ranking] of Object.entries(rankings)) {
          // One log of recalls is what an application writes; those of the other rankings would only delay it.
          const audit = name === 'engraph' ? {} : ({ audit: 'off' } as const)
          const reranker = name === 'thorough' && late ? { reranker: late } : {}
          memories.set(
            name,
            await Engraph.open({ path, space: space.id, clock, ranking, embedder, ...reranker, ...audit }),
          )
        }
        return new EngraphSpace(memories, { folder, clock, grain })
      } catch (error) {
        for (const memory of memories.values()) await memory.close()
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    },
  }
}

interface BenchClock {
  now(): number
  /** A question without `askedAt` is asked when the last document came in. */
  advance(at: number | null): void
}

function benchClock(): BenchClock {
  let latest: number | null = null
  return {
    now: () => latest ?? UNDATED,
    advance(at) {
      if (at !== null) latest = Math.max(latest ?? at, at)
    },
  }
}

/** Embedding what one space holds takes minutes at most. */
const SETTLE_MS_MAX = 3_600_000

interface SpaceParts {
  readonly folder: string
  readonly clock: BenchClock
  readonly grain: BenchGrain
}

class EngraphSpace implements ArmSpace {
  readonly indexing = { messages: 0, ms: 0 }
  readonly #memories: ReadonlyMap<string, Engraph>
  readonly #parts: SpaceParts
  /** Whole messages, which packing marks cuts by. */
  readonly #remembered = new Map<string, RankedText>()
  /** Recalls by the state of their vectors, where that was not as it should be. */
  readonly #unready = new Map<string, number>()
  /** A model is only loaded once it is waited for. */
  #isSettled = false

  constructor(memories: ReadonlyMap<string, Engraph>, parts: SpaceParts) {
    this.#memories = memories
    this.#parts = parts
  }

  async remember(session: string, docs: readonly BenchDoc[]): Promise<readonly string[]> {
    for (const doc of docs) {
      this.#parts.clock.advance(doc.at)
      this.#remembered.set(doc.id, wholeText(doc, this.#remembered.size, this.#parts.grain))
    }
    const messages = docs.map((doc) => ({
      id: doc.id,
      text: doc.text,
      ...(doc.speaker === '' ? {} : { speaker: doc.speaker }),
      ...(doc.at === null ? {} : { at: doc.at }),
    }))
    const [memory] = this.#memories.values()
    const start = performance.now()
    const remembered = await memory!.remember({ session, messages })
    this.indexing.ms += performance.now() - start
    this.indexing.messages += messages.length
    this.#isSettled = false
    return remembered.problems.map(({ index, message }) => `document ${docs[index]?.id ?? index}: ${message}`)
  }

  async recall({ question, askedAt }: BenchQuestion, name: string): Promise<ArmFound> {
    const now = askedAt === null ? {} : { now: askedAt }
    await this.#settle()
    const start = performance.now()
    const { items, meaning } = await this.#memories.get(name)!.recall(question, {
      limit: RANKED_MAX,
      thorough: name === 'thorough',
      ...now,
    })
    const ms = performance.now() - start
    this.#note(meaning)
    const texts = items.map(({ node, text, span, at, session, speaker }) => ({
      ...this.#remembered.get(node)!,
      ...{ text, span, at, session, speaker },
    }))
    const ids = texts.map(({ id }) => id)
    return { ids: firstDistinct(ids, RANKED_MAX), texts, ms }
  }

  problems(): readonly string[] {
    return [...this.#unready].map(([state, count]) => `in ${count} recalls vectors were ${state}`)
  }

  /** Vectors are only waited for where a question follows. */
  async #settle(): Promise<void> {
    if (this.#isSettled) return
    let signal = AbortSignal.timeout(SETTLE_MS_MAX)
    for (const memory of this.#memories.values()) {
      const { done, last } = await memory.settle(signal)
      // What one could not embed is tried again later, by a clock that stands still here: the others must not wait.
      if (done < last) signal = AbortSignal.abort()
    }
    this.#isSettled = true
  }

  #note({ state, problem }: MeaningReport): void {
    if (state === 'ready' || state === 'off') return
    const noted = problem === null ? state : `${state}: ${problem}`
    this.#unready.set(noted, (this.#unready.get(noted) ?? 0) + 1)
  }

  async close(): Promise<void> {
    for (const memory of this.#memories.values()) await memory.close()
    await rm(this.#parts.folder, { recursive: true, force: true })
  }
}
