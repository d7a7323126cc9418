import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { glossFile } from '../../../models/gloss-file.ts'
import { wordFile } from '../../../models/word-file.ts'
import { identityKey } from '../../../src/ports/embedder.ts'
import { staticEmbedder } from '../../../src/providers/static/static-embedder.ts'
import { loadWordVectors, wordVectors } from '../../../src/providers/static/static-vectors.ts'
import { readWordTable } from '../../../src/providers/static/word-table.ts'
import { readGlossTable } from '../../../src/text/gloss/gloss-table.ts'

const VECTORS: Readonly<Record<string, readonly number[]>> = {
  car: [1, 0.1, 0, 0],
  drive: [0.8, 0.6, 0, 0],
  cake: [0, 0, 1, 0.1],
  bake: [0, 0, 0.7, 0.7],
  store: [0, 1, 0.2, 0],
  token: [0, 0.2, 0, 1],
  ca: [1, 0, 0, 0],
  '##che': [0, 1, 0, 0],
}
const words = Object.keys(VECTORS)
const file = wordFile(
  {
    places: new Map([...words.map((word, i) => [word, i] as const), ['driv', words.indexOf('drive')]]),
    vectors: Object.values(VECTORS),
    weights: words.map((word) => (word === 'car' ? 0.2 : 1)),
  },
  'Terms.',
  new Uint8Array(0),
)
const glosses = readGlossTable(
  glossFile(
    [
      { word: '汽车', count: 100, senses: ['car', 'automobile'] },
      { word: '蛋糕', count: 50, senses: ['cake'] },
      { word: '烤', count: 50, senses: ['bake; roast'] },
      { word: '的', count: 3_000_000, senses: [] },
    ],
    'Terms.',
  ),
)!
const vectors = wordVectors(readWordTable(file)!, glosses)

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
const likeness = (a: string, b: string) => dot(vectors.textVector(a), vectors.textVector(b))

test.each([
  ['words of like meaning', 'car', 'drive', 'cake'],
  ['a text and its paraphrase', 'bake a cake', 'baking CAKE!', 'drive the car'],
  ['Chinese and English', '汽車', 'car', 'cake'],
  ['Chinese and Chinese', '烤的蛋糕', '蛋糕', '汽车'],
  ['parts of an identifier', 'tokenStore', 'store token', 'car'],
])('%s are nearer than what means something else', (_, text, near, far) => {
  expect(likeness(text, near)).toBeGreaterThan(likeness(text, far) + 0.2)
})

test.each([
  ['car', true],
  ['CAR', true],
  ['driv', true],
  ['汽车', true],
  ['汽車', true],
  ['的', false],
  ['汽', false],
  ['汽车蛋糕', false],
  ['cache', false],
  ['unknown', false],
  ['', false],
  ['##che', false],
  ['42', false],
  ['x'.repeat(100_000), false],
])('a word vector of "%.20s": %s', (word, isKnown) => {
  const vector = vectors.vectorOf(word)
  expect(vector !== null).toBe(isKnown)
  if (vector) expect(dot(vector, vector)).toBeCloseTo(1, 5)
})

test.each(['', '   ', '42 + 7', '😀', '的', 'the of and', 'カタカナ', '\ud800'])('"%s" has zeros', (text) => {
  expect([...vectors.textVector(text)]).toEqual([0, 0, 0, 0])
})

test('an unknown word is read in pieces only if all of it is known', () => {
  expect(dot(vectors.textVector('cache'), vectors.vectorOf('ca')!)).toBeGreaterThan(0.5)
  expect([...vectors.textVector('cachex')]).toEqual([0, 0, 0, 0])
})

test('the common word of two weighs less', () => {
  const text = vectors.textVector('car cake')
  expect(dot(text, vectors.vectorOf('cake')!)).toBeGreaterThan(dot(text, vectors.vectorOf('car')!))
})

test.each(['car ', '蛋糕', 'cache', 'Aa', 'AAAAAAAAAB', '龘', 'é', 'x'])(
  '100,000 characters of "%s" are read',
  (part) => {
    const text = part.repeat(100_000 / part.length)
    expect([...vectors.textVector(text)]).toEqual([...vectors.textVector(text)])
  },
)

test('without glosses, Chinese has no vectors and English has', () => {
  const english = wordVectors(readWordTable(file)!)
  expect(english.vectorOf('汽车')).toBeNull()
  expect([...english.textVector('汽车 cake')]).toEqual([...english.textVector('cake')])
})

