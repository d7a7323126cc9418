import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EngraphHome } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-options-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const wrong: readonly unknown[] = [null, undefined, 7, '', '  ', new URL('file:///tmp/x'), {}, [], Symbol('x'), true]

test('options that cannot be used are refused by name', async () => {
  const given: readonly [unknown, RegExp][] = [
    [null, /object/u],
    [7, /object/u],
    ['data', /object/u],
    [[], /object/u],
    [new URL('file:///tmp/x'), /object/u],
    [{ hom: 'x' }, /"hom"/u],
    [{ home: folder, space: 'alice' }, /"space"/u],
    [{ home: 7 }, /home/u],
    [{ home: new URL('file:///tmp/x') }, /home/u],
    [{ home: ':memory:' }, /directory/u],
    [{ home: 'a\0b' }, /NUL/u],
    [{ path: '' }, /path/u],
    [{ path: 7 }, /path/u],
    [{ path: 'a\0b' }, /NUL/u],
    [{ path: new URL('file:///tmp/x') }, /path/u],
    [{ home: folder, busyTimeoutMs: -1 }, /busyTimeoutMs/u],
    [{ home: folder, busyTimeoutMs: '5' }, /busyTimeoutMs/u],
    [{ home: folder, busyTimeoutMs: 1e12 }, /busyTimeoutMs/u],
    [{ home: folder, clock: {} }, /clock/u],
  ]
  for (const [options, message] of given) {
    await expect(EngraphHome.open(options as object), String(message)).rejects.toMatchObject({
      name: 'EngraphError',
      code: 'invalid-options',
      message: expect.stringMatching(message),
    })
  }
})

test('options that are undefined are not given', async () => {
  await using opened = await EngraphHome.open({ home: folder, path: undefined, busyTimeoutMs: undefined } as object)
  expect(opened.location).toBe(folder)
})

test('arguments of the wrong type are refused by every method, and make nothing', async () => {
  await using opened = await EngraphHome.open({ home: join(folder, 'none') })
  for (const value of wrong as readonly never[]) {
    const calls = {
      openSpace: () => opened.openSpace(value),
      ensureSpace: () => opened.ensureSpace(value, 'project'),
      alias: () => opened.alias(value, 'x'),
      'alias, the new one': () => opened.alias('x', value),
      merge: () => opened.merge(value, 'x'),
      'merge, into': () => opened.merge('x', value),
      move: () => opened.move(value, join(folder, 'x.db')),
      'move, file': () => opened.move('x', value),
      remove: () => opened.remove(value),
    }
    for (const [name, call] of Object.entries(calls)) {
      await expect(call(), name).rejects.toMatchObject({ name: 'EngraphError', code: 'invalid-input' })
    }
  }
  await expect(opened.ensureSpace('x', 'fun' as never)).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(opened.move('x', ':memory:')).rejects.toMatchObject({ code: 'invalid-input' })
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

test('every method of a closed home is refused', async () => {
  const opened = await EngraphHome.open({ home: folder })
  await opened.close()
  await opened.close()
  const calls = {
    openSpace: () => opened.openSpace('x'),
    ensureSpace: () => opened.ensureSpace('x', 'project'),
    spaces: () => opened.spaces(),
    alias: () => opened.alias('x', 'y'),
    merge: () => opened.merge('x', 'y'),
    move: () => opened.move('x', join(folder, 'x.db')),
    remove: () => opened.remove('x'),
    doctor: () => opened.doctor(),
  }
  for (const [name, call] of Object.entries(calls)) {
    await expect(call(), name).rejects.toMatchObject({ name: 'EngraphError', code: 'store-closed' })
  }
})
