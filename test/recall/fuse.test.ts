import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recallConfig } from '../../src/recall/config.ts'
import { type Fused, fuse } from '../../src/recall/fuse.ts'
import { QUERY_TYPES, type QueryType } from '../../src/recall/question/question.ts'
import type { StructuralScores } from '../../src/recall/reach.ts'
import { buildSpaceIndex } from '../../src/recall/space-index.ts'
import { unitTable } from './unit-table.ts'

const SLOTS = 10
const INDEX = buildSpaceIndex(unitTable(Array.from({ length: SLOTS }, (_, i) => ({ message: i + 1 }))))

/** Scores by slot, such as `{ 3: 0.5 }`; only what is above 0 was found. */
type Scores = Readonly<Record<number, number>>

const semanticOf = (scores: Scores) => {
  const slots = Object.keys(scores).map(Number)
  return { candidates: Uint32Array.from(slots), ranked: Float64Array.from(slots, (slot) => scores[slot]!) }
}

function structuralOf(scores: Scores): StructuralScores {
  const bySlot = new Float64Array(SLOTS)
  for (const [slot, score] of Object.entries(scores)) bySlot[Number(slot)] = score
  return { scores: bySlot, reached: Object.keys(scores).map(Number).reverse(), cameFrom: new Map() }
}

function fused(semantic: Scores, structural: Scores | null, type: QueryType = 'mixed', numbers: object = {}): Fused {
  const routes = { semantic: semanticOf(semantic), structural: structural && structuralOf(structural) }
  return fuse({ index: INDEX, ...routes }, type, recallConfig({ ...numbers }))
}

/** The slots best first, with their totals. */
const ranked = ({ slots, total }: Fused): (readonly [slot: number, total: number])[] =>
  [...slots].map((slot, i) => [slot, total[i]!] as const).sort(([a, x], [b, y]) => y - x || a - b)
const order = (one: Fused) => ranked(one).map(([slot]) => slot)

describe('fusing', () => {
  test.each<[string, Scores, Scores | null, readonly number[]]>([
    ['takes what either route found', { 1: 5, 4: 3 }, { 7: 1, 4: 2 }, [1, 4, 7]],
    ['takes what words found alone', { 1: 5, 4: 3 }, {}, [1, 4]],
    ['takes what structure found alone', {}, { 7: 1, 4: 2 }, [4, 7]],
    ['takes what words found, where the other route was not asked', { 1: 5, 4: 3 }, null, [1, 4]],
    ['takes nothing where neither found anything', {}, {}, []],
    ['takes nothing where nothing was found or asked', {}, null, []],
  ])('%s, by slot', (_, semantic, structural, expected) => {
    const { slots, total, semanticPlace } = fused(semantic, structural)
    expect([...slots]).toEqual(expected)
    expect(total.length).toBe(expected.length)
    const candidates = Object.keys(semantic).map(Number)
    expect([...semanticPlace]).toEqual(expected.map((slot) => candidates.indexOf(slot)))
  })

  test('puts first what both routes found', () => {
    expect(order(fused({ 1: 5, 4: 4.9 }, { 4: 0.01, 7: 0.01 }))).toEqual([4, 1, 7])
  })

  test('divides each route by its own deviation from zero, and weighs by the type of question', () => {
    const [semantic, structural] = [
      { 1: 3, 4: 4 },
      { 4: 6, 7: 8 },
    ]
    const rms = (a: number, b: number) => Math.sqrt((a * a + b * b) / 2)
    for (const type of QUERY_TYPES) {
      const { fusion } = recallConfig()
      const { total, scale } = fused(semantic, structural, type)
      const [bySemantic, byStructure] = [fusion[type] / rms(3, 4), (1 - fusion[type]) / rms(6, 8)]
      expect(scale).toEqual({ semantic: bySemantic, structural: byStructure })
      const expected = [3 * bySemantic, 4 * bySemantic + 6 * byStructure, 8 * byStructure]
      for (const [i, value] of expected.entries()) expect(total[i]).toBeCloseTo(value, 12)
    }
  })

  test('trusts words more for a question in ordinary words than for one about a name', () => {
    const lead = (type: QueryType) => {
      const totals = new Map(ranked(fused({ 1: 1 }, { 7: 1 }, type)))
      return totals.get(1)! / totals.get(7)!
    }
    expect(lead('semantic')).toBeGreaterThan(lead('mixed'))
    expect(lead('mixed')).toBeGreaterThan(lead('entity'))
  })

  test.each<[string, object, readonly (readonly [number, number])[]]>([
    [
      'structure without a weight adds nothing',
      { 'routes.structural': 0 },
      [
        [1, 0.8],
        [7, 0],
      ],
    ],
    [
      'words without a weight add nothing',
      { 'routes.semantic': 0 },
      [
        [7, 0.2],
        [1, 0],
      ],
    ],
    [
      'a doubled route counts twice',
      { 'routes.structural': 2 },
      [
        [1, 0.8],
        [7, 0.4],
      ],
    ],
  ])('%s', (_, numbers, expected) => {
    const found = ranked(fused({ 1: 5 }, { 7: 3 }, 'mixed', { 'fusion.mixed': 0.8, ...numbers }))
    expect(found.map(([slot]) => slot)).toEqual(expected.map(([slot]) => slot))
    for (const [i, [, total]] of expected.entries()) expect(found[i]![1]).toBeCloseTo(total, 12)
  })
})