test.each([
  ['no bytes', new Uint8Array(0)],
  ['other bytes', new TextEncoder().encode('hello\n\n')],
  ['a file that was cut', file.subarray(0, file.length - 1)],
])('%s are no table', (_, bytes) => {
  expect(readWordTable(bytes)).toBeUndefined()
})

/** The beginning as it was, the rest as chance has it. */
function scrambled(bytes: Uint8Array, kept: number): Uint8Array {
  let state = 7
  return bytes.map((byte, i) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return i < kept ? byte : state >> 16
  })
}

const headerOf = (bytes: Uint8Array) => Buffer.from(bytes).indexOf('\n\n') + 2
const glossBytes = glossFile([{ word: '汽车', count: 100, senses: ['car'] }], 'Terms.')
const damages: readonly (readonly [string, Readonly<Record<string, Uint8Array>>, boolean])[] = [
  ['whole files', { 'static.bin': file, 'gloss.bin': glossBytes }, true],
  ['no glosses', { 'static.bin': file }, true],
  ['words that are cut off', { 'static.bin': file.subarray(0, -1), 'gloss.bin': glossBytes }, false],
  ['glosses that are cut off', { 'static.bin': file, 'gloss.bin': glossBytes.subarray(0, -1) }, false],
  ['words of other bytes', { 'static.bin': scrambled(file, 0), 'gloss.bin': glossBytes }, false],
  ['words with other lengths', { 'static.bin': scrambled(file, headerOf(file)), 'gloss.bin': glossBytes }, false],
  [
    'glosses with other lengths',
    { 'static.bin': file, 'gloss.bin': scrambled(glossBytes, headerOf(glossBytes)) },
    false,
  ],
]
test.each(damages)('a folder with %s never throws', (_, files, hasVectors) => {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-static-'))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  expect(loadWordVectors(folder) !== undefined).toBe(hasVectors)
  rmSync(folder, { recursive: true })
})

test('damage anywhere in a table gives finite numbers or no table', () => {
  for (let kept = 0; kept < file.length; kept++) {
    const table = readWordTable(scrambled(file, kept))
    if (table)
      expect([...wordVectors(table, glosses).textVector('car cake cache 汽车')].every(Number.isFinite)).toBe(true)
  }
  for (let kept = 0; kept < glossBytes.length; kept++) {
    const table = readGlossTable(scrambled(glossBytes, kept))
    if (table) expect(wordVectors(readWordTable(file)!, table).textVector('汽车 car')).toHaveLength(4)
  }
})

test('the embedder gives unit vectors in order, and zeros for nothing', async () => {
  const embedder = staticEmbedder(vectors)
  const texts = ['car', '', '蛋糕']
  const embedded = await embedder.embed(texts, { purpose: 'passage' })
  expect(embedded.map((vector) => [...vector])).toEqual(texts.map((text) => [...vectors.textVector(text)]))
  expect(embedded.map((vector) => Math.round(dot(vector, vector) * 1e5) / 1e5)).toEqual([1, 0, 1])
  expect(identityKey(embedder.identity)).toContain(vectors.digest)
  await embedder.close()
})

test('the embedder ends when it is told to', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(staticEmbedder(vectors).embed(['car'], { purpose: 'question', signal })).rejects.toThrow('enough')
})

const built = loadWordVectors(join(import.meta.dirname, '../../../dist/models'))
test('a folder without vectors has none', () => {
  expect(loadWordVectors(import.meta.dirname)).toBeUndefined()
  expect(existsSync(import.meta.dirname)).toBe(true)
})

test.skipIf(!built).each([
  ['登录', 'login', 'banana'],
  ['数据库', 'database', 'weather'],
  ['資料庫', 'database', 'dog'],
  ['缓存', 'cache', 'horse'],
  ['部署', 'deployment', 'sugar'],
  ['餐厅', 'restaurant', 'thread'],
  ['医生', 'doctor', 'music'],
  ['跑步', 'jogging', 'tax'],
  ['孩子', 'kids', 'server'],
  ['car', 'automobile', 'banana'],
  ['doctor', 'physician', 'guitar'],
  ['pottery', 'ceramics', 'invoice'],
  ['happi', 'glad', 'table'],
])('the vectors that come along have %s nearer to %s than to %s', (word, near, far) => {
  const [a, b, c] = [word, near, far].map((text) => built!.vectorOf(text)!)
  expect(dot(a!, b!)).toBeGreaterThan(dot(a!, c!) + 0.2)
})
