import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engraph, recallConfigHash } from '../../src/engraph.ts'
import type { Recalled } from '../../src/index.ts'
import { readCommit } from '../commit.ts'
import { type Machine, readMachine } from '../machine.ts'
import { type BenchEmbedder, type EmbedderReport, openBenchEmbedder } from '../recall/embedders.ts'
import { percentile } from '../recall/metrics.ts'
import { type ColdFigures, measureCold } from './cold.ts'
import { syntheticConversation, syntheticQuestions } from './conversation.ts'
import {
  type CountedEmbedder,
  counted,
  type EmbeddingFigures,
  measureSettling,
  measureSingles,
  type RememberFigures,
  SINGLES,
} from './embedding.ts'
import { type StageFigures, stageFigures } from './stages.ts'
import { askingForThings, namingThings } from './things.ts'
import { measureWalk, type WalkFigures } from './walk.ts'

export interface ScaleFigures {
  readonly messages: number
  readonly sessions: number
  /** A delivery per session; embedding begins behind it. */
  readonly index: { readonly messagesPerSecond: number }
  /** After that. */
  readonly remember: RememberFigures
  /** After that, until every message has its vector; `null` without vectors. */
  readonly embedding: EmbeddingFigures | null
  /** `firstMs`: the first recall of the process that indexed, which loads what later ones find loaded. */
  readonly recall: {
    readonly questions: number
    readonly firstMs: number
    readonly p50Ms: number
    readonly p95Ms: number
    /** By stage: `indexMs`, `planMs`, `meaningMs`, `semanticMs`, `structuralMs`, `fuseMs`, `packMs`. */
    readonly stages: Readonly<Record<string, StageFigures>>
  }
  /** Two hops from the node with fifty neighbours, or as few more as there are; `null` when none has so many. */
  readonly walk: WalkFigures | null
  /** `null` when the program could not be started. */
  readonly cold: ColdFigures | null
  readonly fileBytes: number
  /** Of the process after the warm recalls, with the model in it. */
  readonly rssMb: number
  /** Of the process so far: sizes are measured in ascending order, and the smaller ones do not count twice. */
  readonly peakRssMb: number
}

export interface ScaleReport {
  readonly schemaVersion: 2
  readonly commit: string | null
  readonly configHash: string
  readonly embedder: EmbedderReport
  readonly machine: Machine
  readonly scales: readonly ScaleFigures[]
}

export interface ScaleOptions {
  readonly messages: readonly number[]
  /** Path of the program to start for cold recalls. */
  readonly cli: string | null
  /** As in `ENGRAPH_EMBEDDER`, which is the default. */
  readonly embedder?: string
  readonly onProgress?: (share: number, label: string) => void
}

const QUESTIONS = 200
const WARM_UP = 200
const SPACE = 'scale'

/** Measures speed, memory and size on a made-up conversation of each length. */
export async function runScaleBench(options: ScaleOptions): Promise<ScaleReport> {
  const { embedder: choice } = options
  const opened = await openBenchEmbedder(choice === undefined ? {} : { embedder: choice })
  const scales: ScaleFigures[] = []
  try {
    for (const messages of [...options.messages].sort((a, b) => a - b)) {
      scales.push(await measureScale(messages, opened, options))
    }
  } finally {
    await opened.close()
  }
  return {
    schemaVersion: 2,
    commit: await readCommit(),
    configHash: recallConfigHash(),
    embedder: opened.report,
    machine: readMachine(),
    scales,
  }
}

async function measureScale(
  messages: number,
  { embedder }: BenchEmbedder,
  { cli, embedder: choice, onProgress }: ScaleOptions,
): Promise<ScaleFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-scale-'))
  const file = join(folder, 'memory.db')
  const questions = askingForThings(syntheticQuestions(QUESTIONS))
  const counter = embedder === 'words' ? null : counted(embedder)
  try {
    const memory = await Engraph.open({ path: file, space: SPACE, embedder: counter?.embedder ?? 'words' })
    let measured: Awaited<ReturnType<typeof measureWarm>>
    try {
      measured = await measureWarm(memory, { messages, questions, embedder: counter, onProgress })
    } finally {
      await memory.close()
    }
    onProgress?.(1, `${messages} messages, cold recalls`)
    const peakRssMb = process.resourceUsage().maxRSS / 1024
    const cold = cli === null ? null : measureCold({ cli, file, space: SPACE, questions, embedder: choice })
    return { messages, ...measured, cold, fileBytes: await sizeOf(folder), peakRssMb }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Warm {
  readonly messages: number
  readonly questions: readonly string[]
  readonly embedder: CountedEmbedder | null
  readonly onProgress: ScaleOptions['onProgress']
}

async function measureWarm(memory: Engraph, { messages, questions, embedder, onProgress }: Warm) {
  const startedAt = performance.now()
  let indexedMs = 0
  let done = 0
  let sessions = 0
  for (const delivery of namingThings(syntheticConversation(messages))) {
    onProgress?.(done / messages, `${done} of ${messages} messages`)
    indexedMs += await timed(() => memory.remember(delivery))
    done += delivery.messages.length
    sessions += 1
  }
  const remember = await measureSingles(memory, embedder)
  const remembered = messages + SINGLES
  const embedding =
    embedder &&
    (await measureSettling(memory, {
      embedder,
      messages: remembered,
      startedAt,
      onProgress: (passages) =>
        onProgress?.(passages / remembered, `${messages} messages, ${passages} passages embedded`),
    }))
  const times: number[] = []
  const recalls: Recalled[] = []
  const firstMs = await timed(() => memory.recall(questions[0]!))
  for (const question of questions.slice(0, WARM_UP)) await memory.recall(question)
  for (const question of questions) {
    times.push(await timed(async () => recalls.push(await memory.recall(question))))
  }
  return {
    sessions,
    index: { messagesPerSecond: (done / indexedMs) * 1000 },
    remember,
    embedding,
    recall: {
      questions: questions.length,
      firstMs,
      p50Ms: percentile(times, 0.5)!,
      p95Ms: percentile(times, 0.95)!,
      stages: stageFigures(recalls),
    },
    walk: await measureWalk(memory),
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Database, write-ahead log and whatever else stands beside it. */
async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((total, size) => total + size, 0)
}
