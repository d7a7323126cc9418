import { describe, expect, test } from 'vitest'
import { type Edge, makeEdge, type NewEdge } from '../../src/graph/edges.ts'
import { fadedWeight, HALF_LIFE_DAYS, isFaded, mayHaveFaded } from '../../src/infer/fading.ts'
import { DAY, T0 } from './observed.ts'

function edge(given: Partial<NewEdge> = {}): Edge {
  const base = { kind: 'CAUSES', from: 'e~1', to: 'e~2', provenance: 'inferred', state: 'suggested' } as const
  return makeEdge({ ...base, weight: 0.8, seenAt: T0, ...given })
}

describe('a soft edge', () => {
  test.each([
    ['CAUSES', HALF_LIFE_DAYS.CAUSES!],
    ['CO_CHANGES', HALF_LIFE_DAYS.CO_CHANGES!],
  ] as const)('of kind %s is worth half after %d days', (kind, days) => {
    expect(fadedWeight(edge({ kind }), T0 + days * DAY)).toBeCloseTo(0.4)
    expect(fadedWeight(edge({ kind }), T0 - DAY)).toBe(0.8)
  })

  test('is retired once nothing is left of it, and not before', () => {
    // 0.8 halves four times until it is 0.05.
    expect(isFaded(edge(), T0 + 239 * DAY)).toBe(false)
    expect(isFaded(edge(), T0 + 241 * DAY)).toBe(true)
    expect(T0).toBeLessThan(mayHaveFaded(T0 + 241 * DAY))
  })

  test.each<[string, Partial<NewEdge>]>([
    ['somebody accepted', { provenance: 'confirmed', state: 'active', decidedBy: 'ana' }],
    ['somebody rejected', { state: 'rejected', decidedBy: 'ana' }],
    ['is recorded', { provenance: 'recorded', state: 'active' }],
    ['is retired already', { state: 'retired' }],
  ])('that %s is not retired', (_, given) => {
    expect(isFaded(edge(given), T0 + 10_000 * DAY)).toBe(false)
  })
})
