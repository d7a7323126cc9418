import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gitPlace } from '../../src/capture/git-place.ts'

let top: string

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'engraph-place-')))
})
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))

function git(folder: string, ...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: top, GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always']
  return execFileSync('git', [...identity, '-C', folder, ...args], { env, encoding: 'utf8', stdio: 'pipe' }).trim()
}

let count = 0
function repository(...args: readonly string[]): string {
  const folder = join(top, `repository-${count++}`)
  mkdirSync(folder)
  git(folder, 'init', '-q', '-b', 'main', ...args)
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first')
  return folder
}

test('a repository, from its top and from a folder within', () => {
  const root = repository()
  git(root, 'remote', 'add', 'upstream', 'https://example.org/up.git')
  git(root, 'remote', 'add', 'origin', 'https://user:secret@example.org/team/app.git')
  const commit = git(root, 'rev-parse', 'HEAD')
  const place = {
    root,
    repository: join(root, '.git'),
    remote: 'example.org/team/app',
    branch: 'main',
    commit,
  }
  expect(gitPlace(root)).toEqual({ folder: root, ...place })
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  expect(gitPlace(join(root, 'src/deep'))).toEqual({ folder: join(root, 'src/deep'), ...place })
  expect(gitPlace(join(root, '.git'))).toMatchObject(place)
})

test('no repository', () => {
  const folder = join(top, 'none')
  mkdirSync(folder)
  expect(gitPlace(folder)).toEqual({
    folder,
    root: folder,
    repository: null,
    remote: null,
    branch: null,
    commit: null,
  })
  expect(gitPlace(join(folder, 'gone'))).toMatchObject({ root: join(folder, 'gone'), repository: null })
})

test('before the first commit there is a branch and no commit', () => {
  const folder = join(top, 'unborn')
  mkdirSync(folder)
  git(folder, 'init', '-q', '-b', 'trunk')
  expect(gitPlace(folder)).toMatchObject({ root: folder, branch: 'trunk', commit: null, remote: null })
})

test('a branch with slashes, and packed references', () => {
  const root = repository()
  git(root, 'checkout', '-q', '-b', 'feature/令牌-refresh')
  git(root, 'commit', '-q', '--allow-empty', '-m', 'second')
  const commit = git(root, 'rev-parse', 'HEAD')
  git(root, 'tag', '-a', 'v1', '-m', 'v1')
  git(root, 'pack-refs', '--all')
  expect(gitPlace(root)).toMatchObject({ branch: 'feature/令牌-refresh', commit })
})

test('a detached head has a commit and no branch', () => {
  const root = repository()
  const commit = git(root, 'rev-parse', 'HEAD')
  git(root, 'checkout', '-q', '--detach')
  expect(gitPlace(root)).toMatchObject({ branch: null, commit })
})

test('a further work tree shares the repository and has its own branch', () => {
  const root = repository()
  git(root, 'remote', 'add', 'origin', 'git@example.org:team/app.git')
  const other = join(top, 'other tree')
  git(root, 'worktree', 'add', '-q', '-b', 'side', other)
  git(other, 'commit', '-q', '--allow-empty', '-m', 'side')
  expect(gitPlace(other)).toEqual({
    folder: other,
    root: other,
    repository: join(root, '.git'),
    remote: 'example.org/team/app',
    branch: 'side',
    commit: git(other, 'rev-parse', 'HEAD'),
  })
})

test('a submodule is a repository of its own', () => {
  const inner = repository()
  const outer = repository()
  git(outer, 'submodule', 'add', '-q', inner, 'lib')
  const place = gitPlace(join(outer, 'lib'))
  expect(place).toMatchObject({
    root: join(outer, 'lib'),
    repository: join(outer, '.git/modules/lib'),
    remote: join(inner, '.git'),
    branch: 'main',
  })
})

test('a repository without a work tree', () => {
  const bare = join(top, 'bare.git')
  git(repository(), 'clone', '-q', '--bare', '.', bare)
  expect(gitPlace(bare)).toMatchObject({ root: bare, repository: bare, branch: 'main' })
})

test('a symbolic link leads to the same place', () => {
  const root = repository()
  const link = join(top, 'link')
  symlinkSync(root, link)
  expect(gitPlace(link)).toEqual(gitPlace(root))
})

test('references kept as a table give no branch and no commit', (context) => {
  const folder = join(top, 'table')
  mkdirSync(folder)
  try {
    git(folder, 'init', '-q', '--ref-format=reftable')
  } catch {
    // This git is older than tables; the files are written as it would write them.
    git(folder, 'init', '-q')
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/.invalid\n')
    context.annotate('written by hand')
  }
  expect(gitPlace(folder)).toMatchObject({ root: folder, repository: join(folder, '.git'), branch: null, commit: null })
})

test.each<readonly [string, string, string | Buffer]>([
  ['an empty HEAD', 'HEAD', ''],
  ['a HEAD of noise', 'HEAD', Buffer.from([0, 255, 254, 10, 13])],
  ['a HEAD that leads out of the repository', 'HEAD', 'ref: refs/heads/../../../secret\n'],
  ['a HEAD that leads to itself', 'HEAD', 'ref: HEAD\n'],
  ['a reference of noise', 'refs/heads/main', 'no hash\n'],
  ['references in a circle', 'refs/heads/main', 'ref: refs/heads/main\n'],
  ['a huge HEAD', 'HEAD', 'x'.repeat(1 << 20)],
])('%s gives nothing and throws nothing', (_, file, content) => {
  const root = repository()
  writeFileSync(join(root, '.git', file), content)
  expect(gitPlace(root)).toMatchObject({ root, repository: join(root, '.git'), commit: null })
})

test('a broken configuration and a file .git that leads nowhere', () => {
  const root = repository()
  writeFileSync(join(root, '.git/config'), '[remote "origin\nurl = \n[core\n')
  expect(gitPlace(root)).toMatchObject({ remote: null, branch: 'main' })
  const lost = join(top, 'lost')
  mkdirSync(lost)
  writeFileSync(join(lost, '.git'), 'gitdir: ../nowhere\n')
  expect(gitPlace(lost)).toMatchObject({ root: lost, repository: null })
})

test('addresses in a configuration, as git reads them', () => {
  const root = repository()
  const config = '[remote "a"] # note\n\turl = "https://example.org/a#b.git" ; note\n[remote "o\\"x"]\n url=x\n'
  writeFileSync(join(root, '.git/config'), config)
  expect(gitPlace(root).remote).toBe('example.org/a')
})

test('a clone on this machine comes from where its origin came from, or else from that folder', () => {
  const origin = repository()
  const clone = join(top, 'clone-of-path')
  git(top, 'clone', '-q', origin, clone)
  const second = join(top, 'clone-of-clone')
  git(top, 'clone', '-q', `file://${clone}`, second)
  expect([clone, second].map((folder) => gitPlace(folder).remote)).toEqual([join(origin, '.git'), join(origin, '.git')])
  git(clone, 'remote', 'set-url', 'origin', `../${origin.split('/').at(-1)}/`)
  expect(gitPlace(clone).remote).toBe(join(origin, '.git'))
  git(origin, 'remote', 'add', 'origin', clone)
  expect(gitPlace(second).remote).toBe(join(origin, '.git'))
  git(origin, 'remote', 'set-url', 'origin', 'git@example.org:team/app.git')
  expect(gitPlace(second).remote).toBe('example.org/team/app')
})
