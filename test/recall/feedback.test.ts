import { describe, expect, test } from 'vitest'
import { headTerms } from '../../src/recall/feedback.ts'

const terms = (head: readonly (readonly [text: string, worth: number])[], own: readonly string[] = []) =>
  headTerms(
    head.map(([text, worth]) => ({ text, worth })),
    new Set(own),
  )

describe('what the first hits have in common', () => {
  test.each<[string, readonly (readonly [string, number])[], readonly string[], readonly string[]]>([
    [
      'comes heaviest first, of equals by the alphabet',
      [
        ['zinnia fountain', 1],
        ['fountain marble', 1],
      ],
      [],
      ['fountain', 'marbl', 'zinnia'],
    ],
    [
      'is heavier from a better hit',
      [
        ['zinnia', 0.5],
        ['marble', 1],
      ],
      [],
      ['marbl', 'zinnia'],
    ],
    ['is not what the question has itself', [['zinnia fountain', 1]], ['zinnia'], ['fountain']],
    ['has Chinese words and pairs, no single characters', [['登录', 1]], [], ['登录']],
    ['is nothing of nothing', [], [], []],
    ['is nothing of marks', [['?!', 1]], [], []],
  ])('%s', (_, head, own, expected) => expect([...terms(head, own).keys()]).toEqual(expected))

  test('weighs a word by its share of the text, a short one as if it had eight words', () => {
    const long = Array.from({ length: 15 }, (_, i) => `alder${String.fromCharCode(97 + i)}`).join(' ')
    const shares = terms([
      ['zinnia', 1],
      [`${long} marble`, 1],
    ])
    expect(shares.get('zinnia')).toBeCloseTo(1 / 8, 12)
    expect(shares.get('marbl')).toBeCloseTo(1 / 16, 12)
  })

  test('is at most sixty-four terms, whatever the texts are', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `w${i}q`).join(' ')
    expect(terms([[many, 1]]).size).toBe(64)
    for (const odd of ['x'.repeat(100_000), '登'.repeat(20_000), '\ud83d'.repeat(50_000), "a'".repeat(40_000)]) {
      expect(terms([[odd, 1]]).size).toBeLessThanOrEqual(64)
    }
  })
})
