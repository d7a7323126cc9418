import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelBuild } from './minilm.ts'

/** The module holds its own glue; the other builds are for graphics processors. */
const FILES = ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm']

/** Copies the WebAssembly build of the engine beside the bundle, and gives what its licences are those of. */
export function copyOnnxRuntime({ outFolder, nodeModules }: ModelBuild): readonly string[] {
  const folder = join(outFolder, 'onnxruntime')
  mkdirSync(folder, { recursive: true })
  for (const file of FILES) copyFileSync(join(nodeModules, 'onnxruntime-web/dist', file), join(folder, file))
  return ['onnxruntime-web', 'onnxruntime-common'].map((name) => join(nodeModules, name, 'package.json'))
}
