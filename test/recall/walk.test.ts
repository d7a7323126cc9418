import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EDGE_KINDS, type Edge, type EdgeKind, isSymmetric, makeEdge } from '../../src/graph/edges.ts'
import type { GraphNode, NodeKind } from '../../src/graph/nodes.ts'
import { certaintyOf, PROVENANCES, type Provenance } from '../../src/graph/provenance.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { HUB_DEGREE_MAX, WALK_WEIGHTS, walk } from '../../src/recall/walk.ts'
import { formatPath, readWalkOptions, type Walked, type WalkOptions } from '../../src/recall/walked.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const T0 = Date.UTC(2026, 4, 3, 10)

interface Graph {
  readonly store: GraphStore
  readonly space: SpaceId
}

function nodeNamed(id: string): GraphNode {
  const kinds: Readonly<Record<string, NodeKind>> = { n: 'entity', f: 'file', m: 'message' }
  return { id, kind: kinds[id[0]!] ?? 'event', at: T0, session: null, speaker: null, text: `text of ${id}`, body: {} }
}

/** An edge from `A CAUSES B`, `A CAUSES B 0.5`, `A CAUSES B 0.5 inferred`. */
function edgeFrom(line: string): Edge {
  const [from, kind, to, weight = '1', provenance = 'recorded'] = line.trim().split(' ')
  const known = { kind: kind as EdgeKind, provenance: provenance as Provenance, state: 'active' as const }
  return makeEdge({ ...known, from: from!, to: to!, weight: Number(weight), seenAt: T0 })
}

/** Nodes are delivered in the order in which the edges name them. */
async function graphOf(edges: readonly Edge[]): Promise<Graph> {
  const store = openSqliteStore(':memory:')
  const { id: space } = await store.ensureSpace({ alias: 'alice', purpose: 'companion', at: T0 })
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
  await store.transact(space, async (writer) => {
    await writer.putNodes(ids.map(nodeNamed))
    await writer.link(edges)
  })
  return { store, space }
}

async function walkOver(lines: readonly string[], options: WalkOptions): Promise<Walked> {
  const { store, space } = await graphOf(lines.map(edgeFrom))
  try {
    return await walk(store, space, readWalkOptions(options, { now: () => T0 }))
  } finally {
    await store.close()
  }
}

/** `A -CAUSES→ B  0.9`, with `~` before a relevance that rests on soft edges. */
function shown({ nodes }: Walked): string[] {
  return nodes.map(({ path, relevance, isHard }) => {
    return `${formatPath(path)}  ${isHard ? '' : '~'}${Number(relevance.toFixed(4))}`
  })
}

const CHAIN = ['A CAUSES B', 'B NEXT C', 'D REFERENCES C', 'D MENTIONS nE']

