import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PostingList } from '../../src/ports/graph-store.ts'
import {
  type Bm25,
  documentsOf,
  inverseFrequency,
  makeScratch,
  scoreGrain,
  type WeightedTerm,
} from '../../src/recall/grains.ts'
import { GRAINS, type Grain } from '../../src/recall/recalled.ts'
import { buildSpaceIndex } from '../../src/recall/space-index.ts'
import { unitTable } from './unit-table.ts'

/** A message as its passages, each a list of terms. */
interface Message {
  readonly session: number
  readonly event: number
  readonly at: number
  readonly passages: readonly (readonly string[])[]
  readonly isForgotten: boolean
}

interface Query {
  readonly term: string
  readonly weight: number
}

/** The scores of a grain, as the index derives them. */
function derived(messages: readonly Message[], grain: Grain, query: readonly Query[], bm25: Bm25): number[] {
  const units = messages.flatMap(({ session, event, at, passages, isForgotten }, i) =>
    passages.map((terms) => ({ message: isForgotten ? 0 : i + 1, session, event, at, length: terms.length })),
  )
  const index = buildSpaceIndex(unitTable(units))
  const terms = query.map(({ term, weight }) => ({ term, weight, postings: postingsOf(messages, term) }))
  return [...scoreGrain(index, grain, documentsOf(index, grain, bm25), terms, bm25, makeScratch(index))]
}

/** Includes the postings of forgotten units, which a reader may still hold. */
function postingsOf(messages: readonly Message[], term: string): PostingList {
  const counts = messages
    .flatMap(({ passages }) => passages)
    .map((terms, i) => ({ unit: i + 1, count: terms.filter((other) => other === term).length }))
    .filter(({ count }) => count > 0)
  return {
    units: Uint32Array.from(counts.map(({ unit }) => unit)),
    counts: Uint16Array.from(counts.map(({ count }) => count)),
  }
}

/** The documents of a grain, really concatenated; `null` in place of a unit that is none. */
function documents(messages: readonly Message[], grain: Grain): (readonly string[] | null)[] {
  if (grain === 'passage') {
    return [
      null,
      ...messages.flatMap(({ passages, isForgotten }) => passages.map((terms) => (isForgotten ? null : terms))),
    ]
  }
  const ordered = messages
    .map((message, delivery) => ({ ...message, delivery, terms: message.passages.flat() }))
    .filter(({ isForgotten }) => !isForgotten)
    .sort((a, b) => a.session - b.session || a.at - b.at || a.delivery - b.delivery)
  const radius = { message: 0, window1: 1, window2: 2 }[grain as string]
  if (radius !== undefined) {
    return ordered.map(({ session }, slot) =>
      ordered
        .filter((near, i) => near.session === session && Math.abs(i - slot) <= radius)
        .flatMap(({ terms }) => terms),
    )
  }
  const runs: string[][] = []
  for (const [slot, { session, event, terms }] of ordered.entries()) {
    const before = ordered[slot - 1]
    const goesOn = before?.session === session && (grain === 'session' || before.event === event)
    if (goesOn) runs.at(-1)!.push(...terms)
    else runs.push([...terms])
  }
  return runs
}

/** BM25 as the textbook has it, over documents that are lists of terms. */
function naive(all: readonly (readonly string[] | null)[], query: readonly Query[], { k1, b }: Bm25): number[] {
  const real = all.filter((document) => document !== null)
  const averageLength = real.reduce((sum, document) => sum + document.length, 0) / real.length
  const occurrences = (document: readonly string[], term: string) => document.filter((other) => other === term).length
  return all.map((document) => {
    if (document === null) return 0
    let score = 0
    for (const { term, weight } of query) {
      const reached = real.filter((other) => other.includes(term)).length
      const count = occurrences(document, term)
      if (count === 0) continue
      const idf = Math.log(1 + (real.length - reached + 0.5) / (reached + 0.5))
      score += (weight * idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * document.length) / averageLength))
    }
    return score
  })
}

