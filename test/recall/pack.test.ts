import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Nearby, type Packable, type PackOptions, packItems } from '../../src/recall/pack.ts'
import { LEVELS, type Level } from '../../src/recall/render.ts'
import { loadTokenCounter } from '../../src/text/tokens.ts'

const counter = await loadTokenCounter()
const SENTENCE = 'The token is refreshed before it expires, and the session goes on. '
const NINE = Date.UTC(2026, 4, 6, 9)
const MINUTE = 60_000

/** An item of which the passage is `text`, at a minute of its own. */
function item(node: string, text: string, given: Partial<Packable> = {}): Packable {
  const place = given.place ?? node.charCodeAt(0)
  return {
    node,
    text,
    message: text,
    span: { start: 0, end: text.length },
    at: NINE + place * MINUTE,
    session: 's1',
    speaker: 'Ana',
    relevance: 1,
    why: { routes: ['semantic'], ranks: {}, parts: {}, terms: [], path: [], walk: [] },
    place,
    ...given,
  }
}

/** An item of which the passage is a part of the message. */
function part(node: string, message: string, start: number, end: number): Packable {
  return item(node, message.slice(start, end), { message, span: { start, end } })
}

const packed = (found: readonly Packable[], budgetTokens: number | null, level: Level = 'details') =>
  packItems(found, { level, budgetTokens, counter })
const shown = (found: readonly Packable[], budgetTokens: number | null, level?: Level) =>
  packed(found, budgetTokens, level).items.map(({ rank, node, text }) => `${rank} ${node} ${text}`)
const nearby = (id: string, text: string, at: number | null = NINE): Nearby => ({ id, text, speaker: 'Ben', at })

describe('packing', () => {
  test('without a budget keeps everything, best first', () => {
    const { items, text, tokens } = packed([item('b', SENTENCE.repeat(100)), item('a', 'One.')], null)
    expect(items.map(({ rank, node }) => `${rank} ${node}`)).toEqual(['1 b', '2 a'])
    expect(tokens).toBe(counter.count(text))
    expect(text.indexOf('One.')).toBeLessThan(text.indexOf('The token'))
  })

  test('keeps what exactly fits, dates and names included, and with one token less does not', () => {
    const found = [item('a', 'Yes.'), item('b', 'No.')]
    const needed = packed(found, null).tokens
    expect(shown(found, needed + 1)).toHaveLength(2)
    expect(shown(found, needed - 2)).toEqual(['1 a Yes.'])
  })

  test('cuts what does not fit any more, and says where it stands', () => {
    const message = `Hello. ${SENTENCE.repeat(50)}Bye.`
    const { items, text, tokens } = packed([part('a', message, 7, message.length - 4)], 80)
    const [first] = items
    expect(first!.text.length).toBeGreaterThan(SENTENCE.length)
    expect(message.slice(first!.span.start, first!.span.end)).toBe(first!.text)
    expect(text).toContain(`Ana: …${first!.text.trim()}…`)
    expect(tokens).toBeGreaterThan(60)
  })

  test('leaves out what would only be a scrap, and what would have come after it', () => {
    const found = [item('a', SENTENCE), item('b', SENTENCE), item('c', 'Yes')]
    expect(shown(found, packed(found.slice(0, 1), null).tokens + 25)).toEqual([`1 a ${SENTENCE}`])
  })

  test.each([0, 1, 5])('into %i tokens is nothing', (budgetTokens) => {
    for (const level of LEVELS) {
      expect(packed([item('a', SENTENCE)], budgetTokens, level)).toEqual({ items: [], text: '', tokens: 0 })
    }
  })

  test('of nothing is nothing', () => {
    for (const level of LEVELS) expect(packed([], 100, level)).toEqual({ items: [], text: '', tokens: 0 })
  })

  test('passes on what is known of the item, and nothing else', () => {
    const { message: _, place: __, ...known } = item('a', 'One.')
    const given = item('a', 'One.', { nearby: { before: [], after: [] } })
    expect(packed([given], 100).items).toEqual([{ ...known, tokens: counter.count('One.'), rank: 1 }])
  })

  test('merges passages of one message that overlap or touch, at the better rank', () => {
    const message = '0123456789'.repeat(3)
    const found = [
      part('a', message, 10, 20),
      item('b', 'Other.'),
      part('a', message, 15, 25),
      part('a', message, 0, 4),
    ]
    expect(shown(found, null)).toEqual([`1 a ${message.slice(10, 25)}`, '2 b Other.', '3 a 0123'])
    expect(packed(found, null).text.split('\n')).toEqual([
      '[2026-05-06 10:37] Ana: 0123…',
      '[2026-05-06 10:37] Ana: …012345678901234…',
      '[2026-05-06 10:38] Ana: Other.',
    ])
  })

  test('joins two passages when a third bridges them', () => {
    const message = '0123456789'
    const found = [part('a', message, 0, 2), part('a', message, 6, 8), part('a', message, 1, 7)]
    expect(shown(found, null)).toEqual(['1 a 01234567'])
  })

  test('cuts a very long message to its beginning, in any script', () => {
    for (const sentence of [SENTENCE, '令牌在过期之前会刷新，会话继续进行。', '👨‍👩‍👧', 'x']) {
      const { items, tokens } = packed([item('a', sentence.repeat(100_000 / sentence.length))], 100)
      expect(items[0]!.text.length).toBeGreaterThan(0)
      expect(tokens).toBeGreaterThan(80)
      expect(tokens).toBeLessThanOrEqual(100)
    }
  })
})

