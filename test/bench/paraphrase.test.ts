import { describe, expect, it } from 'vitest'
import { flatArm } from '../../bench/recall/arms/flat.ts'
import { readBenchData } from '../../bench/recall/data.ts'
import { measureSpace } from '../../bench/recall/measure.ts'
import type { BenchSetQuestion, BenchSetSpace } from '../../bench/sets/compose.ts'
import { SETS } from '../../bench/sets/sets.ts'
import { foldHan, segmentHan } from '../../src/text/han.ts'
import { tokenise, tokeniseQuestion } from '../../src/text/tokenise.ts'

const DISTRACTORS_MIN = 2_000
const NAMED_SHARE_MAX = 0.25
const SHARED_SHARE_MAX = 0.4
const SHARED_WORDS_MAX = 2
const FLAT_RECALL_MAX = 0.5
/** Who may be called the same in a question and in its evidence. */
const NAMES =
  /Desmond|Hugo|Ruth|Ines|Milo|Mog|老秦|方瑶|子轩|小宝|大黄|Elena|Martin|Nell|Theo|Marta|文静|大鹏|吴迪|雅琴/gu

const SPACES = [...SETS.paraphrase(), ...SETS.oblique()].map((space) => ({ id: space.id, space }))

describe.each(SPACES)('the space $id', ({ space }) => {
  const own = space.id.endsWith('chinese')

  it('asks forty questions in its own language and twenty in the other', () => {
    const asked = space.questions.map(({ category, question }) => `${category} ${isChinese(question) === own}`)
    expect(asked.filter((kind) => kind === 'paraphrase true')).toHaveLength(40)
    expect(asked.filter((kind) => kind === 'crossing false')).toHaveLength(20)
    expect(asked).toHaveLength(60)
  })

  it('hides the evidence among two thousand other messages', () => {
    const gold = new Set(space.questions.flatMap((question) => question.gold))
    expect(space.docs.length - gold.size).toBeGreaterThanOrEqual(DISTRACTORS_MIN)
  })

  it('has one or two messages of evidence for a question, none for two questions', () => {
    const gold = space.questions.flatMap((question) => question.gold)
    expect(new Set(gold).size).toBe(gold.length)
    expect(space.questions.filter((question) => question.gold.length > 2)).toEqual([])
  })

  it('keeps names in at most a quarter of the questions', () => {
    const named = space.questions.filter(({ question }) => question.search(NAMES) >= 0)
    expect(named.length / space.questions.length).toBeLessThanOrEqual(NAMED_SHARE_MAX)
  })

  it('spreads both kinds of questions over the whole time', () => {
    for (const category of ['paraphrase', 'crossing']) {
      const places = space.questions
        .filter((question) => question.category === category)
        .map(({ gold }) => space.docs.findIndex(({ id }) => id === gold[0]) / space.docs.length)
      expect(Math.min(...places), category).toBeLessThan(0.1)
      expect(Math.max(...places), category).toBeGreaterThan(0.9)
    }
  })
})

describe.each(SPACES.filter(({ id }) => id.startsWith('oblique')))('a question of $id', ({ space }) => {
  it('shares no word with its evidence, names apart', () => {
    const shared = space.questions.map((question) => ({
      question: question.question,
      words: wordsOf(space, question).sharedTerms,
    }))
    expect(shared.filter(({ words }) => words.length > 0)).toEqual([])
  })
})

describe.each(SPACES.filter(({ id }) => id.startsWith('paraphrase')))('a question of $id', ({ space }) => {
  const words = space.questions
    .filter(({ category }) => category === 'paraphrase')
    .map((question) => ({ question: question.question, ...wordsOf(space, question) }))

  it('shares two words at most with its evidence, names apart', () => {
    expect(words.filter(({ shared }) => shared.length > SHARED_WORDS_MAX)).toEqual([])
  })

  it('shares less than two fifths of its words on average', () => {
    const shares = words.map(({ shared, asked }) => shared.length / Math.max(1, asked.length))
    expect(mean(shares)).toBeLessThanOrEqual(SHARED_SHARE_MAX)
  })

  it('says in one message what answers it', () => {
    expect(space.questions.filter(({ gold }) => gold.length !== 1)).toEqual([])
  })
})

describe.each(['paraphrase', 'oblique'])('plain BM25 on the set %s', (name) => {
  it('finds at most half of the evidence', async () => {
    const { spaces } = await readBenchData(`set:${name}`)
    const recalls: number[] = []
    for (const space of spaces) {
      const { outcomes } = await measureSpace(space, { arms: [flatArm()], grain: 'turn', noise: [] })
      for (const { gold, ids } of outcomes) {
        const head = new Set(ids.slice(0, 10))
        recalls.push(gold.filter((id) => head.has(id)).length / gold.length)
      }
    }
    expect(recalls).toHaveLength(120)
    expect(mean(recalls)).toBeLessThanOrEqual(FLAT_RECALL_MAX)
  })
})

function isChinese(text: string): boolean {
  return /\p{Script=Han}{3}/u.test(text)
}

/**
 * The words of a question, and those of them that its evidence has too. A single Chinese character is in too many words to
 * say that two texts share one; and a pair that is no word itself (a word's inside, or across the edges of two) would count
 * the same words twice.
 */
function wordsOf({ docs }: BenchSetSpace, { question, gold }: BenchSetQuestion) {
  const evidence = docs.filter(({ id }) => gold.includes(id)).map(({ text }) => text)
  const terms = new Set(tokenise(evidence.join('\n').replaceAll(NAMES, ' ')))
  const plain = question.replaceAll(NAMES, ' ')
  const chineseWords = new Set((foldHan(plain).match(/\p{Script=Han}+/gu) ?? []).flatMap(segmentHan))
  const found = tokeniseQuestion(plain).filter((term) => !/^\p{Script=Han}$/u.test(term))
  const asked = found.filter((term) => !isChinesePair(term) || chineseWords.has(term))
  return {
    asked,
    shared: asked.filter((term) => terms.has(term)),
    sharedTerms: found.filter((term) => terms.has(term)),
  }
}

function isChinesePair(term: string): boolean {
  return /^\p{Script=Han}{2}$/u.test(term)
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
