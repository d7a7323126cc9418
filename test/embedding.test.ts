import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Engraph, type OpenOptions } from '../src/engraph.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { never, type TestEmbedder, type TestEmbedderOptions, testEmbedder } from './embedders.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-embedding-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const T0 = Date.UTC(2026, 4, 3, 10)
const MINUTE = 60_000

/** What nobody waited for and nobody caught. */
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)
beforeEach(() => process.on('unhandledRejection', note))
afterEach(() => {
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

let files = 0
const newPath = () => join(folder, `${++files}.db`)

function open(embedder: OpenOptions['embedder'] & object, options: Partial<OpenOptions> = {}): Promise<Engraph> {
  // Without the word table of the build, which is not there in every copy.
  return Engraph.open({ path: ':memory:', space: 'alice', embedder, ranking: { 'related.weight': 0 }, ...options })
}

const linesOf = (texts: readonly string[], prefix = 'm') =>
  texts.map((text, i) => ({ id: `${prefix}${i}`, speaker: 'Ana', text, at: T0 + i * MINUTE }))

function remember(memory: Engraph, texts: readonly string[], prefix = 'm', session = 's') {
  return memory.remember({ session, messages: linesOf(texts, prefix) })
}

const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `remark number ${from + i}`)
const countOf = ({ batches }: TestEmbedder) => batches.flat().length

async function until(isTrue: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It did not become so in time.')
    await sleep(10)
  }
}

