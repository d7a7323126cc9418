import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change, ChangedFile } from '../../../src/graph/changes.ts'
import type { SpaceId } from '../../../src/graph/space.ts'
import { DAY_MS } from '../../../src/graph/spans.ts'
import { changeHistory } from '../../../src/impact/change-history.ts'
import type { HistoryMark } from '../../../src/ports/code-store.ts'
import type { GraphStore } from '../../../src/ports/graph-store.ts'
import { grownBy } from '../../../src/project/code/growth.ts'
import { partOfHistory } from '../../../src/project/code/known.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { activeEdges } from '../../code-edges.ts'

const T0 = Date.UTC(2026, 0, 5)
const ROOT = '/work/shop'
const COMMITS_MAX = 1_000

/** One step of a made-up history: which files, and what becomes of them. */
const step = fc.array(
  fc.record({
    kind: fc.constantFrom('modified', 'modified', 'renamed', 'deleted', 'added'),
    pick: fc.nat(30),
    to: fc.nat(12),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Turns steps into changes that could have happened: nothing is renamed that is not there. */
function changesOf(steps: readonly (readonly { kind: string; pick: number; to: number }[])[]): Change[] {
  const live = new Set(['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'notes.md'])
  const first = [...live].map((path): ChangedFile => ({ kind: 'added', path, from: null }))
  const changes = steps.map((given) => {
    const touched = new Set<string>()
    const files: ChangedFile[] = []
    for (const { kind, pick, to } of given) {
      const free = [...live].filter((path) => !touched.has(path))
      const path = free[pick % Math.max(1, free.length)]
      const fresh = to === 0 ? 'notes.txt' : `src/${String.fromCharCode(97 + to)}.ts`
      if (kind === 'added' || kind === 'renamed') {
        if (live.has(fresh) || touched.has(fresh)) continue
        if (kind === 'renamed' && path === undefined) continue
        files.push({ kind, path: fresh, from: kind === 'renamed' ? path! : null })
        if (kind === 'renamed') touched.add(path!)
        touched.add(fresh)
      } else if (path !== undefined) {
        files.push({ kind: kind as 'modified' | 'deleted', path, from: null })
        touched.add(path)
      }
    }
    for (const { kind, path, from } of files) {
      if (from !== null) live.delete(from)
      if (kind === 'deleted') live.delete(path)
      else live.add(path)
    }
    return files
  })
  return [first, ...changes].map((files, i) => ({
    ...{ id: `c${i}`, by: 'commit', at: T0 + Math.floor(i / 2) * DAY_MS, weight: i % 3 === 0 ? 0.25 : 1, files },
  }))
}

async function grow(store: GraphStore, space: SpaceId, changes: readonly Change[], commitsMax = COMMITS_MAX) {
  const tree = await store.code.tree(space, ROOT)
  const done = tree?.history.commits ?? 0
  await store.transact(space, async ({ code }) => {
    const grown = grownBy(await code.pastFiles(ROOT), changes, done)
    const commits = done + changes.length
    const mark: HistoryMark = {
      ...{ state: 'read', head: `h${commits}`, commits, firstNumber: Math.max(0, commits - commitsMax) },
      ...{ commitsMax, isCut: false, lastAt: null },
    }
    const isWritten = await code.putHistory(ROOT, {
      ifVersion: tree?.version ?? 0,
      at: T0,
      mark,
      isWhole: false,
      ...grown,
    })
    expect(isWritten).toBe(true)
  })
}

async function withStore<T>(work: (store: GraphStore, space: SpaceId) => Promise<T>): Promise<T> {
  const store = openSqliteStore(':memory:')
  try {
    return await work(store, (await store.ensureSpace({ alias: 'shop', purpose: 'project', at: T0 })).id)
  } finally {
    await store.close()
  }
}

const FILES = ['notes.md', 'notes.txt', ...[...'abcdefghijklm'].map((letter) => `src/${letter}.ts`)]

async function stateOf(store: GraphStore, space: SpaceId) {
  return {
    changes: await store.code.changes(space, ROOT),
    of: await store.code.changesOf(space, ROOT, FILES, 100),
    activity: await store.code.activity(space, ROOT, FILES),
    edges: await activeEdges(store, space),
  }
}

test('history that grows in pieces is the history that is read at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.array(fc.nat(15), { maxLength: 3 }), async (steps, cuts) => {
      const changes = changesOf(steps)
      const at = [0, ...cuts.map((cut) => Math.min(cut, changes.length)).sort((a, b) => a - b), changes.length]
      const whole = await withStore(async (store, space) => {
        await grow(store, space, changes)
        return stateOf(store, space)
      })
      const pieces = await withStore(async (store, space) => {
        for (let i = 1; i < at.length; i++) await grow(store, space, changes.slice(at[i - 1], at[i]))
        return stateOf(store, space)
      })
      expect(pieces).toEqual(whole)
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('the rows say what the same changes say in memory', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const changes = changesOf(steps)
      const wanted = changeHistory(changes)
      const { of, activity, all } = await withStore(async (store, space) => {
        await grow(store, space, changes)
        const { of, activity, changes: all } = await stateOf(store, space)
        return { of, activity, all }
      })
      expect(all).toEqual(changes)
      const found = partOfHistory({ changes: of, sessions: [], activity })
      for (const file of FILES) {
        const sorted = wanted.changesOf(file, 100).map((one) => ({ ...one, files: [...one.files].sort() }))
        expect(found.changesOf(file, 100)).toEqual(sorted)
        const [mine, theirs] = [found.activityOf(file), wanted.activityOf(file)]
        expect(mine).toEqual(theirs && { ...theirs, heat: expect.closeTo(theirs.heat ?? 0, 9) })
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('what is older than the commits that are kept counts no more', async () => {
  const touch = (i: number, ...paths: readonly string[]): Change => ({
    ...{ id: `c${i}`, by: 'commit', at: T0 + i * DAY_MS, weight: 1 },
    files: paths.map((path) => ({ kind: 'modified', path, from: null })),
  })
  const old = [touch(0, 'src/a.ts', 'src/b.ts'), touch(1, 'src/a.ts', 'src/b.ts')]
  const newer = [touch(2, 'src/a.ts', 'src/c.ts'), touch(3, 'src/a.ts', 'src/c.ts')]
  await withStore(async (store, space) => {
    await grow(store, space, old, 2)
    expect((await activeEdges(store, space)).map(({ ends }) => ends)).toEqual(['src/a.ts CO_CHANGES src/b.ts'])
    await grow(store, space, newer, 2)
    expect((await store.code.changes(space, ROOT)).map(({ id }) => id)).toEqual(['c2', 'c3'])
    expect((await activeEdges(store, space)).map(({ ends }) => ends)).toEqual(['src/a.ts CO_CHANGES src/c.ts'])
  })
})