describe('fusing by rank', () => {
  const numbers = { 'fusion.rankConstant': 30, 'fusion.mixed': 0.6 }
  test.each<[string, Scores, Scores | null, Scores]>([
    ['one route', { 1: 5, 4: 3 }, null, { 1: 0.6 / 31, 4: 0.6 / 32 }],
    ['both routes', { 1: 5, 4: 3 }, { 4: 9, 7: 8 }, { 1: 0.6 / 31, 4: 0.6 / 32 + 0.4 / 31, 7: 0.4 / 32 }],
    ['equal scores, which share a rank', { 1: 5, 2: 5, 4: 3 }, null, { 1: 0.6 / 31, 2: 0.6 / 31, 4: 0.6 / 33 }],
    ['nothing', {}, {}, {}],
  ])('adds up reciprocal ranks: %s', (_, semantic, structural, expected) => {
    const { slots, total, scale } = fused(semantic, structural, 'mixed', numbers)
    expect(scale).toBeNull()
    expect([...slots]).toEqual(Object.keys(expected).map(Number))
    for (const [i, value] of Object.values(expected).entries()) expect(total[i]).toBeCloseTo(value, 12)
  })
})

describe('whatever the routes found', () => {
  // Powers of ten apart, as bm25 and products of weights are.
  const score = fc.tuple(fc.double({ min: 0.1, max: 10, noNaN: true }), fc.integer({ min: -6, max: 6 }))
  const scores: fc.Arbitrary<Scores> = fc
    .dictionary(fc.nat(SLOTS - 1).map(String), score, { maxKeys: SLOTS })
    .map((found) =>
      Object.fromEntries(Object.entries(found).map(([slot, [value, power]]) => [slot, value * 10 ** power])),
    )
  const type = fc.constantFrom(...QUERY_TYPES)
  const mode = fc.constantFrom({}, { 'fusion.rankConstant': 30 })

  test('each slot that either found has a total above zero, each once, by slot, and again the same', () => {
    fc.assert(
      fc.property(scores, fc.option(scores), type, mode, (semantic, structural, kind, numbers) => {
        const one = fused(semantic, structural, kind, numbers)
        const wanted = new Set([...Object.keys(semantic), ...Object.keys(structural ?? {})].map(Number))
        expect([...one.slots]).toEqual([...wanted].sort((a, b) => a - b))
        for (const total of one.total) expect(total > 0 && Number.isFinite(total)).toBe(true)
        expect(fused(semantic, structural, kind, numbers)).toEqual(one)
      }),
    )
  })

  test('the scale of a route makes no difference', () => {
    const times = (given: Scores, factor: number) =>
      Object.fromEntries(Object.entries(given).map(([slot, value]) => [slot, value * factor]))
    fc.assert(
      fc.property(scores, scores, type, mode, fc.constantFrom(1e-3, 1000, 1e6), (a, b, kind, numbers, factor) => {
        const plain = fused(a, b, kind, numbers).total
        for (const scaled of [fused(times(a, factor), b, kind, numbers), fused(a, times(b, factor), kind, numbers)]) {
          for (const [i, total] of plain.entries()) expect(scaled.total[i]! / total).toBeCloseTo(1, 9)
        }
      }),
    )
  })
})
