import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pack, type Unpacked } from '../../src/recall/pack.ts'
import { countTokens } from '../../src/text/cut.ts'

const SENTENCE = 'The token is refreshed before it expires, and the session goes on. '

/** An item whose passage is `text`, in a message with something before it. */
function item(node: string, text: string, before = ''): Unpacked {
  return {
    node,
    text,
    span: { start: before.length, end: before.length + text.length },
    at: 1,
    session: 's',
    speaker: 'Ana',
    relevance: 1,
    why: { routes: ['semantic'], ranks: {}, parts: {}, terms: [], path: [] },
  }
}

const shown = (found: readonly Unpacked[], budgetTokens: number | null) =>
  pack(found, budgetTokens).items.map(({ rank, node, text }) => `${rank} ${node} ${text}`)

describe('packing', () => {
  test('without a budget keeps everything, in order', () => {
    const found = [item('a', 'One.'), item('b', SENTENCE.repeat(100)), item('c', '')]
    const { items, tokens } = pack(found, null)
    expect(items.map(({ rank, node }) => `${rank} ${node}`)).toEqual(['1 a', '2 b', '3 c'])
    expect(tokens).toBe(countTokens('One.') + countTokens(SENTENCE.repeat(100)))
  })

  test('keeps what exactly fits', () => {
    const found = [item('a', SENTENCE), item('b', SENTENCE)]
    expect(shown(found, 2 * countTokens(SENTENCE))).toEqual([`1 a ${SENTENCE}`, `2 b ${SENTENCE}`])
  })

  test('cuts what does not fit any more, and says where it stands', () => {
    const [packed] = pack([item('a', SENTENCE.repeat(50), 'Hello. ')], 60).items
    expect(SENTENCE.repeat(50).startsWith(packed?.text ?? '?')).toBe(true)
    expect(packed?.text.length).toBeGreaterThan(SENTENCE.length)
    expect(packed?.span).toEqual({ start: 7, end: 7 + (packed?.text.length ?? 0) })
  })

  test('leaves out what would only be a scrap, while a shorter one may follow', () => {
    const found = [item('a', SENTENCE), item('b', SENTENCE), item('c', 'Yes')]
    expect(shown(found, countTokens(SENTENCE) + 1)).toEqual([`1 a ${SENTENCE}`, '2 c Yes'])
  })

  test('of nothing is nothing', () => {
    expect(pack([], 100)).toEqual({ items: [], tokens: 0 })
  })

  test('passes on what is known of the item', () => {
    const given = item('a', 'One.')
    expect(pack([given], 100).items).toEqual([{ ...given, text: 'One.', tokens: countTokens('One.'), rank: 1 }])
  })
})

describe('whatever is found', () => {
  const pieces = ['the ', 'memory ', '记忆图谱', '。', 'src/auth/token.ts ', '\n\n', '. ', 'über ']
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 120 }).map((chosen) => chosen.join(''))
  const found = fc
    .array(fc.tuple(texts, texts), { maxLength: 12 })
    .map((given) => given.map(([before, text], i) => item(String(i), text, before)))
  const budgets = fc.integer({ min: 1, max: 300 })

  test('the budget is never exceeded, and the figures are those of the texts', () => {
    fc.assert(
      fc.property(found, budgets, (given, budgetTokens) => {
        const { items, tokens } = pack(given, budgetTokens)
        expect(tokens).toBeLessThanOrEqual(budgetTokens)
        expect(items.map((packed) => packed.tokens)).toEqual(items.map(({ text }) => countTokens(text)))
        expect(tokens).toBe(items.reduce((sum, packed) => sum + packed.tokens, 0))
      }),
      { numRuns: 300 },
    )
  })

  test('the order is kept and the ranks have no gap', () => {
    fc.assert(
      fc.property(found, budgets, (given, budgetTokens) => {
        const { items } = pack(given, budgetTokens)
        const places = items.map(({ node }) => Number(node))
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
        expect(items.map(({ rank }) => rank)).toEqual(items.map((_, i) => i + 1))
      }),
    )
  })

  test('the span is where the text stands, within the passage and from its beginning', () => {
    fc.assert(
      fc.property(found, budgets, (given, budgetTokens) => {
        for (const { node, span, text } of pack(given, budgetTokens).items) {
          const passage = given[Number(node)]!
          expect(span.start).toBe(passage.span.start)
          expect(passage.text.slice(0, span.end - span.start)).toBe(text)
        }
      }),
    )
  })

  test('a larger budget loses no item that was whole', () => {
    fc.assert(
      fc.property(found, (given) => {
        const needed = given.reduce((sum, { text }) => sum + countTokens(text), 0)
        expect(pack(given, Math.max(1, needed))).toEqual(pack(given, null))
      }),
    )
  })
})
