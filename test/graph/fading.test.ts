import { describe, expect, test } from 'vitest'
import { EDGE_KINDS, type Edge, makeEdge, type NewEdge } from '../../src/graph/edges.ts'
import { fadedWeight, fadingKinds, HALF_LIFE_DAYS, isFaded } from '../../src/graph/fading.ts'
import { DAY_MS as DAY } from '../../src/graph/spans.ts'

const T0 = Date.UTC(2026, 0, 5)

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
  })

  test.each<[string, number, number, boolean]>([
    ['a habit that is light but fresh', 0.02, 300, false],
    ['a light habit of more than a year ago', 0.02, 366, true],
    ['a strong habit of four years ago, which still has weight', 1, 4 * 365, false],
    ['a strong habit of five years ago', 1, 5 * 365, true],
  ])('of commits, which never go away: %s', (_, weight, days, isGone) => {
    const habit = edge({ kind: 'CO_CHANGES', provenance: 'observed', evidence: ['commit:1'], state: 'active', weight })
    expect(isFaded(habit, T0 + days * DAY)).toBe(isGone)
  })

  test('that may have faded is asked for by its kind', () => {
    const fading = fadingKinds(T0)
    expect(fading.flatMap(({ kinds }) => kinds).sort()).toEqual([...EDGE_KINDS].sort())
    const seenBefore = (kind: string) => fading.find(({ kinds }) => kinds.some((one) => one === kind))!.seenBefore
    expect([seenBefore('CAUSES'), seenBefore('CO_CHANGES')]).toEqual([T0 - 60 * DAY + 1, T0 - 365 * DAY + 1])
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
