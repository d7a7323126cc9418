import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change, ChangedFile } from '../../src/graph/changes.ts'
import { DAY_MS } from '../../src/graph/spans.ts'
import { CHANGE_FILES_MAX, changeHistory, GrowingHistory } from '../../src/impact/change-history.ts'
import { coChanges, twoSteps } from '../../src/impact/co-change.ts'
import { change, NOW } from './changes.ts'

function partners(changes: readonly Change[], file: string): Record<string, number> {
  const { of } = coChanges(changeHistory(changes), file, NOW)
  return Object.fromEntries([...of].map(([path, { commits, sessions }]) => [path, commits + sessions]))
}

test('files that changed together are counted, those that never did are not', () => {
  const changes = [change(3, 'a.ts b.ts'), change(2, 'a.ts c.ts'), change(1, 'a.ts b.ts c.ts'), change(0, 'd.ts b.ts')]
  expect(partners(changes, 'a.ts')).toEqual({ 'b.ts': 2, 'c.ts': 2 })
  expect(partners(changes, 'e.ts')).toEqual({})
})

test('a file keeps its past when it is renamed, and partners are called by their names of today', () => {
  const changes = [
    change(3, 'a.ts b.ts'),
    change(2, [{ kind: 'renamed', path: 'src/b.ts', from: 'b.ts' }]),
    change(1, [{ kind: 'renamed', path: 'src/a.ts', from: 'a.ts' }]),
  ]
  expect(partners(changes, 'src/a.ts')).toEqual({ 'src/b.ts': 1 })
  expect(partners(changes, 'a.ts')).toEqual({})
})

test('two files that swap their names in one change swap their pasts', () => {
  const swap: ChangedFile[] = [
    { kind: 'renamed', path: 'a.ts', from: 'b.ts' },
    { kind: 'renamed', path: 'b.ts', from: 'a.ts' },
  ]
  const changes = [change(3, 'a.ts x.ts'), change(2, 'b.ts y.ts'), change(1, swap)]
  expect(partners(changes, 'a.ts')).toEqual({ 'y.ts': 1, 'b.ts': 1 })
  expect(partners(changes, 'b.ts')).toEqual({ 'x.ts': 1, 'a.ts': 1 })
})

test('a deleted file is no partner, and one that takes its name later has no past', () => {
  const deleted: ChangedFile[] = [{ kind: 'deleted', path: 'b.ts', from: null }]
  const changes = [change(3, 'a.ts b.ts'), change(2, deleted)]
  expect(partners(changes, 'a.ts')).toEqual({})
  expect(partners([...changes, change(1, [{ kind: 'added', path: 'b.ts', from: null }])], 'b.ts')).toEqual({})
})

test('changes of very many files say nothing of the pairs in them', () => {
  const many = Array.from({ length: CHANGE_FILES_MAX + 1 }, (_, at) => `f${at}.ts`)
  expect(partners([change(1, many.join(' '))], 'f0.ts')).toEqual({})
  expect(Object.keys(partners([change(1, many.slice(1).join(' '))], 'f1.ts'))).toHaveLength(CHANGE_FILES_MAX - 1)
})

test('what is no source says nothing', () => {
  expect(partners([change(1, 'a.ts package-lock.json README.md b.ts dist/c.js')], 'a.ts')).toEqual({ 'b.ts': 1 })
})

test.each([
  ['a small change says more than a large one', [change(1, 'a.ts b.ts'), change(1, 'a.ts c.ts d.ts e.ts')]],
  ['a late change says more than an early one', [change(900, 'a.ts c.ts'), change(1, 'a.ts b.ts')]],
  [
    'what people changed says more than what a machine did',
    [change(1, 'a.ts b.ts'), { ...change(1, 'a.ts c.ts'), weight: 0.1 }],
  ],
] as const)('%s', (_what, changes) => {
  const { of } = coChanges(changeHistory(changes), 'a.ts', NOW)
  expect(of.get('b.ts')!.shared).toBeGreaterThan(of.get('c.ts')!.shared)
})

test('sessions are counted apart from commits', () => {
  const changes = [change(3, 'a.ts b.ts'), change(2, 'a.ts b.ts', 'session'), change(1, 'a.ts')]
  const past = coChanges(changeHistory(changes), 'a.ts', NOW)
  expect(past.of.get('b.ts')).toMatchObject({ commits: 1, sessions: 1, lastAt: NOW - 2 * DAY_MS, bornTogether: 1 })
  expect(past).toMatchObject({ changes: 3, joint: 2, jointCommits: 1 })
})

test('what changes with a partner is reached in two steps', () => {
  const changes = [change(3, 'a.ts b.ts'), change(2, 'b.ts c.ts'), change(1, 'c.ts d.ts')]
  const history = changeHistory(changes)
  const reached = twoSteps(history, coChanges(history, 'a.ts', NOW), NOW, 10)
  expect([...reached.keys()].sort()).toEqual(['a.ts', 'c.ts'])
})

test('a change of weight zero does not make the figures of a file no numbers', () => {
  const history = changeHistory([{ ...change(1, 'a.ts b.ts'), weight: 0 }])
  const past = coChanges(history, 'a.ts', NOW)
  expect([...past.of.values()].every(({ confidence, shared }) => confidence === 0 && shared === 0)).toBe(true)
  expect([...twoSteps(history, past, NOW, 5).values()].every(Number.isFinite)).toBe(true)
})

test('a history that grows is the history that is made at once', () => {
  const path = fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts')
  const file: fc.Arbitrary<ChangedFile> = fc.oneof(
    fc.record({ kind: fc.constantFrom('added', 'modified', 'deleted'), path, from: fc.constant(null) }),
    fc.record({ kind: fc.constant('renamed' as const), path, from: path }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(file, { maxLength: 4 }), { maxLength: 12 }), (list) => {
      const changes = list.map((files, at) => change(list.length - at, files))
      const grown = new GrowingHistory()
      for (const one of changes) {
        grown.add(one)
        // Asking changes nothing.
        grown.changesOf('a.ts', 3)
      }
      const whole = changeHistory(changes)
      for (const one of ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']) {
        expect(grown.changesOf(one, 100)).toEqual(whole.changesOf(one, 100))
        expect(grown.changesOf(one, 100).every(({ files }) => new Set(files).size === files.length)).toBe(true)
      }
    }),
  )
})
