import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeModelManifest } from '../../models/model-manifest.ts'
import { damagedModelFiles, intactBytes, intactSize } from '../../src/providers/model-files.ts'

const scratch = mkdtempSync(join(tmpdir(), 'engraph-files-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

const FILES = { 'models/a.bin': 'aaaa', 'models/deep/b.onnx': 'bbbb', 'onnxruntime/c.wasm': 'cccc' }
let builds = 0

/** A build with its manifest, changed afterwards; `null` takes a file away. */
function copyWith(changed: Readonly<Record<string, string | null>>): string {
  const outFolder = join(scratch, `${builds++}`)
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(outFolder, name)), { recursive: true })
    writeFileSync(join(outFolder, name), content)
  }
  for (const [name, content] of Object.entries(FILES)) write(name, content)
  writeModelManifest({ outFolder })
  for (const [name, content] of Object.entries(changed)) {
    if (content === null) rmSync(join(outFolder, name))
    else write(name, content)
  }
  return outFolder
}

test.each<readonly [string, Readonly<Record<string, string | null>>, readonly string[], readonly string[]]>([
  ['whole', {}, [], []],
  ['with a file cut off', { 'models/a.bin': 'aa' }, ['models/a.bin'], ['models/a.bin']],
  ['with a file deeper down cut off', { 'models/deep/b.onnx': '' }, ['models/deep/b.onnx'], ['models/deep/b.onnx']],
  ['with a file beside cut off', { 'onnxruntime/c.wasm': 'c' }, ['onnxruntime/c.wasm'], ['onnxruntime/c.wasm']],
  ['with other bytes of the same number', { 'models/a.bin': 'aaab' }, [], ['models/a.bin']],
  ['without a file', { 'models/a.bin': null }, ['models/a.bin'], ['models/a.bin']],
  ['with a file more', { 'models/z.bin': 'z' }, [], []],
  ['without a manifest', { 'models/manifest.json': null, 'models/a.bin': 'a' }, [], []],
  [
    'with a manifest cut off',
    { 'models/manifest.json': '{"models/a', 'models/a.bin': 'a' },
    [],
    ['models/manifest.json'],
  ],
  ['with a manifest of another kind', { 'models/manifest.json': '{"a":null}' }, [], ['models/manifest.json']],
  ['with an empty manifest', { 'models/manifest.json': '' }, [], ['models/manifest.json']],
])('a copy %s is told by sizes and by hashes', (_, changed, wrongSizes, damaged) => {
  const root = copyWith(changed)
  const wrong = Object.keys(FILES).filter((name) => !intactSize(join(root, dirname(name)), name.split('/').at(-1)!))
  expect(wrong).toEqual(wrongSizes)
  expect(damagedModelFiles(join(root, 'models'))).toEqual(damaged)
})

test('bytes that were read are compared too', () => {
  const folder = join(copyWith({}), 'onnxruntime')
  expect(intactBytes(folder, 'c.wasm', Buffer.from('cccc'))).toBe(true)
  expect(intactBytes(folder, 'c.wasm', Buffer.from('cccd'))).toBe(false)
  expect(intactBytes(folder, 'other', Buffer.from('x'))).toBe(true)
})
