import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngraphError, type ErrorCode } from '../../src/graph/errors.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { SCHEMA_VERSION } from '../../src/store/sqlite/open.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { idsWith, indexed, openSpace, put } from '../contracts/graph-store.ts'

const DIST = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const isRoot = process.getuid?.() === 0

const folder = mkdtempSync(join(tmpdir(), 'engraph-open-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

let files = 0
const newPath = () => join(folder, `${++files}.db`)

/** A whole store with some hundred messages, which tests copy. */
const whole = newPath()
beforeAll(async () => {
  const store = openSqliteStore(whole)
  const space = await openSpace(store)
  await put(
    store,
    space,
    ...Array.from({ length: 900 }, (_, i) => indexed(`m${i}`, `all word${i} ${'filling '.repeat(20)}`)),
  )
  await store.purge()
  await store.close()
})

function copyOfWhole(): string {
  const path = newPath()
  copyFileSync(whole, path)
  return path
}

function change(path: string, edit: (bytes: Buffer) => void): string {
  const bytes = readFileSync(path)
  edit(bytes)
  writeFileSync(path, bytes)
  return path
}

function caught(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}

function expectRefused(path: string, code: ErrorCode): void {
  const before = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null
  const error = caught(() => openSqliteStore(path))
  expect(error).toBeInstanceOf(EngraphError)
  expect(error).toMatchObject({ code, message: expect.stringContaining(path) })
  if (before) expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}-journal`)).toBe(false)
}

describe('a file that is refused is left untouched:', () => {
  test('random bytes', () => {
    const path = newPath()
    writeFileSync(path, Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255)))
    expectRefused(path, 'store-damaged')
  })

  test('a text', () => {
    const path = newPath()
    writeFileSync(path, 'Dear diary')
    expectRefused(path, 'store-damaged')
  })

  test('the beginning of a database', () => {
    for (const size of [1, 50, 99, 100, 4096, statSync(whole).size - 1]) {
      const path = copyOfWhole()
      truncateSync(path, size)
      expectRefused(path, 'store-damaged')
    }
  })

  test('a header whose pages hold something else', () => {
    expectRefused(
      change(copyOfWhole(), (bytes) => bytes.fill(0xa5, 100)),
      'store-damaged',
    )
  })

  test('a database of another program', () => {
    const path = newPath()
    const database = openDatabase(path)
    database.exec('CREATE TABLE songs (title TEXT)')
    database.close()
    expectRefused(path, 'store-foreign')
    // An application id of somebody else's, with a schema of a likely version.
    expectRefused(
      change(copyOfWhole(), (bytes) => bytes.writeUInt32BE(0x47504b47, 68)),
      'store-foreign',
    )
  })

  test('a database of a newer version', () => {
    const path = change(copyOfWhole(), (bytes) => bytes.writeUInt32BE(SCHEMA_VERSION + 1, 60))
    expectRefused(path, 'store-newer')
    expect(caught(() => openSqliteStore(path))).toMatchObject({ hint: expect.stringMatching(/update/iu) })
  })

  test('a directory', () => {
    const path = newPath()
    mkdirSync(path)
    expectRefused(path, 'store-unreadable')
    rmSync(path, { recursive: true })
  })

  test('what lies where no file can be', () => {
    const file = newPath()
    writeFileSync(file, 'plain')
    for (const path of [join(file, 'x.db'), join(folder, 'missing', 'x.db')]) {
      expect(caught(() => openSqliteStore(path))).toMatchObject({ name: 'EngraphError', code: 'store-unreadable' })
    }
    expect(existsSync(join(folder, 'missing'))).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('plain')
  })

  test.skipIf(isRoot)('one that may not be read, or not be written', () => {
    for (const mode of [0o000, 0o400]) {
      const path = copyOfWhole()
      chmodSync(path, mode)
      const error = caught(() => openSqliteStore(path))
      chmodSync(path, 0o600)
      expect(error).toMatchObject({ name: 'EngraphError', code: 'store-unreadable' })
      expect(readFileSync(path).equals(readFileSync(whole))).toBe(true)
    }
  })
})

test('pages of zeros behind a sound header are met with an error on use, never with an answer, and stay as they are', async () => {
  const pages = statSync(whole).size / 4096
  let refusals = 0
  for (const fraction of [0.15, 0.3, 0.45, 0.6, 0.75, 0.9]) {
    const first = Math.floor(pages * fraction)
    const path = change(copyOfWhole(), (bytes) => bytes.fill(0, first * 4096, (first + 8) * 4096))
    const before = readFileSync(path)
    const codes: unknown[] = []
    let store: ReturnType<typeof openSqliteStore> | null = null
    try {
      store = openSqliteStore(path)
      const { id } = (await store.findSpace('alice'))!
      const span = { from: null, to: null }
      await idsWith(store, id, 'all').catch((error) => codes.push(error.code))
      const all = { kinds: ['message'], span, order: 'oldest-first', limit: 9999 } as const
      await store.timeRange(id, all).catch((error) => codes.push(error.code))
      const damages = await store.integrity().catch((error) => [error.code])
      expect(damages).not.toEqual([])
    } catch (error) {
      codes.push((error as EngraphError).code)
    } finally {
      await store?.close()
    }
    expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ['store-damaged'] : []))
    refusals += codes.length
    expect(readFileSync(path).equals(before)).toBe(true)
  }
  expect(refusals).toBeGreaterThan(0)
})

test('a newer schema that still stands in the log alone is refused', async () => {
  const path = newPath()
  const store = openSqliteStore(path)
  await openSpace(store)
  const newer = openDatabase(path)
  newer.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
  expect(readFileSync(path).readUInt32BE(60)).toBeLessThanOrEqual(SCHEMA_VERSION)
  expect(caught(() => openSqliteStore(path))).toMatchObject({ code: 'store-newer' })
  newer.close()
  await store.close()
})

test('a new file and its log are for nobody else to read', async () => {
  const path = newPath()
  const store = openSqliteStore(path)
  await openSpace(store)
  for (const ending of ['', '-wal', '-shm']) expect(statSync(path + ending).mode & 0o777).toBe(0o600)
  await store.close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('an empty file becomes a store', async () => {
  const path = newPath()
  writeFileSync(path, '')
  const store = openSqliteStore(path)
  expect(await store.spaces()).toEqual([])
  await store.close()
})

test('after closing, everything stands in the file itself', async () => {
  const path = newPath()
  const store = openSqliteStore(path)
  await put(store, await openSpace(store), indexed('a', 'apple'))
  await store.close()
  const copy = newPath()
  copyFileSync(path, copy)
  const copied = openSqliteStore(copy)
  const space = await copied.findSpace('alice')
  expect(space && (await idsWith(copied, space.id, 'apple'))).toEqual(['a x1'])
  await copied.close()
})

test('what was written is there after closing and opening again', async () => {
  const store = openSqliteStore(copyOfWhole())
  const space = (await store.findSpace('alice'))!
  expect(await idsWith(store, space.id, 'word899')).toEqual(['m899 x1'])
  expect(await store.integrity()).toEqual([])
  await store.close()
})

test('a process that is killed while it makes the file leaves one that opens', async () => {
  const script = `
    import { Engraph } from ${JSON.stringify(DIST)}
    process.stdout.write('ready\\n')
    const memory = await Engraph.open({ path: process.argv[1], space: 'alice' })
    process.stdout.write('open\\n')
    setInterval(() => {}, 1000)
  `
  // From right after the start to well after the file is there; the last two wait for it.
  for (const delayMs of [0, 1, 2, 4, 6, 8, 10, 14, Number.NaN, Number.NaN]) {
    const path = newPath()
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let lines = ''
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (said: string) => {
        lines += said
        const wanted = Number.isNaN(delayMs) ? 'open' : 'ready'
        if (said.includes(wanted)) setTimeout(() => child.kill('SIGKILL'), delayMs || 0)
      })
      child.on('close', () => resolve())
    })
    expect(lines).toContain(Number.isNaN(delayMs) ? 'open' : 'ready')
    const store = openSqliteStore(path)
    const space = await openSpace(store)
    await put(store, space, indexed('a', 'apple'))
    expect(await idsWith(store, space, 'apple')).toEqual(['a x1'])
    expect(await store.integrity()).toEqual([])
    await store.close()
  }
})
