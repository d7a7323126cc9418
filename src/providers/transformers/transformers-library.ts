import { EngraphError, messageOf } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import { readServiceUrl } from '../http/endpoint.ts'
import { refuseTelemetry } from '../local/telemetry.ts'

/** What is used of `@huggingface/transformers`, versions 3 and 4. */
export interface TransformersLibrary {
  readonly env: {
    remoteHost: string
    cacheDir: string | null
    allowRemoteModels: boolean
    logLevel?: number
  }
  pipeline(task: 'feature-extraction', model: string, options: LoadOptions): Promise<Extractor>
  readonly AutoTokenizer: { from_pretrained(model: string, options: LoadOptions): Promise<Tokenizer> }
  readonly AutoModelForSequenceClassification: {
    from_pretrained(model: string, options: LoadOptions): Promise<Classifier>
  }
}

export interface LoadOptions {
  readonly revision: string
  readonly dtype?: string
  readonly cache_dir?: string
  readonly local_files_only?: boolean
  readonly progress_callback?: (progress: unknown) => void
}

export interface Tensor {
  readonly data: ArrayLike<unknown>
  readonly dims: readonly number[]
}

export interface Extractor {
  (text: string, options: { readonly pooling: string; readonly normalize: boolean }): Promise<Tensor>
  dispose?(): Promise<unknown>
}

export type Tokenizer = (
  text: string,
  options: { readonly text_pair: string; readonly truncation: boolean; readonly padding: boolean },
) => unknown

export interface Classifier {
  (inputs: unknown): Promise<{ readonly logits: Tensor }>
  dispose?(): Promise<unknown>
}

export interface TransformersPlace {
  readonly model: string
  /** Default `main`. */
  readonly revision?: string
  /** Which of the files of the model: `q8`, `fp16`, `fp32` … Default `q8`. */
  readonly dtype?: Dtype
  /** Where models are downloaded from. Default: the library's own. */
  readonly remoteHost?: string
  /** Where they are kept. */
  readonly cacheFolder: string
  /** Only loads what is there already. Default `false`: who names a model here wants it downloaded. */
  readonly isOffline?: boolean
  /** What the library tells of the download. */
  readonly onProgress?: (progress: unknown) => void
  /** Loads the library. @internal */
  readonly load?: () => Promise<unknown>
}

export const DTYPES = ['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'] as const
export type Dtype = (typeof DTYPES)[number]

/** A package that the user installs. Its name is in a variable, so that no bundler and no compiler looks for it. */
const PACKAGE: string = '@huggingface/transformers'
const LOG_ERRORS = 40

/** The library, set to where models come from and are kept. */
export async function openTransformers(place: TransformersPlace): Promise<TransformersLibrary> {
  const host = place.remoteHost === undefined ? null : readServiceUrl(place.remoteHost).href
  refuseTelemetry()
  const library = await loaded(place.load ?? (() => import(PACKAGE)))
  const { env } = library
  if (host !== null) env.remoteHost = host.endsWith('/') ? host : `${host}/`
  env.cacheDir = place.cacheFolder
  env.allowRemoteModels = place.isOffline !== true
  // Its warnings would stand among the output of a command.
  env.logLevel = LOG_ERRORS
  return library
}

export function loadOptionsOf(place: TransformersPlace): LoadOptions {
  return {
    revision: place.revision ?? 'main',
    dtype: place.dtype ?? 'q8',
    cache_dir: place.cacheFolder,
    local_files_only: place.isOffline === true,
    ...(place.onProgress === undefined ? {} : { progress_callback: place.onProgress }),
  }
}

export function modelUnavailable(model: string, error: unknown): EngraphError {
  return new EngraphError('model-unavailable', wording`The model "${model}" cannot be used: ${messageOf(error)}.`, {
    cause: error,
  })
}

/** The work, unless it is called off before: the engine itself cannot be stopped, but nobody waits for it. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  let end: () => void = () => undefined
  const called = new Promise<never>((_resolve, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work, called])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function loaded(load: () => Promise<unknown>): Promise<TransformersLibrary> {
  try {
    return (await load()) as TransformersLibrary
  } catch (error) {
    const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
    // A part that the package itself misses has the same code.
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && String(message).includes(`package '${PACKAGE}'`)
    if (isMissing) {
      throw new EngraphError('model-unavailable', wording`The package ${PACKAGE} is not installed.`, {
        cause: error,
        hint: wording`Run, with -g where engraph was installed so: npm install ${PACKAGE}`,
      })
    }
    throw new EngraphError('model-unavailable', wording`The package ${PACKAGE} cannot be loaded.`, { cause: error })
  }
}
