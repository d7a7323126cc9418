import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { asWording, systemReason, type Wording, wording } from '../../graph/wording.ts'
import { modelFamily, type Pooling, type Prefixes } from '../model-family.ts'
import { BUILT_IN_MODEL, findBuiltInModel } from './built-in-model.ts'
import { unavailable } from './unavailable.ts'

/** What must be known of a model before it is loaded, so that opening one takes no time. */
export interface ModelFolder {
  readonly name: string
  readonly weightsFile: string
  readonly tokenizerFile: string
  readonly dimensions: number
  readonly pooling: Pooling
  readonly prefixes: Prefixes
  readonly languages: readonly string[]
  /** Longer texts are cut. */
  readonly tokensMax: number
  /**
   * Texts that go through together. The bytes of most published models depend on what else is in a batch, and the same
   * text must give the same vector.
   */
  readonly batchMax: number
  /**
   * Stands for the weights, and for the tokenizer that gives them their input: vectors of one are not those of another.
   * Of the model that comes along, the hash of the weights alone.
   */
  readonly weightsSha256: string
}

/** What overrules what the folder says of itself. */
export interface ModelFolderOptions {
  readonly pooling?: Pooling
  readonly prefixes?: Prefixes
  readonly languages?: readonly string[]
  readonly tokensMax?: number
}

const TOKENS_MAX = 256
/** Positions that a model counts from the number of its padding. */
const POSITIONS_RESERVED = 2
const BATCH_MAX = 16
const CONFIG_BYTES_MAX = 1_000_000
/** Quantised first, as they are as good and several times smaller. */
const WEIGHTS_FILES = [
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  'onnx/model_uint8.onnx',
  'onnx/model.onnx',
  'model_quantized.onnx',
  'model.onnx',
]

/** Reads a folder in the layout of transformers.js; `model-unavailable` says what it lacks. */
export async function readModelFolder(path: string, options: ModelFolderOptions = {}): Promise<ModelFolder> {
  const folder = resolve(path)
  const weights = await findWeights(folder)
  const tokenizerFile = join(folder, 'tokenizer.json')
  const tokenizer = await sizeOf(tokenizerFile)
  if (!tokenizer) throw lacking(folder, wording`it has no ${'tokenizer.json'}`)
  const config = await readConfig(folder, 'config.json')
  const name = nameOf(folder, config)
  const dimensions = count(config['hidden_size'] ?? config['dim'] ?? config['d_model'])
  if (dimensions === null) throw lacking(folder, wording`its config.json does not say how wide its vectors are`)
  const family = modelFamily(name)
  const prompts = await readConfig(folder, 'config_sentence_transformers.json')
  const hashes =
    folder === findBuiltInModel() ? BUILT_IN_MODEL : await hashesOf(weights, { file: tokenizerFile, ...tokenizer })
  const isBuiltIn =
    hashes.weightsSha256 === BUILT_IN_MODEL.weightsSha256 && hashes.tokenizerSha256 === BUILT_IN_MODEL.tokenizerSha256
  return {
    name,
    weightsFile: weights.file,
    tokenizerFile,
    dimensions,
    pooling: options.pooling ?? poolingOf(await readConfig(folder, '1_Pooling/config.json')) ?? family.pooling,
    prefixes: options.prefixes ?? promptsOf(prompts) ?? family.prefixes,
    languages: options.languages ?? family.languages,
    tokensMax: Math.min(
      options.tokensMax ?? TOKENS_MAX,
      (count(config['max_position_embeddings']) ?? Number.POSITIVE_INFINITY) - POSITIONS_RESERVED,
    ),
    batchMax: isBuiltIn ? BATCH_MAX : 1,
    weightsSha256: isBuiltIn ? BUILT_IN_MODEL.weightsSha256 : hashOfBoth(hashes),
  }
}

interface HashedFile {
  readonly file: string
  readonly bytes: number
  readonly modifiedMs: number
}

