import { setTimeout as sleep } from 'node:timers/promises'
import type { Engraph } from '../../src/engraph.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { MeaningState } from '../../src/ports/meaning.ts'
import { percentile } from '../recall/metrics.ts'
import { syntheticConversation } from './conversation.ts'

/** An embedder that says how much it has done. */
export interface CountedEmbedder {
  readonly embedder: Embedder
  /** Passages that it embedded so far. */
  passages(): number
}

export function counted(embedder: Embedder): CountedEmbedder {
  const { identity, languages, batchSize } = embedder
  let passages = 0
  return {
    passages: () => passages,
    embedder: {
      ...{ identity, languages, batchSize },
      async embed(texts, options) {
        const vectors = await embedder.embed(texts, options)
        if (options.purpose === 'passage') passages += texts.length
        return vectors
      },
      close: () => embedder.close(),
    },
  }
}

/** A message at a time, as an application says them, while embedding goes on behind it. */
export interface RememberFigures {
  readonly messages: number
  readonly p50Ms: number
  readonly p95Ms: number
  /** What was embedded meanwhile: with 0, nothing went on behind it. */
  readonly passagesBehind: number
}

export const SINGLES = 200
const SINGLES_SEED = 20_261_201
const SINGLES_PAUSE_MS = 25

export async function measureSingles(memory: Engraph, embedder: CountedEmbedder | null): Promise<RememberFigures> {
  const messages = [...syntheticConversation(SINGLES, SINGLES_SEED)].flatMap((session) => session.messages)
  const before = embedder?.passages() ?? 0
  const times: number[] = []
  for (const { text, speaker, at } of messages) {
    const startedAt = performance.now()
    await memory.remember({ session: 'single', messages: [{ text, speaker, at }] })
    times.push(performance.now() - startedAt)
    await sleep(SINGLES_PAUSE_MS)
  }
  return {
    messages: messages.length,
    p50Ms: percentile(times, 0.5)!,
    p95Ms: percentile(times, 0.95)!,
    passagesBehind: (embedder?.passages() ?? 0) - before,
  }
}

export interface EmbeddingFigures {
  readonly state: MeaningState
  readonly problem: string | null
  /** All that were embedded; a long message is several. */
  readonly passages: number
  /** From the first message that was remembered until the last has its vector. */
  readonly wholeSeconds: number
  /** While nothing else went on; `null` where too little was left for that. */
  readonly alone: {
    readonly messages: number
    readonly messagesPerSecond: number
    /** Others on the machine disturb it less. */
    readonly messagesPerProcessorSecond: number
  } | null
}

const ALONE_MIN = 200
const PROGRESS_EVERY_MS = 500

export interface SettleOptions {
  readonly embedder: CountedEmbedder
  /** How many were remembered. */
  readonly messages: number
  readonly startedAt: number
  readonly onProgress: (passages: number) => void
}

/** Waits until everything has its vector. */
export async function measureSettling(
  memory: Engraph,
  { embedder, messages, startedAt, onProgress }: SettleOptions,
): Promise<EmbeddingFigures> {
  const before = embedder.passages()
  const [aloneAt, processorBefore] = [performance.now(), process.cpuUsage()]
  const timer = setInterval(() => onProgress(embedder.passages()), PROGRESS_EVERY_MS)
  const { state, problem } = await memory.settle().finally(() => clearInterval(timer))
  const seconds = (performance.now() - aloneAt) / 1e3
  const { user, system } = process.cpuUsage(processorBefore)
  const passages = embedder.passages()
  const alone = Math.round(((passages - before) * messages) / Math.max(1, passages))
  return {
    state,
    problem,
    passages,
    wholeSeconds: (performance.now() - startedAt) / 1e3,
    alone:
      alone < ALONE_MIN
        ? null
        : {
            messages: alone,
            messagesPerSecond: alone / seconds,
            messagesPerProcessorSecond: (alone * 1e6) / (user + system),
          },
  }
}