describe('vectors', () => {
  test('are made after what was remembered was acknowledged', async () => {
    const embedder = testEmbedder()
    await using memory = await open(embedder)
    await remember(memory, many(300))
    expect(countOf(embedder)).toBe(0)
    expect(await memory.embedding()).toEqual({
      done: 0,
      last: 300,
      state: 'partial',
      embedder: 'own concepts',
      problem: null,
    })
    expect(await memory.settle()).toEqual({
      done: 300,
      last: 300,
      state: 'ready',
      embedder: 'own concepts',
      problem: null,
    })
    expect(countOf(embedder)).toBe(300)
    expect(embedder.batches[0]![0]).toBe('Ana: remark number 0')
    expect(await memory.settle()).toMatchObject({ done: 300, state: 'ready' })
    expect(countOf(embedder)).toBe(300)
  })

  test('come by themselves a moment later', async () => {
    const embedder = testEmbedder()
    await using memory = await open(embedder)
    await remember(memory, many(10))
    await until(async () => (await memory.embedding()).done === 10)
    await remember(memory, many(5, 10), 'n')
    await until(async () => (await memory.embedding()).done === 15)
    expect(countOf(embedder)).toBe(15)
  })

  test('are made of what is new only, after opening again', async () => {
    const path = newPath()
    const [first, second] = [testEmbedder(), testEmbedder()]
    await using memory = await open(first, { path })
    await remember(memory, many(200))
    await memory.settle()
    await memory.close()
    await using again = await open(second, { path })
    await remember(again, many(3, 200), 'n')
    expect(await again.settle()).toMatchObject({ done: 203, last: 203 })
    expect(second.batches.flat()).toEqual(many(3, 200).map((text) => `Ana: ${text}`))
  })

  test('go on where they ended when a program was closed in the middle, and closing does not wait', async () => {
    const path = newPath()
    let calls = 0
    const slow = testEmbedder({ before: () => (++calls > 1 ? never() : undefined) })
    const memory = await open(slow, { path })
    await remember(memory, many(400))
    await until(() => calls === 2)
    const before = Date.now()
    await memory.close()
    expect(Date.now() - before).toBeLessThan(2000)
    const next = testEmbedder()
    await using again = await open(next, { path })
    expect(await again.settle()).toMatchObject({ done: 400, state: 'ready' })
    expect(countOf(next)).toBe(400 - 128)
  })

  test('closing ends those who wait for them', async () => {
    const memory = await open(
      testEmbedder({ before: (_, { purpose }) => (purpose === 'passage' ? never() : undefined) }),
    )
    await remember(memory, many(10))
    const settling = memory.settle()
    await sleep(50)
    await memory.close()
    expect(await settling).toMatchObject({ done: 0, last: 10, state: 'partial' })
  })

  test('a signal ends the waiting, also where the embedder does not listen', async () => {
    await using memory = await open(testEmbedder({ before: never }))
    await remember(memory, many(10))
    expect(await memory.settle(AbortSignal.timeout(50))).toMatchObject({ done: 0, last: 10 })
    expect(await memory.settle(AbortSignal.abort())).toMatchObject({ done: 0, last: 10 })
  })

  test('that were cut short again and again are still made', async () => {
    const path = newPath()
    for (let round = 0; round < 7; round++) {
      const memory = await open(testEmbedder({ before: never }), { path })
      await remember(memory, many(3, round), `r${round}-`)
      void memory.settle()
      await sleep(20)
      await memory.close()
    }
    await using memory = await open(testEmbedder(), { path })
    expect(await memory.settle()).toMatchObject({ done: 21, state: 'ready' })
  })

  test('of another embedder are made anew, while words answer, and of those before the last two are kept', async () => {
    const path = newPath()
    const keys = async () => {
      const store = openSqliteStore(path)
      const space = (await store.spaces()).find(({ aliases }) => aliases.includes('alice'))!
      const found = await store.vectors.embedders(space.id)
      await store.close()
      return found.map(({ identity }) => JSON.parse(identity)[0])
    }
    for (const [i, model] of ['a', 'b', 'c', 'b'].entries()) {
      const embedder = testEmbedder({ model })
      await using memory = await open(embedder, { path })
      if (i === 0) await remember(memory, ['the physician called', 'lunch was late'])
      await memory.warm(1000)
      const first = await memory.recall('lunch')
      expect(first.items[0]?.node).toBe('m1')
      expect(first.meaning.state).toBe(i === 3 ? 'ready' : 'partial')
      expect(await memory.settle()).toMatchObject({ done: 2, last: 2, embedder: `own ${model}` })
      expect(countOf(embedder)).toBe(i === 3 ? 0 : 2)
      expect((await memory.recall('doctor')).items[0]?.node).toBe('m0')
    }
    expect(await keys()).toEqual(['b', 'c'])
  })

  test('of what is forgotten go, and are never asked for', async () => {
    const path = newPath()
    const embedder = testEmbedder()
    await using memory = await open(embedder, { path })
    await remember(memory, ['the physician knows about quicksilver', 'nothing of it'])
    await memory.settle()
    await remember(memory, ['the heirloom is buried'], 'n')
    expect(await memory.forget({ ids: ['m0', 'n0'] })).toMatchObject({ isPurged: true })
    await memory.settle()
    expect(embedder.batches.flat()).not.toContain('')
    expect((await memory.recall('doctor')).items.map(({ node }) => node)).not.toContain('m0')
    await memory.close()
    for (const name of readdirSync(folder).filter((one) => one.startsWith(`${files}.db`))) {
      const bytes = readFileSync(join(folder, name)).toString('latin1').toLowerCase()
      for (const word of ['quicksilver', 'heirloom']) expect(bytes).not.toContain(word)
    }
    const store = openSqliteStore(path)
    const space = (await store.spaces())[0]!
    const [known] = await store.vectors.embedders(space.id)
    expect(known).toMatchObject({ done: 3 })
    const [block] = await store.vectors.read(space.id, known!.identity, 0)
    expect([1, 2, 3].map((unit) => block!.scales[unit]! > 0)).toEqual([false, true, false])
    expect([...block!.numbers.subarray(32, 64)].every((number) => number === 0)).toBe(true)
    await store.close()
  })

  test('are made while others forget and ask, and what is forgotten meanwhile has none', async () => {
    const path = newPath()
    const embedder = testEmbedder({ before: () => sleep(5) })
    await using memory = await open(embedder, { path })
    await remember(memory, [...many(600), 'the physician called'])
    const settling = memory.settle()
    for (let i = 0; i < 6; i++) {
      const ids = [`m${i * 90}`, `m${i * 90 + 1}`]
      expect(await memory.forget({ ids })).toMatchObject({ ids, isPurged: true })
      expect((await memory.recall(`remark ${i * 90 + 2}`)).outcome).toBe('found')
    }
    expect(await settling).toMatchObject({ done: 601, last: 601, state: 'ready', problem: null })
    expect((await memory.recall('doctor')).items.map(({ node }) => node)).toEqual(['m600'])
    expect(await memory.stats()).toMatchObject({ units: 601 - 12, forgotten: 12 })
  })

  test('of two open spaces of one file are made once', async () => {
    const path = newPath()
    const embedders = [testEmbedder(), testEmbedder()]
    await using a = await open(embedders[0]!, { path })
    await using b = await open(embedders[1]!, { path })
    for (let round = 0; round < 5; round++) {
      await remember(a, many(60, round * 100), `a${round}-`)
      await remember(b, many(60, round * 100), `b${round}-`)
    }
    const states = await Promise.all([a.settle(), b.settle()])
    for (const state of states) expect(state).toMatchObject({ done: 600, last: 600, state: 'ready' })
    expect(embedders.reduce((sum, embedder) => sum + countOf(embedder), 0)).toBe(600)
    await remember(a, ['the physician'], 'last')
    await a.settle()
    await b.warm(1000)
    expect((await b.recall('doctor')).items[0]?.node).toBe('last0')
  })
})

interface Wrong extends TestEmbedderOptions {
  /** What is told of it. */
  readonly says: RegExp
}

