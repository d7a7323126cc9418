import { wording } from '../../graph/wording.ts'
import type { Embedder, EmbedOptions } from '../../ports/embedder.ts'
import { BUILT_IN_MODEL, damagedBuiltInFile, findBuiltInModel } from './built-in-model.ts'
import { type ModelFolderOptions, readModelFolder } from './model-folder.ts'
import { modelQueue } from './model-queue.ts'
import { inlineRunner, type ModelRunner, type ModelWork } from './model-runner.ts'
import { findModelWorker, ModelThread } from './model-thread.ts'
import { type Engine, isEngineThere } from './onnx-session.ts'
import type { TokenStates } from './sentence-model.ts'
import { unavailable } from './unavailable.ts'

/** An embedder that runs a model of this machine, and can give the vectors of single tokens. */
export interface LocalEmbedder extends Embedder {
  /** Which engine runs it; `null` until it was first asked. */
  readonly engine: Engine | null
  /** The tokens of each text with their vectors. A failure is an `EngraphError` of the code `model-unavailable`. */
  tokenStates(texts: readonly string[], options: TokenOptions): Promise<readonly TokenStates[]>
}

export interface TokenOptions extends EmbedOptions {
  /** Somebody waits for the answer, so that it goes before what is done in the background. Default: for questions. */
  readonly isUrgent?: boolean
}

export interface LocalEmbedderOptions extends ModelFolderOptions {
  /** A folder in the layout of transformers.js. Default: the model that comes along. */
  readonly folder?: string
  readonly prepare?: TextPreparation
  /** Default: native where it is installed, else WebAssembly. */
  readonly engine?: Engine
  /** The program of the thread; `null` runs the model in this one. Default: what was built, if it is there. */
  readonly workerUrl?: URL | null
}

/** What a text becomes before a model reads it, such as a gloss of Chinese. Its name is part of the vectors' identity. */
export interface TextPreparation {
  readonly name: string
  apply(text: string): string
}

const BATCH_SIZE = 32

/** Opens a model. It is looked at, not loaded: that happens in its thread when it is first asked. */
export async function openLocalEmbedder(options: LocalEmbedderOptions = {}): Promise<LocalEmbedder> {
  const { prepare, engine, workerUrl = findModelWorker() } = options
  const path = options.folder ?? findBuiltInModel()
  if (path === null) throw builtInMissing()
  const folder = await readModelFolder(path, options)
  if (!isEngineThere(engine)) {
    throw unavailable(folder.name, wording`its engine is not there, or damaged`, {
      hint: wording`Install Engraph again, or run: npm install onnxruntime-node`,
    })
  }
  const { prefixes, dimensions, tokensMax, pooling } = folder
  const runner: ModelRunner =
    workerUrl === null ? inlineRunner({ folder, engine }) : new ModelThread({ folder, engine }, workerUrl)
  const queue = modelQueue(runner, folder.name)

  /** Runs what has something in it; the places of the others stay as they are. */
  async function run<Work extends ModelWork>(
    work: Work,
    texts: readonly string[],
    { purpose, signal, isUrgent = purpose === 'question' }: TokenOptions,
  ) {
    signal?.throwIfAborted()
    const prepared = texts.map((text) => (prepare ? prepare.apply(text) : text).trim())
    const places = prepared.flatMap((text, place) => (text === '' ? [] : [place]))
    const results = await queue.run(
      work,
      places.map((place) => prefixes[purpose] + prepared[place]!),
      { isUrgent, signal },
    )
    return places.map((place, i) => [place, results[i]!] as const)
  }

  return {
    identity: {
      model: folder.name,
      dimensions,
      preprocessing: [
        ...(prepare ? [prepare.name] : []),
        ...(prefixes.question === '' ? [] : [`question ${JSON.stringify(prefixes.question)}`]),
        ...(prefixes.passage === '' ? [] : [`passage ${JSON.stringify(prefixes.passage)}`]),
        pooling,
        `${tokensMax} tokens`,
      ].join('; '),
      weights: folder.weightsSha256.slice(0, 16),
    },
    languages: folder.languages,
    batchSize: BATCH_SIZE,
    get engine() {
      return runner.engine
    },
    get isLoaded() {
      return runner.engine !== null
    },
    async embed(texts, embedOptions) {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions))
      for (const [place, vector] of await run('embed', texts, embedOptions)) vectors[place] = vector
      return vectors
    },
    async tokenStates(texts, embedOptions) {
      const states: TokenStates[] = texts.map(() => ({ ids: [], tokens: [], states: new Float32Array(0) }))
      for (const [place, found] of await run('states', texts, embedOptions)) states[place] = found
      return states
    },
    close: () => runner.close(),
  }
}

function builtInMissing() {
  const file = damagedBuiltInFile()
  if (file !== null) {
    return unavailable(BUILT_IN_MODEL.name, wording`its file ${file} is damaged`, {
      hint: wording`Install Engraph again.`,
    })
  }
  return unavailable(BUILT_IN_MODEL.name, wording`its weights are not there`, {
    hint: wording`This copy of Engraph was built without them. Install a published one, or choose another embedder.`,
  })
}
