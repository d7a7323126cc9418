import { expect, test } from 'vitest'
import { filesOfDiff } from '../../../src/project/impact/diff.ts'
import { ProjectMemory } from '../../../src/project/project-memory.ts'
import { commit, write } from '../../shop-repository.ts'
import { git, newFolder } from '../project-activities.ts'

const NOW = Date.UTC(2026, 5, 1, 12)

/** Files that each reach the same two by another way of writing it. */
const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
  'src/a.ts': 'export const a = 1\n',
  'src/deep/index.ts': 'export const deep = 1\n',
  'src/typed.ts': "import { a } from './a.ts'\nexport const typed = a\n",
  'src/made.ts': "import { a } from './a.js'\nimport './typed.ts'\nexport const made = a\n",
  'src/bare.js': "const { a } = require('./a')\n",
  'src/alias.ts': "import { a } from '@/a'\n",
  'src/folder.ts': "import { deep } from './deep'\n",
  'lib/far.ts': "import { deep } from '../src/deep/index.ts'\nimport '../src/made.ts'\n",
  'src/other.ts': "import { b } from './b.ts'\nimport { a } from './deep/a.ts'\n",
}

async function project() {
  const folder = newFolder('lost')
  git(folder, 'init', '--quiet')
  write(folder, FILES)
  commit(folder, 'all', NOW)
  const clock = { now: () => NOW }
  const memory = (await ProjectMemory.open({ folder, home: newFolder('home'), embedder: 'words', clock }))!
  await memory.readCode()
  return { folder, memory, [Symbol.asyncDispose]: () => memory.close() }
}

const DEPENDENTS_OF_A = {
  direct: ['src/alias.ts', 'src/bare.js', 'src/made.ts', 'src/typed.ts'],
  far: ['lib/far.ts'],
}

test.each([
  ['removed', ['rm', '--quiet', 'src/a.ts'], ['src/a.ts']],
  ['moved', ['mv', 'src/a.ts', 'src/c.ts'], ['src/a.ts', 'src/c.ts']],
])('who removes a file is told whom that breaks: %s', async (_what, command, asked) => {
  await using one = await project()
  const before = (await one.memory.impact({ files: ['src/a.ts'] })).dependents[0]!
  git(one.folder, ...command)
  const files = await filesOfDiff(one.folder, { staged: true })
  const answer = await one.memory.impact({ files })
  expect(answer.files.map(({ path }) => path)).toEqual(asked)
  const [gone, ...others] = answer.dependents
  expect(gone).toMatchObject({ file: 'src/a.ts', direct: 4, count: 5, coverage: 'at-least' })
  const pathsOf = (steps: number) => gone!.of.filter((of) => of.steps === steps).map(({ path }) => path)
  expect(pathsOf(1).sort()).toEqual(DEPENDENTS_OF_A.direct)
  expect(pathsOf(2)).toEqual(DEPENDENTS_OF_A.far)
  expect(gone!.of.map(({ path, names }) => [path, names]).sort()).toEqual(
    before.of.map(({ path, names }) => [path, names]).sort(),
  )
  expect(others.every(({ count }) => count === 0)).toBe(true)
})

test('a folder that stood for its index is missed by whoever named the folder', async () => {
  await using one = await project()
  git(one.folder, 'rm', '--quiet', 'src/deep/index.ts')
  const [gone] = (await one.memory.impact({ files: ['src/deep/index.ts'] })).dependents
  expect(gone!.of.map(({ path }) => path).sort()).toEqual(['lib/far.ts', 'src/folder.ts'])
})

test('imports that lead elsewhere, or nowhere at all, speak for no file that is gone', async () => {
  await using one = await project()
  const { dependents } = await one.memory.impact({
    files: ['src/none.ts', 'src/b/index.ts', '../src/b.ts', 'src/b.ts'],
  })
  expect(dependents.map(({ count }) => count)).toEqual([0, 0, 0, 1])
})
