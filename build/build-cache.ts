import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CachedFile {
  readonly nodeModules: string
  /** Names the file together with the hash of what it is made of. */
  readonly name: string
  readonly madeOf: readonly (string | Uint8Array)[]
}

/** What was made of the same before, kept among the packages that it is made of; else it is made now. */
export async function cached(
  file: CachedFile,
  make: () => Uint8Array | Promise<Uint8Array>,
): Promise<{ readonly bytes: Uint8Array; readonly path: string }> {
  const folder = join(file.nodeModules, '.cache/engraph')
  const hash = createHash('sha256')
  for (const part of file.madeOf) hash.update(createHash('sha256').update(part).digest())
  const path = join(folder, `${file.name}-${hash.digest('hex').slice(0, 16)}.bin`)
  if (existsSync(path)) return { bytes: readFileSync(path), path }
  const bytes = await make()
  mkdirSync(folder, { recursive: true })
  // Two builds may run at once; neither may see half a file.
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, bytes)
  renameSync(unfinished, path)
  return { bytes, path }
}
