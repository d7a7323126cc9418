import { appendFileSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { cachedEmbedder, vectorFileName } from '../../bench/recall/vector-cache.ts'
import type { Embedder } from '../../src/ports/embedder.ts'

const DIMENSIONS = 8
const RECORD_BYTES = 4 + 16 + DIMENSIONS * 4 + 4

/** Remembers what it was asked for; its vectors differ by text and purpose. */
function recording(model = 'made-up') {
  const asked: string[] = []
  const embedder: Embedder = {
    identity: { model, dimensions: DIMENSIONS, preprocessing: 'none', weights: '0' },
    languages: ['en'],
    batchSize: 2,
    async embed(texts, { purpose, signal }) {
      signal?.throwIfAborted()
      asked.push(...texts.map((text) => `${purpose} ${text}`))
      return texts.map((text) =>
        Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(i + text.length * 7.3 + purpose.length)),
      )
    },
    async close() {},
  }
  return { asked, embedder }
}

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engraph-vectors-test-'))
  path = join(folder, vectorFileName(recording().embedder))
})

const passage = { purpose: 'passage' } as const

/** Embeds with a cache that is opened for it alone; answers what the model was asked for. */
async function embedAnew(texts: readonly string[], bytesMax?: number): Promise<readonly string[]> {
  const { asked, embedder } = recording()
  const cached = cachedEmbedder(embedder, folder, bytesMax)
  const vectors = await cached.embed(texts, passage)
  expect(vectors).toEqual(await recording().embedder.embed(texts, passage))
  await cached.close()
  return asked
}

describe('vectors between runs', () => {
  test('are read again, to the last bit, and what is new is embedded', async () => {
    expect(await embedAnew(['fox', '狐狸', 'fox', ''])).toEqual(['passage fox', 'passage 狐狸', 'passage '])
    expect(await embedAnew(['狐狸', 'bear', 'fox'])).toEqual(['passage bear'])
    expect(statSync(path).size).toBe(4 * RECORD_BYTES)
  })

  test('of questions and of passages are different ones, and those of different identities too', async () => {
    await embedAnew(['fox'])
    const { asked, embedder } = recording()
    await cachedEmbedder(embedder, folder).embed(['fox'], { purpose: 'question' })
    expect(asked).toEqual(['question fox'])
    const other = recording('made/up 2')
    await cachedEmbedder(other.embedder, folder).embed(['fox'], passage)
    expect(other.asked).toEqual(['passage fox'])
    expect(vectorFileName(other.embedder)).toMatch(/^made-up-2-[0-9a-f]{16}\.vectors$/u)
  })

  test('of one who writes at the same time are found', async () => {
    const [one, two] = [recording(), recording()]
    const [first, second] = [cachedEmbedder(one.embedder, folder), cachedEmbedder(two.embedder, folder)]
    await first.embed(['a', 'b'], passage)
    await second.embed(['b', 'c'], passage)
    await first.embed(['c', 'd'], passage)
    expect([one.asked, two.asked]).toEqual([['passage a', 'passage b', 'passage d'], ['passage c']])
  })

  test.each([
    ['a torn last record is embedded again', () => truncateSync(path, 3 * RECORD_BYTES - 5), ['ccc']],
    ['a record of which only the mark is left', () => truncateSync(path, 2 * RECORD_BYTES + 4), ['ccc']],
    ['what is no record, behind all others', () => appendFileSync(path, 'EGV1EGV'.repeat(30)), []],
    ['a file of something else', () => writeFileSync(path, 'EGV1'.repeat(5000)), ['a', 'bb', 'ccc']],
    ['a flipped bit', () => flip(path, RECORD_BYTES + 30), ['bb']],
    ['a mark that is gone', () => flip(path, RECORD_BYTES), ['bb']],
    ['an empty file', () => truncateSync(path, 0), ['a', 'bb', 'ccc']],
  ])('%s costs nothing else', async (_, damage, lost) => {
    await embedAnew(['a', 'bb', 'ccc'])
    damage()
    expect(await embedAnew(['a', 'bb', 'ccc', 'dddd'])).toEqual([...lost, 'dddd'].map((text) => `passage ${text}`))
    expect(await embedAnew(['a', 'bb', 'ccc', 'dddd'])).toEqual([])
  })

  test('are kept up to a bound, and what goes beyond is embedded each time', async () => {
    const bytesMax = 2 * RECORD_BYTES
    await embedAnew(['a', 'bb'], bytesMax)
    expect(await embedAnew(['bb', 'ccc'], bytesMax)).toEqual(['passage ccc'])
    expect(await embedAnew(['ccc'], bytesMax)).toEqual(['passage ccc'])
    expect(statSync(path).size).toBe(bytesMax)
  })

  test('are not written when the model was interrupted', async () => {
    const { embedder } = recording()
    const signal = AbortSignal.abort()
    await expect(cachedEmbedder(embedder, folder).embed(['a'], { ...passage, signal })).rejects.toThrow()
    expect(statSync(path).size).toBe(0)
  })

  test('need a folder', async () => {
    writeFileSync(join(folder, 'taken'), '')
    expect(() => cachedEmbedder(recording().embedder, join(folder, 'taken'))).toThrow(/Cannot keep vectors in .*taken/u)
  })
})

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at]! ^= 1
  writeFileSync(file, bytes)
}
