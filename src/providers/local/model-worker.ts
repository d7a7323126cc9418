import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { EngraphError } from '../../graph/errors.ts'
import type { Wording } from '../../graph/wording.ts'
import { type ModelResults, type ModelWork, type RunnerOptions, workOn } from './model-runner.ts'
import type { Engine } from './onnx-session.ts'
import { openSentenceModel, type SentenceModel } from './sentence-model.ts'
import { reasonOf, unavailable } from './unavailable.ts'

/** What the thread is started with. */
export interface WorkerStart extends RunnerOptions {
  /**
   * Shared: how many questions the thread is at work on. Who asks counts up; the thread counts down when it is through
   * with a question, and that is after the model is loaded or has failed to.
   */
  readonly busy: Int32Array
}

export interface WorkerQuestion {
  readonly request: number
  readonly work: ModelWork
  readonly texts: readonly string[]
}

export type WorkerAnswer =
  | {
      readonly kind: 'results'
      readonly request: number
      readonly engine: Engine
      readonly results: readonly ModelResults[ModelWork][]
    }
  | {
      readonly kind: 'failure'
      readonly request: number
      readonly message: Wording
      readonly hint?: Wording | undefined
    }

/** The program of the thread that a model runs in; who asks waits for an answer before asking again. */
function serve(port: MessagePort, { busy, ...options }: WorkerStart): void {
  let model: Promise<SentenceModel> | undefined
  port.on('message', (question: WorkerQuestion) => {
    model ??= openSentenceModel(options.folder, options.engine)
    const answering = answer(model, question).finally(() => {
      Atomics.sub(busy, 0, 1)
      Atomics.notify(busy, 0)
    })
    answering.then(
      ([message, transferred]) => port.postMessage(message, transferred),
      (error) => port.postMessage(failure(question, error, options)),
    )
  })
}

async function answer(
  loading: Promise<SentenceModel>,
  { request, work, texts }: WorkerQuestion,
): Promise<[WorkerAnswer, ArrayBuffer[]]> {
  const model = await loading
  const results = await workOn(model, work, texts)
  const arrays = results.map((result) => (result instanceof Float32Array ? result : result.states))
  const transferred = arrays.map(({ buffer }) => buffer as ArrayBuffer)
  return [{ kind: 'results', request, engine: model.engine, results }, transferred]
}

/** An error as its wordings: the error itself would come through as another one, without its code. */
function failure({ request }: WorkerQuestion, error: unknown, { folder }: RunnerOptions): WorkerAnswer {
  const { wordings } =
    error instanceof EngraphError ? error : unavailable(folder.name, reasonOf(error), { cause: error })
  return { kind: 'failure', request, ...wordings }
}

if (parentPort) serve(parentPort, workerData)
