import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitWeight } from '../../../src/capture/git/commit-weight.ts'
import { logParser } from '../../../src/capture/git/log-parser.ts'
import { withMoves } from '../../../src/capture/git/moved-files.ts'

const LOG = [
  ['\u0001aa', '1700000000', 'Ana', 'ana@example.org', '', 'first: \u4f60\u597d'].join('\u0002'),
  '\nA',
  'a.ts',
  'A',
  'two\nlines.ts',
  ['\u0001bb', '1700000060', 'Ben', 'ben@example.org', 'aa', ''].join('\u0002'),
  '\nR100',
  'a.ts',
  'src/a.ts',
  'D',
  'two\nlines.ts',
  'M',
  'R',
  'T',
  'c.ts',
  ['\u0001cc', '1700000120', 'Ben', 'ben@example.org', 'bb', 'nothing'].join('\u0002'),
  '',
].join('\0')

function parsed(pieces: readonly string[]) {
  const parser = logParser()
  return [...pieces.flatMap((piece) => parser.take(piece)), ...parser.end()]
}

test('a log gives its commits, also one that touches nothing', () => {
  const commits = parsed([LOG])
  expect(commits.map(({ hash, atMs, subject }) => [hash, atMs, subject])).toEqual([
    ['aa', 1_700_000_000_000, 'first: \u4f60\u597d'],
    ['bb', 1_700_000_060_000, ''],
    ['cc', 1_700_000_120_000, 'nothing'],
  ])
  expect(commits[1]!.files).toEqual([
    { kind: 'renamed', path: 'src/a.ts', from: 'a.ts' },
    { kind: 'deleted', path: 'two\nlines.ts', from: null },
    { kind: 'modified', path: 'R', from: null },
    { kind: 'modified', path: 'c.ts', from: null },
  ])
})

test('pieces of any length give the same commits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(LOG.length), { maxLength: 20 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), LOG.length]
      const pieces = at.slice(1).map((end, index) => LOG.slice(at[index], end))
      expect(parsed(pieces)).toEqual(parsed([LOG]))
    }),
  )
})

test.each([
  ['spaces', ' '.repeat(100_000)],
  ['the beginning of a bot', 'bot-'.repeat(25_000)],
  ['the beginning of a release', 'chore(release'.repeat(8_000)],
  ['a word that nearly fits', `bump ${'x'.repeat(100_000)}`],
])('subjects of %s end', (_what, subject) => {
  const commit = { author: subject, email: subject, subject, filesCount: 9 }
  expect(commitWeight({ ...commit, hash: 'a', atMs: 0, parents: [], files: [] })).toBeGreaterThan(0)
})

test('finding moves keeps every file', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    .map((parts) => `${parts.join('/')}.ts`)
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), fc.nat(12), (paths, gone) => {
      const files = paths.map((one, at) => ({
        kind: at < gone ? ('deleted' as const) : ('added' as const),
        path: one,
        from: null,
      }))
      const moved = withMoves(files)
      expect(moved.flatMap(({ path: to, from }) => (from === null ? [to] : [from, to])).sort()).toEqual(
        [...paths].sort(),
      )
    }),
  )
})
