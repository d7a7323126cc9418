import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Engraph, EngraphHome } from '../src/index.ts'
import { WORD_ALIAS_GROUPS_MAX, WORD_ALIASES_PER_GROUP_MAX } from '../src/ports/graph-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-word-aliases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

function words(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`)
}

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
    await expect(opened.merge('old', 'new')).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(`more than ${WORD_ALIAS_GROUPS_MAX} groups`),
      hint: expect.stringMatching(/`engraph alias --space old`.*`engraph alias remove 'x also \d+' --space old`/u),
    })
    expect(await aliasesOf(where, 'new')).toEqual(groups('y'))
    expect(await aliasesOf(where, 'old')).toEqual(groups('x'))
    await using memory = await Engraph.open({ ...where, space: 'new' })
    expect((await memory.stats()).nodes.message).toBe(1)
  })

  test.each([
    ['two groups share a word', ['shared', ...words('a', 12)], [['SHARED', ...words('b', 11)]], 24],
    ['a group joins two that stood apart', ['b1', 'c1', ...words('a', 4)], [words('b', 10), words('c', 10)], 24],
  ])('are named with the most that there may be when %s', async (_, group, others, count) => {
    const where = { home: newHome() }
    await make(where, 'old', [group])
    await make(where, 'new', others)
    await using opened = await EngraphHome.open(where)
    const error = await opened.merge('old', 'new').catch((refused) => refused)
    expect(error).toMatchObject({
      code: 'invalid-input',
      hint: `Nothing was merged. Take out ${count - WORD_ALIASES_PER_GROUP_MAX} or more first, such as with \`engraph alias remove ${group.at(-1)} --space old\`.`,
    })
    expect(error.message).toContain(`would have ${count} words in one group`)
    expect(error.message).toContain(`${WORD_ALIASES_PER_GROUP_MAX} is the most`)
    for (const word of [...words('a', 4), ...others.flatMap((other) => other.slice(1))]) {
      expect(error.message).toContain(word)
    }
    expect(await aliasesOf(where, 'new')).toEqual(others)
  })

  test('fit when the groups of one space join those of the other', async () => {
    const where = { home: newHome() }
    await make(where, 'old', [words('a', WORD_ALIASES_PER_GROUP_MAX)])
    await make(where, 'new', [words('a', WORD_ALIASES_PER_GROUP_MAX).toReversed()])
    await using opened = await EngraphHome.open(where)
    expect(await opened.merge('old', 'new')).toEqual({ remembered: 1 })
  })

  test('a group that grows too large by hand is named as well', async () => {
    await using memory = await Engraph.open({ home: newHome(), space: 'alice' })
    await memory.alias(words('a', WORD_ALIASES_PER_GROUP_MAX))
    await expect(memory.alias(['a1', 'one more'])).rejects.toMatchObject({
      message: expect.stringContaining('these would be 21: a1, a2'),
      hint: '`engraph alias remove a1` takes a word out of its group.',
    })
  })
})