describe('in one line per item', () => {
  const found = [item('b', SENTENCE.repeat(4)), item('a', '  \n Yes,\n of course.')]

  test('the index names the cost of the details', () => {
    const { items, text } = packed(found, null, 'index')
    const cost = packed(found.slice(0, 1), null, 'details').tokens
    expect(text.split('\n')[0]).toMatch(/^\[2026-05-06\] Ana: …Yes, of course. \(a, \d+ tokens\)$/)
    expect(text.split('\n')[1]).toMatch(/^\[2026-05-06\] Ana: The token is .*… \(b, \d+ tokens\)$/)
    expect(Math.abs(Number(/, (\d+) tokens/.exec(text.split('\n')[1]!)![1]) - cost)).toBeLessThan(2)
    expect(items.map(({ node, span }) => `${node} ${span.start}`)).toEqual(['b 0', 'a 4'])
  })

  test('the timeline has a heading per session and day', () => {
    const next = item('c', 'Done.', { at: NINE + 24 * 60 * MINUTE, session: null, speaker: null })
    const other = item('d', 'Elsewhere.', { session: 's2', at: NINE + 97.5 * MINUTE })
    expect(packed([next, other, ...found], null, 'timeline').text.split('\n')).toEqual([
      '# 2026-05-06 · s1',
      '- 10:37 Ana: …Yes, of course.',
      expect.stringMatching(/^- 10:38 Ana: The token is .*…$/),
      '# 2026-05-06 · s2',
      '- 10:37 Ana: Elsewhere.',
      '# 2026-05-07',
      '- 09:00 Done.',
    ])
  })
})

describe('records', () => {
  const message = `Before. ${SENTENCE}After.`
  const hit = (node: string, place: number, before: readonly Nearby[], after: readonly Nearby[]) => ({
    ...part(node, message, 8, 8 + SENTENCE.length),
    place,
    at: NINE,
    nearby: { before, after },
  })

  test('are whole messages between their neighbours, also when all times are the same', () => {
    const found = [hit('a', 5, [nearby('x', 'First.'), nearby('y', 'Second.')], [nearby('z', 'Last.')])]
    const { items, text } = packed(found, null, 'records')
    expect(items.map((one) => one.text)).toEqual([message])
    expect(text.split('\n')).toEqual([
      '[2026-05-06 09:00] Ben: First.',
      '[2026-05-06 09:00] Ben: Second.',
      `[2026-05-06 09:00] Ana: ${message}`,
      '[2026-05-06 09:00] Ben: Last.',
    ])
  })

  test('show two hits that are neighbours of each other once', () => {
    const found = [
      hit('b', 6, [nearby('x', 'First.'), nearby('a', message)], [nearby('z', 'Last.')]),
      hit('a', 5, [nearby('x', 'First.')], [nearby('b', message), nearby('z', 'Last.')]),
    ]
    const { items, text } = packed(found, null, 'records')
    expect(items.map(({ node }) => node)).toEqual(['b', 'a'])
    expect(text.split('\n').map((line) => line.slice(24, 31))).toEqual(['First.', 'Before.', 'Before.', 'Last.'])
  })

  test('fall back to passages, then to whole messages, as the budget shrinks', () => {
    const found = [hit('a', 5, [nearby('x', SENTENCE)], [nearby('z', 'Last.')])]
    const everything = packed(found, null, 'records').tokens
    expect(packed(found, everything + 1, 'records').text).toContain('Last.')
    const without = packed(found, everything - 2, 'records')
    expect(without.text.split('\n')).toHaveLength(2)
    expect(without.items[0]!.text).toBe(message)
    const passage = packed(found, packed(found, null, 'details').tokens + 1, 'records')
    expect(passage.items[0]!.text).toBe(SENTENCE)
    expect(passage.text).toContain('Ana: …The token')
  })

  test('show a whole message once, whatever passages of it were found', () => {
    const found = [part('a', message, 0, 7), part('a', message, 30, 40)]
    const { items, text } = packed(found, null, 'records')
    expect(items.map((one) => one.text)).toEqual([message, message.slice(30, 40)])
    expect(text).toBe(`[2026-05-06 10:37] Ana: ${message}`)
  })
})

