import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeOfCommit, type LogOptions, type LogOutcome, readLog } from '../../../src/capture/git/read-log.ts'
import { type GitRepository, gitRepository } from '../../git-repository.ts'

type Read = Extract<LogOutcome, { kind: 'read' }>

async function read(folder: string, options: LogOptions = {}): Promise<Read> {
  const outcome = await readLog(folder, options)
  if (outcome.kind !== 'read') throw new Error(`It was ${JSON.stringify(outcome)}.`)
  return outcome
}

function subjects({ commits }: Read): string[] {
  return commits.map(({ subject }) => subject)
}

function threeCommits(): GitRepository & { readonly hashes: readonly string[] } {
  const repository = gitRepository()
  const hashes = [
    repository.commit('one', { 'a.ts': '1', 'b.ts': '1' }),
    repository.commit('two', { 'a.ts': '2' }),
    repository.commit('three', { 'a.ts': '3', 'b.ts': '3' }),
  ]
  return { ...repository, hashes }
}

test('commits come oldest first, with what each did to its files', async () => {
  const { folder, hashes } = threeCommits()
  const log = await read(folder)
  expect(log).toMatchObject({ head: hashes[2], isShallow: false, isCut: false })
  expect(log.commits.map(({ hash }) => hash)).toEqual(hashes)
  expect(log.commits.map(({ files }) => files.map(({ kind, path }) => `${kind} ${path}`))).toEqual([
    ['added a.ts', 'added b.ts'],
    ['modified a.ts'],
    ['modified a.ts', 'modified b.ts'],
  ])
  expect(log.commits[0]).toMatchObject({ author: 'Ana', email: 'ana@example.org', parents: [] })
  expect(log.commits[1]!.parents).toEqual([hashes[0]])
})

test('only what is new is read after the commit that was read last', async () => {
  const { folder, hashes, commit } = threeCommits()
  expect(subjects(await read(folder, { after: hashes[0]! }))).toEqual(['two', 'three'])
  expect(subjects(await read(folder, { after: hashes[2]! }))).toEqual([])
  const four = commit('four', { 'c.ts': '1' })
  const log = await read(folder, { after: hashes[2]! })
  expect([subjects(log), log.head]).toEqual([['four'], four])
})

test('a history that was rewritten is told, not read on from', async () => {
  const { folder, hashes, git, commit } = threeCommits()
  git('reset', '--quiet', '--hard', hashes[1]!)
  const other = commit('another three', { 'a.ts': '4' })
  expect(await readLog(folder, { after: hashes[2]! })).toEqual({ kind: 'rewritten', head: other })
  expect(await readLog(folder, { after: 'f'.repeat(40) })).toEqual({ kind: 'rewritten', head: other })
  expect(await readLog(folder, { after: '--output=/tmp/x' })).toEqual({ kind: 'rewritten', head: other })
})

test('of more commits than asked for, the last are read, and it says so', async () => {
  const { folder } = threeCommits()
  const log = await read(folder, { commitsMax: 2 })
  expect([subjects(log), log.isCut]).toEqual([['two', 'three'], true])
  expect((await read(folder, { commitsMax: 3 })).isCut).toBe(false)
})

test('a folder without a repository, and a repository without a commit, have no history', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-no-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  expect(await readLog(folder)).toEqual({ kind: 'none' })
  expect(await readLog(gitRepository().folder)).toEqual({ kind: 'none' })
})

test('a shallow clone says that it is one', async () => {
  const { folder, git } = threeCommits()
  const clone = join(folder, 'shallow')
  git('clone', '--quiet', '--depth', '1', `file://${folder}`, clone)
  const log = await read(clone)
  expect([subjects(log), log.isShallow]).toEqual([['three'], true])
})

test('a clone without contents gives the same history', async () => {
  const { folder, git, move, commit } = threeCommits()
  move('a.ts', 'src/a.ts')
  commit('four')
  git('config', 'uploadpack.allowFilter', 'true')
  const clone = join(folder, 'partial')
  git('clone', '--quiet', '--bare', '--filter=blob:none', `file://${folder}`, clone)
  expect((await read(clone)).commits).toEqual((await read(folder)).commits)
})

