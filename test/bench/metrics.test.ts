import { describe, expect, test } from 'vitest'
import { budgetFigures, meanFigures, meanOfFiles, percentile, questionFigures } from '../../bench/recall/metrics.ts'

const ids = (text: string) => text.split(' ')

describe('figures of one question', () => {
  test('all gold at the top is 1 everywhere', () => {
    expect(questionFigures(ids('a b c'), ids('b a'))).toEqual({
      r5: 1,
      r10: 1,
      allR10: 1,
      hit10: 1,
      mrr: 1,
      ndcg10: 1,
    })
  })

  test('nothing found is 0 everywhere', () => {
    expect(questionFigures([], ids('a'))).toEqual({ r5: 0, r10: 0, allR10: 0, hit10: 0, mrr: 0, ndcg10: 0 })
  })

  test('gold at ranks 2 and 7 of two and one missing', () => {
    // By hand: recall@5 = 1/3, recall@10 = 2/3; DCG = 1/log2 3 + 1/log2 8 = 0.63093 + 0.33333;
    // the best possible is 1 + 0.63093 + 0.5 = 2.13093.
    const figures = questionFigures(ids('x a x2 x3 x4 x5 b x6'), ids('a b c'))
    expect(figures.r5).toBeCloseTo(1 / 3, 10)
    expect(figures.r10).toBeCloseTo(2 / 3, 10)
    expect(figures).toMatchObject({ allR10: 0, hit10: 1, mrr: 0.5 })
    expect(figures.ndcg10).toBeCloseTo(0.964263 / 2.13093, 5)
  })

  test('gold at rank 11 counts for the reciprocal rank alone', () => {
    const figures = questionFigures(ids('1 2 3 4 5 6 7 8 9 10 a'), ids('a'))
    expect(figures).toMatchObject({ r5: 0, r10: 0, allR10: 0, hit10: 0, ndcg10: 0 })
    expect(figures.mrr).toBeCloseTo(1 / 11, 10)
  })

  test('with more gold than ten the ideal is a full first ten', () => {
    const gold = ids('1 2 3 4 5 6 7 8 9 10 11 12')
    expect(questionFigures(gold, gold)).toMatchObject({ r5: 5 / 12, r10: 10 / 12, allR10: 0, ndcg10: 1 })
  })
})

describe('figures of the packed text', () => {
  test('are what of the gold each budget holds, and whether the answer stands there', () => {
    const packed = [
      { tokensMax: 500, ids: ids('x'), hasAnswer: false },
      { tokensMax: 1000, ids: ids('x a'), hasAnswer: true },
      { tokensMax: 2000, ids: ids('x a b'), hasAnswer: true },
    ] as const
    expect(budgetFigures(packed, ids('a b'))).toEqual({
      answerAt500: 0,
      answerAt1000: 1,
      answerAt2000: 1,
      evidenceAt500: 0,
      evidenceAt1000: 0.5,
      evidenceAt2000: 1,
    })
  })

  test('are unknown where there is no answer or no packing', () => {
    const figures = budgetFigures([{ tokensMax: 500, ids: ids('a'), hasAnswer: null }], ids('a'))
    expect(figures).toMatchObject({ answerAt500: null, evidenceAt500: 1, evidenceAt1000: null })
  })
})

describe('means', () => {
  const figures = (ranked: string, gold: string, hasAnswer: boolean | null) => ({
    ...questionFigures(ids(ranked), ids(gold)),
    ...budgetFigures([{ tokensMax: 500, ids: ids(ranked), hasAnswer }], ids(gold)),
  })

  test('every question weighs the same, and answers count where there is one', () => {
    const means = meanFigures([figures('a', 'a', null), figures('x a', 'a b', true)])
    expect(means).toMatchObject({ r10: 0.75, allR10: 0.5, hit10: 1, mrr: 0.75, n: 2 })
    expect(means).toMatchObject({ answerAt500: 1, evidenceAt500: 0.75, answers: 1 })
  })

  test('every file weighs the same, whatever its number of questions', () => {
    const [large, small] = [
      meanFigures([figures('a', 'a', true), figures('a', 'a', false), figures('a', 'a', null)]),
      meanFigures([figures('x', 'a', null)]),
    ]
    expect(meanOfFiles([large, small])).toMatchObject({ r10: 0.5, answerAt500: 0.5, n: 4, answers: 2 })
  })

  test('of no questions they are null, not 0', () => {
    const { n, answers, ...means } = meanFigures([])
    expect([n, answers]).toEqual([0, 0])
    expect(Object.values(means)).toEqual(Array.from({ length: 12 }, () => null))
  })
})

describe('percentiles', () => {
  test('are values that occurred', () => {
    const values = [30, 10, 20, 40]
    expect([percentile(values, 0.5), percentile(values, 0.95), percentile(values, 0)]).toEqual([20, 40, 10])
    expect(percentile([7], 0.5)).toBe(7)
  })

  test('of nothing is null', () => {
    expect(percentile([], 0.5)).toBeNull()
  })
})
