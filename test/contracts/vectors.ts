import { describe, expect, test } from 'vitest'
import type { SpaceId } from '../../src/graph/space.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { indexed, inSpaceOf, openSpace, put, T0 } from './graph-store.ts'

const ONE = JSON.stringify(['model one', 2, 'as it is', '0000'])
const TWO = JSON.stringify(['model two', 3, 'as it is', '1111'])

/** The vector that unit n has in these tests: its number in two digits to the base 100, and a scale of its own. */
const numbersOf = (unit: number) => [Math.floor(unit / 100), unit % 100]
const scaleOf = (unit: number) => Math.fround(0.001 + unit / 1e6)

function run(after: number, count: number) {
  const units = Array.from({ length: count }, (_, i) => after + 1 + i)
  return { after, numbers: Int8Array.from(units.flatMap(numbersOf)), scales: Float32Array.from(units.map(scaleOf)) }
}

/** Everything that is stored, by unit; zeros where a scale is 0. */
async function stored(store: GraphStore, space: SpaceId, { identity = ONE, dimensions = 2, after = 0 } = {}) {
  const found = new Map<number, readonly number[]>()
  for (const { after: before, numbers, scales } of await store.vectors.read(space, identity, after)) {
    expect(numbers).toHaveLength(scales.length * dimensions)
    for (const [row, scale] of scales.entries()) {
      const own = [...numbers.subarray(row * dimensions, (row + 1) * dimensions)]
      found.set(before + 1 + row, scale === 0 ? own : [...own, scale])
    }
  }
  return found
}

const expected = (unit: number) => [...numbersOf(unit), scaleOf(unit)]
const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => indexed(`m${from + i}`, `word${from + i}`, { at: T0 + i }))

