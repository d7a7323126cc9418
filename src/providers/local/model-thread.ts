import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import type { ModelResults, ModelRunner, ModelWork, RunnerOptions } from './model-runner.ts'
import type { WorkerAnswer, WorkerQuestion, WorkerStart } from './model-worker.ts'
import { type Engine, isNativeInstalled } from './onnx-session.ts'
import { refuseTelemetry } from './telemetry.ts'
import { reasonOf, unavailable } from './unavailable.ts'

/** The program beside the bundle; `null` when Engraph runs from its sources or was bundled into something else. */
export function findModelWorker(): URL | null {
  const path = join(dirname(fileURLToPath(import.meta.url)), 'model-worker.js')
  return existsSync(path) ? pathToFileURL(path) : null
}

/** A thread that died so often will die again. */
const RESTARTS_MAX = 3
/**
 * The longest that an end waits for a model that is being loaded and for the piece that is being computed; together they
 * take a fraction of this. Ending the thread would wait for native code as well, and then abort.
 */
const REST_MS_MAX = 10_000
const REST_LOOK_MS = 5

/**
 * Threads that may be within native code. A thread that is ended there aborts the whole process, also one that is just
 * leaving of its own will.
 */
const atWork = new Set<Int32Array>()
process.on('exit', () => {
  const end = performance.now() + REST_MS_MAX
  for (const busy of atWork) {
    for (let count = Atomics.load(busy, 0); count > 0; count = Atomics.load(busy, 0)) {
      const leftMs = end - performance.now()
      if (leftMs <= 0) return
      Atomics.wait(busy, 0, count, leftMs)
    }
  }
})

interface Waiting {
  readonly resolve: (results: readonly ModelResults[ModelWork][]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs a model in a thread of its own. The thread starts with the first work and never keeps a process alive that waits
 * for nothing. If it dies, the work in it fails, and the next starts it again, a few times.
 */
export class ModelThread implements ModelRunner {
  readonly #options: RunnerOptions
  readonly #program: URL
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  /** Shared with the worker; see `WorkerStart`. */
  #busy = new Int32Array(new SharedArrayBuffer(4))
  #engine: Engine | null = null
  #starts = 0
  #requests = 0
  #isClosed = false

  constructor(options: RunnerOptions, program: URL) {
    this.#options = options
    this.#program = program
  }

  get engine(): Engine | null {
    return this.#engine
  }

  async run<Work extends ModelWork>(work: Work, texts: readonly string[]): Promise<readonly ModelResults[Work][]> {
    const { name } = this.#options.folder
    if (this.#isClosed) throw unavailable(name, wording`it was closed`)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const request = this.#requests++
    const results = await new Promise<readonly ModelResults[ModelWork][]>((resolve, reject) => {
      if (this.#waiting.size === 0) worker.ref()
      this.#waiting.set(request, { resolve, reject })
      Atomics.add(this.#busy, 0, 1)
      worker.postMessage({ request, work, texts } satisfies WorkerQuestion)
    })
    return results as readonly ModelResults[Work][]
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#worker = undefined
    this.#fail(unavailable(this.#options.folder.name, wording`it was closed`))
    for (
      let ms = 0;
      ms < REST_MS_MAX && atWork.has(this.#busy) && Atomics.load(this.#busy, 0) > 0;
      ms += REST_LOOK_MS
    ) {
      await sleep(REST_LOOK_MS)
    }
    await worker?.terminate()
  }

  #start(): Worker {
    const { folder, engine } = this.#options
    if (this.#starts++ > RESTARTS_MAX) {
      throw unavailable(folder.name, wording`its thread ended ${this.#starts - 1} times`, {
        hint: wording`There may be too little memory for it.`,
      })
    }
    refuseTelemetry()
    const busy = new Int32Array(new SharedArrayBuffer(4))
    this.#busy = busy
    if (engine === 'native' || (engine === undefined && isNativeInstalled())) atWork.add(busy)
    const workerData = { folder, engine, busy } satisfies WorkerStart
    const worker = new Worker(this.#program, { name: 'engraph-model', workerData })
    worker.unref()
    worker.on('message', (answer: WorkerAnswer) => this.#receive(worker, answer))
    const end = (reason: string, cause?: unknown) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#fail(unavailable(folder.name, wording`its thread ended: ${reason}`, cause === undefined ? {} : { cause }))
    }
    worker.on('error', (error) => end(reasonOf(error), error))
    worker.on('exit', (code) => {
      atWork.delete(busy)
      end(`exit status ${code}`)
    })
    return worker
  }

  #receive(worker: Worker, answer: WorkerAnswer): void {
    const waiting = this.#waiting.get(answer.request)
    this.#waiting.delete(answer.request)
    if (this.#waiting.size === 0) worker.unref()
    if (answer.kind === 'failure') {
      const { message, hint } = answer
      waiting?.reject(new EngraphError('model-unavailable', message, hint === undefined ? {} : { hint }))
      return
    }
    this.#engine = answer.engine
    if (answer.engine === 'wasm') atWork.delete(this.#busy)
    waiting?.resolve(answer.results)
  }

  #fail(error: EngraphError): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
  }
}
