import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The model that comes along. The build writes it, and refuses to write another one. */
export const BUILT_IN_MODEL = {
  name: 'all-MiniLM-L6-v2',
  folder: 'models/minilm',
  dimensions: 384,
  /** SHA-256 of `model.onnx`; part of the identity of its vectors. */
  weightsSha256: '84a500120ac6db8a265b2b6eb94be263c29b5ddbd2296c756f340856a14df21e',
  weightsBytes: 23_288_370,
} as const

/** Where it is, beside the bundle or, when Engraph runs from its sources, in what was built; `null` without weights. */
export function findBuiltInModel(): string | null {
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = [join(here, BUILT_IN_MODEL.folder), join(here, '../../../dist', BUILT_IN_MODEL.folder)]
  return folders.find((folder) => existsSync(join(folder, 'model.onnx'))) ?? null
}