const WRONG: readonly (readonly [string, Wrong])[] = [
  ['fails', { before: () => Promise.reject(new Error('no power')), says: /no power/ }],
  ['throws what is no error', { before: () => Promise.reject('gone'), says: /gone/ }],
  ['gives too few vectors', { after: (vectors) => vectors.slice(1), says: /it gave \d+ vectors for \d+ texts/ }],
  ['gives too many', { after: (vectors) => [...vectors, ...vectors], says: /it gave \d+ vectors for \d+ texts/ }],
  ['gives nothing', { after: () => undefined, says: /no vector/ }],
  ['gives shorter vectors', { after: (vectors) => vectors.map((one) => one.slice(1)), says: /31 numbers where 32/ }],
  ['gives longer vectors', { after: (vectors) => vectors.map((one) => [...one, 0]), says: /33 numbers where 32/ }],
  ['gives NaN', { after: (vectors) => vectors.map((one) => one.fill(Number.NaN)), says: /finite numbers/ }],
  ['gives holes', { after: (vectors) => vectors.map(() => null), says: /no vector/ }],
  ['gives infinity', { after: (vectors) => vectors.map((one) => one.fill(Number.POSITIVE_INFINITY)), says: /finite/ }],
]

describe('an embedder that', () => {
  test.each(WRONG)('%s leaves the store whole and words answering, and is told of', async (_, { says, ...wrong }) => {
    let isBroken = true
    const good = testEmbedder()
    const bad = testEmbedder(wrong)
    const embedder = { ...good, embed: ((...given) => (isBroken ? bad : good).embed(...given)) as typeof good.embed }
    // The clock runs ahead, so that the queue lets it try again.
    let ahead = 0
    await using memory = await open(embedder, { clock: { now: () => Date.now() + ahead } })
    await remember(memory, ['the physician called', 'lunch was late'])
    expect(await memory.settle()).toMatchObject({
      ...{ done: 0, last: 2, state: 'partial' },
      problem: expect.stringMatching(says),
    })
    const recalled = await memory.recall('lunch')
    expect(recalled.items[0]?.node).toBe('m1')
    expect(recalled.meaning).toMatchObject({ state: 'unavailable', problem: expect.stringMatching(says) })
    expect(await memory.recall('doctor')).toMatchObject({ items: [] })
    for (let round = 0; round < 6; round++) {
      ahead += 100_000
      await memory.settle()
    }
    isBroken = false
    ahead += 100_000
    expect(await memory.settle()).toMatchObject({ done: 2, state: 'ready', problem: null })
    expect((await memory.recall('doctor')).items[0]?.node).toBe('m0')
  })

  test('fails once is tried again by itself', async () => {
    let calls = 0
    const embedder = testEmbedder({ before: () => (++calls === 1 ? Promise.reject(new Error('not now')) : undefined) })
    await using memory = await open(embedder)
    await remember(memory, many(3))
    await until(async () => (await memory.embedding()).problem === 'not now')
    await until(async () => (await memory.embedding()).done === 3)
    expect(await memory.embedding()).toMatchObject({ state: 'ready', problem: null })
  })

  test('does not give unit length is taken for the direction', async () => {
    const embedder = testEmbedder({
      after: (vectors) => vectors.map((one) => Array.from(one, (number) => number * 40)),
    })
    await using memory = await open(embedder)
    await remember(memory, ['the physician called', 'lunch was late', 'tea is ready'])
    await memory.settle()
    const { items } = await memory.recall('doctor')
    expect(items.map(({ node }) => node)).toEqual(['m0'])
    for (const { relevance } of items) expect(relevance).toBeLessThanOrEqual(1)
  })

  test('throws at once instead of answering later does no harm', async () => {
    const embedder = testEmbedder()
    const hasty = {
      ...embedder,
      embed: () => {
        throw new Error('at once')
      },
    }
    await using memory = await open(hasty)
    await remember(memory, ['lunch was late'])
    expect(await memory.settle()).toMatchObject({ problem: 'at once' })
    expect(await memory.recall('lunch')).toMatchObject({ outcome: 'found', meaning: { state: 'unavailable' } })
  })

  test('belongs to the application is not closed', async () => {
    const embedder = testEmbedder()
    const memory = await open(embedder)
    await remember(memory, many(3))
    await memory.settle()
    await memory.close()
    expect(embedder.isClosed()).toBe(false)
  })

  test('uses `this` is called as a method', async () => {
    class Own {
      readonly identity = testEmbedder().identity
      readonly languages = ['en']
      readonly batchSize = 8
      readonly #inner = testEmbedder()
      embed(...given: Parameters<TestEmbedder['embed']>) {
        return this.#inner.embed(...given)
      }
      async close() {}
    }
    await using memory = await open(new Own())
    await remember(memory, many(3))
    expect(await memory.settle()).toMatchObject({ done: 3, state: 'ready' })
  })
})
