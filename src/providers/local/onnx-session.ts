import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { intactBytes, intactSize } from '../model-files.ts'
import { overflows } from './overflow.ts'
import { refuseTelemetry } from './telemetry.ts'

/** Native is the package `onnxruntime-node`, where a user installed it; WebAssembly comes along and is several times slower. */
export const ENGINES = ['native', 'wasm'] as const
export type Engine = (typeof ENGINES)[number]

export interface OnnxSession {
  readonly engine: Engine
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  /** Runs the graph on one batch; every input has the shape `[texts, tokens]`. */
  run(inputs: Readonly<Record<string, BigInt64Array>>, batch: BatchShape, output: string): Promise<OnnxResult>
  close(): Promise<void>
}

export interface BatchShape {
  readonly texts: number
  readonly tokens: number
}

export interface OnnxResult {
  readonly data: Float32Array
  readonly shape: readonly number[]
}

/** Opens a model with the first engine that can; without a wish, native is tried first. */
export async function openOnnxSession(weightsFile: string, engine?: Engine): Promise<OnnxSession> {
  const failures: unknown[] = []
  for (const candidate of engine ? [engine] : ENGINES) {
    try {
      return await openWith(candidate, weightsFile)
    } catch (error) {
      failures.push(error)
    }
  }
  // Native is absent more often than not; what the last one said is about the model.
  throw failures.at(-1)
}

async function openWith(engine: Engine, weightsFile: string): Promise<OnnxSession> {
  const library = await (engine === 'native' ? loadNative() : loadWasm())
  // The native library reads the file itself, also one whose weights are in a file beside it.
  const model = engine === 'native' ? weightsFile : await readFile(weightsFile)
  const options = engine === 'native' && (await overflows(library)) ? WIDE_SESSION_OPTIONS : SESSION_OPTIONS
  const session = await library.InferenceSession.create(model, options)
  return {
    engine,
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    async run(inputs, { texts, tokens }, output) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, data]) => [name, new library.Tensor('int64', data, [texts, tokens])]),
      )
      const { [output]: result } = await session.run(feeds, [output])
      if (!(result?.data instanceof Float32Array))
        throw new Error(`Its output "${output}" is not made of 32-bit floats.`)
      return { data: result.data, shape: result.dims }
    },
    close: () => session.release(),
  }
}

/** One thread: other cores belong to the application. */
const SESSION_OPTIONS = {
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
}
const WIDE_SESSION_OPTIONS = { ...SESSION_OPTIONS, extra: { session: { x64quantprecision: '1' } } }

/** What is used of the libraries, which are alike. */
export interface OnnxLibrary {
  readonly InferenceSession: { create(model: string | Uint8Array, options: object): Promise<LibrarySession> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown
  readonly env: { logLevel?: string; readonly wasm: { numThreads?: number; proxy?: boolean; wasmBinary?: Uint8Array } }
}

interface LibrarySession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(
    feeds: Readonly<Record<string, unknown>>,
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, { readonly data: unknown; readonly dims: readonly number[] }>>>
  release(): Promise<void>
}

/** A package that the user installs. Its name is in a variable, so that no bundler and no compiler looks for it. */
const NATIVE_PACKAGE: string = 'onnxruntime-node'

/** Whether there is an engine to try; it may still not load. WebAssembly is there unless a file is gone or cut off. */
export function isEngineThere(engine?: Engine): boolean {
  if (engine !== 'wasm' && isNativeInstalled()) return true
  try {
    return engine !== 'native' && [WASM_MODULE, WASM_BINARY].every((name) => intactSize(wasmFolder(), name))
  } catch {
    return false
  }
}

/** Whether there is a native engine to try; it may still not load. */
export function isNativeInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve(NATIVE_PACKAGE)
    return true
  } catch {
    return false
  }
}

async function loadNative(): Promise<OnnxLibrary> {
  refuseTelemetry()
  const module = (await import(NATIVE_PACKAGE)) as { readonly default?: OnnxLibrary } & OnnxLibrary
  return module.InferenceSession ? module : module.default!
}

const WASM_MODULE = 'ort.wasm.bundle.min.mjs'
const WASM_BINARY = 'ort-wasm-simd-threaded.wasm'

async function loadWasm(): Promise<OnnxLibrary> {
  const folder = wasmFolder()
  const library = (await import(pathToFileURL(join(folder, WASM_MODULE)).href)) as OnnxLibrary
  library.env.logLevel = 'error'
  library.env.wasm.numThreads = 1
  library.env.wasm.proxy = false
  library.env.wasm.wasmBinary ??= await readWasm(folder)
  return library
}

/** The library writes to the console what it thinks of bytes that are not its own, and cannot be told not to. */
async function readWasm(folder: string): Promise<Uint8Array> {
  const bytes = await readFile(join(folder, WASM_BINARY))
  if (!intactBytes(folder, WASM_BINARY, bytes)) throw new Error(`The file ${WASM_BINARY} of its engine is damaged.`)
  return bytes
}

/** Beside the bundle; from the sources, in the package that the build copies it from. */
function wasmFolder(): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), 'onnxruntime')
  if (existsSync(join(beside, WASM_BINARY))) return beside
  return dirname(createRequire(import.meta.url).resolve('onnxruntime-web/wasm'))
}
