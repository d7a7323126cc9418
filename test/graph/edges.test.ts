import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EDGE_FAMILIES,
  EDGE_KINDS,
  EDGE_STATES,
  type Edge,
  EVIDENCE_MAX,
  familyOf,
  isSymmetric,
  isWalkable,
  makeEdge,
  mergeEdges,
  type NewEdge,
} from '../../src/graph/edges.ts'
import { PROVENANCES } from '../../src/graph/provenance.ts'

/** An edge seen at minute `seenAt`. */
function edge(given: Partial<NewEdge> = {}): Edge {
  return makeEdge({ kind: 'REFERENCES', from: 'a', to: 'b', provenance: 'inferred', seenAt: 100, ...given })
}

const names = (first: number, count: number) => Array.from({ length: count }, (_, i) => `r${first + i}`)

describe('the kinds of edge', () => {
  test('are these, by family', () => {
    expect(EDGE_FAMILIES).toEqual({
      hierarchy: ['CONTAINS', 'NEXT'],
      discourse: ['REFERENCES', 'CAUSES', 'SIMILAR'],
      aboutness: ['MENTIONS', 'TOUCHES'],
      code: ['DEPENDS_ON', 'EXPOSES', 'CALLS', 'BELONGS_TO'],
      behaviour: ['CO_CHANGES'],
      truth: ['SUPERSEDES', 'CONTRADICTS'],
    })
    expect([...EDGE_KINDS].sort()).toEqual([
      'BELONGS_TO',
      'CALLS',
      'CAUSES',
      'CONTAINS',
      'CONTRADICTS',
      'CO_CHANGES',
      'DEPENDS_ON',
      'EXPOSES',
      'MENTIONS',
      'NEXT',
      'REFERENCES',
      'SIMILAR',
      'SUPERSEDES',
      'TOUCHES',
    ])
  })

  test('know their family', () => {
    expect((['NEXT', 'SIMILAR', 'TOUCHES', 'BELONGS_TO', 'CO_CHANGES', 'CONTRADICTS'] as const).map(familyOf)).toEqual([
      'hierarchy',
      'discourse',
      'aboutness',
      'code',
      'behaviour',
      'truth',
    ])
  })

  test('are symmetric for these three alone', () => {
    expect(EDGE_KINDS.filter(isSymmetric).sort()).toEqual(['CONTRADICTS', 'CO_CHANGES', 'SIMILAR'])
  })

  test('have these states', () => {
    expect(EDGE_STATES).toEqual(['suggested', 'active', 'rejected', 'retired'])
  })
})

describe('a new edge', () => {
  test('has its defaults filled in', () => {
    expect(edge()).toEqual({
      kind: 'REFERENCES',
      from: 'a',
      to: 'b',
      weight: 1,
      provenance: 'inferred',
      evidence: [],
      count: 1,
      firstSeen: 100,
      lastSeen: 100,
      valid: { from: null, to: null },
      state: 'active',
      decidedBy: null,
    })
  })

  test('is only suggested when a model said so and nobody decided', () => {
    expect(PROVENANCES.filter((provenance) => edge({ provenance }).state === 'suggested')).toEqual(['model'])
    expect(edge({ provenance: 'model', state: 'active', decidedBy: 'ana' }).state).toBe('active')
  })

  test('keeps what it is given', () => {
    const given = {
      weight: 0.4,
      evidence: ['r1'],
      count: 3,
      firstSeen: 5,
      lastSeen: 9,
      valid: { from: 1, to: 2 },
      state: 'retired',
      decidedBy: 'ana',
    } as const
    expect(edge(given)).toMatchObject(given)
  })

  test('that is symmetric has the smaller id first, whichever way it was given', () => {
    expect(edge({ kind: 'CO_CHANGES', from: 'b', to: 'a' })).toEqual(edge({ kind: 'CO_CHANGES', from: 'a', to: 'b' }))
    expect(edge({ kind: 'CO_CHANGES', from: 'b', to: 'a' })).toMatchObject({ from: 'a', to: 'b' })
  })

  test('that has a direction keeps it', () => {
    expect(edge({ kind: 'CAUSES', from: 'b', to: 'a' })).toMatchObject({ from: 'b', to: 'a' })
  })
})

