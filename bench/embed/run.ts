import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { findBuiltInModel } from '../../src/providers/local/built-in-model.ts'
import { openLocalEmbedder } from '../../src/providers/local/local-embedder.ts'
import { ENGINES, type Engine } from '../../src/providers/local/onnx-session.ts'
import { reasonOf } from '../../src/providers/local/unavailable.ts'
import { readCommit } from '../commit.ts'
import { seededRandom } from '../scale/random.ts'

export interface EmbedBenchOptions {
  /** Messages that are embedded in bulk. */
  readonly messages: number
  readonly onProgress?: (share: number, label: string) => void
}

export interface EmbedBenchReport {
  readonly commit: string | null
  readonly machine: { readonly node: string; readonly platform: string; readonly cpu: string; readonly cores: number }
  readonly engines: readonly EngineReport[]
}

export type EngineReport = EngineFigures | { readonly engine: Engine; readonly problem: string }

/** Times of a machine that others use are longer; the seconds of the processor are hardly. */
export interface EngineFigures {
  readonly engine: Engine
  /** From opening the model to the first vector. */
  readonly firstVectorMs: number
  readonly messages: number
  readonly messagesPerSecond: number
  readonly messagesPerProcessorSecond: number
  readonly questionMs: { readonly p50: number; readonly p95: number }
  /** Of a question that is asked while messages are embedded in bulk. */
  readonly questionInBulkMs: { readonly p50: number; readonly p95: number }
  /** What the process grew by, with the model and one batch in it; the second engine finds some of it there already. */
  readonly memoryMegabytes: number
}

const QUESTIONS = 50
const QUESTIONS_IN_BULK = 10

/** Measures the embedded model in its thread, with each engine. */
export async function runEmbedBench({ messages, onProgress }: EmbedBenchOptions): Promise<EmbedBenchReport> {
  const engines: EngineReport[] = []
  for (const [place, engine] of ENGINES.entries()) {
    onProgress?.(place / ENGINES.length, engine)
    try {
      engines.push(await measureEngine(engine, messages))
    } catch (error) {
      // Native is absent where nobody installed it, and both are without weights.
      engines.push({ engine, problem: findBuiltInModel() === null ? 'no weights' : reasonOf(error) })
    }
  }
  const processors = cpus()
  return {
    commit: await readCommit(),
    machine: {
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      cpu: processors[0]?.model ?? 'unknown',
      cores: processors.length,
    },
    engines,
  }
}

async function measureEngine(engine: Engine, count: number): Promise<EngineFigures> {
  const memoryBefore = process.memoryUsage().rss
  const started = performance.now()
  const embedder = await openLocalEmbedder({ engine })
  try {
    await embedder.embed(['warm'], { purpose: 'question' })
    const firstVectorMs = performance.now() - started
    const texts = messages(count)
    await embedder.embed(texts.slice(0, embedder.batchSize), { purpose: 'passage' })
    const memoryMegabytes = (process.memoryUsage().rss - memoryBefore) / 1e6

    const processorBefore = process.cpuUsage()
    const bulkStarted = performance.now()
    await embedder.embed(texts, { purpose: 'passage' })
    const seconds = (performance.now() - bulkStarted) / 1e3
    const { user, system } = process.cpuUsage(processorBefore)

    const ask = async (question: string) => {
      const asked = performance.now()
      await embedder.embed([question], { purpose: 'question' })
      return performance.now() - asked
    }
    const questions = messages(QUESTIONS, 2).map((text) => text.split(' ').slice(0, 9).join(' '))
    const alone: number[] = []
    for (const question of questions) alone.push(await ask(question))

    const end = new AbortController()
    // Ended below, so that its rejection is expected.
    const bulk = embedder.embed(texts, { purpose: 'passage', signal: end.signal }).catch(() => null)
    const among: number[] = []
    for (const question of questions.slice(0, QUESTIONS_IN_BULK)) among.push(await ask(question))
    end.abort()
    await bulk
    return {
      engine,
      firstVectorMs: Math.round(firstVectorMs),
      messages: count,
      messagesPerSecond: Math.round(count / seconds),
      messagesPerProcessorSecond: Math.round((count * 1e6) / (user + system)),
      questionMs: percentiles(alone),
      questionInBulkMs: percentiles(among),
      memoryMegabytes: Math.round(memoryMegabytes),
    }
  } finally {
    await embedder.close()
  }
}

function percentiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) =>
    Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1))
  return { p50: at(0.5), p95: at(0.95) }
}

const WORDS = `garden apple trees planted last spring before moved house river sister brought coffee talking about new
job hospital town many friends like music hiking travel plans summer the a we they was were and with for in of to`.split(
  /\s+/u,
)

/** Of some 25 tokens each. */
function messages(count: number, seed = 1): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: 14 + random.below(17) }, () => random.pick(WORDS)).join(' '),
  )
}