/** What every `GraphStore` must do with vectors and the words of a space. `open` gives an empty one, which the suite closes. */
export function vectorsContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)

  describe(`vectors: ${name}`, () => {
    test(
      'they grow from the first unit on, one behind the other',
      inSpace(async (store, space) => {
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 0, last: 0 })
        await put(store, space, ...lines(5))
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 0, last: 5 })
        expect(await store.vectors.append(space, ONE, 2, run(0, 2))).toBe(true)
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 2, last: 5 })
        expect(await store.vectors.append(space, ONE, 2, run(2, 3))).toBe(true)
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 5, last: 5 })
        const found = await stored(store, space)
        for (const unit of [1, 2, 3, 4, 5]) expect(found.get(unit)).toEqual(expected(unit))
        for (const unit of [0, 6, 127]) expect(found.get(unit)).toEqual([0, 0])
      }),
    )

    test.each([
      ['do not begin at the end', 1, 2],
      ['would leave a gap', 3, 1],
      ['overlap with what is there', 0, 3],
      ['go beyond the last unit', 2, 4],
      ['are none', 2, 0],
    ])('vectors that %s are refused and change nothing', async (_, after, count) => {
      await inSpace(async (store, space) => {
        await put(store, space, ...lines(5))
        await store.vectors.append(space, ONE, 2, run(0, 2))
        const before = await stored(store, space)
        expect(await store.vectors.append(space, ONE, 2, run(after, count))).toBe(false)
        expect(await stored(store, space)).toEqual(before)
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 2, last: 5 })
      })()
    })

    test.each([127, 128, 129, 255, 256, 257])('%i units are read as they were put, from any unit on', async (count) => {
      await inSpace(async (store, space) => {
        await put(store, space, ...lines(count))
        for (let after = 0; after < count; after += 100) {
          expect(await store.vectors.append(space, ONE, 2, run(after, Math.min(100, count - after)))).toBe(true)
        }
        for (const after of [0, 1, 126, 127, 128, 254, 255, 256].filter((one) => one < count)) {
          const found = await stored(store, space, { after })
          for (let unit = after + 1; unit <= count; unit++) expect(found.get(unit)).toEqual(expected(unit))
          expect([...found.keys()].filter((unit) => unit > count && found.get(unit)!.length > 2)).toEqual([])
        }
      })()
    })

    test(
      'what the units say comes in order, with who said it, as many as were asked for',
      inSpace(async (store, space) => {
        await put(store, space, ...lines(300))
        const texts = await store.vectors.texts(space, 254, 4)
        expect(texts.map((unit) => unit?.text)).toEqual(['word255', 'word256', 'word257', 'word258'])
        expect(texts[0]).toEqual({ text: 'word255', speaker: 'Ana' })
        expect(await store.vectors.texts(space, 298, 128)).toHaveLength(2)
        expect(await store.vectors.texts(space, 300, 128)).toEqual([])
      }),
    )

    test(
      'each passage of a long message is a unit of its own',
      inSpace(async (store, space) => {
        const passages = Array.from({ length: 40 }, (_, i) => `passage${i} ${'filler '.repeat(80)}`)
        await put(store, space, indexed('short', 'before'), indexed('long', '', { passages, speaker: null }))
        await put(store, space, indexed('last', '之后 after 😀'))
        const texts = await store.vectors.texts(space, 0, 100)
        expect(texts.map((unit) => unit?.text)).toEqual(['before', ...passages, '之后 after 😀'])
        expect(texts[1]!.speaker).toBeNull()
        await store.transact(space, (writer) => writer.forget(['long'], T0))
        expect((await store.vectors.texts(space, 0, 100)).filter((unit) => unit !== null)).toHaveLength(2)
      }),
    )

    test(
      'what is forgotten has zeros, also where it was forgotten while its vector was made',
      inSpace(async (store, space) => {
        await put(store, space, ...lines(260))
        await store.vectors.append(space, ONE, 2, run(0, 129))
        await store.vectors.append(space, TWO, 3, { after: 0, numbers: new Int8Array(9).fill(7), scales: ones(3) })
        expect(await store.vectors.texts(space, 129, 2)).not.toContain(null)
        await store.transact(space, (writer) => writer.forget(['m2', 'm128', 'm130', 'm260'], T0))
        expect(await store.vectors.texts(space, 127, 4)).toEqual([null, expect.anything(), null, expect.anything()])
        expect(await store.vectors.append(space, ONE, 2, run(129, 131))).toBe(true)
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 260, last: 260 })
        const found = await stored(store, space)
        for (let unit = 1; unit <= 260; unit++) {
          expect(found.get(unit)).toEqual([2, 128, 130, 260].includes(unit) ? [0, 0] : expected(unit))
        }
        const others = await stored(store, space, { identity: TWO, dimensions: 3 })
        expect([1, 2, 3].map((unit) => others.get(unit)?.length)).toEqual([4, 3, 4])
      }),
    )

    test(
      'a run in which everything was forgotten counts as done',
      inSpace(async (store, space) => {
        await put(store, space, ...lines(3))
        await store.transact(space, (writer) => writer.forget(['m1', 'm2', 'm3'], T0))
        expect(await store.vectors.texts(space, 0, 10)).toEqual([null, null, null])
        expect(await store.vectors.append(space, ONE, 2, run(0, 3))).toBe(true)
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 3, last: 3 })
        expect([...(await stored(store, space)).values()].flat().filter((number) => number !== 0)).toEqual([])
      }),
    )

    test(
      'identities and spaces are kept apart, and one is dropped without the other',
      inSpace(async (store, space) => {
        const other = await openSpace(store, 'bob')
        await put(store, space, ...lines(4))
        await put(store, other, ...lines(2))
        await store.vectors.append(space, ONE, 2, run(0, 4))
        await store.vectors.append(space, TWO, 3, { after: 0, numbers: new Int8Array(3).fill(9), scales: ones(1) })
        await store.vectors.append(other, ONE, 2, run(0, 1))
        expect(await store.vectors.embedders(space)).toEqual([
          { identity: ONE, done: 4 },
          { identity: TWO, done: 1 },
        ])
        expect(await store.vectors.progress(other, ONE)).toEqual({ done: 1, last: 2 })
        await store.vectors.drop(space, ONE)
        await store.vectors.drop(space, 'never heard of')
        expect(await store.vectors.embedders(space)).toEqual([{ identity: TWO, done: 1 }])
        expect(await store.vectors.read(space, ONE, 0)).toEqual([])
        expect(await store.vectors.progress(space, ONE)).toEqual({ done: 0, last: 4 })
        expect((await stored(store, other)).get(1)).toEqual(expected(1))
        expect(await store.vectors.append(space, ONE, 2, run(0, 4))).toBe(true)
        expect((await stored(store, space)).get(4)).toEqual(expected(4))
      }),
    )

    test(
      'they go with their space, and leave its version as it was',
      inSpace(async (store, space) => {
        await put(store, space, ...lines(4))
        const units = await store.units(space, null)
        await store.vectors.append(space, ONE, 2, run(0, 4))
        await store.vectors.drop(space, ONE)
        await store.vectors.append(space, ONE, 2, run(0, 4))
        expect(await store.units(space, units)).toBe(units)
        await store.removeSpace(space)
        for (const asked of [
          () => store.vectors.progress(space, ONE),
          () => store.vectors.append(space, ONE, 2, run(0, 1)),
          () => store.vectors.read(space, ONE, 0),
        ]) {
          await expect(asked()).rejects.toMatchObject({ code: 'space-unknown' })
        }
        const again = await openSpace(store)
        await put(store, again, ...lines(4))
        expect(await store.vectors.progress(again, ONE)).toEqual({ done: 0, last: 4 })
        expect(await store.vectors.embedders(again)).toEqual([])
      }),
    )
  })

  /** All terms that came one read after the other. */
  const reader = (store: GraphStore, space: SpaceId) => {
    let mark: Awaited<ReturnType<GraphStore['vocabulary']>>['mark'] | null = null
    return async () => {
      const { terms, mark: next } = await store.vocabulary(space, mark)
      mark = next
      return [...new Set(terms)].sort()
    }
  }
  const words = (...texts: readonly string[]) => texts.map((text, i) => indexed(`${text}${i}`, text, { at: T0 + i }))
  /** As many units as are folded at once. */
  const many = (prefix: string) =>
    Array.from({ length: 2100 }, (_, i) => indexed(`${prefix}${i}`, `${prefix}${i % 7} common`, { at: T0 + i }))

  describe(`the words of a space: ${name}`, () => {
    test(
      'they come once each while they are new, and only what came since',
      inSpace(async (store, space) => {
        const read = reader(store, space)
        expect(await read()).toEqual([])
        await put(store, space, ...words('deploy moved', 'deploy later'))
        expect(await read()).toEqual(['deploy', 'later', 'moved'])
        expect(await read()).toEqual([])
        await put(store, space, ...words('tea deploy'))
        expect(await read()).toContain('tea')
        expect(await reader(store, space)()).toEqual(['deploy', 'later', 'moved', 'tea'])
      }),
    )

    test(
      'those of other spaces stay apart, also where both are written to in turns',
      inSpace(async (store, space) => {
        const other = await openSpace(store, 'bob')
        const [own, others] = [reader(store, space), reader(store, other)]
        await put(store, space, ...words('alpha'))
        await put(store, other, ...words('beta'))
        await put(store, space, ...words('gamma'))
        expect(await own()).toEqual(['alpha', 'gamma'])
        expect(await others()).toEqual(['beta'])
        await put(store, other, ...words('delta'))
        expect(await own()).toEqual([])
        expect(await others()).toEqual(['delta'])
      }),
    )

    test(
      'none is missed where the fresh ones are folded between two reads',
      inSpace(async (store, space) => {
        const read = reader(store, space)
        const seen = new Set<string>()
        const look = async () => {
          for (const term of await read()) seen.add(term)
        }
        await put(store, space, ...words('first second'))
        await put(store, space, ...words('third'))
        await look()
        await put(store, space, ...many('x'))
        await put(store, space, ...words('afterwards'))
        await look()
        await put(store, space, ...words('more'))
        await look()
        await put(store, space, ...many('y'))
        await look()
        await put(store, space, ...words('last'))
        await look()
        expect([...seen].sort()).toEqual(await reader(store, space)())
        expect(seen).toContain('afterwards')
        expect(seen).toContain('last')
      }),
    )

    test(
      'none is missed after words were forgotten',
      inSpace(async (store, space) => {
        const read = reader(store, space)
        const seen = new Set<string>()
        const look = async () => {
          for (const term of await read()) seen.add(term)
        }
        await put(store, space, indexed('a', 'apple'), indexed('z', 'zebra zoo'))
        await look()
        await store.transact(space, (writer) => writer.forget(['z'], T0))
        await look()
        await put(store, space, indexed('q', 'quince'), ...many('v'))
        await look()
        await store.transact(space, (writer) => writer.forget(['a', 'q'], T0))
        await put(store, space, indexed('p', 'plum'))
        await look()
        for (const word of ['apple', 'quince', 'common', 'plum', 'v6']) expect(seen).toContain(word)
        expect(await reader(store, space)()).not.toContain('zebra')
      }),
    )
  })
}

const ones = (count: number) => new Float32Array(count).fill(0.005)
