import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens, cutToTokens } from '../../src/text/cut.ts'

const pieces = [
  'the',
  'memory',
  ' ',
  '  ',
  '。',
  '记忆图谱',
  '.',
  '\n',
  '\n\n',
  'src/auth/token.ts',
  'über',
  '12345',
  ', ',
  '(',
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((chosen) => chosen.join(''))
const SENTENCE = 'The token is refreshed before it expires, and the session goes on. '

describe('counting tokens', () => {
  test('grows with the text, and is 0 for none', () => {
    expect(countTokens('')).toBe(0)
    expect(countTokens(SENTENCE)).toBeGreaterThan(5)
    expect(countTokens(SENTENCE.repeat(10))).toBeGreaterThan(9 * countTokens(SENTENCE))
  })

  test('counts Han characters one by one, not as a word between spaces', () => {
    expect(countTokens('记忆图谱记忆图谱')).toBeGreaterThan(4)
  })
})

describe('a text that is cut to tokens', () => {
  test('is left alone when it fits', () => {
    expect(cutToTokens(SENTENCE, countTokens(SENTENCE))).toBe(SENTENCE)
    expect(cutToTokens('', 0)).toBe('')
  })

  test('is its own beginning and has no more tokens than allowed', () => {
    fc.assert(
      fc.property(texts, fc.nat(60), (text, tokensMax) => {
        const cut = cutToTokens(text, tokensMax)
        expect(text.startsWith(cut)).toBe(true)
        expect(countTokens(cut)).toBeLessThanOrEqual(tokensMax)
      }),
      { numRuns: 500 },
    )
  })

  test('uses most of what is allowed', () => {
    for (const [text, tokensMax] of [
      [SENTENCE.repeat(40), 100],
      ['记忆图谱很有用。'.repeat(40), 100],
    ] as const) {
      expect(countTokens(cutToTokens(text, tokensMax))).toBeGreaterThan(tokensMax / 2)
    }
  })

  test('ends with a whole word where there is one nearby', () => {
    const words = Array.from({ length: 200 }, (_, i) => `remembered${i}`)
    const cut = cutToTokens(words.join(' '), 50).split(' ')
    expect(cut.length).toBeGreaterThan(1)
    expect(cut).toEqual(words.slice(0, cut.length))
  })

  test('of nothing allowed leaves nothing', () => {
    expect(cutToTokens(SENTENCE, 0)).toBe('')
  })

  test('cuts no emoji and no accent in half', () => {
    const text = `the ${'👨‍👩‍👧 e\u0301 😀 '.repeat(60)}`
    const ends = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ index }) => index)
    for (let tokensMax = 1; tokensMax < 100; tokensMax++) {
      expect([...ends, text.length]).toContain(cutToTokens(text, tokensMax).length)
    }
  })
})
