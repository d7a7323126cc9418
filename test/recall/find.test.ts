import { describe, expect, test } from 'vitest'
import { Engraph } from '../../src/engraph.ts'

/** A space that holds one message per text, a day each. */
async function remembering(...texts: readonly string[]): Promise<Engraph> {
  const memory = await Engraph.open({ path: ':memory:', space: 'alice' })
  for (const [day, text] of texts.entries()) {
    await memory.remember({
      session: `day ${day}`,
      messages: [{ id: `m${day}`, speaker: 'Ana', text, at: Date.UTC(2026, 4, 1 + day) }],
    })
  }
  return memory
}

const SAID = [
  'I saw Marianne move src/auth/tokenStore.ts to the new repository.',
  '登录有问题，令牌过期了。',
  'POST /api/v2/login answers 500 since Marianne left.',
  '张偉说杭州图书馆周一闭馆。',
  'The auth service needs a new token.',
]

async function labels(memory: Engraph, name: string): Promise<string[]> {
  const { nodes } = await memory.find(name)
  return nodes.map(({ kind, text }) => `${kind} ${text}`)
}

describe('a name', () => {
  test.each([
    ['of a person', 'Marianne', ['entity Marianne']],
    ['in another case, with a possessive', "MARIANNE's", ['entity Marianne']],
    ['of a file', 'src/auth/tokenStore.ts', ['file src/auth/tokenStore.ts']],
    ['of a file with other slashes', '.\\src\\auth\\tokenStore.ts', ['file src/auth/tokenStore.ts']],
    ['of an endpoint, with its method', 'post /api/v2/login', ['endpoint POST /api/v2/login']],
    ['in Chinese', '杭州图书馆', ['entity 杭州图书馆']],
    ['in traditional characters', '杭州圖書館', ['entity 杭州图书馆']],
    ['in simplified characters, where it was said in mixed ones', '张伟', ['entity 张偉']],
    ['that means the same', 'authentication', ['entity 登录']],
    ['that means the same in traditional characters', '登錄', ['entity 登录']],
    ['that nobody said', 'Rosalind', []],
    ['that is none', '?!', []],
    ['that is empty', '', []],
  ])('%s leads to the thing', async (_, name, expected) => {
    await using memory = await remembering(...SAID)
    expect(await labels(memory, name)).toEqual(expected)
  })

  test('that is an id leads to that node, whatever it is', async () => {
    await using memory = await remembering(...SAID)
    expect(await labels(memory, 'm1')).toEqual([`message ${SAID[1]}`])
    const [thing] = (await memory.find('Marianne')).nodes
    expect(await labels(memory, thing!.id)).toEqual(['entity Marianne'])
  })

  test('of a group that the space has of its own leads to all of it, the one that most mention first', async () => {
    await using memory = await remembering('We met Marianne.', 'I saw Rosalind.', 'And Rosalind saw me.')
    expect(await labels(memory, 'Marianne')).toEqual(['entity Marianne'])
    await memory.alias(['Marianne', 'Rosalind'])
    expect(await labels(memory, 'marianne')).toEqual(['entity Rosalind', 'entity Marianne'])
    const shown = await memory.show('Marianne')
    expect([shown?.node.text, shown?.others.map(({ text }) => text)]).toEqual(['Rosalind', ['Marianne']])
    const { starts } = await memory.walk({ from: 'Rosalind' })
    expect(starts.map(({ text }) => text)).toEqual(['Rosalind', 'Marianne'])
  })

  test('that leads nowhere comes with names that hold it or that it holds, at most five', async () => {
    await using memory = await remembering(
      'I saw Marianne.',
      'I met Mariannelle, said Rosalind.',
      ...['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `We used component-x${letter}1 there.`),
    )
    const similar = async (name: string) => (await memory.find(name)).similar.map(({ text }) => text)
    expect(await similar('mariann')).toEqual(['Marianne', 'Mariannelle'])
    expect(await similar('Rosalind Marlowe')).toEqual(['Rosalind'])
    expect(await similar('m')).toEqual([])
    expect(await similar('Marianne')).toEqual([])
    expect((await similar('component')).length).toBeLessThanOrEqual(5)
  })

  test.each([
    ['very long', 'x'.repeat(100_000)],
    ['made of combining marks', `a${'\u0301'.repeat(100_000)}`],
    ['made of halves of surrogates', '\ud800'.repeat(1000)],
    ['full of slashes', '/'.repeat(100_000)],
    ['a pattern', '%_*[a-z]'],
  ])('that is %s finds nothing and breaks nothing', async (_, name) => {
    await using memory = await remembering('Marianne came.')
    expect(await memory.find(name)).toEqual({ nodes: [], similar: [] })
  })
})

describe('a walk', () => {
  test('starts from names and ids alike, and says what leads nowhere', async () => {
    await using memory = await remembering(...SAID)
    const { starts, unknown } = await memory.walk({ from: ['m4', 'Marianne', 'Rosalind'] })
    expect(starts.map(({ text }) => text)).toEqual([SAID[4], 'Marianne'])
    expect(unknown).toEqual(['Rosalind'])
  })

  test('from nothing that is known is not found, with a hint of what is called alike', async () => {
    await using memory = await remembering(...SAID)
    await expect(memory.walk({ from: 'Marian' })).rejects.toMatchObject({
      code: 'not-found',
      hint: 'Similar names: Marianne',
    })
    const nowhere = memory.walk({ from: ['Rosalind', 'Edmund'] })
    await expect(nowhere).rejects.toMatchObject({ code: 'not-found', hint: undefined })
  })
})

describe('what is shown', () => {
  test('of a thing: how many mention it, and the newest first', async () => {
    await using memory = await remembering(...SAID)
    const { mentions, event, times } = (await memory.show('Marianne'))!
    expect([mentions?.count, mentions?.newest.map(({ id }) => id), event, times]).toEqual([2, ['m2', 'm0'], null, []])
  })

  test('of a message: the times that it names, and no mentions', async () => {
    await using memory = await remembering('We met last Friday.')
    const { mentions, times, others } = (await memory.show('m0'))!
    const [from, to] = [Date.UTC(2026, 3, 24), Date.UTC(2026, 3, 25)]
    expect({ mentions, times, others }).toEqual({
      mentions: null,
      times: [{ span: { start: 7, end: 18 }, time: { from, to } }],
      others: [],
    })
  })

  test('is nothing where nothing is', async () => {
    await using memory = await remembering('We met.')
    expect(await memory.show('Rosalind')).toBeNull()
  })
})

test('nodes come in the order of their ids, without those that do not exist', async () => {
  await using memory = await remembering('One.', 'Two.')
  expect((await memory.nodes(['m1', 'nobody', 'm0'])).map(({ id }) => id)).toEqual(['m1', 'm0'])
  await expect(memory.nodes(Array.from({ length: 1001 }, () => 'm0'))).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(memory.nodes('m0' as never)).rejects.toMatchObject({ code: 'invalid-input' })
})
