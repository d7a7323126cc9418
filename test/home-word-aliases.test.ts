import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Engraph, EngraphHome } from '../src/index.ts'
import { WORD_ALIAS_GROUPS_MAX } from '../src/ports/graph-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-word-aliases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let homes = 0
const newHome = () => join(folder, `home${++homes}`)

type Where = { readonly home: string } | { readonly path: string }

async function make(where: Where, space: string, groups: readonly (readonly string[])[]): Promise<void> {
  await using memory = await Engraph.open({ ...where, space })
  await memory.remember({ session: space, messages: [{ text: `This is ${space}.`, at: 1 }] })
  for (const group of groups) await memory.alias(group)
}

async function aliasesOf(where: Where, space: string) {
  await using memory = await Engraph.open({ ...where, space, create: false })
  return memory.aliases()
}

describe('the words that mean the same', () => {
  test('go along when their space is moved', async () => {
    const [home, path] = [newHome(), join(folder, 'moved.db')]
    await make({ home }, 'alice', [
      ['auth', '登录'],
      ['deploy', '部署'],
    ])
    await using opened = await EngraphHome.open({ home })
    await opened.move('alice', path)
    const expected = [
      ['auth', '登录'],
      ['deploy', '部署'],
    ]
    expect(await aliasesOf({ path }, 'alice')).toEqual(expected)
    expect(await aliasesOf({ home }, 'alice')).toEqual(expected)
  })

  test.each([
    ['a data directory', () => ({ home: newHome() })],
    ['one file', () => ({ path: join(folder, 'merged.db') })],
  ])('join those of the space that theirs is merged into, in %s', async (_, place) => {
    const where = place()
    await make(where, 'old', [
      ['auth', 'login'],
      ['a', 'b'],
    ])
    await make(where, 'new', [['登录', 'LOGIN']])
    await using opened = await EngraphHome.open(where)
    await opened.merge('old', 'new')
    expect(await aliasesOf(where, 'new')).toEqual([
      ['登录', 'LOGIN', 'auth'],
      ['a', 'b'],
    ])
  })

  test('stay where they are when both spaces together have too many, and so does everything else', async () => {
    const where = { home: newHome() }
    const groups = (prefix: string) =>
      Array.from({ length: WORD_ALIAS_GROUPS_MAX / 2 + 1 }, (_, i) => [`${prefix} ${i}`, `${prefix} also ${i}`])
    await make(where, 'old', groups('x'))
    await make(where, 'new', groups('y'))
    await using opened = await EngraphHome.open(where)
    await expect(opened.merge('old', 'new')).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await aliasesOf(where, 'old')).toEqual(groups('x'))
    await using memory = await Engraph.open({ ...where, space: 'new' })
    expect((await memory.stats()).nodes.message).toBe(1)
  })
})
