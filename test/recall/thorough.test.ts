import { describe, expect, test } from 'vitest'
import { Engraph, type OpenOptions } from '../../src/engraph.ts'
import type { Reranker } from '../../src/ports/reranker.ts'
import type { Recalled } from '../../src/recall/recalled.ts'
import { never } from '../embedders.ts'

const T0 = Date.UTC(2026, 4, 3, 10)

const TALK = [
  'The deployment was moved to Thursday.',
  'The deployment failed.',
  'Who watches the deployment?',
  'Deployment, deployment, deployment.',
  'A deployment of troops was in the news.',
  'Lunch was late.',
]

/** A reranker as an application may give one; by default it wants long texts first. */
function reranker(
  given: Partial<Reranker> = {},
): Reranker & { readonly asked: (readonly string[])[]; isClosed: boolean } {
  const asked: (readonly string[])[] = []
  const own = {
    model: 'the longest',
    textsMax: 100,
    asked,
    isClosed: false,
    async score(_: string, texts: readonly string[]) {
      asked.push(texts)
      return texts.map(({ length }) => length)
    },
    async close() {
      own.isClosed = true
    },
    ...given,
  }
  return own
}

async function remembered(options: Partial<OpenOptions>, talk: readonly string[] = TALK): Promise<Engraph> {
  const memory = await Engraph.open({ path: ':memory:', space: 'alice', embedder: 'words', ...options })
  const messages = talk.map((text, i) => ({ id: `m${i}`, speaker: 'Ana', text, at: T0 + i * 60_000 }))
  await memory.remember({ session: 's', messages })
  return memory
}

const idsOf = ({ items }: Recalled) => items.map(({ node }) => node)

function expectSums({ items }: Recalled): void {
  for (const { relevance, why } of items) {
    expect(Object.values(why.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(relevance, 9)
    expect(relevance).toBeGreaterThan(0)
  }
  if (items.length > 0) expect(items[0]!.relevance).toBe(1)
}

describe('a thorough recall', () => {
  test('lets the reranker change the order, and its part is told', async () => {
    const own = reranker()
    await using memory = await remembered({ reranker: own, ranking: { 'rerank.weight': 5 } })
    const [before, after] = [await memory.recall('deployment'), await memory.recall('deployment', { thorough: true })]
    expect(before.reranking).toBeNull()
    expect(own.asked).toHaveLength(1)
    expect(after.reranking).toEqual({ state: 'ready', embedder: 'the longest', problem: null })
    expect(idsOf(after)).not.toEqual(idsOf(before))
    expect(idsOf(after).sort()).toEqual(idsOf(before).sort())
    expect(after.items[0]!.text).toBe(TALK[4])
    expect(after.items[0]!.why.parts['rerank']).toBeGreaterThan(0)
    expect(before.items[0]!.why.parts).not.toHaveProperty('rerank')
    expectSums(after)
    await memory.close()
    expect(own.isClosed).toBe(false)
  })

  test.each([
    ['by rank', { 'fusion.rankConstant': 30 }],
    ['without structure', { 'routes.structural': 0 }],
    ['without words', { 'routes.semantic': 0 }],
    ['with a heavy hand', { 'rerank.weight': 100 }],
    ['of two messages', { 'rerank.head': 2 }],
  ])('%s still adds up', async (_, ranking) => {
    await using memory = await remembered({ reranker: reranker(), ranking })
    expectSums(await memory.recall('Which deployment failed?', { thorough: true }))
  })

  test.each<readonly [string, Partial<Reranker>, RegExp]>([
    ['fails', { score: () => Promise.reject(new Error('no power')) }, /no power/],
    ['throws at once', { score: throwing }, /at once/],
    ['gives too few scores', { score: async () => [1] }, /it gave 1 scores for 6 texts/],
    ['gives NaN', { score: async (_, texts) => texts.map(() => Number.NaN) }, /no finite number/],
    ['gives words', { score: async (_, texts) => texts.map(() => 'best' as never) }, /no finite number/],
    ['gives nothing', { score: async () => undefined as never }, /it gave 0 scores/],
  ])('by a reranker that %s leaves the order, and says so', async (_, given, problem) => {
    await using memory = await remembered({ reranker: reranker(given) })
    const [plain, thorough] = [await memory.recall('deployment'), await memory.recall('deployment', { thorough: true })]
    expect(thorough.items).toEqual(plain.items)
    expect(thorough.reranking).toMatchObject({ state: 'unavailable', problem: expect.stringMatching(problem) })
    expect(thorough.late).toEqual([])
  })

  test('by a reranker that hangs keeps to its deadline, and names what was left out', async () => {
    await using memory = await remembered({ reranker: reranker({ score: never }) })
    const plain = await memory.recall('deployment')
    const before = performance.now()
    const thorough = await memory.recall('deployment', { thorough: true, deadlineMs: 150 })
    expect(performance.now() - before).toBeLessThan(2000)
    expect(thorough.late).toContain('rerank')
    expect(thorough.reranking?.state).toBe('late')
    expect(idsOf(thorough)).toEqual(idsOf(plain))
  })

  test('by a reranker that takes few texts judges those, and leaves the rest behind them as they were', async () => {
    const own = reranker({ textsMax: 2 })
    await using memory = await remembered({ reranker: own })
    const [plain, thorough] = [await memory.recall('deployment'), await memory.recall('deployment', { thorough: true })]
    expect(own.asked[0]).toEqual(plain.items.slice(0, 2).map(({ text }) => text))
    expect(thorough.reranking).toMatchObject({ state: 'ready', problem: null })
    expect(thorough.items.filter(({ why }) => 'rerank' in why.parts)).toHaveLength(2)
    expectSums(thorough)
  })

  test('whose judgements are all the same changes nothing', async () => {
    await using memory = await remembered({ reranker: reranker({ score: async (_, texts) => texts.map(() => 3) }) })
    const [plain, thorough] = [await memory.recall('deployment'), await memory.recall('deployment', { thorough: true })]
    expect(idsOf(thorough)).toEqual(idsOf(plain))
    expectSums(thorough)
  })

  test('that finds nothing asks nobody', async () => {
    const own = reranker()
    await using memory = await remembered({ reranker: own })
    expect(await memory.recall('hippopotamus', { thorough: true })).toMatchObject({ outcome: 'nothing-found' })
    expect(own.asked).toEqual([])
  })

  test('where nothing can judge is a plain one, and says so', async () => {
    await using memory = await remembered({})
    const thorough = await memory.recall('deployment', { thorough: true })
    expect(thorough.reranking).toEqual({ state: 'unavailable', embedder: null, problem: null })
    expect(thorough.items).toEqual((await memory.recall('deployment')).items)
  })

  test('judges the passage that answers, not the whole of a long message', async () => {
    const own = reranker()
    const long = `${Array.from({ length: 80 }, (_, i) => `Paragraph ${i} of weather.`).join('\n\n')}\n\nThe deployment ends.`
    await using memory = await remembered({ reranker: own }, [long, 'Lunch was late.'])
    await memory.recall('deployment', { thorough: true })
    expect(own.asked[0]![0]!.length).toBeLessThan(long.length)
    expect(own.asked[0]![0]).toContain('The deployment ends.')
  })
})

function throwing(): never {
  throw new Error('at once')
}
