import { describe, expect, test } from 'vitest'
import {
  type GraphStore,
  WORD_ALIAS_GROUPS_MAX,
  WORD_ALIAS_LENGTH_MAX,
  WORD_ALIASES_PER_GROUP_MAX,
} from '../../src/ports/graph-store.ts'
import { inSpaceOf, openSpace } from './graph-store.ts'

/** What every `GraphStore` must do with words that mean the same. `open` gives an empty one, which the suite closes. */
export function wordAliasesContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)
  const refused = { name: 'EngraphError', code: 'invalid-input' }

  describe(`words that mean the same: ${name}`, () => {
    test(
      'groups come in the order in which they were made, words as they were first written',
      inSpace(async (store, space) => {
        expect(await store.wordAliases(space)).toEqual([])
        expect(await store.putWordAliases(space, ['Auth', ' 登录 ', 'sign   in'])).toEqual(['Auth', '登录', 'sign in'])
        await store.putWordAliases(space, ['部署', 'deploy'])
        expect(await store.wordAliases(space)).toEqual([
          ['Auth', '登录', 'sign in'],
          ['部署', 'deploy'],
        ])
        expect(await store.wordAliases(await openSpace(store, 'bob'))).toEqual([])
      }),
    )

    test(
      'groups that share a word become one, at the place of the oldest',
      inSpace(async (store, space) => {
        await store.putWordAliases(space, ['a1', 'a2'])
        await store.putWordAliases(space, ['b1', 'b2'])
        await store.putWordAliases(space, ['c1', 'c2'])
        expect(await store.putWordAliases(space, ['c2', 'new', 'a2'])).toEqual(['a1', 'a2', 'c1', 'c2', 'new'])
        expect(await store.wordAliases(space)).toEqual([
          ['a1', 'a2', 'c1', 'c2', 'new'],
          ['b1', 'b2'],
        ])
      }),
    )

    test.each([
      ['case', 'LOGIN', 'login'],
      ['width', 'ＬＯＧＩＮ', 'login'],
      ['traditional characters', '登錄', '登录'],
      ['composition', 'cafe\u0301', 'café'],
      ['white space', ' sign\n in', 'sign in'],
    ])('%s make no other word', async (_, one, other) => {
      await inSpace(async (store, space) => {
        await expect(store.putWordAliases(space, [one, other])).rejects.toMatchObject(refused)
        await store.putWordAliases(space, [one, 'x'])
        await store.putWordAliases(space, [other, 'y'])
        expect(await store.wordAliases(space)).toHaveLength(1)
        expect(await store.removeWordAlias(space, other)).toBe(true)
        expect(await store.wordAliases(space)).toEqual([['x', 'y']])
      })()
    })

    test(
      'a removed word leaves the others together, and the last one goes with it',
      inSpace(async (store, space) => {
        await store.putWordAliases(space, ['a', 'b', 'c'])
        expect(await store.removeWordAlias(space, 'b')).toBe(true)
        expect(await store.wordAliases(space)).toEqual([['a', 'c']])
        expect(await store.removeWordAlias(space, 'b')).toBe(false)
        expect(await store.removeWordAlias(space, 'a')).toBe(true)
        expect(await store.wordAliases(space)).toEqual([])
        expect(await store.putWordAliases(space, ['c', 'd'])).toEqual(['c', 'd'])
      }),
    )

    test(
      'readers notice every change, and none where there was none',
      inSpace(async (store, space) => {
        const first = await store.units(space, null)
        await store.putWordAliases(space, ['a', 'b', 'c'])
        const second = await store.units(space, first)
        expect(second.version).toBeGreaterThan(first.version)
        await store.putWordAliases(space, ['C', 'b'])
        expect(await store.removeWordAlias(space, 'nobody')).toBe(false)
        expect(await store.units(space, second)).toBe(second)
        await store.removeWordAlias(space, 'c')
        expect((await store.units(space, second)).version).toBeGreaterThan(second.version)
      }),
    )

    test(
      'what goes beyond the bounds is refused and changes nothing',
      inSpace(async (store, space) => {
        const words = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
        const most = words('w', WORD_ALIASES_PER_GROUP_MAX)
        await store.putWordAliases(space, most)
        for (const wrong of [
          [],
          ['alone'],
          ['a', ' '],
          ['a', 'x'.repeat(WORD_ALIAS_LENGTH_MAX + 1)],
          ['w0', 'one more'],
          words('v', WORD_ALIASES_PER_GROUP_MAX + 1),
        ]) {
          await expect(store.putWordAliases(space, wrong)).rejects.toMatchObject(refused)
        }
        expect(await store.wordAliases(space)).toEqual([most])
        for (let group = 1; group < WORD_ALIAS_GROUPS_MAX; group++) {
          await store.putWordAliases(space, [`left ${group}`, `right ${group}`])
        }
        await expect(store.putWordAliases(space, ['a', 'b'])).rejects.toMatchObject(refused)
        await store.putWordAliases(space, ['left 1', 'more'])
        await store.putWordAliases(space, ['left 1', 'left 2'])
        await store.putWordAliases(space, ['a', 'b'])
        expect(await store.wordAliases(space)).toHaveLength(WORD_ALIAS_GROUPS_MAX)
      }),
    )

    test(
      'they go with their space',
      inSpace(async (store, space) => {
        await store.putWordAliases(space, ['a', 'b'])
        await store.removeSpace(space)
        expect(await store.wordAliases(await openSpace(store))).toEqual([])
        await expect(store.wordAliases(space)).rejects.toMatchObject({ code: 'space-unknown' })
        await expect(store.putWordAliases(space, ['a', 'b'])).rejects.toMatchObject({ code: 'space-unknown' })
      }),
    )
  })
}
