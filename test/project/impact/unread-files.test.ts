import { describe, expect, test } from 'vitest'
import { ProjectMemory } from '../../../src/project/project-memory.ts'
import { commit, newShop, write } from '../../shop-repository.ts'
import { newFolder } from '../project-activities.ts'

const NOW = Date.UTC(2026, 5, 1, 12)

/** A shop whose files are alike in name, folder and words, so that there would be much to guess. */
async function shop() {
  const folder = newShop(NOW - 1_000)
  write(folder, {
    'package.json': '{ "name": "shop" }\n',
    'README.md': '# shop\n',
    'package.ts': 'export const version = 1\n',
    'src/auth.ts': "export * from './auth/token.ts'\n",
    'src/auth.test.ts': "import './auth.ts'\n",
  })
  for (const i of [1, 2, 3]) {
    write(folder, {
      'package.json': `{ "name": "shop", "version": "${i}" }\n`,
      'package.ts': `export const v = ${i}\n`,
    })
    commit(folder, `version ${i}`, NOW - 1_000 + i)
  }
  const clock = { now: () => NOW }
  const memory = (await ProjectMemory.open({ folder, home: newFolder('home'), embedder: 'words', clock }))!
  await memory.readCode()
  return { memory, [Symbol.asyncDispose]: () => memory.close() }
}

describe('of a path that is no code and has no past there are no guesses', () => {
  test.each([
    'package.json',
    'README.md',
    'src/auth',
    'src/auth/',
    '',
    '..',
    '../other/src/auth.ts',
    'src/auth/none.ts',
  ])('%j', async (path) => {
    await using one = await shop()
    expect(await one.memory.impact({ files: [path] })).toMatchObject({ usually: [], tests: [] })
    const brief = path === '' ? null : await one.memory.impactBrief({ file: path })
    expect([brief?.usually ?? [], brief?.tests ?? []]).toEqual([[], []])
  })
})

test('what is code is likened to others', async () => {
  await using one = await shop()
  expect((await one.memory.impact({ files: ['src/auth.ts'] })).tests.map(({ path }) => path)).toContain(
    'src/auth.test.ts',
  )
})
