import { describe, expect, test } from 'vitest'
import { FLAT_OPTIONS, type FlatOptions, flatArm } from '../../bench/recall/arms/flat.ts'
import type { BenchDoc } from '../../bench/recall/data.ts'
import { goldOf, measureSpace } from '../../bench/recall/measure.ts'
import { armReports } from '../../bench/recall/report.ts'
import { doc, question, space } from './sample.ts'

async function ranked(docs: readonly BenchDoc[], asked: string, options: Partial<FlatOptions> = {}) {
  const memory = await flatArm({ ...FLAT_OPTIONS, ...options }).open(space(docs), { grain: 'turn' })
  await memory.remember('s', docs)
  return (await memory.recall(question('q', { question: asked }), 'flat')).ids.join(' ')
}

describe('flat BM25', () => {
  test('a rare word weighs more than a frequent one', async () => {
    const docs = [doc('a s', 'fox garden'), doc('b s', 'fox shed'), doc('c s', 'fox roof')]
    expect(await ranked(docs, 'fox roof')).toBe('c a b')
  })

  test('a shorter message wins over a longer one with the same words', async () => {
    const docs = [doc('a s', 'carrots cabbage turnips leeks fennel'), doc('b s', 'carrots cabbage')]
    expect(await ranked(docs, 'carrots')).toBe('b a')
  })

  test('of equals the earlier comes first', async () => {
    expect(await ranked([doc('b s', '茶壶'), doc('a s', '茶壶')], '茶壶')).toBe('b a')
  })

  test('what shares no word is not found', async () => {
    expect(await ranked([doc('a s', '我在杭州买了茶壶')], '熊猫')).toBe('')
  })

  test('a speaker is a word of the message where that is chosen', async () => {
    const docs = [doc('a s Bram', 'roof'), doc('b s Ana', 'roof')]
    expect(await ranked(docs, 'Ana roof', { withSpeaker: true })).toBe('b a')
    expect(await ranked(docs, 'Ana roof', { withSpeaker: false })).toBe('a b')
  })
})

describe('measuring a space', () => {
  const docs = [doc('a 1 Ana', 'tomatoes'), doc('b 2 Bram', 'tomatoes'), doc('c 2 Bram', 'roof'), doc('d 3 Ana', 'fox')]

  test('what is delivered later is not found', async () => {
    const asked = [question('q', { question: 'tomatoes', gold: ['b'], beforeSession: '2' })]
    const { outcomes } = await measureSpace(space(docs, asked), { arms: [flatArm()], grain: 'turn', noise: [] })
    expect(outcomes.map(({ id, arm, gold, ids }) => ({ id, arm, gold, ids }))).toEqual([
      { id: 'q', arm: 'flat', gold: ['b'], ids: ['a'] },
    ])
  })

  test('at session grain ids and gold are sessions, each once', async () => {
    const asked = [question('q', { question: 'tomatoes roof fox', gold: ['b', 'c'] })]
    for (const sessionIs of ['document', 'best-message'] as const) {
      const arms = [flatArm({ ...FLAT_OPTIONS, sessionIs })]
      const { outcomes } = await measureSpace(space(docs, asked), { arms, grain: 'session', noise: [] })
      expect(outcomes[0]!.gold).toEqual(['2'])
      expect([...outcomes[0]!.ids].sort()).toEqual(['1', '2', '3'])
    }
  })

  test('every budget says which gold it holds, and whether the answer stands there', async () => {
    const spoken = [doc('a 1 Ana', 'tomatoes, 12 of them'), doc('b 2 Bram', `tomatoes ${'and peas '.repeat(400)}`)]
    const asked = [question('q', { question: 'peas tomatoes', gold: ['a', 'b'], answer: '12' })]
    const { outcomes } = await measureSpace(space(spoken, asked), { arms: [flatArm()], grain: 'turn', noise: [] })
    expect(outcomes[0]!.packed).toEqual([
      { tokensMax: 500, ids: ['b'], hasAnswer: false },
      { tokensMax: 1000, ids: ['b', 'a'], hasAnswer: true },
      { tokensMax: 2000, ids: ['b', 'a'], hasAnswer: true },
    ])
    const { flat } = armReports(['flat'], outcomes)
    expect(flat!.overall).toMatchObject({
      answerAt500: 0,
      answerAt2000: 1,
      evidenceAt500: 0.5,
      evidenceAt2000: 1,
      answers: 1,
    })
  })

  test('noise competes', async () => {
    const asked = [question('q', { question: 'fox', gold: ['d'] })]
    const { outcomes } = await measureSpace(space(docs, asked), { arms: [flatArm()], grain: 'turn', noise: ['fox'] })
    expect([...outcomes[0]!.ids].sort()).toEqual(['d', 'noise:0'])
  })

  test('figures come from the outcomes alone, and LoCoMo has one without category 5', async () => {
    const asked = [
      question('q1', { question: 'fox', gold: ['d'], category: '4' }),
      question('q2', { question: 'piano', gold: ['a'], category: '5' }),
    ]
    const { outcomes } = await measureSpace(space(docs, asked), { arms: [flatArm()], grain: 'turn', noise: [] })
    const { flat, absent } = armReports(['flat', 'absent'], JSON.parse(JSON.stringify(outcomes)))
    expect(flat).toMatchObject({
      overall: { r10: 0.5, n: 2 },
      overall14: { r10: 1, n: 1 },
      categories: { '4': { r10: 1, n: 1 }, '5': { r10: 0, n: 1 } },
    })
    expect(absent).toMatchObject({ overall: { r10: null, n: 0 }, latency: { p50Ms: null } })
    expect(absent).not.toHaveProperty('overall14')
  })
})

describe('gold', () => {
  const docs = [doc('a 1', 'x'), doc('b 2', 'x')]
  const gold = (given: Parameters<typeof question>[1], grain: 'turn' | 'session' = 'turn') => {
    const asked = question('q', given)
    const { gold, abstentions, problems } = goldOf(space(docs, [asked]), grain)
    return { gold: gold.get(asked), abstentions, problems }
  }

  test('none at all is an abstention', () => {
    expect(gold({})).toEqual({ gold: undefined, abstentions: 1, problems: [] })
  })

  test('that does not exist is listed and taken out', () => {
    expect(gold({ gold: ['a', 'z'] })).toEqual({
      gold: ['a'],
      abstentions: 0,
      problems: ['garden: gold z of question q does not exist.'],
    })
  })

  test('of which nothing exists leaves the question out', () => {
    expect(gold({ goldSessions: ['9'] }, 'session')).toEqual({
      gold: undefined,
      abstentions: 0,
      problems: ['garden: gold 9 of question q does not exist; the question is left out.'],
    })
  })

  test('sessions win over messages at session grain, and stand in for them there', () => {
    expect(gold({ gold: ['a'], goldSessions: ['2'] }, 'session').gold).toEqual(['2'])
    expect(gold({ gold: ['a', 'b', 'a'] }, 'session').gold).toEqual(['1', '2'])
  })

  test('in sessions only cannot be measured by messages', () => {
    expect(gold({ goldSessions: ['2'] }).problems).toEqual([
      'garden: 1 questions have sessions as gold only; measure them with --grain session.',
    ])
  })
})
