import { describe, expect, test } from 'vitest'
import { Engraph, type OpenOptions } from '../../src/engraph.ts'
import type { Recalled } from '../../src/recall/recalled.ts'
import { never, type TestEmbedderOptions, testEmbedder } from '../embedders.ts'

const T0 = Date.UTC(2026, 4, 3, 10)
const MINUTE = 60_000

const TALK: readonly (readonly [id: string, speaker: string, text: string])[] = [
  ['car', 'Ana', 'My automobile needs new tyres before winter.'],
  ['lunch', 'Tom', 'Lunch was late, the soup was cold.'],
  ['ill', 'Ana', 'The physician says that it is only a cold.'],
  ['dog', 'Tom', 'Our hound chased a heron along the pond.'],
  ['zh', 'Mei', '我的医生明天不上班。'],
  ['book', 'Tom', 'I finished the novel about lighthouses.'],
]

interface Given extends Partial<OpenOptions> {
  readonly talk?: readonly (readonly [string, string, string])[]
  readonly with?: TestEmbedderOptions
  readonly isSettled?: boolean
}

/** A space whose model is there; without the word table of the build unless `ranking` says otherwise. */
async function remembered({ talk = TALK, with: wrong, isSettled = true, ...options }: Given = {}): Promise<Engraph> {
  const embedder = testEmbedder(wrong)
  const ranking = { 'related.weight': 0 }
  const memory = await Engraph.open({ path: ':memory:', space: 'alice', embedder, ranking, ...options })
  const messages = talk.map(([id, speaker, text], i) => ({ id, speaker, text, at: T0 + i * MINUTE }))
  await memory.remember({ session: 's', messages })
  if (isSettled) await memory.settle()
  return memory
}

const idsOf = ({ items }: Recalled) => items.map(({ node }) => node)

