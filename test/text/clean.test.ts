import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, graphemeBoundary, preview } from '../../src/text/clean.ts'

const anyString = fc.array(fc.nat(0xffff), { maxLength: 100 }).map((units) => String.fromCharCode(...units))
const graphemes = fc.constantFrom('a', ' ', 'é', 'e\u0301', '记', '😀', '👍🏽', '👨‍👩‍👧', '\r\n', '각')
/** Begins with a letter, so that every place has a boundary at or before it that is not the beginning. */
const texts = fc.array(graphemes, { maxLength: 120 }).map((pieces) => `x${pieces.join('')}`)

function boundaries(text: string): number[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return [...[...segments].map(({ index }) => index), text.length]
}

describe('a cleaned text', () => {
  test.each([
    ['a\ud800b', 'a\ufffdb'],
    ['a\udc00b', 'a\ufffdb'],
    ['\udc00\ud800', '\ufffd\ufffd'],
    ['a\0b\0', 'a\ufffdb\ufffd'],
    ['😀 记忆\r\n\t e\u0301', '😀 记忆\r\n\t e\u0301'],
    ['', ''],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanText(given)).toBe(kept)
  })

  test('has its length, whole code points and no NUL', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const cleaned = cleanText(text)
        expect(cleaned).toHaveLength(text.length)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned).not.toContain('\0')
      }),
    )
  })

  test('is verbatim where nothing was wrong', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('\0'))
        expect(cleanText(text)).toBe(text)
      }),
    )
  })
})

describe('a grapheme boundary', () => {
  test('is the last one at or before the place asked for', () => {
    fc.assert(
      fc.property(texts, fc.nat(500), (text, index) => {
        const expected = boundaries(text).findLast((boundary) => boundary <= index)
        expect(graphemeBoundary(text, index)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('at or beyond the end is the end', () => {
    expect(graphemeBoundary('ab', 2)).toBe(2)
    expect(graphemeBoundary('ab', 99)).toBe(2)
    expect(graphemeBoundary('', 0)).toBe(0)
  })
})

describe('a preview', () => {
  test('is the text itself when that is short enough', () => {
    expect(preview('memory', 6)).toBe('memory')
    expect(preview('', 1)).toBe('')
  })

  test('is cut with an ellipsis that counts', () => {
    expect(preview('memory', 5)).toBe('memo…')
  })

  test('is cut before a grapheme that does not fit whole', () => {
    expect(preview('ab👨‍👩‍👧c', 6)).toBe('ab…')
    expect(preview('a😀b', 3)).toBe('a…')
    expect(preview('xe\u0301y', 3)).toBe('x…')
  })

  test('is never longer than asked for, and cuts no grapheme', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 200 }), (text, lengthMax) => {
        const shown = preview(text, lengthMax)
        expect(shown.length).toBeLessThanOrEqual(lengthMax)
        if (shown === text) return
        expect(shown.endsWith('…')).toBe(true)
        expect(text.startsWith(shown.slice(0, -1))).toBe(true)
        expect(boundaries(text)).toContain(shown.length - 1)
      }),
    )
  })
})