async function findWeights(folder: string): Promise<HashedFile> {
  try {
    await readdir(folder)
  } catch (error) {
    throw unavailable(
      basename(folder),
      wording`the folder ${folder} cannot be read: ${asWording(systemReason(error))}`,
      {
        cause: error,
      },
    )
  }
  for (const name of WEIGHTS_FILES) {
    const file = join(folder, name)
    const found = await sizeOf(file)
    if (found) return { file, ...found }
  }
  throw lacking(folder, wording`it has no ${'onnx/model_quantized.onnx'} or ${'onnx/model.onnx'}`)
}

async function sizeOf(file: string): Promise<{ bytes: number; modifiedMs: number } | null> {
  const found = await stat(file).catch(() => null)
  return found?.isFile() ? { bytes: found.size, modifiedMs: found.mtimeMs } : null
}

type Config = Readonly<Record<string, unknown>>

/** A file that is missing or no JSON object says nothing. */
async function readConfig(folder: string, name: string): Promise<Config> {
  const file = join(folder, name)
  const size = await sizeOf(file)
  if (!size || size.bytes > CONFIG_BYTES_MAX) return {}
  try {
    const config: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof config === 'object' && config !== null ? (config as Config) : {}
  } catch (error) {
    throw lacking(folder, wording`its ${name} cannot be read: ${asWording(systemReason(error))}`, error)
  }
}

function nameOf(folder: string, config: Config): string {
  const given = config['_name_or_path']
  const name = typeof given === 'string' ? basename(given) : ''
  return name === '' || name === '.' ? basename(folder) : name
}

function poolingOf(config: Config): Pooling | undefined {
  if (config['pooling_mode_cls_token'] === true) return 'cls'
  if (config['pooling_mode_lasttoken'] === true) return 'last_token'
  return config['pooling_mode_mean_tokens'] === true ? 'mean' : undefined
}

function promptsOf(config: Config): Prefixes | undefined {
  const prompts = config['prompts']
  if (typeof prompts !== 'object' || prompts === null) return undefined
  const { query, passage, document } = prompts as Config
  if (typeof query !== 'string') return undefined
  const answer = passage ?? document
  return { question: query, passage: typeof answer === 'string' ? answer : '' }
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}

interface Hashes {
  readonly weightsSha256: string
  readonly tokenizerSha256: string
}

async function hashesOf(weights: HashedFile, tokenizer: HashedFile): Promise<Hashes> {
  // Weights too large for one file are in a second one, and the first says little.
  const others = await Promise.all(
    [`${weights.file}_data`, `${weights.file}.data`].map(async (file) => {
      const found = await sizeOf(file)
      return found ? [{ file, ...found }] : []
    }),
  )
  return { weightsSha256: await hashOf([weights, ...others.flat()]), tokenizerSha256: await hashOf([tokenizer]) }
}

function hashOfBoth({ weightsSha256, tokenizerSha256 }: Hashes): string {
  return createHash('sha256').update(`${weightsSha256}\n${tokenizerSha256}\n`).digest('hex')
}

/** By path, size and time of change: hashing hundreds of megabytes again would say the same. */
const hashesKnown = new Map<string, string>()
const HASHES_MAX = 32

async function hashOf(parts: readonly HashedFile[]): Promise<string> {
  const key = parts.map(({ file, bytes, modifiedMs }) => `${file}\n${bytes}\n${modifiedMs}`).join('\n')
  const known = hashesKnown.get(key)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const { file } of parts) await pipeline(createReadStream(file), hash, { end: false })
  const digest = hash.digest('hex')
  if (hashesKnown.size >= HASHES_MAX) hashesKnown.clear()
  hashesKnown.set(key, digest)
  return digest
}

function lacking(folder: string, reason: Wording, cause?: unknown) {
  return unavailable(basename(folder), wording`${folder}: ${reason}`, {
    ...(cause === undefined ? {} : { cause }),
    hint: wording`A model folder holds tokenizer.json, config.json and onnx/model.onnx, as published for transformers.js.`,
  })
}