describe('an edge that is seen again', () => {
  test('with new evidence counts on, and spans both times', () => {
    const known = edge({ evidence: ['r1'], seenAt: 100 })
    expect(mergeEdges(known, edge({ evidence: ['r2'], seenAt: 200 }))).toMatchObject({
      evidence: ['r1', 'r2'],
      count: 2,
      firstSeen: 100,
      lastSeen: 200,
    })
    expect(mergeEdges(known, edge({ evidence: ['r0'], seenAt: 50 }))).toMatchObject({ firstSeen: 50, lastSeen: 100 })
  })

  test('with the same evidence does not count twice', () => {
    const known = edge({ evidence: ['r1', 'r2'], count: 2 })
    expect(mergeEdges(known, edge({ evidence: ['r2', 'r1'], count: 2 }))).toMatchObject({
      evidence: ['r1', 'r2'],
      count: 2,
    })
    expect(mergeEdges(known, edge({ evidence: ['r2', 'r3'] }))).toMatchObject({
      evidence: ['r1', 'r2', 'r3'],
      count: 3,
    })
  })

  test('without evidence does not count twice', () => {
    expect(mergeEdges(edge(), edge()).count).toBe(1)
  })

  test('counts as often as it was seen when that is more than its evidence', () => {
    expect(mergeEdges(edge({ evidence: ['r1'] }), edge({ evidence: ['r2'], count: 5 })).count).toBe(6)
    expect(mergeEdges(edge({ evidence: ['r1'] }), edge({ evidence: ['r2', 'r3'] })).count).toBe(3)
  })

  test('keeps the newest evidence within its bound, while the count goes on', () => {
    const known = edge({ evidence: names(1, EVIDENCE_MAX), count: EVIDENCE_MAX })
    const merged = mergeEdges(known, edge({ evidence: ['new'] }))
    expect(merged.evidence).toEqual([...names(2, EVIDENCE_MAX - 1), 'new'])
    expect(merged.count).toBe(EVIDENCE_MAX + 1)
  })

  test('keeps the greater weight and the stronger provenance', () => {
    const merged = (first: Edge, second: Edge) => {
      const { weight, provenance } = mergeEdges(first, second)
      return { weight, provenance }
    }
    const [weak, strong] = [edge({ weight: 0.9, provenance: 'observed' }), edge({ weight: 0.2, provenance: 'parsed' })]
    expect(merged(weak, strong)).toEqual({ weight: 0.9, provenance: 'parsed' })
    expect(merged(strong, weak)).toEqual({ weight: 0.9, provenance: 'parsed' })
  })

  test('is valid as it was last said to be', () => {
    const merged = mergeEdges(edge({ valid: { from: 1, to: null } }), edge({ valid: { from: 1, to: 9 } }))
    expect(merged.valid).toEqual({ from: 1, to: 9 })
  })

  test('becomes active when more than a model says so', () => {
    const suggested = edge({ provenance: 'model' })
    expect(mergeEdges(suggested, edge({ provenance: 'parsed' }))).toMatchObject({
      state: 'active',
      provenance: 'parsed',
    })
  })

  test('does not fall back to a suggestion when a model says the same', () => {
    expect(mergeEdges(edge(), edge({ provenance: 'model', evidence: ['r9'] })).state).toBe('active')
  })

  test('takes the name of who confirmed it, and keeps it', () => {
    const confirmed = mergeEdges(
      edge({ provenance: 'model' }),
      edge({ provenance: 'confirmed', state: 'active', decidedBy: 'ana' }),
    )
    expect(confirmed).toMatchObject({ state: 'active', provenance: 'confirmed', decidedBy: 'ana' })
    expect(mergeEdges(confirmed, edge({ evidence: ['r1'] }))).toMatchObject({ state: 'active', decidedBy: 'ana' })
  })

  test('stays rejected on the evidence that was rejected', () => {
    const rejected = edge({ provenance: 'model', evidence: ['r1'], state: 'rejected', decidedBy: 'ana' })
    expect(mergeEdges(rejected, edge({ provenance: 'model', evidence: ['r1'] }))).toMatchObject({
      state: 'rejected',
      decidedBy: 'ana',
    })
  })

  test('comes back as an undecided suggestion when a model brings new evidence against a rejection', () => {
    const rejected = edge({ provenance: 'model', evidence: ['r1'], state: 'rejected', decidedBy: 'ana' })
    expect(mergeEdges(rejected, edge({ provenance: 'model', evidence: ['r2'] }))).toMatchObject({
      state: 'suggested',
      decidedBy: null,
    })
  })

  test('is retired no more', () => {
    expect(mergeEdges(edge({ state: 'retired' }), edge()).state).toBe('active')
  })

  test('keeps its identity, whatever both say', () => {
    const edges = fc.record({
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      provenance: fc.constantFrom(...PROVENANCES),
      evidence: fc.uniqueArray(fc.constantFrom(...names(0, 40)), { maxLength: EVIDENCE_MAX }),
      count: fc.integer({ min: 1, max: 99 }),
      seenAt: fc.nat(1000),
      state: fc.constantFrom(...EDGE_STATES),
    })
    fc.assert(
      fc.property(edges, edges, (a, b) => {
        const [known, seen] = [edge(a), edge(b)]
        const merged = mergeEdges(known, seen)
        expect([merged.kind, merged.from, merged.to]).toEqual(['REFERENCES', 'a', 'b'])
        expect(merged.evidence.length).toBeLessThanOrEqual(EVIDENCE_MAX)
        expect(new Set(merged.evidence).size).toBe(merged.evidence.length)
        expect(merged.count).toBeGreaterThanOrEqual(known.count)
        expect(merged.weight).toBe(Math.max(a.weight, b.weight))
        expect([merged.firstSeen, merged.lastSeen]).toEqual([
          Math.min(a.seenAt, b.seenAt),
          Math.max(a.seenAt, b.seenAt),
        ])
      }),
    )
  })

  test('exactly as it was changes nothing', () => {
    const given = fc.record({
      provenance: fc.constantFrom(...PROVENANCES),
      evidence: fc.uniqueArray(fc.constantFrom(...names(0, 40)), { maxLength: EVIDENCE_MAX }),
      count: fc.integer({ min: 1, max: 99 }),
      state: fc.constantFrom(...EDGE_STATES),
    })
    fc.assert(
      fc.property(given, (one) => {
        expect(mergeEdges(edge(one), edge(one))).toEqual(edge(one))
      }),
    )
  })
})

describe('an edge may be walked', () => {
  test('when it is active, and in no other state', () => {
    expect(EDGE_STATES.filter((state) => isWalkable(edge({ state }), 100))).toEqual(['active'])
  })

  test('while it is valid', () => {
    const bounded = edge({ valid: { from: 10, to: 20 } })
    expect([9, 10, 19, 20].map((at) => isWalkable(bounded, at))).toEqual([false, true, true, false])
  })
})
