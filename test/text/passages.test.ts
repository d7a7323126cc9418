import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSAGE_LENGTH_MAX, PASSAGE_WHOLE_MAX, splitPassages } from '../../src/text/passages.ts'

const SENTENCE = 'The token is refreshed before it expires, and the session goes on. '

const pieces = fc.oneof(
  fc.constantFrom(' ', '\n', '\n\n', '\n \n', '. ', '! ', '。', '？」', '; ', '.'),
  fc.constantFrom('a', 'é', 'e\u0301', '记', '😀', '👍🏽', '👨‍👩‍👧', 'token', 'src/auth/token.ts'),
  fc.constantFrom(
    SENTENCE,
    '记忆图谱很有用。',
    'x'.repeat(300),
    '记'.repeat(300),
    '😀'.repeat(150),
    '👨‍👩‍👧'.repeat(60),
  ),
)
const texts = fc.array(pieces, { maxLength: 60 }).map((chosen) => chosen.join(''))

const cuts = (text: string) => splitPassages(text).map(({ start, end }) => text.slice(start, end))

function boundaries(text: string): Set<number> {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return new Set([...[...segments].map(({ index }) => index), text.length])
}

describe('a short text', () => {
  test('is one passage, up to the length that counts as short', () => {
    const longest = SENTENCE.repeat(PASSAGE_WHOLE_MAX).slice(0, PASSAGE_WHOLE_MAX)
    expect(splitPassages(longest)).toEqual([{ start: 0, end: PASSAGE_WHOLE_MAX }])
    expect(splitPassages(`${longest}.`).length).toBeGreaterThan(1)
    expect(splitPassages('')).toEqual([{ start: 0, end: 0 }])
  })
})

describe('a long text', () => {
  test('keeps paragraphs together as long as they fit', () => {
    const paragraph = `${SENTENCE.repeat(PASSAGE_LENGTH_MAX).slice(0, Math.floor(PASSAGE_LENGTH_MAX * 0.4))}\n\n`
    expect(cuts(paragraph.repeat(5))).toEqual([paragraph.repeat(2), paragraph.repeat(2), paragraph])
  })

  test('is not cut inside a paragraph when the cut before it will do', () => {
    const paragraph = `${'token '.repeat(PASSAGE_LENGTH_MAX).slice(0, Math.floor(PASSAGE_LENGTH_MAX * 0.7))}\n\n`
    expect(cuts(paragraph.repeat(3))).toEqual([paragraph, paragraph, paragraph])
  })

  test('is cut at the end of a sentence inside a long paragraph', () => {
    const sentences = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} says something of its own. `)
    const found = cuts(sentences.join(''))
    expect(found.length).toBeGreaterThan(2)
    expect(found.filter((passage) => !/^Sentence .* own\. $/su.test(passage))).toEqual([])
  })

  test('is cut after the full stop of Chinese, which no space follows', () => {
    const found = cuts('记忆图谱会自己记录发生的事情。'.repeat(100))
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter((passage) => !passage.endsWith('。'))).toEqual([])
  })

  test('is cut between words where there is no sentence', () => {
    const found = cuts('token '.repeat(400))
    expect(found.length).toBeGreaterThan(2)
    expect(found.filter((passage) => !/^(?:token )+$/u.test(passage))).toEqual([])
  })

  test('is cut anywhere where there is no word either', () => {
    const found = cuts('x'.repeat(PASSAGE_LENGTH_MAX * 2 + 1))
    expect(found.map((passage) => passage.length)).toEqual([PASSAGE_LENGTH_MAX, PASSAGE_LENGTH_MAX, 1])
  })

  test('of emoji alone is cut between two of them', () => {
    for (const emoji of ['😀', '👍🏽', '👨‍👩‍👧']) {
      const found = cuts(emoji.repeat(PASSAGE_LENGTH_MAX))
      expect(found.filter((passage) => passage.replaceAll(emoji, '') !== '')).toEqual([])
    }
  })

  test('of very long lines is split in full', () => {
    const text = `${'deadbeef'.repeat(50_000)}\n`
    const found = splitPassages(text)
    expect(found.at(-1)?.end).toBe(text.length)
    expect(found.length).toBeGreaterThanOrEqual(text.length / PASSAGE_LENGTH_MAX)
  })
})

describe('whatever the text', () => {
  test('passages cover it without gap or overlap, and none is empty or too long', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const passages = splitPassages(text)
        let covered = 0
        for (const { start, end } of passages) {
          expect(start).toBe(covered)
          covered = end
          if (text.length > PASSAGE_WHOLE_MAX) {
            expect(end).toBeGreaterThan(start)
            expect(end - start).toBeLessThanOrEqual(PASSAGE_LENGTH_MAX)
          }
        }
        expect(covered).toBe(text.length)
        expect(passages.length > 1).toBe(text.length > PASSAGE_WHOLE_MAX)
      }),
      { numRuns: 500 },
    )
  })

  test('no passage begins or ends inside a character', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const whole = boundaries(text)
        expect(splitPassages(text).filter(({ end }) => !whole.has(end))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('the same text gives the same passages, whatever was split in between', () => {
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const before = splitPassages(text)
        splitPassages(other)
        expect(splitPassages(text)).toEqual(before)
      }),
    )
  })
})
