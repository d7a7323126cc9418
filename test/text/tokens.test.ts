import fc from 'fast-check'
import { Tiktoken } from 'js-tiktoken/lite'
import ranks from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, test } from 'vitest'
import { layOutBytePairs, readBytePairs } from '../../src/text/byte-pairs.ts'
import { loadTokenCounter } from '../../src/text/tokens.ts'

const counter = await loadTokenCounter()
const reference = new Tiktoken(ranks)
const referenceCount = (text: string) => reference.encode(text, [], []).length

const PIECES = [
  'the ',
  'token',
  "'s",
  ' ',
  '   ',
  '\n',
  '\r\n',
  '.\n\n',
  '/',
  '记忆图谱',
  '記憶',
  '。',
  '，',
  'ÜBER',
  'é',
]
const MORE = [
  '12345',
  '3.14',
  'src/auth/token.ts',
  '({',
  '😀',
  '👨‍👩‍👧',
  '한국어',
  'नमस्ते',
  '\t',
  'ABCdef',
  '<|endoftext|>',
]
const texts = fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 60 }).map((pieces) => pieces.join(''))

describe('the tokens of a text', () => {
  test.each([
    ['nothing', '', 0],
    ['a word', 'memory', 1],
    ['a sentence', 'The gateway listens on port 9443.', 9],
    ['Chinese', '网关监听端口。', 6],
    ['traditional Chinese', '閘道器監聽連接埠。', 12],
    ['a family', '👨‍👩‍👧', 8],
    ['a mark that models use', '<|endoftext|>', 7],
  ])('%s', (_, text, expected) => {
    expect(counter.count(text)).toBe(expected)
    expect(referenceCount(text)).toBe(expected)
  })

  test('are those of the reference implementation, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(texts, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme' })),
        (text) => {
          expect(counter.count(text)).toBe(referenceCount(text))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('are those of the reference implementation for a text of many windows', () => {
    for (const sentence of [
      'The token is refreshed before it expires. ',
      '令牌在过期之前会刷新，会话继续进行。',
      'a line\n',
    ]) {
      const text = sentence.repeat(1000)
      expect(counter.count(text)).toBe(referenceCount(text))
    }
  })

  test('add up over lines that begin with a mark', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const [first, second] = [`[${before}\n`, `[${after}`]
        expect(counter.count(first + second)).toBe(counter.count(first) + counter.count(second))
      }),
      { numRuns: 500 },
    )
  })

  test('are counted again and again alike, and not further than needed', () => {
    const text = 'The token is refreshed. '.repeat(20_000)
    expect(counter.count('one two')).toBe(counter.count('one two'))
    expect(counter.count(text, 10)).toBeGreaterThan(10)
    expect(counter.count(text, 10)).toBeLessThan(2000)
  })

  test.each([
    ['letters', 'a'],
    ['capitals', 'A'],
    ['Han characters', '记'],
    ['spaces', ' '],
    ['newlines', '\n'],
    ['marks', '.'],
    ['lone surrogates', '\ud800'],
    ['emoji', '👨‍👩‍👧'],
    ['accents', '\u0301'],
    ['a capital and a Han character', 'A记'],
    ['spaces and a letter', `${' '.repeat(999)}a`],
  ])('are counted in bounded time for 100,000 times %s', (_, unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    expect(counter.count(text)).toBeGreaterThan(700)
    expect(counter.count(counter.cutTo(text, 50))).toBeLessThanOrEqual(50)
  })
})

describe('a text that is cut to tokens', () => {
  test('is its own beginning, ends between graphemes, and has no more than allowed', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    fc.assert(
      fc.property(texts, fc.nat(60), (text, tokensMax) => {
        const cut = counter.cutTo(text, tokensMax)
        expect(text.startsWith(cut)).toBe(true)
        expect(counter.count(cut)).toBeLessThanOrEqual(tokensMax)
        const ends = [...segmenter.segment(text)].map(({ index }) => index)
        expect([...ends, text.length]).toContain(cut.length)
      }),
      { numRuns: 500 },
    )
  })

  test('is the whole when that fits', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(counter.cutTo(text, counter.count(text))).toBe(text)
      }),
    )
  })
})

describe('a table of tokens', () => {
  const encode = (token: string) => new TextEncoder().encode(token)
  const table = layOutBytePairs(['a', 'b', 'ab', '记'].map(encode))

  test.each([
    ['abab', 2],
    ['ba', 2],
    // Bytes count one by one where no two of them are a token.
    ['记ab', 4],
    ['忆', 3],
  ])('%s has %i', (text, expected) => {
    expect(readBytePairs(table).count(text)).toBe(expected)
  })

  test('is read wherever it lies in memory', () => {
    const moved = new Uint8Array(table.length + 1)
    moved.set(table, 1)
    expect(readBytePairs(moved.subarray(1)).count('abab')).toBe(2)
  })

  test.each([
    ['nothing', new Uint8Array(0)],
    ['a part of it', table.subarray(0, table.length - 1)],
    ['more than it', new Uint8Array([...table.subarray(-40), ...table])],
    ['something else', new Uint8Array(table.length).fill(7)],
  ])('refuses %s', (_, bytes) => {
    expect(() => readBytePairs(bytes)).toThrow(RangeError)
  })

  test('takes no token that is longer than it can look up', () => {
    expect(() => layOutBytePairs([encode('a'.repeat(129))])).toThrow(RangeError)
  })
})
