import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engraph, type OpenOptions } from '../../../src/engraph.ts'
import type { BenchDoc } from '../data.ts'
import { type Arm, type ArmSpace, type BenchGrain, firstDistinct } from './arm.ts'

/** Items asked of each recall: deep enough for every figure, and what `--out` writes. */
export const RECALL_ITEMS = 50

/** The clock of a space whose documents have no dates. Any fixed moment does; a real one would make runs differ. */
const UNDATED = Date.UTC(2025, 0, 1)

/** Engraph as an application uses it: public `remember` and `recall` with their defaults, on a file of its own. */
export function engraphArm(ranking: NonNullable<OpenOptions['ranking']> = {}): Arm {
  return {
    name: 'engraph',
    async open(space, { grain }) {
      const folder = await mkdtemp(join(tmpdir(), 'engraph-bench-'))
      try {
        const clock = benchClock()
        const memory = await Engraph.open({ path: join(folder, 'memory.db'), space: space.id, clock, ranking })
        return new EngraphSpace(memory, { folder, clock, grain })
      } catch (error) {
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

interface SpaceParts {
  readonly folder: string
  readonly clock: BenchClock
  readonly grain: BenchGrain
}

class EngraphSpace implements ArmSpace {
  readonly indexing = { messages: 0, ms: 0 }
  readonly #memory: Engraph
  readonly #parts: SpaceParts

  constructor(memory: Engraph, parts: SpaceParts) {
    this.#memory = memory
    this.#parts = parts
  }

  async remember(session: string, docs: readonly BenchDoc[]): Promise<readonly string[]> {
    for (const doc of docs) this.#parts.clock.advance(doc.at)
    const messages = docs.map((doc) => ({
      id: doc.id,
      text: doc.text,
      ...(doc.speaker === '' ? {} : { speaker: doc.speaker }),
      ...(doc.at === null ? {} : { at: doc.at }),
    }))
    const start = performance.now()
    const remembered = await this.#memory.remember({ session, messages })
    this.indexing.ms += performance.now() - start
    this.indexing.messages += messages.length
    return remembered.problems.map(({ index, message }) => `document ${docs[index]?.id ?? index}: ${message}`)
  }

  async recall({ question, askedAt }: Parameters<ArmSpace['recall']>[0]) {
    const now = askedAt === null ? {} : { now: askedAt }
    const start = performance.now()
    const recalled = await this.#memory.recall(question, { limit: RECALL_ITEMS, ...now })
    const ms = performance.now() - start
    const ids = recalled.items.map((item) =>
      this.#parts.grain === 'session' ? (item.session ?? item.node) : item.node,
    )
    return { ids: firstDistinct(ids, RECALL_ITEMS), ms }
  }

  async close(): Promise<void> {
    await this.#memory.close()
    await rm(this.#parts.folder, { recursive: true, force: true })
  }
}