describe('a walk', () => {
  const table: readonly (readonly [string, readonly string[], WalkOptions, readonly string[]])[] = [
    [
      'goes two hops along and against the edges',
      CHAIN,
      { from: 'B' },
      ['B ←CAUSES- A  0.9', 'B -NEXT→ C  0.4', 'B -NEXT→ C ←REFERENCES- D  0.36'],
    ],
    ['goes one hop when asked', CHAIN, { from: 'C', hopsMax: 1 }, ['C ←REFERENCES- D  0.9', 'C ←NEXT- B  0.4']],
    [
      'goes four hops at most',
      ['A CAUSES B', 'B CAUSES C', 'C CAUSES D', 'D CAUSES E', 'E CAUSES F'],
      { from: 'A', hopsMax: 4, direction: 'out' },
      [
        'A -CAUSES→ B  0.9',
        'A -CAUSES→ B -CAUSES→ C  0.81',
        'A -CAUSES→ B -CAUSES→ C -CAUSES→ D  0.729',
        'A -CAUSES→ B -CAUSES→ C -CAUSES→ D -CAUSES→ E  0.6561',
      ],
    ],
    ['goes only along the edges when asked', CHAIN, { from: 'B', direction: 'out' }, ['B -NEXT→ C  0.4']],
    ['goes only against them when asked', CHAIN, { from: 'B', direction: 'in' }, ['B ←CAUSES- A  0.9']],
    [
      'takes symmetric edges either way',
      ['fB CO_CHANGES fA', 'fB CO_CHANGES fC'],
      { from: 'fA', direction: 'out' },
      ['fA -CO_CHANGES- fB  0.5', 'fA -CO_CHANGES- fB -CO_CHANGES- fC  0.25'],
    ],
    [
      'keeps to the kinds asked for',
      CHAIN,
      { from: 'C', kinds: ['NEXT', 'CAUSES'] },
      ['C ←NEXT- B  0.4', 'C ←NEXT- B ←CAUSES- A  0.36'],
    ],
    [
      'finds each node once, by its best path, also when that is the longer one',
      ['A NEXT C', 'A CAUSES B', 'B CAUSES C', 'C CAUSES D'],
      { from: 'A', hopsMax: 3 },
      ['A -CAUSES→ B  0.9', 'A -CAUSES→ B -CAUSES→ C  0.81', 'A -CAUSES→ B -CAUSES→ C -CAUSES→ D  0.729'],
    ],
    [
      'does not lengthen paths by a better way that takes too many hops',
      ['A NEXT C', 'A CAUSES B', 'B CAUSES C', 'C CAUSES D'],
      { from: 'A', hopsMax: 2 },
      ['A -CAUSES→ B  0.9', 'A -CAUSES→ B -CAUSES→ C  0.81', 'A -NEXT→ C -CAUSES→ D  0.36'],
    ],
    [
      'weighs edges, and of equals takes the nearer and then the newer first',
      ['A CAUSES B 0.25', 'A REFERENCES C 0.25', 'A CONTAINS D', 'D CAUSES E 0.5'],
      { from: 'A' },
      ['A -CONTAINS→ D  0.5', 'A -REFERENCES→ C  0.225', 'A -CAUSES→ B  0.225', 'A -CONTAINS→ D -CAUSES→ E  0.225'],
    ],
    [
      'prefers facts among equal paths, and tells what rests on less',
      ['A CAUSES B 1 inferred', 'A CAUSES C', 'B CAUSES D', 'C CAUSES D', 'B CAUSES E'],
      { from: 'A' },
      ['A -CAUSES→ C  0.9', 'A -CAUSES→ B  ~0.9', 'A -CAUSES→ B -CAUSES→ E  ~0.81', 'A -CAUSES→ C -CAUSES→ D  0.81'],
    ],
    [
      'goes over facts only when asked',
      ['A CAUSES B 1 inferred', 'A CAUSES C 1 confirmed', 'C CAUSES D 1 model'],
      { from: 'A', provenance: 'hard' },
      ['A -CAUSES→ C  0.9'],
    ],
    [
      'goes over single provenances when asked',
      ['A CAUSES B 1 inferred', 'A CAUSES C 1 confirmed', 'B CAUSES D 1 model'],
      { from: 'A', provenance: ['model', 'inferred'] },
      ['A -CAUSES→ B  ~0.9', 'A -CAUSES→ B -CAUSES→ D  ~0.81'],
    ],
    ['does not take likeness for a connection', ['A SIMILAR B', 'A NEXT C'], { from: 'A' }, ['A -NEXT→ C  0.4']],
    [
      'goes to similar cases when asked, one step within a layer, and on from there by other kinds',
      ['A SIMILAR B', 'B SIMILAR C', 'A SIMILAR mD', 'nX SIMILAR A', 'B CAUSES E'],
      { from: 'A', kinds: ['SIMILAR', 'CAUSES'] },
      ['A -SIMILAR- B  0.5', 'A -SIMILAR- B -CAUSES→ E  0.45'],
    ],
    [
      'stops after similar cases when nothing else is asked',
      ['A SIMILAR B', 'B SIMILAR C'],
      {
        from: 'A',
        kinds: ['SIMILAR'],
        hopsMax: 4,
      },
      ['A -SIMILAR- B  0.5'],
    ],
    [
      'ends in circles and loops, and does not come back to its starts',
      ['A CAUSES B', 'B CAUSES C', 'C CAUSES A', 'A NEXT A', 'B NEXT B'],
      { from: 'A', hopsMax: 4, direction: 'out' },
      ['A -CAUSES→ B  0.9', 'A -CAUSES→ B -CAUSES→ C  0.81'],
    ],
    [
      'begins at several starts, each path at the best of them',
      CHAIN,
      { from: ['A', 'D', 'A'], hopsMax: 1 },
      ['D -REFERENCES→ C  0.9', 'A -CAUSES→ B  0.9', 'D -MENTIONS→ nE  0.6'],
    ],
    ['leads nowhere over edges of no weight', ['A CAUSES B 0'], { from: 'A' }, []],
  ]

  test.each(table)('%s', async (_, edges, options, expected) => {
    expect(shown(await walkOver(edges, options))).toEqual([...expected])
  })

  test('names starts that do not exist, and fails when there are no others', async () => {
    const walked = await walkOver(CHAIN, { from: ['x', 'A', 'y'], hopsMax: 1 })
    expect(walked.unknown).toEqual(['x', 'y'])
    expect(walked.starts.map(({ id }) => id)).toEqual(['A'])
    await expect(walkOver(CHAIN, { from: ['x', 'y'] })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('does not see edges before or after they hold', async () => {
    const edge = { ...edgeFrom('A CAUSES B'), valid: { from: T0, to: T0 + 10 } }
    const { store, space } = await graphOf([edge, edgeFrom('A NEXT C')])
    const at = async (moment: number) =>
      shown(await walk(store, space, readWalkOptions({ from: 'A', at: moment }, { now: () => T0 })))
    expect(await at(T0 - 1)).toEqual(['A -NEXT→ C  0.4'])
    expect(await at(T0 + 9)).toEqual(['A -CAUSES→ B  0.9', 'A -NEXT→ C  0.4'])
    expect(await at(T0 + 10)).toEqual(['A -NEXT→ C  0.4'])
    await store.close()
  })

  test('keeps the best of each hop within the width, and counts the rest', async () => {
    const fan = Array.from({ length: 9 }, (_, i) => `A MENTIONS n${i} 0.${i + 1}`)
    const walked = await walkOver([...fan, 'B CAUSES n8', 'C CAUSES n0'], { from: 'A', widthMax: 3 })
    expect(shown(walked)).toEqual([
      'A -MENTIONS→ n8  0.54',
      'A -MENTIONS→ n8 ←CAUSES- B  0.486',
      'A -MENTIONS→ n7  0.48',
      'A -MENTIONS→ n6  0.42',
    ])
    expect(walked.cut).toEqual({ hubs: [], crowded: [], beyondWidth: 6 })
  })
})

describe('a hub', () => {
  const crowd = Array.from({ length: HUB_DEGREE_MAX + 1 }, (_, i) => `m${i} MENTIONS nHub`)

  test('is reached, but nothing beyond it', async () => {
    const walked = await walkOver(['A MENTIONS nHub', ...crowd.slice(1), 'nHub CAUSES B'], { from: 'A', hopsMax: 3 })
    expect(shown(walked)).toEqual(['A -MENTIONS→ nHub  0.6'])
    expect(walked.cut).toEqual({ hubs: ['nHub'], crowded: [], beyondWidth: 0 })
  })

  test('is no hub with one edge less', async () => {
    const walked = await walkOver(['A MENTIONS nHub', ...crowd.slice(2)], { from: 'A', widthMax: 1000 })
    expect(walked.nodes).toHaveLength(HUB_DEGREE_MAX)
    expect(walked.cut.hubs).toEqual([])
  })

  test('may be a start: its newest edges are walked', async () => {
    const walked = await walkOver(crowd, { from: 'nHub', widthMax: 2 })
    expect(shown(walked)).toEqual([
      `nHub ←MENTIONS- m${HUB_DEGREE_MAX}  0.6`,
      `nHub ←MENTIONS- m${HUB_DEGREE_MAX - 1}  0.6`,
    ])
    expect(walked.cut).toEqual({ hubs: [], crowded: ['nHub'], beyondWidth: HUB_DEGREE_MAX - 2 })
  })

  test('counts the edges of the wanted kinds only', async () => {
    const walked = await walkOver(['A CAUSES nHub', ...crowd, 'nHub CAUSES B'], { from: 'A', kinds: ['CAUSES'] })
    expect(shown(walked)).toEqual(['A -CAUSES→ nHub  0.9', 'A -CAUSES→ nHub -CAUSES→ B  0.81'])
  })
})

describe('on small random graphs', () => {
  const ids = ['A', 'B', 'C', 'nD', 'nE', 'mF', 'mG']
  const anEdge = fc
    .record({
      kind: fc.constantFrom(...EDGE_KINDS.filter((kind) => kind !== 'SIMILAR')),
      from: fc.constantFrom(...ids),
      to: fc.constantFrom(...ids),
      weight: fc.constantFrom(0.25, 0.5, 0.75, 1),
      provenance: fc.constantFrom(...PROVENANCES),
      state: fc.constantFrom('active' as const, 'active' as const, 'suggested' as const),
    })
    .map((given) => makeEdge({ ...given, seenAt: T0 }))
  const someEdges = fc.uniqueArray(anEdge, {
    maxLength: 12,
    selector: ({ kind, from, to }) => `${kind} ${from} ${to}`,
  })
  const someOptions = fc.record({
    from: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 2 }),
    direction: fc.constantFrom('out' as const, 'in' as const, 'both' as const),
    hopsMax: fc.integer({ min: 1, max: 4 }),
    provenance: fc.constantFrom('any' as const, 'hard' as const),
  })

  test('a walk is worth what a search over a plain Map says, and every path holds', async () => {
    await fc.assert(
      fc.asyncProperty(someEdges, someOptions, async (edges, options) => {
        const loops = ids.map((id) => edgeFrom(`${id} NEXT ${id} 0`))
        const { store, space } = await graphOf([...loops, ...edges])
        const request = readWalkOptions(options, { now: () => T0 })
        const walked = await walk(store, space, request)
        expect(await walk(store, space, request)).toEqual(walked)
        await store.close()
        const best = bestByExhaustion(edges, options)
        expect(new Map(walked.nodes.map(({ node, relevance }) => [node.id, relevance.toFixed(9)]))).toEqual(best)
        for (const one of walked.nodes) {
          expect(one.path).toHaveLength(one.hops)
          expect(one.hops).toBeLessThanOrEqual(options.hopsMax)
          expect(options.from).toContain(one.path[0]!.from)
          expect(one.path.at(-1)!.to).toBe(one.node.id)
          expect(one.isHard).toBe(one.path.every(({ provenance }) => certaintyOf(provenance) === 'hard'))
        }
      }),
      { numRuns: 150 },
    )
  })

  interface SearchOptions {
    readonly from: readonly string[]
    readonly direction: 'out' | 'in' | 'both'
    readonly hopsMax: number
    readonly provenance: 'any' | 'hard'
  }

  /** Every path of at most `hopsMax` steps, one after the other. */
  function bestByExhaustion(edges: readonly Edge[], { from, direction, hopsMax, provenance }: SearchOptions) {
    const steps = new Map<string, { to: string; worth: number }[]>(ids.map((id) => [id, []]))
    for (const edge of edges) {
      if (edge.state !== 'active' || (provenance === 'hard' && certaintyOf(edge.provenance) === 'soft')) continue
      const worth = WALK_WEIGHTS[edge.kind] * edge.weight
      if (direction !== 'in' || isSymmetric(edge.kind)) steps.get(edge.from)!.push({ to: edge.to, worth })
      if (direction !== 'out' || isSymmetric(edge.kind)) steps.get(edge.to)!.push({ to: edge.from, worth })
    }
    const best = new Map<string, number>()
    const visit = (id: string, relevance: number, hops: number) => {
      if (!from.includes(id)) best.set(id, Math.max(best.get(id) ?? 0, relevance))
      if (hops < hopsMax) for (const { to, worth } of steps.get(id)!) visit(to, relevance * worth, hops + 1)
    }
    for (const id of from) visit(id, 1, 0)
    return new Map([...best].map(([id, relevance]) => [id, relevance.toFixed(9)]))
  }
})

describe('the options of a walk', () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['no start', {}],
    ['an empty list of starts', { from: [] }],
    ['too many starts', { from: Array.from({ length: 101 }, () => 'a') }],
    ['a kind that is none', { from: 'a', kinds: ['LIKES'] }],
    ['no hops', { from: 'a', hopsMax: 0 }],
    ['five hops', { from: 'a', hopsMax: 5 }],
    ['too wide a walk', { from: 'a', widthMax: 1001 }],
    ['a direction that is none', { from: 'a', direction: 'up' }],
    ['a provenance that is none', { from: 'a', provenance: ['sure'] }],
    ['a time that is none', { from: 'a', at: 'soon' }],
    ['an unknown option', { from: 'a', hops: 2 }],
  ]
  test.each(wrong)('that hold %s are refused', (_, options) => {
    expect(() => readWalkOptions(options as WalkOptions, { now: () => T0 })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
  })

  test('have defaults, and null reads as not given', () => {
    expect(readWalkOptions({ from: 'a', kinds: null, at: null } as never, { now: () => T0 })).toEqual({
      from: ['a'],
      kinds: null,
      direction: 'both',
      hopsMax: 2,
      widthMax: 100,
      provenances: null,
      at: T0,
    })
  })
})
