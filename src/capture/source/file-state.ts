import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  return { size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs }
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