describe('whatever is found', () => {
  const pieces = [
    'the ',
    'memory ',
    '记忆图谱',
    '記憶',
    '。',
    'src/auth/token.ts ',
    '\n\n',
    '\n',
    '. ',
    'über ',
    '👨‍👩‍👧',
    '/',
  ]
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 120 }).map((chosen) => chosen.join(''))
  const names = fc.constantFrom('Ana', '小安', null, '[2026] x: ', 'a\nb', '/')
  const times = fc.constantFrom(NINE, NINE + MINUTE, Date.UTC(2026, 4, 7), null, Number.MAX_SAFE_INTEGER)
  const beside = fc.array(
    fc.record({ id: fc.constantFrom('0', '1', 'x', 'y', 'z'), text: texts, speaker: names, at: times }),
    { maxLength: 3 },
  )
  const found: fc.Arbitrary<Packable[]> = fc
    .array(fc.tuple(texts, texts, names, times, beside, beside, fc.nat(9)), { maxLength: 12 })
    .map((given) =>
      given.map(([before, text, speaker, at, left, right, place]) =>
        item(String(place), text, {
          message: `${before}${text}${before}`,
          span: { start: before.length, end: before.length + text.length },
          ...{ speaker, session: speaker, at, place, nearby: { before: left, after: right } },
        }),
      ),
    )
  // Passages of one node must be of one message: here, of the first that has the node.
  const consistent = found.map((given) =>
    given.map((one) => {
      const first = given.find(({ node }) => node === one.node)!
      const { message, at, speaker, session } = first
      const end = Math.min(message.length, one.span.end)
      const start = Math.min(end, one.span.start)
      return { ...one, message, at, speaker, session, span: { start, end }, text: message.slice(start, end) }
    }),
  )
  const budgets = fc.integer({ min: 0, max: 600 })
  const levels = fc.constantFrom(...LEVELS)
  const packedAt = (given: readonly Packable[], budgetTokens: number | null, level: PackOptions['level']) =>
    packed(given, budgetTokens, level)

  test('the budget is never exceeded, and the figures are those of the texts', () => {
    fc.assert(
      fc.property(consistent, budgets, levels, (given, budgetTokens, level) => {
        const { items, text, tokens } = packedAt(given, budgetTokens, level)
        expect(tokens).toBeLessThanOrEqual(budgetTokens)
        expect(tokens).toBe(counter.count(text))
        expect(items.map((one) => one.tokens)).toEqual(items.map((one) => counter.count(one.text)))
      }),
      { numRuns: 1000 },
    )
  })

  test('the order is kept, the ranks have no gap, and every text stands in its message', () => {
    fc.assert(
      fc.property(consistent, budgets, levels, (given, budgetTokens, level) => {
        const { items } = packedAt(given, budgetTokens, level)
        expect(items.map(({ rank }) => rank)).toEqual(items.map((_, i) => i + 1))
        const firstPlaces = items.map(({ node }) => given.findIndex((one) => one.node === node))
        const first = firstPlaces.filter((place, i) => firstPlaces.indexOf(place) === i)
        expect(first).toEqual(first.toSorted((a, b) => a - b))
        for (const { node, span, text } of items) {
          const { message } = given.find((one) => one.node === node)!
          expect(message.slice(span.start, span.end)).toBe(text)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a larger budget never holds fewer items, and a large one holds everything', () => {
    fc.assert(
      fc.property(consistent, budgets, fc.nat(200), levels, (given, budgetTokens, more, level) => {
        const small = packedAt(given, budgetTokens, level).items.length
        expect(packedAt(given, budgetTokens + more, level).items.length).toBeGreaterThanOrEqual(small)
        expect(packedAt(given, 1e6, level)).toEqual(packedAt(given, null, level))
      }),
      { numRuns: 500 },
    )
  })
})
