import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Wording } from '../graph/wording.ts'

/** A file of a host in which entries of Engraph stand among others. The edits give the same text where nothing is to do. */
export interface HostFile {
  readonly path: string
  readonly holds: 'hooks' | 'server'
  /** Puts Engraph's entries in, or brings them to this version. */
  put(text: string): HostEdit
  /** Takes them out. `original` is the text before Engraph came, where it is known. */
  take(text: string, original: string | null): HostEdit
  /** What is there of Engraph. */
  look(text: string): HostEntries | { readonly refused: Wording }
}

export type HostEdit = { readonly text: string } | { readonly refused: Wording }

export interface HostEntries {
  /** Events with a hook of Engraph, and what each starts. */
  readonly hooks: readonly { readonly event: string; readonly node: string; readonly program: string }[]
  readonly server: { readonly node: string; readonly program: string } | null
}

/** A file as it is now; `null` where there is none. */
export function readHostFile(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Writes a file whole or not at all, with the permissions that it has, and through a link that leads to it. `false`, with
 * nothing done, when it is no longer what `expected` says: another program wrote in between.
 */
export function swapFile(path: string, bytes: Uint8Array | null, expected: Buffer | null): boolean {
  const target = targetOf(path)
  if (bytes === null) {
    if (!isSame(readHostFile(target), expected)) return false
    rmSync(target, { force: true })
    return true
  }
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const draft = join(dirname(target), `.engraph-${randomBytes(6).toString('hex')}.tmp`)
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(file, bytes)
      fchmodSync(file, mode & 0o7777)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (!isSame(readHostFile(target), expected)) return false
    renameSync(draft, target)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a folder that is empty; one that is not stays. */
export function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY', 'EPERM'].includes(code)) throw error
  }
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/** Where a link leads, also when nothing is there yet. */
function targetOf(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path
}
