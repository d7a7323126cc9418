import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToTokens } from '../../src/text/cut.ts'

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

/** Tokens that can be counted by eye: a Latin word with the space before it, and every other character. */
const count = (text: string) => text.match(/ ?[\p{Script=Latin}\p{Nd}]+|\s|\S/gu)?.length ?? 0
const cut = (text: string, tokensMax: number) => cutToTokens(text, tokensMax, count)

describe('a text that is cut to tokens', () => {
  test('is left alone when it fits', () => {
    expect(cut(SENTENCE, count(SENTENCE))).toBe(SENTENCE)
    expect(cut('', 0)).toBe('')
  })

  test('is its own beginning and has no more tokens than allowed', () => {
    fc.assert(
      fc.property(texts, fc.nat(60), (text, tokensMax) => {
        const kept = cut(text, tokensMax)
        expect(text.startsWith(kept)).toBe(true)
        expect(count(kept)).toBeLessThanOrEqual(tokensMax)
      }),
      { numRuns: 500 },
    )
  })

  test('uses most of what is allowed', () => {
    for (const [text, tokensMax] of [
      [SENTENCE.repeat(40), 100],
      ['记忆图谱很有用。'.repeat(40), 100],
    ] as const) {
      expect(count(cut(text, tokensMax))).toBeGreaterThan(tokensMax / 2)
    }
  })

  test('ends with a whole word where there is one nearby', () => {
    const words = Array.from({ length: 200 }, (_, i) => `remembered${i}`)
    const kept = cut(words.join(' '), 50).split(' ')
    expect(kept.length).toBeGreaterThan(1)
    expect(kept).toEqual(words.slice(0, kept.length))
  })

  test('of nothing allowed leaves nothing', () => {
    expect(cut(SENTENCE, 0)).toBe('')
  })

  test('cuts no emoji and no accent in half', () => {
    const text = `the ${'👨‍👩‍👧 e\u0301 😀 '.repeat(60)}`
    const ends = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ index }) => index)
    for (let tokensMax = 1; tokensMax < 100; tokensMax++) {
      expect([...ends, text.length]).toContain(cut(text, tokensMax).length)
    }
  })
})
