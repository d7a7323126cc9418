import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engraph, recallConfigHash } from '../../src/engraph.ts'
import type { Recalled } from '../../src/index.ts'
import { readCommit } from '../commit.ts'
import { percentile } from '../recall/metrics.ts'
import { type ColdFigures, measureCold } from './cold.ts'
import { syntheticConversation, syntheticQuestions } from './conversation.ts'
import { type StageFigures, stageFigures } from './stages.ts'
import { askingForThings, namingThings } from './things.ts'
import { measureWalk, type WalkFigures } from './walk.ts'

export interface ScaleFigures {
  readonly messages: number
  readonly sessions: number
  readonly index: { readonly messagesPerSecond: number }
  /** `firstMs`: the first recall of the process that indexed, which loads what later ones find loaded. */
  readonly recall: {
    readonly questions: number
    readonly firstMs: number
    readonly p50Ms: number
    readonly p95Ms: number
    /** By stage: `indexMs`, `planMs`, `semanticMs`, `structuralMs`, `fuseMs`, `packMs`. */
    readonly stages: Readonly<Record<string, StageFigures>>
  }
  /** Two hops from the node with fifty neighbours, or as few more as there are; `null` when none has so many. */
  readonly walk: WalkFigures | null
  /** `null` when the program could not be started. */
  readonly cold: ColdFigures | null
  readonly fileBytes: number
  /** Of the process so far: sizes are measured in ascending order, and the smaller ones do not count twice. */
  readonly peakRssMb: number
}

export interface ScaleReport {
  readonly schemaVersion: 1
  readonly commit: string | null
  readonly configHash: string
  readonly machine: { readonly node: string; readonly platform: string; readonly cpu: string; readonly cores: number }
  readonly scales: readonly ScaleFigures[]
}

export interface ScaleOptions {
  readonly messages: readonly number[]
  /** Path of the program to start for cold recalls. */
  readonly cli: string | null
  readonly onProgress?: (share: number, label: string) => void
}

const QUESTIONS = 200
const WARM_UP = 200
const SPACE = 'scale'

/** Measures speed, memory and size on a made-up conversation of each length. */
export async function runScaleBench(options: ScaleOptions): Promise<ScaleReport> {
  const scales: ScaleFigures[] = []
  for (const messages of [...options.messages].sort((a, b) => a - b)) scales.push(await measureScale(messages, options))
  return {
    schemaVersion: 1,
    commit: await readCommit(),
    configHash: recallConfigHash(),
    machine: {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
    },
    scales,
  }
}

async function measureScale(messages: number, { cli, onProgress }: ScaleOptions): Promise<ScaleFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-scale-'))
  const file = join(folder, 'memory.db')
  const questions = askingForThings(syntheticQuestions(QUESTIONS))
  try {
    const memory = await Engraph.open({ path: file, space: SPACE })
    let measured: Awaited<ReturnType<typeof measureWarm>>
    try {
      measured = await measureWarm(memory, { messages, questions, onProgress })
    } finally {
      await memory.close()
    }
    onProgress?.(1, `${messages} messages, cold recalls`)
    const peakRssMb = process.resourceUsage().maxRSS / 1024
    const cold = cli === null ? null : measureCold({ cli, file, space: SPACE, questions })
    return { messages, ...measured, cold, fileBytes: await sizeOf(folder), peakRssMb }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Warm {
  readonly messages: number
  readonly questions: readonly string[]
  readonly onProgress: ScaleOptions['onProgress']
}

async function measureWarm(memory: Engraph, { messages, questions, onProgress }: Warm) {
  let indexedMs = 0
  let done = 0
  let sessions = 0
  for (const delivery of namingThings(syntheticConversation(messages))) {
    onProgress?.(done / messages, `${done} of ${messages} messages`)
    indexedMs += await timed(() => memory.remember(delivery))
    done += delivery.messages.length
    sessions += 1
  }
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
    recall: {
      questions: questions.length,
      firstMs,
      p50Ms: percentile(times, 0.5)!,
      p95Ms: percentile(times, 0.95)!,
      stages: stageFigures(recalls),
    },
    walk: await measureWalk(memory),
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
