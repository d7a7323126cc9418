import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { intactSize } from '../model-files.ts'
import { modelsFolder } from '../models-folder.ts'

/** The model that comes along. The build writes it, and refuses to write another one. */
export const BUILT_IN_MODEL = {
  name: 'all-MiniLM-L6-v2',
  folder: 'models/minilm',
  dimensions: 384,
  /** SHA-256 of `model.onnx`; part of the identity of its vectors. */
  weightsSha256: '84a500120ac6db8a265b2b6eb94be263c29b5ddbd2296c756f340856a14df21e',
  weightsBytes: 23_288_370,
  /** SHA-256 of `tokenizer.json`. */
  tokenizerSha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
} as const

/** Without one of these it cannot be used. */
const FILES = ['model.onnx', 'tokenizer.json', 'config.json']

/**
 * Where it is, beside the bundle or, when Engraph runs from its sources, in what was built; `null` without weights, and
 * if a file is gone or cut off, so that the next lower tier serves.
 */
export function findBuiltInModel(): string | null {
  const folder = builtInFolder()
  return folder !== null && damagedFile(folder) === null ? folder : null
}

/** The file for which a model that came along cannot be used; `null` if there is none, or no model. */
export function damagedBuiltInFile(): string | null {
  const folder = builtInFolder()
  return folder && damagedFile(folder)
}

function builtInFolder(): string | null {
  const models = modelsFolder()
  const folder = models && join(models, '..', BUILT_IN_MODEL.folder)
  return folder !== null && existsSync(join(folder, 'model.onnx')) ? folder : null
}

function damagedFile(folder: string): string | null {
  return FILES.find((name) => !intactSize(folder, name)) ?? null
}
