import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { MANIFEST_FILE, type ModelFile } from '../src/providers/model-files.ts'
import type { ModelBuild } from './minilm.ts'

/** What a copy of Engraph needs of files besides its code. */
const FOLDERS = ['models', 'onnxruntime']

/** Notes the size and the hash of each file that was built, so that a damaged copy is told from a whole one. */
export function writeModelManifest({ outFolder }: Pick<ModelBuild, 'outFolder'>): void {
  if (!existsSync(join(outFolder, 'models'))) return
  const files = FOLDERS.flatMap((folder) => filesBelow(join(outFolder, folder)))
    .map((path) => [relative(outFolder, path).split(sep).join('/'), describe(path)] as const)
    .filter(([name]) => name !== `models/${MANIFEST_FILE}`)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(join(outFolder, 'models', MANIFEST_FILE), `${JSON.stringify(Object.fromEntries(files), null, 2)}\n`)
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function describe(path: string): ModelFile {
  const bytes = readFileSync(path)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
