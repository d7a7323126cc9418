import { type ChildProcess, fork } from 'node:child_process'
import { EngraphError, type ErrorCode, messageOf } from '../../src/graph/errors.ts'
import type { BenchGrain } from './arms/arm.ts'
import { type ArmsRequest, planArms } from './arms/arms.ts'
import type { BenchSpace } from './data.ts'
import { BenchEmbedders, type EmbedderReport } from './embedders.ts'
import { type Measured, measureSpace } from './measure.ts'

/** One space to live through. Plain data, so that it can be sent to another process. */
export interface SpaceTask {
  readonly request: ArmsRequest
  readonly space: BenchSpace
  readonly grain: BenchGrain
  readonly noise: readonly string[]
}

export interface SpaceResult {
  readonly measured: Measured
  /** `null` where no arm has one. */
  readonly embedder: EmbedderReport | null
  /** Of the process that measured it, so far. */
  readonly peakRssMb: number
}

export interface MeasureAllOptions {
  /** How many processes share the spaces, and the program they are; `null` for this process alone. */
  readonly processes: { readonly count: number; readonly cli: string } | null
  readonly onBegin: (place: number, done: number) => void
  /** Called in the order of the tasks, one at a time. */
  readonly onMeasured: (place: number, result: SpaceResult) => Promise<void>
}

export const PROCESSES_MAX = 64
/** The command that a process of the benchmark is started with, below `bench`. */
export const WORKER_COMMAND = 'recall-worker'

/** Measures every space. Each lane takes the next one that nobody has begun. */
export async function measureAll(tasks: readonly SpaceTask[], options: MeasureAllOptions): Promise<void> {
  const { processes, onBegin } = options
  const deliver = inOrder(options.onMeasured)
  let next = 0
  let done = 0
  const lane = async (measure: (task: SpaceTask) => Promise<SpaceResult>) => {
    while (next < tasks.length) {
      const place = next++
      onBegin(place, done)
      await deliver(place, await measure(tasks[place]!))
      done += 1
    }
  }
  if (processes === null) {
    const embedders = new BenchEmbedders()
    return lane((task) => measureTask(task, embedders)).finally(() => embedders.close())
  }
  const count = Math.min(processes.count, tasks.length, PROCESSES_MAX)
  const workers = Array.from({ length: count }, () => startWorker(processes.cli))
  try {
    await Promise.all(workers.map((worker) => lane((task) => measureBy(worker, task))))
  } finally {
    for (const worker of workers) worker.kill()
  }
}

export async function measureTask(
  { request, space, grain, noise }: SpaceTask,
  embedders: BenchEmbedders,
): Promise<SpaceResult> {
  const { arms, openEmbedder } = planArms(request, embedders)
  const measured = await measureSpace(space, { arms, grain, noise })
  const embedder = (await openEmbedder?.())?.report ?? null
  // Kilobytes on every platform.
  return { measured, embedder, peakRssMb: process.resourceUsage().maxRSS / 1024 }
}

/** Results wait for those before them, so that what is written does not depend on which process was faster. */
function inOrder(onMeasured: MeasureAllOptions['onMeasured']): MeasureAllOptions['onMeasured'] {
  const waiting = new Map<number, SpaceResult>()
  let next = 0
  let running = Promise.resolve()
  const flush = async () => {
    for (let result = waiting.get(next); result !== undefined; result = waiting.get(next)) {
      waiting.delete(next)
      await onMeasured(next++, result)
    }
  }
  return (place, result) => {
    waiting.set(place, result)
    running = running.then(flush)
    return running
  }
}

/** What a process answers with. */
type Answer =
  | { readonly kind: 'measured'; readonly result: SpaceResult }
  | { readonly kind: 'failed'; readonly code: ErrorCode | null; readonly message: string; readonly hint?: string }

function startWorker(cli: string): ChildProcess {
  return fork(cli, ['bench', WORKER_COMMAND], {
    // Instants and texts arrive as they were, at any size.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

function measureBy(worker: ChildProcess, task: SpaceTask): Promise<SpaceResult> {
  return new Promise<SpaceResult>((resolve, reject) => {
    const ended = (status: number | null, signal: string | null) =>
      fail(new Error(`A process of the benchmark ended (${signal ?? status}) at ${task.space.id}.`))
    const answered = (message: unknown) => {
      const answer = message as Answer
      if (answer.kind === 'failed') return fail(errorOf(answer))
      settle()
      resolve(answer.result)
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    const settle = () => worker.off('error', fail).off('exit', ended).off('message', answered)
    worker.on('error', fail).on('exit', ended).on('message', answered)
    worker.send(task, (error) => {
      if (error !== null) fail(error)
    })
  })
}

function errorOf({ code, message, hint }: Answer & { readonly kind: 'failed' }): Error {
  if (code === null) return new Error(message)
  return new EngraphError(code, message, hint === undefined ? {} : { hint })
}

/** The other side of `measureAll`: answers tasks until who started it goes away. */
export function answerTasks(): void {
  const send = process.send?.bind(process)
  if (send === undefined) {
    throw new EngraphError('invalid-input', 'This command is started by engraph bench recall.', {
      hint: 'Use engraph bench recall --processes 2.',
    })
  }
  const embedders = new BenchEmbedders()
  process.once('disconnect', () => process.exit())
  process.on('message', async (task: SpaceTask) => {
    send(
      await measureTask(task, embedders).then(
        (result): Answer => ({ kind: 'measured', result }),
        (error: unknown): Answer => failureOf(error),
      ),
    )
  })
}

function failureOf(error: unknown): Answer {
  const message = messageOf(error)
  if (!(error instanceof EngraphError)) return { kind: 'failed', code: null, message }
  const { code, hint } = error
  return { kind: 'failed', code, message, ...(hint === undefined ? {} : { hint }) }
}
