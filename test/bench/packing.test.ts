import { describe, expect, test } from 'vitest'
import { wholeText } from '../../bench/recall/arms/arm.ts'
import { engraphArm } from '../../bench/recall/arms/engraph.ts'
import { openBenchEmbedder } from '../../bench/recall/embedders.ts'
import { holdsAnswer, packAll, packWithin } from '../../bench/recall/packing.ts'
import { Engraph } from '../../src/engraph.ts'
import type { RecalledItem } from '../../src/recall/recalled.ts'
import { loadTokenCounter } from '../../src/text/tokens.ts'
import { dataFile, doc, question, space } from './sample.ts'

const counter = await loadTokenCounter()
const DAY_MS = 86_400_000

/** Messages of so many days, one a day, each a whole one. */
const found = (...texts: readonly string[]) =>
  texts.map((text, place) => wholeText(doc(`d${place} s${place} Ana`, text, place * DAY_MS), place, 'turn'))

describe('packing under a budget', () => {
  // A line holds "[1970-01-01] Ana: " and a newline: twelve tokens beside the words.
  test.each([
    ['takes what fits, in order', [10, 10, 10], 44, 'd0 d1'],
    ['ends with the first that does not fit', [15, 60, 1], 44, 'd0'],
    ['cuts that one where enough is left', [15, 60, 1], 75, 'd0 d1'],
    ['is empty of nothing', [], 20, ''],
  ])('%s', (_, lengths, tokensMax, expected) => {
    const texts = found(...lengths.map((length) => 'roof '.repeat(length).trim()))
    const { items, tokens, text } = packWithin(texts, tokensMax, counter)
    expect(items.map(({ node }) => node).join(' ')).toBe(expected)
    expect(tokens).toBe(counter.count(text))
    expect(tokens).toBeLessThanOrEqual(tokensMax)
  })

  test('shows dates and speakers, which count', () => {
    const { text } = packWithin(found('the roof leaks'), 500, counter)
    expect(text).toBe('[1970-01-01] Ana: the roof leaks')
  })

  test('names a session once, and looks for the answer in what is left of each text', () => {
    const long = `the fox came ${'again and '.repeat(1500)} at half past nine`
    const texts = found('roof', long).map((item) => ({ ...item, id: 's' }))
    expect(packAll(texts, 'half past nine', counter)).toEqual([
      { tokensMax: 500, ids: ['s'], hasAnswer: false },
      { tokensMax: 1000, ids: ['s'], hasAnswer: false },
      { tokensMax: 2000, ids: ['s'], hasAnswer: false },
    ])
    expect(packAll(texts, 'The FOX', counter).map(({ hasAnswer }) => hasAnswer)).toEqual([true, true, true])
    expect(packAll(texts, null, counter).map(({ hasAnswer }) => hasAnswer)).toEqual([null, null, null])
  })

  test('does not take a date or a speaker for the answer', () => {
    for (const answer of ['1970', 'Ana']) {
      expect(packAll(found('the roof leaks'), answer, counter).map(({ hasAnswer }) => hasAnswer)).not.toContain(true)
    }
  })
})

describe('an answer stands in a text', () => {
  test.each([
    ['whatever the case', 'It was the Blue Door.', 'blue door', true],
    ['whatever the white space', 'the blue\n  door', 'blue door', true],
    ['whatever the width', '端口是８０８０。', '8080', true],
    ['in Chinese without gaps', '下周去成都看熊猫', '成都', true],
    ['beside Han characters', '一共12个', '12', true],
    ['with a unit after the number', 'it is 3km away', '3', true],
    ['at the very end', 'port 8080', '8080', true],
    ['after a longer word that holds it', 'concatenate the cat', 'cat', true],
    ['but not inside a longer number', 'port 18080', '8080', false],
    ['but not inside a longer word', 'concatenate', 'cat', false],
    ['but not in other words', 'a blue house door', 'blue door', false],
    ['but not in other characters', '下週去成都', '下周', false],
    ['but nothing does not stand anywhere', 'text', ' ', false],
  ])('%s', (_, text, answer, expected) => {
    expect(holdsAnswer(text, answer)).toBe(expected)
  })

  test('is looked for in linear time', () => {
    expect(holdsAnswer('a'.repeat(100_000), 'a')).toBe(false)
    expect(holdsAnswer(`${' '.repeat(100_000)}b`, 'c')).toBe(false)
  })
})

test('what a budget holds is what recall answers with under that budget', async () => {
  const topics = ['the roof leaks', 'a fox in the garden', '屋顶漏水了', 'the shed and its tools']
  const docs = Array.from({ length: 60 }, (_, place) =>
    doc(
      `d${place} s${place % 7} Ana`,
      `${topics[place % 4]}, ${'so it went on '.repeat((place * 7) % 40)}${place}`,
      place,
    ),
  )
  const asked = ['what about the roof?', '屋顶怎么样了', 'fox in the garden or the shed?']
  const path = dataFile('', 'memory.db')
  await using memory = await Engraph.open({ path: `${path}.new`, space: 'garden', clock: { now: () => 59 } })
  const openEmbedder = () => openBenchEmbedder({ embedder: 'words' })
  const arm = await engraphArm({ rankings: { engraph: {} }, openEmbedder }).open(space(docs), { grain: 'turn' })
  for (const one of docs) {
    await arm.remember(one.session, [one])
    const { session, speaker, id, text } = one
    await memory.remember({ session, messages: [{ id, speaker, text, at: one.at! }] })
  }
  for (const text of asked) {
    const { texts } = await arm.recall(question('q', { question: text }), 'engraph')
    expect(texts.length).toBeGreaterThan(10)
    for (const budgetTokens of [500, 1000, 2000]) {
      const recalled = await memory.recall(text, { limit: 50, budgetTokens })
      const packed = packWithin(texts, budgetTokens, counter)
      const shown = ({ node, text, span, tokens, rank }: RecalledItem) => ({ node, text, span, tokens, rank })
      expect(packed.items.map(shown)).toEqual(recalled.items.map(shown))
      expect(packed).toMatchObject({ text: recalled.text, tokens: recalled.tokens })
    }
  }
  await arm.close()
})
