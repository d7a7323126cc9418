import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/*
 * The build notes the size and the hash of each file that it puts beside the bundle for models. A copy may have been cut
 * off or changed since: sizes are compared whenever a file is used, hashes where the time is there.
 */

/** In the folder of the models. */
export const MANIFEST_FILE = 'manifest.json'

/** Files by their path from the folder of the bundle, with `/`. */
export type ModelManifest = ReadonlyMap<string, ModelFile>

export interface ModelFile {
  readonly bytes: number
  readonly sha256: string
}

const MANIFEST_BYTES_MAX = 100_000
const FILES_MAX = 200
/** From a folder of files to where their manifest may be: itself, the one around it, the one beside it. */
const WAYS_TO_MANIFEST = ['.', '..', '../models']
const SHA256 = /^[\da-f]{64}$/u

/** Whether a file is there, as long as the build wrote it. Without a manifest, any length is right. */
export function intactSize(folder: string, name: string): boolean {
  const bytes = sizeOf(join(folder, name))
  return bytes !== null && (expected(folder, name)?.bytes ?? bytes) === bytes
}

/** Whether bytes that were read are those that the build wrote. Without a manifest, any are. */
export function intactBytes(folder: string, name: string, bytes: Uint8Array): boolean {
  const file = expected(folder, name)
  return file === null || (file.bytes === bytes.length && file.sha256 === hashOf(bytes))
}

/** The files of a models folder and beside it that are gone, or not what the build wrote; all of them are read. */
export function damagedModelFiles(modelsFolder: string): readonly string[] {
  if (sizeOf(join(modelsFolder, MANIFEST_FILE)) === null) return []
  const manifest = readManifest(modelsFolder)
  if (manifest === null) return [`models/${MANIFEST_FILE}`]
  const root = dirname(modelsFolder)
  return [...manifest].flatMap(([name, file]) => (isWhole(join(root, name), file) ? [] : [name]))
}

function isWhole(path: string, { bytes, sha256 }: ModelFile): boolean {
  try {
    return sizeOf(path) === bytes && hashOf(readFileSync(path)) === sha256
  } catch {
    return false
  }
}

function expected(folder: string, name: string): ModelFile | null {
  for (const way of WAYS_TO_MANIFEST) {
    const modelsFolder = join(folder, way)
    const manifest = readManifest(modelsFolder)
    if (manifest === null) continue
    const path = relative(dirname(modelsFolder), join(folder, name)).split(sep).join('/')
    return manifest.get(path) ?? null
  }
  return null
}

/** `null` if there is none, or something else of that name. */
function readManifest(modelsFolder: string): ModelManifest | null {
  const path = join(modelsFolder, MANIFEST_FILE)
  const bytes = sizeOf(path)
  if (bytes === null || bytes > MANIFEST_BYTES_MAX) return null
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof read !== 'object' || read === null) return null
    const files = Object.entries(read)
    return files.length <= FILES_MAX && files.every(([, file]) => isModelFile(file)) ? new Map(files) : null
  } catch {
    return null
  }
}

function isModelFile(value: unknown): value is ModelFile {
  const { bytes, sha256 } = (value ?? {}) as Partial<Record<keyof ModelFile, unknown>>
  return Number.isSafeInteger(bytes) && typeof sha256 === 'string' && SHA256.test(sha256)
}

function sizeOf(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : null
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