const vocabulary = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const passages = fc.array(fc.array(vocabulary, { maxLength: 6 }), { minLength: 1, maxLength: 3 })
const messages: fc.Arbitrary<Message[]> = fc.array(
  fc.record({
    session: fc.integer({ min: 1, max: 3 }),
    event: fc.integer({ min: 0, max: 2 }),
    at: fc.nat(6),
    passages,
    isForgotten: fc.nat(4).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 24 },
)
const queries: fc.Arbitrary<Query[]> = fc.uniqueArray(
  fc.record({
    term: fc.oneof(vocabulary, fc.constant('unknown')),
    weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
  }),
  { selector: ({ term }) => term, maxLength: 4 },
)
const bm25s: fc.Arbitrary<Bm25> = fc.record({
  k1: fc.double({ min: 0.1, max: 3, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
})

describe('a grain that is derived scores as its documents would, were they really concatenated', () => {
  test.each(GRAINS)('%s', (grain) => {
    fc.assert(
      fc.property(messages, queries, bm25s, (given, query, bm25) => {
        const found = derived(given, grain, query, bm25)
        const expected = naive(documents(given, grain), query, bm25)
        expect(found.slice(0, expected.length)).toEqual(expected.map((score) => expect.closeTo(score, 9)))
        // Behind the last unit there is room, and nothing in it.
        expect(found.slice(expected.length).filter((score) => score !== 0)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('by hand', () => {
  const said = (session: number, ...terms: string[]): Message => ({
    session,
    event: 0,
    at: 0,
    passages: [terms],
    isForgotten: false,
  })
  const flat: Bm25 = { k1: 1, b: 0 }

  test('a window of one reaches a neighbour on each side, and not into the next session', () => {
    const given = [said(1, 'x'), said(1, 'deploy'), said(1, 'x'), said(1, 'x'), said(2, 'x')]
    const found = derived(given, 'window1', [{ term: 'deploy', weight: 1 }], flat)
    // Once in 3 windows of 5: idf = ln(1 + 2.5 / 3.5), and count * 2 / (count + 1) = 1.
    const once = Math.log(1 + 2.5 / 3.5)
    expect(found).toEqual([once, once, once, 0, 0].map((score) => expect.closeTo(score, 9)))
    expect(derived(given, 'window2', [{ term: 'deploy', weight: 1 }], flat).map((score) => score > 0)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('a shorter passage is worth more than a longer one that says the same', () => {
    const [short, long] = derived(
      [said(1, 'deploy'), said(1, 'deploy', 'x', 'x', 'x')],
      'message',
      [{ term: 'deploy', weight: 1 }],
      { k1: 1.2, b: 0.75 },
    )
    expect(short).toBeGreaterThan(long!)
  })

  test('a term that is everywhere still weighs something, and a rare one more', () => {
    expect(inverseFrequency(100, 100)).toBeGreaterThan(0)
    expect(inverseFrequency(1, 100)).toBeGreaterThan(inverseFrequency(50, 100))
    expect(inverseFrequency(1, 1)).toBeCloseTo(Math.log(4 / 3), 12)
  })
})

describe('one scratch', () => {
  const index = buildSpaceIndex(unitTable([1, 2, 3, 4].map((message) => ({ message, at: message, length: 2 }))))
  const deploy: WeightedTerm = {
    term: 'deploy',
    weight: 1,
    postings: { units: Uint32Array.of(1, 3), counts: Uint16Array.of(1, 2) },
  }
  const bm25: Bm25 = { k1: 1.2, b: 0.75 }

  test('serves question after question, and grain after grain', () => {
    const scratch = makeScratch(index)
    for (const grain of [...GRAINS, ...GRAINS]) {
      const own = scoreGrain(index, grain, documentsOf(index, grain, bm25), [deploy], bm25, makeScratch(index))
      expect(scoreGrain(index, grain, documentsOf(index, grain, bm25), [deploy], bm25, scratch)).toEqual(own)
    }
  })

  test('does not see units that were written after the columns were read', () => {
    const later = { units: Uint32Array.of(1, 3, 5, 99), counts: Uint16Array.of(1, 2, 1, 1) }
    for (const grain of GRAINS) {
      const known = scoreGrain(index, grain, documentsOf(index, grain, bm25), [deploy], bm25, makeScratch(index))
      const newer = [{ ...deploy, postings: later }]
      expect(scoreGrain(index, grain, documentsOf(index, grain, bm25), newer, bm25, makeScratch(index))).toEqual(known)
    }
  })
})
