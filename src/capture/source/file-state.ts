import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export interface Look {
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
}

/** Clocks of file systems are coarse: what changed this shortly before a look may have changed once more, unseen. */
const UNSURE_MS = 2_000

/** `null` where there is no file: gone, a folder, or a link, which may lead anywhere. */
export function lookAt(root: string, path: string): Look | null {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile()) return null
  return lookOf(stats)
}

function lookOf({ size, mtimeMs, ctimeMs }: Stats): Look {
  return { size, mtimeMs, ctimeMs }
}

/** A link: what is written in it, and what it leads to, which is `null` outside of the folder or where nothing is. */
export interface Link {
  readonly look: Look
  readonly hash: string
  readonly target: { readonly path: string; readonly isFolder: boolean } | null
}

/** `null` where there is no link. */
export function lookAtLink(root: string, path: string): Link | null {
  const absolute = join(root, path)
  const stats = lstatSync(absolute, { throwIfNoEntry: false })
  if (!stats?.isSymbolicLink()) return null
  try {
    const hash = blobHash(Buffer.from(readlinkSync(absolute)))
    const behind = statSync(absolute, { throwIfNoEntry: false })
    if (behind === undefined) return { look: lookOf(stats), hash, target: null }
    const target = relative(realpathSync.native(root), realpathSync.native(absolute)).split(sep).join('/')
    const isInside = target !== '..' && !target.startsWith('../') && !/^(?:\/|[A-Za-z]:)/u.test(target)
    return { look: lookOf(stats), hash, target: isInside ? { path: target, isFolder: behind.isDirectory() } : null }
  } catch (error) {
    // It may go, lead in a circle, or through a folder that is closed to us.
    if (error instanceof Error && 'code' in error) return { look: lookOf(stats), hash: '', target: null }
    throw error
  }
}

export function isFolder(root: string, path: string): boolean {
  return lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Whether a file that looked like this then has not changed since. `readAtMs`: when it was looked at. */
export function isSameFile(before: Look, now: Look, readAtMs: number): boolean {
  const isEqual = before.size === now.size && before.mtimeMs === now.mtimeMs && before.ctimeMs === now.ctimeMs
  return isEqual && Math.max(now.mtimeMs, now.ctimeMs) < readAtMs - UNSURE_MS
}

/** Bytes of this many at the beginning tell a text from other data, as in git. */
const BINARY_LOOK = 8_000

export function readText(
  root: string,
  path: string,
): { readonly hash: string; readonly text: string } | 'binary' | 'unreadable' {
  const bytes = bytesOf(root, path)
  if (bytes === null) return 'unreadable'
  if (bytes.subarray(0, BINARY_LOOK).includes(0)) return 'binary'
  return { hash: blobHash(bytes), text: bytes.toString('utf8').replace(/^\uFEFF/u, '') }
}

function bytesOf(root: string, path: string): Buffer | null {
  try {
    return readFileSync(join(root, path))
  } catch (error) {
    // It may go away or be closed to us between the list and the look; the list of skipped files says so.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

/** The name that git gives to such a content. */
export function blobHash(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