function expectSums({ items }: Recalled): void {
  for (const { relevance, why } of items) {
    expect(Object.values(why.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(relevance, 9)
    expect(relevance).toBeGreaterThan(0)
    expect(relevance).toBeLessThanOrEqual(1 + 1e-12)
  }
  if (items.length > 0) expect(items[0]!.relevance).toBe(1)
}

describe('by meaning', () => {
  test.each([
    ['a word that is not there', 'vehicle', ['car']],
    ['in another language', '汽车', ['car']],
    ['of both languages', 'medic', ['ill', 'zh']],
    ['in traditional characters, by words', '醫生', ['zh']],
  ])('%s finds what means the same', async (_, question, expected) => {
    await using memory = await remembered()
    const recalled = await memory.recall(question)
    expect(idsOf(recalled)).toEqual(expect.arrayContaining(expected))
    expect(expected).toContain(idsOf(recalled)[0])
    expect(recalled).toMatchObject({ outcome: 'found', late: [], reranking: null })
    expect(recalled.meaning).toEqual({ state: 'ready', embedder: 'own concepts', problem: null })
    expectSums(recalled)
  })

  test('what is found by it alone says so', async () => {
    await using memory = await remembered()
    const [item] = (await memory.recall('vehicle')).items
    expect(item!.why).toMatchObject({ routes: ['semantic'], terms: [], ranks: { semantic: 1, meaning: 1 } })
    expect(item!.why.parts['meaning']).toBeGreaterThan(0.5)
    expect(item!.why.path.at(-1)).toBe('message car')
  })

  test('words and meaning count together, and their parts are the relevance', async () => {
    await using memory = await remembered()
    for (const question of [
      'Which physician has a cold?',
      'a heron and a dog',
      'the soup that Tom had',
      'medic lunch',
    ]) {
      const recalled = await memory.recall(question)
      expect(recalled.outcome).toBe('found')
      expectSums(recalled)
      for (const { why } of recalled.items) {
        expect(why.ranks.meaning !== undefined).toBe((why.parts['meaning'] ?? 0) > 0)
      }
    }
  })

  test('what is like nothing finds nothing, and that can be relied on', async () => {
    await using memory = await remembered()
    for (const question of ['budget', 'vacation', '预算']) {
      expect(await memory.recall(question)).toMatchObject({ outcome: 'nothing-found', items: [] })
    }
    expect(await memory.recall('?!')).toMatchObject({ outcome: 'nothing-asked' })
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'a space of %i messages finds the one that means it, and nothing for nothing',
    async (count) => {
      await using memory = await remembered({ talk: TALK.slice(0, count) })
      const recalled = await memory.recall('vehicle')
      expect(idsOf(recalled)[0]).toBe('car')
      expectSums(recalled)
      expect(await memory.recall('vacation')).toMatchObject({ outcome: 'nothing-found' })
    },
  )

  test('a space of messages that all mean the same finds them', async () => {
    const talk = ['automobile', 'automobile', 'automobile'].map((text, i) => [`m${i}`, 'Ana', text] as const)
    await using memory = await remembered({ talk })
    const recalled = await memory.recall('vehicle')
    expect(idsOf(recalled).sort()).toEqual(['m0', 'm1', 'm2'])
    expectSums(recalled)
  })

  test('one message among thousands is found', async () => {
    const chatter = Array.from({ length: 3000 }, (_, i) => [`c${i}`, 'Tom', `remark ${i} upon ${i % 17}`] as const)
    await using memory = await remembered({ talk: [...chatter, ...TALK] })
    const recalled = await memory.recall('vehicle')
    expect(idsOf(recalled)[0]).toBe('car')
    expectSums(recalled)
    expect(await memory.recall('vacation')).toMatchObject({ outcome: 'nothing-found' })
  })

  test.each(['What did Tom say?', 'What happened on 3 May 2026?', 'Tom说了什么？'])(
    '%s names somebody or a time alone, and finds what it does without vectors',
    async (question) => {
      await using memory = await remembered()
      await using plain = await remembered({ embedder: 'words' })
      const [found, expected] = [await memory.recall(question), idsOf(await plain.recall(question))]
      expect(expected.length).toBeGreaterThan(0)
      expect(idsOf(found)).toEqual(expect.arrayContaining(expected))
      expectSums(found)
    },
  )

  test('only what was asked for is found: sessions, times and limits hold', async () => {
    await using memory = await remembered()
    expect(idsOf(await memory.recall('medic', { until: T0 + 3 * MINUTE }))).not.toContain('zh')
    expect(idsOf(await memory.recall('medic', { sessions: ['another'] }))).toEqual([])
    expect(idsOf(await memory.recall('medic', { limit: 1 }))).toHaveLength(1)
    const packed = await memory.recall('medic', { budgetTokens: 60 })
    expect(packed.text).toContain('physician')
    expect(packed.tokens).toBeLessThanOrEqual(60)
  })

  test('a long message is shown by a passage of it', async () => {
    const text = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} tells of weather and of roads.`).join('\n\n')
    await using memory = await remembered({ talk: [...TALK, ['long', 'Ana', `${text}\n\nMy hound barks.`]] })
    const recalled = await memory.recall('puppy')
    expect(idsOf(recalled)).toEqual(expect.arrayContaining(['dog', 'long']))
    expectSums(recalled)
  })
})

describe('what is not there yet', () => {
  test('a question that comes before the model is answered by words, and says so', async () => {
    const loading = () => remembered({ isSettled: false, embedder: { ...testEmbedder(), isLoaded: false } })
    await using memory = await loading()
    expect(await memory.recall('lunch')).toMatchObject({ outcome: 'found', meaning: { state: 'loading' } })
    await using other = await loading()
    expect(await other.recall('vehicle')).toMatchObject({ outcome: 'incomplete', meaning: { state: 'loading' } })
  })

  test('a question that comes before all vectors are there says that it may be incomplete', async () => {
    const holdBack = {
      before: (_: unknown, { purpose }: { purpose: string }) => (purpose === 'passage' ? never() : null),
    }
    await using memory = await remembered({ isSettled: false, with: holdBack })
    await memory.warm(1000)
    expect(await memory.recall('vehicle')).toMatchObject({
      outcome: 'incomplete',
      meaning: { state: 'partial', embedder: 'own concepts' },
    })
    expect(await memory.recall('lunch')).toMatchObject({ outcome: 'found', meaning: { state: 'partial' } })
  })
})

describe('a deadline', () => {
  const hanging = {
    before: (_: unknown, { purpose }: { purpose: string }) => (purpose === 'question' ? never() : null),
  }

  test('is kept when the embedder hangs, and names what was left out', async () => {
    await using memory = await remembered({ with: hanging })
    const before = performance.now()
    const recalled = await memory.recall('lunch', { deadlineMs: 100 })
    expect(performance.now() - before).toBeLessThan(1500)
    expect(recalled.late).toContain('meaning')
    expect(recalled.meaning).toMatchObject({ state: 'late', embedder: 'own concepts' })
    expect(idsOf(recalled)).toEqual(['lunch'])
    expect(await memory.recall('vehicle', { deadlineMs: 50 })).toMatchObject({ outcome: 'incomplete', items: [] })
  })

  test.each([60_000, 2 ** 31, 2 ** 40, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    'of %d ms is as good as none',
    async (deadlineMs) => {
      await using memory = await remembered()
      const recalled = await memory.recall('vehicle', { deadlineMs, thorough: true })
      expect(recalled).toMatchObject({ late: [], meaning: { state: 'ready' } })
      expect(idsOf(recalled)[0]).toBe('car')
    },
  )

  test('that is over at once is survived', async () => {
    await using memory = await remembered()
    const recalled = await memory.recall('lunch', { deadlineMs: 0, thorough: true })
    expect(recalled.late.length).toBeGreaterThan(0)
    expectSums(recalled)
  })
})

describe('without vectors', () => {
  test('nothing is different from words alone', async () => {
    await using memory = await remembered({ embedder: 'words', ranking: {} })
    await using numbers = await remembered({ ranking: { 'meaning.weight': 0, 'related.weight': 0 } })
    for (const question of [
      'Which physician has a cold?',
      'lunch',
      'vehicle',
      '医生',
      'What did Tom say?',
      'and then?',
    ]) {
      const [plain, other] = [await memory.recall(question), await numbers.recall(question)]
      expect(plain.meaning).toEqual({ state: 'off', embedder: null, problem: null })
      expect(other.items).toEqual(plain.items)
      expect(other.outcome).toBe(plain.outcome)
      for (const { why } of plain.items) {
        expect(Object.keys(why.parts)).not.toContain('meaning')
        expect(Object.keys(why.parts)).not.toContain('related')
        expect(why.ranks).not.toHaveProperty('meaning')
      }
    }
    expect(await memory.settle()).toMatchObject({ state: 'off', embedder: null })
  })
})
