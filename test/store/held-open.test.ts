import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFile } from '../../src/store/sqlite/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-held-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Locks on a file, of whichever process. */
function locksOn(path: string): number {
  const { ino } = statSync(path)
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(`:${ino} `)).length
}

test.skipIf(process.platform !== 'linux')('opening a file again keeps the locks of the connection that has it', () => {
  const path = join(folder, 'space.db')
  const first = openFile(path, { busyTimeoutMs: 1_000 })
  first.prepare('SELECT count(*) AS n FROM nodes').get()
  const held = locksOn(path)
  expect(held).toBeGreaterThan(0)
  const second = openFile(path, { busyTimeoutMs: 1_000 })
  expect(locksOn(path)).toBeGreaterThanOrEqual(held)
  second.close()
  openFile(path, { busyTimeoutMs: 1_000 }).close()
  expect(locksOn(path)).toBeGreaterThanOrEqual(held)
  first.close()
})