test('merges are left out, and what they brought in is not', async () => {
  const { folder, git, commit } = threeCommits()
  git('checkout', '--quiet', '-b', 'side', 'HEAD~1')
  commit('side', { 'c.ts': '1' })
  git('checkout', '--quiet', 'main')
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'merge', '--quiet', '--no-ff', '-m', 'merge', 'side')
  expect(subjects(await read(folder)).sort()).toEqual(['one', 'side', 'three', 'two'])
})

test('names with spaces, quotes, line ends and Chinese characters are names', async () => {
  const repository = gitRepository()
  const paths = ['a b.ts', 'say "no".ts', 'two\nlines.ts', '登录.ts']
  repository.commit('names', Object.fromEntries(paths.map((path) => [path, '1'])))
  const [commit] = (await read(repository.folder)).commits
  expect(commit!.files.map(({ path }) => path).sort()).toEqual([...paths].sort())
})

test.each([
  ['a move', 'src/a.ts', 'lib/deep/a.ts', '1'],
  ['a move with an edit, as its own imports ask for', 'src/a.ts', 'lib/deep/a.ts', 'edited'],
  ['another extension', 'src/a.ts', 'src/a.tsx', 'edited'],
])('%s is one file that was renamed', async (_what, from, to, text) => {
  const { folder, commit, move } = gitRepository()
  commit('one', { [from]: '1', 'other.ts': '1' })
  move(from, to)
  commit('two', { [to]: text })
  const change = changeOfCommit((await read(folder)).commits[1]!)
  expect(change.files).toEqual([{ kind: 'renamed', path: to, from }])
})

test('two files of one name that moved are told apart by the rest of their paths, or not at all', async () => {
  const { folder, commit, move } = gitRepository()
  commit('one', { 'src/v3/a.ts': '1', 'src/v4/a.ts': '2', 'x/b.ts': '3', 'y/b.ts': '4' })
  for (const [from, to] of [
    ['src/v3/a.ts', 'packages/src/v3/a.ts'],
    ['src/v4/a.ts', 'packages/src/v4/a.ts'],
    ['x/b.ts', 'p/b.ts'],
    ['y/b.ts', 'q/b.ts'],
  ] as const) {
    move(from, to)
  }
  commit('two', { 'packages/src/v3/a.ts': '5', 'packages/src/v4/a.ts': '6', 'p/b.ts': '7', 'q/b.ts': '8' })
  const files = changeOfCommit((await read(folder)).commits[1]!).files
  expect(files.map(({ kind, path, from }) => `${kind} ${from ?? ''} ${path}`).sort()).toEqual([
    'added  p/b.ts',
    'added  q/b.ts',
    'deleted  x/b.ts',
    'deleted  y/b.ts',
    'renamed src/v3/a.ts packages/src/v3/a.ts',
    'renamed src/v4/a.ts packages/src/v4/a.ts',
  ])
})

test.each([
  ['fix: tokens expire', {}, 1],
  ['reformat the login', {}, 1],
  ['run prettier', { count: 6 }, 0.25],
  ['style: sort imports', { count: 6 }, 0.25],
  ['Bump lodash from 1.0.0 to 1.0.1', {}, 0.1],
  ['chore: release v2.0.0', {}, 0.1],
  ['fix: tokens expire', { author: 'renovate[bot]' }, 0.1],
  ['fix: the robot arm', { author: 'Abbot' }, 1],
])('%s %o counts %d', async (subject, { count = 2, author = 'Ana' }: { count?: number; author?: string }, weight) => {
  const { folder, commit } = gitRepository()
  commit(subject, Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.ts`, '1'])), { author })
  expect(changeOfCommit((await read(folder)).commits[0]!).weight).toBe(weight)
})

test('a reader that is stopped stops git, and throws', async () => {
  const { folder } = threeCommits()
  await expect(readLog(folder, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
})
