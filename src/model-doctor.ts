import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EngraphError } from './graph/errors.ts'
import { type Wording, type WordingValue, wording } from './graph/wording.ts'
import type { CheckWorded } from './home-doctor.ts'
import { chooseModels } from './models.ts'
import type { Embedder } from './ports/embedder.ts'
import { BUILT_IN_MODEL, findBuiltInModel } from './providers/local/built-in-model.ts'
import type { LocalEmbedder } from './providers/local/local-embedder.ts'
import { damagedModelFiles } from './providers/model-files.ts'
import { modelsFolder } from './providers/models-folder.ts'
import type { OpenedEmbedder } from './providers/open-embedder.ts'
import { GLOSS_FILE, STATIC_FILE } from './providers/static/static-vectors.ts'

/** How long a model may take to load and to make one vector. */
const PROBE_MS_MAX = 20_000

/**
 * Which models are used, and whether they work: the embedder that the environment chooses is asked for a vector. What
 * comes along and is missing is no failure, as the tier below serves; what a user chose and does not work is one.
 */
export async function diagnoseModels(cacheFolder: string): Promise<readonly CheckWorded[]> {
  return [await checkEmbedder(cacheFolder), checkFiles()]
}

async function checkEmbedder(cacheFolder: string): Promise<CheckWorded> {
  const name = wording`embedder`
  try {
    const { openEmbedder } = chooseModels({ embedder: undefined, cacheFolder })
    if (openEmbedder === null) return { name, isOk: true, detail: wording`none is wanted; words alone` }
    return { name, ...(await probe(await openEmbedder())) }
  } catch (error) {
    return { name, isOk: false, detail: messageOf(error) }
  }
}

async function probe({ embedder, tier, problem }: OpenedEmbedder): Promise<Omit<CheckWorded, 'name'>> {
  const isOk = problem === null || !isChosen()
  if (embedder === null) return { isOk, detail: withReason(wording`none can be used; words alone`, problem) }
  try {
    await embedder.embed(['memory'], { purpose: 'question', signal: AbortSignal.timeout(PROBE_MS_MAX) })
    const { model, dimensions } = embedder.identity
    const what = wording`${tier} ${model}, ${dimensions} numbers a vector${engineOf(embedder)}`
    return { isOk, detail: withReason(what, problem) }
  } catch (error) {
    return { isOk: false, detail: messageOf(error) }
  } finally {
    await embedder.close()
  }
}

/** Whether a user asked for something else than what comes along. */
function isChosen(): boolean {
  const chosen = (process.env['ENGRAPH_EMBEDDER'] ?? '').trim().toLowerCase()
  return chosen !== '' && chosen !== 'builtin' && chosen !== 'static'
}

function engineOf(embedder: Embedder): WordingValue {
  const { engine } = embedder as Partial<LocalEmbedder>
  switch (engine) {
    case 'native':
      return wording`, native`
    case 'wasm':
      return wording`, by WebAssembly; \`npm install onnxruntime-node\` makes it several times faster`
    default:
      return ''
  }
}

function checkFiles(): CheckWorded {
  const folder = modelsFolder()
  const name = wording`models that come along`
  const damaged = folder === null ? [] : damagedModelFiles(folder)
  if (damaged.length > 0) {
    const detail = wording`damaged: ${listed(damaged)}; install Engraph again, until then what needs them does not work, or not right`
    return { name, isOk: false, detail }
  }
  const has = (file: string) => folder !== null && existsSync(join(folder, file))
  const files: readonly (readonly [WordingValue, boolean])[] = [
    [BUILT_IN_MODEL.name, findBuiltInModel() !== null],
    [wording`glosses of Chinese words`, has(GLOSS_FILE)],
    [wording`vectors of words`, has(STATIC_FILE)],
  ]
  const there = files.flatMap(([what, isThere]) => (isThere ? [what] : []))
  const missing = files.flatMap(([what, isThere]) => (isThere ? [] : [what]))
  if (missing.length === 0) return { name, isOk: true, detail: listed(there) }
  const lack = wording`this copy of Engraph was built without ${listed(missing)}; the next lower tier serves, and a published copy has them`
  return { name, isOk: true, detail: there.length === 0 ? lack : wording`${listed(there)}; ${lack}` }
}

function listed(parts: readonly WordingValue[]): WordingValue {
  return parts.reduce((list, part) => wording`${list}, ${part}`)
}

function withReason(what: Wording, problem: string | null): Wording {
  return problem === null ? what : wording`${what}; ${problem}`
}

function messageOf(error: unknown): Wording | string {
  return error instanceof EngraphError ? error.wordings.message : (error as Error).message
}
