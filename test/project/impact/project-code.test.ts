import { rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { gitPlace } from '../../../src/capture/git-place.ts'
import { EngraphHome } from '../../../src/home.ts'
import { catchUpCode } from '../../../src/project/code/catch-up.ts'
import { drainHome } from '../../../src/project/journal/drain-home.ts'
import type { ProjectOptions } from '../../../src/project/project-memory.ts'
import { ProjectMemory } from '../../../src/project/project-memory.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { activeEdges } from '../../code-edges.ts'
import { commit, newShop, write } from '../../shop-repository.ts'
import { append, git, inTurn, newFolder, prompt, tool } from '../project-activities.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const DAY_MS = 86_400_000
const TOKEN = 'src/auth/token.ts'

async function memoryOf(folder: string, given: Partial<ProjectOptions> = {}): Promise<ProjectMemory> {
  const clock = { now: () => NOW }
  const opened = await ProjectMemory.open({ folder, home: newFolder('home'), embedder: 'words', clock, ...given })
  return opened!
}

/** A session that asks for something, edits files and says what it learned. */
function work(folder: string, session: string, at: number, ask: string, files: readonly string[], said: string) {
  const place = gitPlace(folder)
  const edits = files.map((path) => {
    const input = { file_path: join(folder, path), old_string: 'return 1', new_string: `return ${path.length}` }
    return tool(place, { session, tool: 'Edit', input, output: 'done' })
  })
  const reply = { ...prompt(place, said, { session }), kind: 'reply' as const }
  return inTurn([prompt(place, ask, { session }), ...edits, reply], at)
}

describe('impact of a file', () => {
  test('tells dependents with the names that they use, habits with their counts, and how complete it is', async () => {
    await using memory = await memoryOf(newShop(NOW))
    const answer = await memory.impact({ files: [TOKEN] })
    expect(answer.dependents).toEqual([
      {
        ...{ file: TOKEN, direct: 3, count: 5, isCut: false, coverage: 'complete' },
        of: [
          { path: 'src/auth/refresh.ts', steps: 1, names: ['signToken'], through: null },
          { path: 'src/payment/charge.ts', steps: 1, names: ['TOKEN_SECONDS'], through: null },
          { path: 'test/auth/token.test.ts', steps: 1, names: ['signToken'], through: null },
          { path: 'src/checkout/order.ts', steps: 2, names: [], through: 'src/auth/refresh.ts' },
          { path: 'client/session.ts', steps: 3, names: [], through: 'src/checkout/order.ts' },
        ],
      },
    ])
    expect(answer.files).toEqual([{ path: TOKEN, state: 'known', areImportsRead: true, changes: 7 }])
    const refresh = answer.usually.find(({ path }) => path === 'src/auth/refresh.ts')
    expect(refresh).toMatchObject({ because: TOKEN })
    expect(refresh!.reasons).toContainEqual(
      expect.objectContaining({ kind: 'cochange', commits: 6, of: 7, sessions: 0 }),
    )
    expect(answer.tests.map(({ path }) => path)).toEqual(['test/auth/token.test.ts'])
    expect(answer.coverage).toMatchObject({
      ...{ state: 'complete', files: 7, parsed: 7, unresolved: 0 },
      history: { state: 'read', commits: 9, sessions: 0 },
    })
  })

  test('a bound of hops says that it cut', async () => {
    await using memory = await memoryOf(newShop(NOW))
    const [of] = (await memory.impact({ files: [TOKEN], hops: 2 })).dependents
    expect(of).toMatchObject({ direct: 3, count: 4, isCut: true, coverage: 'at-least' })
  })

  test('what sessions did and learned is told by subject, pitfalls first', async () => {
    const folder = newShop(NOW)
    const home = newFolder('home')
    const pitfall = 'Be careful: old refresh tokens must stay valid for 60 s.'
    append(
      home,
      'all',
      ...work(
        folder,
        'one',
        NOW - 4 * DAY_MS,
        'Fix the checkout cart total',
        [TOKEN, 'src/checkout/order.ts'],
        pitfall,
      ),
      ...work(
        folder,
        'two',
        NOW - 9 * DAY_MS,
        'Add a refund to the payment',
        [TOKEN, 'src/payment/charge.ts'],
        'Done.',
      ),
      ...work(folder, 'old', NOW - 40 * DAY_MS, 'Rework the search', [TOKEN], 'Done.'),
    )
    await using memory = await memoryOf(folder, { home })
    const { sessions, knowledge, usually } = await memory.impact({ files: [TOKEN] })
    expect(sessions.count).toBe(2)
    expect(sessions.of.map(({ session, subject, isChange }) => [session, subject, isChange])).toEqual([
      ['one', 'checkout', true],
      ['two', 'payment', true],
    ])
    expect(knowledge[0]).toMatchObject({ kind: 'pitfall', session: 'one', file: TOKEN })
    expect(knowledge[0]!.text).toContain('60 s')
    expect(usually.flatMap(({ reasons }) => reasons)).toContainEqual(expect.objectContaining({ sessions: 1 }))
    expect((await memory.impact({ files: [TOKEN], session: 'one' })).sessions.count).toBe(1)
  })

  test('the same question twice gives the same answer, from memory and from the store', async () => {
    const [folder, home] = [newShop(NOW), newFolder('home')]
    const ask = async (memory: ProjectMemory) => await memory.impact({ files: [TOKEN, 'src/user/profile.ts'] })
    const first = await memoryOf(folder, { home })
    const [one, two] = [await ask(first), await ask(first)]
    await first.close()
    await using again = await memoryOf(folder, { home })
    expect(two).toEqual(one)
    expect(await ask(again)).toEqual(one)
  })

  test.each([
    ['from the top', 'src/auth/token.ts'],
    ['with dots', './src/../src/auth/token.ts'],
  ])('a path %s is the path in the work tree', async (_, given) => {
    await using memory = await memoryOf(newShop(NOW))
    expect((await memory.impact({ files: [given] })).files[0]).toMatchObject({ path: TOKEN, state: 'known' })
  })

  test('a file that is not there has an answer, and a wrong question an error', async () => {
    await using memory = await memoryOf(newShop(NOW))
    const { files, dependents } = await memory.impact({ files: ['src/none.ts', '/elsewhere/a.ts'] })
    expect(files.map(({ path, state }) => [path, state])).toEqual([
      ['src/none.ts', 'unknown'],
      ['/elsewhere/a.ts', 'unknown'],
    ])
    expect(dependents.map(({ count }) => count)).toEqual([0, 0])
    await expect(memory.impact({ files: [] })).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(memory.impact({ files: ['a'], hops: 0 })).rejects.toMatchObject({ code: 'invalid-input' })
  })
})

describe('an answer about a file of a language whose imports are not read', () => {
  test.each([
    ['that lies beside others', 'tools/total.py', 'known'],
    ['in the only language there is', 'total.go', 'known'],
    ['that is no source at all', 'README.md', 'unknown'],
    ['that is not there', 'none.ts', 'unknown'],
  ])('is never complete: one %s', async (kind, path, state) => {
    const folder = kind.includes('only') ? newFolder('go') : newShop(NOW)
    if (path !== 'none.ts') write(folder, { [path]: 'def total(): return 1\n' })
    await using memory = await memoryOf(folder)
    const { files, dependents, coverage } = await memory.impact({ files: [path] })
    expect(files[0]).toMatchObject({ state, areImportsRead: path.endsWith('.ts') })
    expect([dependents[0]!.coverage, coverage.state]).toEqual(['at-least', 'at-least'])
    expect((await memory.impactBrief({ file: path }))?.dependents.coverage).not.toBe('complete')
    expect((await memory.readCode()).coverage.state).toBe(kind.includes('only') ? 'at-least' : 'complete')
  })

  test('is at least as little as the least of what is asked', async () => {
    const folder = newShop(NOW)
    write(folder, { 'a.py': '' })
    await using memory = await memoryOf(folder)
    const { dependents, coverage } = await memory.impact({ files: [TOKEN, 'a.py'] })
    expect([...dependents.map((one) => one.coverage), coverage.state]).toEqual(['complete', 'at-least', 'at-least'])
  })
})

test('a broken configuration makes every answer a lower bound and is named in it', async () => {
  const folder = newShop(NOW)
  write(folder, { 'tsconfig.json': '{ "compilerOptions": {' })
  await using memory = await memoryOf(folder)
  expect((await memory.readCode()).coverage).toMatchObject({ state: 'at-least', unreadable: ['tsconfig.json'] })
  const { dependents, coverage } = await memory.impact({ files: [TOKEN] })
  expect(dependents[0]).toMatchObject({ count: 5, coverage: 'at-least' })
  expect(coverage.unreadable).toEqual(['tsconfig.json'])
  write(folder, { 'tsconfig.json': '{ "compilerOptions": {} }' })
  expect((await memory.impact({ files: [TOKEN] })).coverage).toMatchObject({ state: 'complete', unreadable: [] })
})

test('who imports a link depends on the file behind it, and a question about the link is one about the file', async () => {
  const folder = newShop(NOW)
  symlinkSync('src/auth/token.ts', join(folder, 'link.ts'))
  write(folder, { 'v.ts': "import { signToken } from './link'\n" })
  await using memory = await memoryOf(folder)
  const { files, dependents } = await memory.impact({ files: ['link.ts', TOKEN] })
  expect(files.map(({ path }) => path)).toEqual([TOKEN])
  expect(dependents[0]!.of.map(({ path }) => path)).toContain('v.ts')
  expect((await memory.readCode()).changedFiles).toBe(0)
  rmSync(join(folder, 'link.ts'))
  symlinkSync('src/user/profile.ts', join(folder, 'link.ts'))
  expect((await memory.impact({ files: [TOKEN] })).dependents[0]!.of.map(({ path }) => path)).not.toContain('v.ts')
})

describe('an answer for which there was no time to read', () => {
  test('is stale and names what changed since, what it is about first', async () => {
    const folder = newShop(NOW)
    await using memory = await memoryOf(folder)
    await memory.readCode()
    const changed = async (...files: readonly string[]) => {
      const { coverage } = await memory.impact({ files, deadlineMs: 0 })
      return [coverage.state, ...coverage.changed]
    }
    expect(await changed(TOKEN)).toEqual(['stale'])
    // The same text with another time is the same.
    utimesSync(join(folder, TOKEN), 1, 1)
    write(folder, { 'client/session.ts': 'export {}\n', 'src/user/new.ts': '', 'src/user/profile.ts': '\n' })
    rmSync(join(folder, 'src/auth/refresh.ts'))
    expect(await changed(TOKEN)).toEqual(['stale', 'src/auth/refresh.ts', 'client/session.ts', 'src/user/profile.ts'])
    const [state, ...named] = await changed('src/user/profile.ts', 'src/user/new.ts', 'README.md', '../out.ts')
    expect([state, ...named.slice(0, 2)]).toEqual(['stale', 'src/user/profile.ts', 'src/user/new.ts'])
    expect(named.slice(2).sort()).toEqual(['client/session.ts', 'src/auth/refresh.ts'])
    expect((await memory.impact({ files: [TOKEN] })).coverage).toMatchObject({ state: 'at-least', changed: [] })
    expect(await changed('src/user/new.ts')).toEqual(['stale'])
  })

  test('names nothing where nothing was read before', async () => {
    await using memory = await memoryOf(newShop(NOW))
    const { coverage } = await memory.impact({ files: [TOKEN], deadlineMs: 0 })
    expect(coverage).toMatchObject({ state: 'stale', files: 0, changed: [] })
  })
})

describe('the brief of a file', () => {
  test('says what the whole answer says, and knows what it does not know', async () => {
    const folder = newShop(NOW)
    await using memory = await memoryOf(folder)
    await memory.readCode()
    const whole = await memory.impact({ files: [TOKEN] })
    const brief = await memory.impactBrief({ file: join(folder, TOKEN) })
    expect(brief).toMatchObject({ path: TOKEN, usually: whole.usually, tests: whole.tests })
    expect(brief!.dependents).toEqual(whole.dependents[0])
    write(folder, { 'src/user/profile.ts': "import '../auth/token.ts'\n" })
    const dirty = await memory.impactBrief({ file: TOKEN, dirty: ['src/user/profile.ts'] })
    expect(dirty!.dependents).toMatchObject({ coverage: 'stale', direct: 3 })
    expect(dirty!.fingerprint).toBe(brief!.fingerprint)
    await memory.readCode()
    const after = await memory.impactBrief({ file: TOKEN, dirty: ['src/user/profile.ts'] })
    expect(after!.dependents).toMatchObject({ coverage: 'complete', direct: 4 })
    expect(after!.fingerprint).not.toBe(brief!.fingerprint)
  })

  test('is stale when the file itself changed, or another commit is checked out', async () => {
    const folder = newShop(NOW)
    const home = newFolder('home')
    const coverage = async () => {
      await using memory = await memoryOf(folder, { home })
      return (await memory.impactBrief({ file: TOKEN }))?.dependents.coverage
    }
    await (await memoryOf(folder, { home })).readCode().then(() => {})
    expect(await coverage()).toBe('complete')
    commit(folder, 'nothing', NOW)
    expect(await coverage()).toBe('stale')
    await (await memoryOf(folder, { home })).readCode()
    expect(await coverage()).toBe('complete')
    write(folder, { [TOKEN]: 'export const signToken = 1\n' })
    expect(await coverage()).toBe('stale')
  })

  test('is nothing where nothing is known, and comes from the part where nothing was worked out', async () => {
    const folder = newShop(NOW)
    await using memory = await memoryOf(folder)
    expect(await memory.impactBrief({ file: TOKEN })).toBeNull()
    await memory.impact({ files: ['src/user/profile.ts'] })
    const brief = await memory.impactBrief({ file: TOKEN })
    expect(brief!.dependents).toMatchObject({ count: 5, coverage: 'complete' })
    expect(brief!.usually.map(({ path }) => path)).toContain('src/auth/refresh.ts')
  })
})

describe('work trees and histories of every kind', () => {
  test('without git, code is known and history is not', async () => {
    const folder = newFolder('plain')
    write(folder, { 'a.ts': "import './b.ts'\n", 'b.ts': 'export const b = 1\n' })
    await using memory = await memoryOf(folder)
    const read = await memory.readCode()
    expect(read).toMatchObject({ changedFiles: 2, newCommits: 0, dependsOn: 1, problems: [] })
    expect(read.coverage.history.state).toBe('none')
    expect((await memory.readCode()).changedFiles).toBe(0)
  })

  test('where git refuses a repository of another user, its reason is told and the code is read', async () => {
    const folder = newShop(NOW)
    await using memory = await memoryOf(folder)
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
    try {
      const { problems, coverage } = await memory.readCode()
      expect(problems).toEqual([expect.stringMatching(/^fatal: .*dubious ownership.*$/u)])
      expect(coverage).toMatchObject({ files: 7, history: { state: 'none' } })
    } finally {
      vi.unstubAllEnvs()
    }
    const after = await memory.readCode()
    expect([after.problems, after.coverage.history.state]).toEqual([[], 'read'])
  })

  test('a folder in which git has no commit yet has no problem', async () => {
    const folder = newFolder('fresh')
    git(folder, 'init', '--quiet')
    await using memory = await memoryOf(folder)
    expect((await memory.readCode()).problems).toEqual([])
  })

  test('a clone without its older commits says so, and reads them once they are there', async () => {
    const folder = join(newFolder('clone'), 'shop')
    git(newFolder('any'), 'clone', '--quiet', '--depth', '3', `file://${newShop(NOW)}`, folder)
    await using memory = await memoryOf(folder)
    expect((await memory.readCode()).coverage.history).toMatchObject({ state: 'shallow', commits: 3 })
    git(folder, 'fetch', '--quiet', '--unshallow')
    expect((await memory.readCode()).coverage.history).toMatchObject({ state: 'read', commits: 9 })
  })

  test('history that was rewritten is read anew', async () => {
    const folder = newShop(NOW)
    const home = newFolder('home')
    const read = async () => {
      await using memory = await memoryOf(folder, { home })
      return memory.readCode()
    }
    await read()
    git(folder, 'reset', '--quiet', '--hard', 'HEAD~4')
    commit(folder, 'another way', NOW)
    expect((await read()).coverage.history).toMatchObject({ state: 'read', commits: 6 })
  })

  test('fewer commits are kept where fewer are asked for, and more are read where more are', async () => {
    await using memory = await memoryOf(newShop(NOW))
    const kept = async (commitsMax: number) => (await memory.readCode({ commitsMax })).coverage.history.commits
    expect([await kept(3), await kept(100), await kept(4)]).toEqual([3, 9, 4])
  })

  test('each work tree of a repository has its own answer in the one memory', async () => {
    const folder = newShop(NOW)
    const home = newFolder('home')
    const other = join(newFolder('tree'), 'other')
    git(folder, 'worktree', 'add', '--quiet', '-b', 'other', other)
    write(other, { 'src/user/profile.ts': "import '../auth/token.ts'\n" })
    const counts = async (root: string) => {
      await using memory = await memoryOf(root, { home })
      return [memory.space.id, (await memory.impact({ files: [TOKEN] })).dependents[0]!.direct]
    }
    const [one, two] = [await counts(folder), await counts(other)]
    expect([one[1], two[1]]).toEqual([3, 4])
    expect(one[0]).toBe(two[0])
    expect((await counts(folder))[1]).toBe(3)
  })
})

test('whoever reads the journal behind everybody reads the code of the repository that was worked in', async () => {
  const folder = newShop(NOW)
  const home = newFolder('home')
  append(home, 'all', ...work(folder, 'one', NOW - DAY_MS, 'Fix the checkout', [TOKEN], 'Done.'))
  const opened = await EngraphHome.open({ home })
  await drainHome(opened, { isCodeRead: true })
  await opened.close()
  await using memory = await memoryOf(folder, { home })
  expect((await memory.impactBrief({ file: TOKEN }))?.dependents).toMatchObject({ direct: 3, coverage: 'complete' })
  expect((await memory.impact({ files: [TOKEN] })).coverage.history).toMatchObject({ state: 'read', commits: 9 })
})

test('a path that is made again after its file moved takes its past back, also from what was read before', async () => {
  const folder = newShop(NOW)
  const home = newFolder('home')
  const moved = 'src/sign/token.ts'
  const read = await memoryOf(folder, { home })
  const changes = async (memory: ProjectMemory) =>
    (await memory.impact({ files: [TOKEN, moved] })).files.map((file) => file.changes)
  write(folder, { 'src/sign/.keep': '' })
  git(folder, 'mv', TOKEN, moved)
  commit(folder, 'move it', NOW - 5_000)
  expect(await changes(read)).toEqual([0, 8])
  write(folder, { [TOKEN]: 'export * from "../sign/token.ts"\n' })
  commit(folder, 'and keep its place', NOW - 4_000)
  const log = git(folder, 'log', '--oneline', '--', TOKEN).trim().split('\n')
  expect(await changes(read)).toEqual([log.length, 1])
  const usually = (await read.impact({ files: [TOKEN] })).usually
  expect(usually.map(({ path }) => path)).toContain('src/auth/refresh.ts')
  await read.close()
  await using anew = await memoryOf(folder)
  expect(await changes(anew)).toEqual([log.length, 1])
  expect((await anew.impact({ files: [TOKEN] })).usually).toEqual(usually)
})

const PATHS = ['src/a.ts', 'src/b.ts', 'lib/c.ts', 'lib/index.ts', 'test/a.test.ts']
const action = fc.record({
  kind: fc.constantFrom('edit', 'edit', 'rename', 'leave', 'delete', 'commit'),
  path: fc.constantFrom(...PATHS),
  to: fc.constantFrom(...PATHS, 'src/new.ts'),
  imports: fc.subarray(['../src/a.ts', '../src/b', '../lib', '../lib/c.ts', './none.ts']),
})

test('reading what changed gives what reading all anew gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { maxLength: 5 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
      const folder = newFolder('random')
      git(folder, 'init', '--quiet')
      for (const path of PATHS) write(folder, { [path]: `export const x = '${path}'\n` })
      commit(folder, 'first', NOW)
      const store = openSqliteStore(':memory:')
      const spaces = ['grown', 'anew'].map((alias) => store.ensureSpace({ alias, purpose: 'project', at: NOW }))
      const [grown, anew] = (await Promise.all(spaces)).map(({ id }) => id) as [string, string]
      const read = (space: string) => catchUpCode({ store, space, place: gitPlace(folder), clock: { now: () => NOW } })
      const there = new Set(PATHS)
      let step = 0
      for (const actions of [[], ...rounds]) {
        for (const { kind, path, to, imports } of actions) {
          step++
          if (kind === 'commit') commit(folder, `step ${step}`, NOW + step * 60_000)
          else if (kind === 'edit') {
            const lines = imports.map((from, i) => `import { x as x${i} } from '${from}'\n`).join('')
            write(folder, { [path]: `${lines}export const x = ${step}\n` })
            there.add(path)
          } else if (there.has(path) && kind === 'delete') {
            rmSync(join(folder, path))
            there.delete(path)
          } else if (there.has(path) && (kind === 'rename' || kind === 'leave') && !there.has(to)) {
            git(folder, 'add', '--all')
            git(folder, 'mv', path, to)
            there.delete(path)
            there.add(to)
            // An edit that comes later makes the path again.
            if (kind === 'leave') commit(folder, `step ${step}`, NOW + step * 60_000)
          }
        }
        expect((await read(grown)).problems).toEqual([])
      }
      await read(anew)
      const stateOf = async (space: string) => {
        const { root } = gitPlace(folder)
        const [files, paths] = [await store.code.files(space, root), [...PATHS, 'src/new.ts']]
        const tree = await store.code.tree(space, root)
        return {
          files,
          imports: await store.code.imports(space, root, { files: paths, direction: 'of', limit: 1_000 }),
          changes: await store.code.changes(space, root),
          of: await store.code.changesOf(space, root, paths, 100),
          edges: await activeEdges(store, space),
          coverage: JSON.parse(tree!.header!).coverage,
          history: tree!.history,
        }
      }
      expect(await stateOf(grown)).toEqual(await stateOf(anew))
      await store.close()
    }),
    { numRuns: 25 },
  )
}, 120_000)
