import { wording } from '../../graph/wording.ts'
import type { ModelFolder } from './model-folder.ts'
import type { Engine } from './onnx-session.ts'
import { openSentenceModel, type SentenceModel, type TokenStates } from './sentence-model.ts'
import { unavailable } from './unavailable.ts'

/** What a model is asked for, and what it gives for each text. */
export interface ModelResults {
  readonly embed: Float32Array
  readonly states: TokenStates
}
export type ModelWork = keyof ModelResults

/** Runs a model somewhere, one piece of work at a time. It is loaded when it is first needed. */
export interface ModelRunner {
  /** `null` before the model was loaded. */
  readonly engine: Engine | null
  run<Work extends ModelWork>(work: Work, texts: readonly string[]): Promise<readonly ModelResults[Work][]>
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly folder: ModelFolder
  readonly engine?: Engine | undefined
}

/** Runs a model in the thread that asks, which stands still meanwhile: for sources, where no worker was built. */
export function inlineRunner({ folder, engine }: RunnerOptions): ModelRunner {
  let model: Promise<SentenceModel> | undefined
  let used: Engine | null = null
  let isClosed = false
  return {
    get engine() {
      return used
    },
    async run(work, texts) {
      if (isClosed) throw unavailable(folder.name, wording`it was closed`)
      model ??= openSentenceModel(folder, engine)
      const loaded = await model
      used = loaded.engine
      return workOn(loaded, work, texts)
    },
    async close() {
      isClosed = true
      // A model that never loaded has nothing to close; who asked for it was told.
      const loaded = await model?.catch(() => undefined)
      model = undefined
      await loaded?.close()
    },
  }
}

export async function workOn<Work extends ModelWork>(
  model: SentenceModel,
  work: Work,
  texts: readonly string[],
): Promise<readonly ModelResults[Work][]> {
  const results = work === 'embed' ? await model.embed(texts) : await model.tokenStates(texts)
  return results as unknown as readonly ModelResults[Work][]
}
