import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeAgain, settleMoves } from '../../../src/capture/git/moved-files.ts'
import type { Change, ChangedFile } from '../../../src/graph/changes.ts'

/** `+a` made, `~a` modified, `-a` deleted, `a>b` moved. */
function fileOf(text: string): ChangedFile {
  const [from, to] = text.split('>')
  if (to !== undefined) return { kind: 'renamed', path: to, from: from! }
  const kinds = { '+': 'added', '~': 'modified', '-': 'deleted' } as const
  return { kind: kinds[text[0] as '+'], path: text.slice(1), from: null }
}

function textOf({ kind, path, from }: ChangedFile): string {
  return kind === 'renamed' ? `${from}>${path}` : { added: '+', modified: '~', deleted: '-' }[kind] + path
}

function historyOf(...commits: readonly string[]): Change[] {
  return commits.map((files, at) => ({
    id: `c${at}`,
    by: 'commit',
    at,
    weight: 1,
    files: files.split(' ').map(fileOf),
  }))
}

const shown = (changes: readonly Change[]) => changes.map(({ files }) => files.map(textOf).join(' '))

describe('a past goes along with a file that moves', () => {
  test.each([
    ['where its path stays empty', ['+a', 'a>b', '~b'], ['+a', 'a>b', '~b']],
    ['not where its path is made again', ['+a', 'a>b', '+a', '~b'], ['+a', '+b ~a', '+a', '~b']],
    ['not where it is made again in the same change', ['+a', 'a>b +a'], ['+a', '+b ~a +a']],
    ['there and back', ['+a', 'a>b', 'b>a'], ['+a', 'a>b', 'b>a']],
    ['where another one that moves takes its path', ['+a +c', 'a>b', 'c>a'], ['+a +c', 'a>b', 'c>a']],
    [
      'where a branch that did not know of the move modified it still',
      ['+a', 'a>b', '~a', '~b'],
      ['+a', 'a>b', '~a', '~b'],
    ],
    ['where names are swapped', ['+a +b', 'a>b b>a'], ['+a +b', 'a>b b>a']],
    ['through several moves, as far as paths stay empty', ['+a', 'a>b', 'b>c', '+a'], ['+a', '+b ~a', 'b>c', '+a']],
    [
      'not where its path is made again by a move that does not take the past along',
      ['+a +c', 'a>b', 'c>a', '+c'],
      ['+a +c', '+b ~a', '+a ~c', '+c'],
    ],
  ])('%s', (_what, commits, wanted) => {
    expect(shown(settleMoves(historyOf(...commits)))).toEqual(wanted)
  })
})

const path = fc.constantFrom('a', 'b', 'c', 'd')
const file = fc.oneof(
  fc.tuple(fc.constantFrom('+', '~', '-'), path).map((parts) => parts.join('')),
  fc.tuple(path, path).map((parts) => parts.join('>')),
)
const commits = fc.array(
  fc.array(file, { minLength: 1, maxLength: 3 }).map((files) => files.join(' ')),
  { maxLength: 10 },
)

test('who reads on learns whether moves that were settled still hold, and gets the same as who reads all at once', () => {
  fc.assert(
    fc.property(commits, fc.nat(10), (list, at) => {
      const all = historyOf(...list)
      const [before, after] = [all.slice(0, at), all.slice(at)]
      const known = settleMoves(before)
      const read = settleMoves(after)
      const grown = [...settleMoves(known, madeAgain(read)), ...read]
      expect(shown(grown)).toEqual(shown(settleMoves(all)))
      expect(settleMoves(grown).every((change, i) => change === grown[i])).toBe(true)
    }),
    { numRuns: 500 },
  )
})
