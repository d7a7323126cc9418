import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dtype } from './transformers-library.ts'

/** How the files of a model are named by their kind of numbers. */
const SUFFIXES: Readonly<Record<Dtype, string>> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
}

const FILES_MAX = 64
const DIGITS = 16

export interface CachedModel {
  readonly cacheFolder: string
  readonly model: string
  readonly revision: string
  readonly dtype: Dtype
}

/**
 * The first digits of the SHA-256 of the weights that the library keeps of a model, with what a large model keeps in
 * files beside it; else the name of the revision, when the library keeps them elsewhere.
 */
export async function cachedWeights({ cacheFolder, model, revision, dtype }: CachedModel): Promise<string> {
  const folder = join(cacheFolder, model, ...(revision === 'main' ? [] : [revision]), 'onnx')
  const stem = `model${SUFFIXES[dtype]}.onnx`
  let names: readonly string[]
  try {
    names = await readdir(folder)
  } catch {
    return revision
  }
  const files = names.filter((name) => name === stem || name.startsWith(`${stem}_data`)).sort()
  if (files.length === 0) return revision
  const hash = createHash('sha256')
  for (const file of files.slice(0, FILES_MAX)) {
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk)
  }
  return hash.digest('hex').slice(0, DIGITS)
}
