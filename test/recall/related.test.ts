import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Engraph } from '../../src/engraph.ts'
import { modelsFolder } from '../../src/providers/models-folder.ts'
import { GLOSS_FILE, STATIC_FILE } from '../../src/providers/static/static-vectors.ts'
import { tellingWords } from '../../src/recall/related.ts'
import { Vocabulary } from '../../src/vocabulary.ts'
import { testWords } from '../embedders.ts'
import { idsOf, rememberTalk, talkOf } from './talk.ts'

const models = modelsFolder()
const built = models !== null && [STATIC_FILE, GLOSS_FILE].every((name) => existsSync(join(models, name)))
/** A build without the package that carries the weights has no word table. */
const withTable = built ? test : test.skip

const TALK = `
  car 1 Ana: My automobile needs new tyres before winter.
  lunch 1 Tom: Lunch was late and the soup was cold.
  ill 2 Ana: The physician says that I should rest for a week.
  flat 3 Mei: 房东说下个月要涨房租。
  piano 4 Mei: 我妹妹每周六都去学钢琴。
  pond 5 Tom: A heron stands in the pond again.
  money 6 Tom: We spent too much cash on the kitchen.
`

describe('words that say something in a question', () => {
  test.each<readonly [string, readonly string[]]>([
    ['Where is the automobile?', ['automobil']],
    ['谁学钢琴？', ['学', '钢琴']],
    ['', []],
    ['?!', []],
    ['the of and', []],
  ])('%s', (question, expected) => {
    expect(tellingWords(question)).toEqual(expected)
  })

  test('are bounded, whatever is asked', () => {
    for (const question of [
      'word '.repeat(20_000),
      '字'.repeat(100_000),
      Array.from({ length: 500 }, (_, i) => `w${i}`).join(' '),
    ]) {
      expect(tellingWords(question).length).toBeLessThanOrEqual(24)
    }
  })
})

describe('words of like meaning', () => {
  test('find what says it otherwise, in either language, and say so', async () => {
    await using memory = await rememberTalk(TALK, { withMeaning: true, ranking: { 'meaning.weight': 0 } })
    for (const [question, expected] of [
      ['the doctor', 'ill'],
      ['汽车', 'car'],
      ['our budget', 'money'],
    ] as const) {
      const recalled = await memory.recall(question)
      expect(idsOf(recalled)[0]).toBe(expected)
      const [{ why }] = recalled.items as [(typeof recalled.items)[0]]
      expect(why.ranks.related).toBe(1)
      expect(why.parts['related']).toBeGreaterThan(0)
      expect(why.parts).not.toHaveProperty('meaning')
    }
    expect(await memory.recall('vacation')).toMatchObject({ items: [] })
  })

  test('are found of what came after the first question, and not of what was forgotten', async () => {
    await using memory = await rememberTalk(TALK, { withMeaning: true, ranking: { 'meaning.weight': 0 } })
    const vocabulary = new Vocabulary({ store: memory.store, space: memory.space, words: () => testWords })
    const near = async (word: string) =>
      ((await vocabulary.related([word]))?.get(word) ?? [])
        .filter(({ likeness }) => likeness > 0.9)
        .map(({ term }) => term)
    expect(await near('dog')).toEqual([])
    for (const delivery of talkOf('hound 9 Tom: The hound barks at night.')) await memory.remember(delivery)
    expect(await near('dog')).toEqual(['hound'])
    expect(idsOf(await memory.recall('puppy'))).toEqual(['hound'])
    await memory.store.transact(memory.space, (writer) => writer.forget(['hound'], 1))
    expect(idsOf(await memory.recall('puppy'))).toEqual([])
    for (const delivery of talkOf('puppy 10 Tom: A puppy came.')) await memory.remember(delivery)
    expect(await near('dog')).toContain('puppi')
    expect(await vocabulary.related([])).toEqual(new Map())
    await vocabulary.close()
  })

  test('are not looked for where there are no vectors of words, nor by a question of a name alone', async () => {
    await using memory = await rememberTalk('said 1 Tom: The gate is shut.\nnamed 2 Ana: Ask Tom about the gate.', {
      withMeaning: true,
      ranking: { 'meaning.weight': 0 },
    })
    const without = new Vocabulary({ store: memory.store, space: memory.space, words: () => null })
    expect(await without.related(['gate'])).toBe(null)
    const { items } = await memory.recall('What did Tom say?')
    expect(items[0]?.node).toBe('said')
    for (const { why } of items) expect(why.parts).not.toHaveProperty('related')
  })

  test('survive a store that fails once', async () => {
    await using memory = await rememberTalk(TALK)
    let isBroken = true
    const store = {
      vocabulary: (...given: Parameters<typeof memory.store.vocabulary>) =>
        isBroken ? Promise.reject(new Error('busy')) : memory.store.vocabulary(...given),
    } as typeof memory.store
    const vocabulary = new Vocabulary({ store, space: memory.space, words: () => testWords })
    expect((await vocabulary.related(['doctor']))?.get('doctor') ?? []).toEqual([])
    isBroken = false
    expect((await vocabulary.related(['doctor']))?.get('doctor')?.[0]?.term).toBe('physician')
    await vocabulary.close()
  })

  withTable.each([
    ['Which vehicle needs tires?', 'car'],
    ['我的车需要什么？', 'car'],
    ['医生怎么说？', 'ill'],
    ['醫生怎麼說？', 'ill'],
    ['What did the landlord say about the rent?', 'flat'],
    ['Who is learning the piano?', 'piano'],
    ['谁花了太多现金？', 'money'],
  ])('%s is answered by the word table of the build', async (question, expected) => {
    await using memory = await Engraph.open({ path: ':memory:', space: 'alice', embedder: 'static' })
    for (const delivery of talkOf(TALK)) await memory.remember(delivery)
    await memory.settle()
    const recalled = await memory.recall(question)
    expect(recalled.meaning.embedder).toMatch(/^static /)
    expect(idsOf(recalled).slice(0, 2)).toContain(expected)
  })
})
