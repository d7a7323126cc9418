import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Edge, mergeEdges } from '../../src/graph/edges.ts'
import { coChangesOf, FILES_MAX, fileNode, seenAgain } from '../../src/infer/co-changes.ts'
import { observed, T0 } from './observed.ts'

const files = (count: number, name = 'src/a') => Array.from({ length: count }, (_, i) => `${name}${i}.ts`)

function between(edges: readonly Edge[], one: string, other: string): Edge | undefined {
  const [from, to] = [fileNode(one), fileNode(other)].sort()
  return edges.find((edge) => edge.from === from && edge.to === to)
}

describe('what a session changes together', () => {
  test('is an edge for each pair, with the event that completed it', () => {
    const edges = coChangesOf([
      observed('1', { filesModified: ['src/a.ts'] }),
      observed('2', { at: T0 + 1000, filesModified: ['src/b.ts', 'src/a.ts'] }),
    ])
    expect(edges).toHaveLength(1)
    expect(edges[0]).toMatchObject({ kind: 'CO_CHANGES', provenance: 'observed', state: 'active', weight: 0.5 })
    expect(edges[0]).toMatchObject({ evidence: ['e~2'], count: 1 })
  })

  test('weighs less, the more files there are: 1 / (files - 1) of each', () => {
    const weight = (count: number) => coChangesOf([observed('1', { filesModified: files(count) })])[0]!.weight
    expect([2, 3, 6].map(weight)).toEqual([1 - 2 ** -1, 1 - 2 ** -0.5, 1 - 2 ** -0.2])
  })

  test.each([
    ['one file', ['src/a.ts']],
    ['files outside of the work tree', ['/etc/hosts', '../other/b.ts', '~/c.ts', 'src/a.ts']],
    ['more files than say something', files(FILES_MAX + 1)],
  ])('is nothing of %s', (_, filesModified) => {
    expect(coChangesOf([observed('1', { filesModified })])).toEqual([])
  })

  test('of a session that changes too much is what its events changed, each for itself', () => {
    const edges = coChangesOf([
      observed('1', { filesModified: ['src/a.ts', 'src/b.ts'] }),
      observed('2', { at: T0 + 1000, filesModified: files(FILES_MAX, 'src/c') }),
    ])
    expect(between(edges, 'src/a.ts', 'src/b.ts')?.weight).toBe(0.5)
    expect(between(edges, 'src/a.ts', 'src/c0.ts')).toBeUndefined()
    expect(between(edges, 'src/c0.ts', 'src/c1.ts')?.weight).toBeCloseTo(1 - 2 ** (-1 / 49))
  })

  test('comes the same, whatever the order of its events', () => {
    const work = [
      observed('1', { filesModified: ['src/a.ts', 'src/c.ts'] }),
      observed('2', { at: T0 + 1000, filesModified: ['src/b.ts'] }),
    ]
    const sorted = (edges: readonly Edge[]) => [...edges].sort((a, b) => (a.from + a.to < b.from + b.to ? -1 : 1))
    expect(sorted(coChangesOf(work.toReversed()))).toEqual(sorted(coChangesOf(work)))
  })
})

describe('sessions together', () => {
  const session = (name: string, count: number) =>
    coChangesOf([observed(name, { session: name, filesModified: files(count) })])[0]!
  const put = (known: Edge | undefined, seen: Edge, own: string): Edge => {
    const beside = seenAgain(seen, known, new Set([own]))
    return known === undefined ? beside : mergeEdges(known, beside)
  }

  test('count one each, and their shares add up', () => {
    const edge = put(put(undefined, session('1', 2), 'e~1'), session('2', 3), 'e~2')
    expect(edge).toMatchObject({ count: 2, evidence: ['e~1', 'e~2'] })
    expect(edge.weight).toBeCloseTo(1 - 2 ** -1.5)
  })

  test('make the same of it in any order, and however often each is observed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 }), (order) => {
        const edge = order.reduce<Edge | undefined>(
          (known, name) => put(known, session(`${name}`, name + 1), `e~${name}`),
          undefined,
        )!
        const different = [...new Set(order)]
        const shares = different.reduce((sum, name) => sum + 1 / name, 0)
        expect(edge.count).toBe(different.length)
        expect(edge.weight).toBeCloseTo(1 - 2 ** -shares)
      }),
    )
  })
})
