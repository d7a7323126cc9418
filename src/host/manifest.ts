import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, readHostFile, removeEmptyFolder, swapFile } from './file.ts'

/*
 * What Engraph did to the files of a host: `<home>/installed/<host>.json`, and beside it the files as they were before,
 * named after their hash. It is written before the host's file is, so that whatever is interrupted can be undone.
 */

export interface HostManifest {
  /** Programs that were put into files, so that they are known as Engraph's when the package has moved. */
  readonly programs: readonly string[]
  readonly files: readonly InstalledFile[]
}

export interface InstalledFile {
  readonly path: string
  /** The projects that it was changed for; `null` stands for all projects of the user. */
  readonly projects: readonly (string | null)[]
  /** The hash of what it would be without Engraph; `null` when there was no file. */
  readonly before: string | null
  /** The hash of what Engraph made of it. */
  readonly after: string
  /** Its folder was not there either. */
  readonly isFolderMade: boolean
}

/** Files and programs that a manifest remembers. */
const ENTRIES_MAX = 1_000
const ROUNDS_MAX = 5
const NOTHING: HostManifest = { programs: [], files: [] }

/** What is remembered of a host. A manifest that cannot be read remembers nothing: files are then edited, not restored. */
export function readManifest(home: string, host: string): HostManifest {
  return parsed(readHostFile(pathOf(home, host)))
}

/** Changes what is remembered. Another process that does so at the same time is not overwritten. */
export function changeManifest(home: string, host: string, change: (manifest: HostManifest) => HostManifest): void {
  mkdirSync(join(home, 'installed'), { recursive: true, mode: 0o700 })
  const path = pathOf(home, host)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const there = readHostFile(path)
    const { programs, files } = change(parsed(there))
    const isEmpty = files.length === 0
    const kept = { v: 1, host, programs: programs.slice(-ENTRIES_MAX), files: files.slice(-ENTRIES_MAX) }
    const bytes = isEmpty ? null : Buffer.from(`${JSON.stringify(kept, null, 2)}\n`)
    if (swapFile(path, bytes, there)) return
  }
}

export function keepBackup(home: string, host: string, bytes: Buffer): void {
  const path = backupPath(home, host, hashOf(bytes))
  const there = readHostFile(path)
  if (there === null || !there.equals(bytes)) swapFile(path, bytes, there)
}

/** A file as it was before; `null` when that is not kept, or is not what it was. */
export function readBackup(home: string, host: string, hash: string): Buffer | null {
  const bytes = readHostFile(backupPath(home, host, hash))
  return bytes !== null && hashOf(bytes) === hash ? bytes : null
}

export function backupPath(home: string, host: string, hash: string): string {
  return join(home, 'installed', host, `${hash.slice(0, 32)}.before`)
}

/** Removes what no entry of the manifest needs any more, and the folders when nothing is left in them. */
export function clearBackups(home: string, host: string): void {
  const folder = join(home, 'installed', host)
  const needed = new Set(readManifest(home, host).files.map(({ before }) => before && backupPath(home, host, before)))
  const names = readHostFolder(folder)
  for (const path of names.map((name) => join(folder, name))) if (!needed.has(path)) rmSync(path, { force: true })
  removeEmptyFolder(folder)
  removeEmptyFolder(join(home, 'installed'))
}

function readHostFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.before'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function pathOf(home: string, host: string): string {
  return join(home, 'installed', `${host}.json`)
}

function parsed(bytes: Buffer | null): HostManifest {
  if (bytes === null) return NOTHING
  try {
    const { programs, files } = JSON.parse(bytes.toString('utf8')) as Partial<HostManifest>
    return {
      programs: listOf(programs).filter((program) => typeof program === 'string'),
      files: listOf(files).filter(isInstalledFile),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return NOTHING
    throw error
  }
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value.slice(0, ENTRIES_MAX) : []
}

function isInstalledFile(value: InstalledFile | null): value is InstalledFile {
  return (
    typeof value?.path === 'string' &&
    Array.isArray(value.projects) &&
    (value.before === null || typeof value.before === 'string') &&
    typeof value.after === 'string'
  )
}
