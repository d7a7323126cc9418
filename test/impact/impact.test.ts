import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../src/graph/spans.ts'
import { changeHistory } from '../../src/impact/change-history.ts'
import { dependentsOf } from '../../src/impact/dependents.ts'
import { FEATURES } from '../../src/impact/features.ts'
import { impactOf } from '../../src/impact/impact.ts'
import { knownFor } from '../../src/impact/known.ts'
import { rankedFor } from '../../src/impact/rank.ts'
import { change, NOW } from './changes.ts'
import { sourceGraph } from './source.ts'

const SHOP = sourceGraph({
  'src/auth/token.ts': { defines: ['readToken', 'TokenError'], uses: ['crypto'] },
  'src/auth/refresh.ts': { defines: ['refreshSession'], uses: ['expiry', 'rotate'] },
  'src/middleware/auth.ts': { imports: { 'src/auth/token.ts': ['readToken'] }, uses: ['readToken', 'request'] },
  'src/errors.ts': { imports: { 'src/auth/token.ts': ['TokenError'] }, uses: ['TokenError'] },
  'src/checkout.ts': { imports: { 'src/middleware/auth.ts': ['auth'] }, uses: ['cart', 'request'] },
  'src/server.ts': { imports: { 'src/checkout.ts': ['checkout'] }, uses: ['listen'] },
  'test/auth/token.test.ts': { imports: { 'src/auth/token.ts': ['readToken'] }, uses: ['readToken'] },
  'src/legal.ts': { defines: ['imprint'] },
})

const HISTORY = changeHistory([
  change(400, 'src/legal.ts src/server.ts'),
  ...[90, 60, 40, 30, 20].map((ago) => change(ago, 'src/auth/token.ts src/auth/refresh.ts')),
  change(15, 'src/auth/token.ts test/auth/token.test.ts'),
  change(12, 'src/auth/token.ts'),
  change(10, 'src/auth/token.ts src/auth/refresh.ts', 'session'),
])

const KNOWN = knownFor(SHOP, { history: HISTORY, now: NOW })

test('dependents come by their distance, with what they use and through whom they depend', () => {
  const { of, direct, count, isCut, coverage } = dependentsOf(SHOP, 'src/auth/token.ts')
  expect(of.map(({ path, steps, through }) => [path, steps, through])).toEqual([
    ['src/errors.ts', 1, null],
    ['src/middleware/auth.ts', 1, null],
    ['test/auth/token.test.ts', 1, null],
    ['src/checkout.ts', 2, 'src/middleware/auth.ts'],
    ['src/server.ts', 3, 'src/checkout.ts'],
  ])
  expect({ direct, count, isCut, coverage }).toEqual({ direct: 3, count: 5, isCut: false, coverage: 'complete' })
})

test('a dependent that does not use what changes comes after those that do', () => {
  const { of } = dependentsOf(SHOP, 'src/auth/token.ts', { changed: ['readToken'], hopsMax: 1 })
  expect(of.map(({ path, usesChanged }) => [path, usesChanged])).toEqual([
    ['src/middleware/auth.ts', true],
    ['test/auth/token.test.ts', true],
    ['src/errors.ts', false],
  ])
})

test.each([
  ['of steps that ends the walk makes it incomplete', { hopsMax: 1 }, [3, 3, true, 'at-least']],
  ['of files that are listed leaves out none of the count', { filesMax: 2 }, [5, 2, false, 'complete']],
])('a bound %s', (_what, options, wanted) => {
  const { count, of, isCut, coverage } = dependentsOf(SHOP, 'src/auth/token.ts', options)
  expect([count, of.length, isCut, coverage]).toEqual(wanted)
})

test('of more files than are walked through, it is at least so many', () => {
  const importers = Array.from({ length: 5_001 }, (_, i) => [`src/${i}.ts`, { imports: { 'a.ts': ['a'] } }] as const)
  const many = sourceGraph({ 'a.ts': {}, ...Object.fromEntries(importers) })
  expect(dependentsOf(many, 'a.ts')).toMatchObject({ count: 5_000, isCut: true, coverage: 'at-least' })
})

test('files that import each other in a circle end', () => {
  const circle = sourceGraph({ 'a.ts': { imports: { 'b.ts': ['b'] } }, 'b.ts': { imports: { 'a.ts': ['a'] } } })
  expect(dependentsOf(circle, 'a.ts')).toMatchObject({ count: 1, isCut: false })
})

test('what usually changes with a file is named with its counts', () => {
  const { usually } = impactOf(KNOWN, ['src/auth/token.ts'])
  const refresh = usually.find(({ path }) => path === 'src/auth/refresh.ts')!
  expect(refresh.because).toBe('src/auth/token.ts')
  expect(refresh.reasons[0]).toEqual({
    ...{ kind: 'cochange', commits: 5, of: 6, sessions: 1, lastAt: NOW - 10 * DAY_MS },
  })
  expect(usually.map(({ path }) => path)).not.toContain('src/legal.ts')
})

test('tests are found by import and by habit', () => {
  const { tests } = impactOf(KNOWN, ['src/auth/token.ts'])
  expect(tests.map(({ path }) => path)).toEqual(['test/auth/token.test.ts'])
  expect(tests[0]!.reasons.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['cochange', 'test', 'imported-by']))
})

test('of several files, none is named as what changes with the others', () => {
  const changed = ['src/auth/token.ts', 'src/auth/refresh.ts']
  const { usually, dependents } = impactOf(KNOWN, [...changed, ...changed], { probabilityMin: 0 })
  expect(usually.filter(({ path }) => changed.includes(path))).toEqual([])
  expect([...dependents.keys()]).toEqual(changed)
})

test('without a history there is an answer from code and names', () => {
  const { usually } = impactOf(knownFor(SHOP, { history: null, now: NOW }), ['src/auth/token.ts'], {
    probabilityMin: 0,
  })
  expect(usually.slice(0, 3).map(({ path }) => path)).toContain('test/auth/token.test.ts')
  expect(usually.flatMap(({ reasons }) => reasons).some(({ kind }) => kind === 'cochange')).toBe(false)
})

test('a file that nobody knows has no dependents and no tests, and is no error', () => {
  const { usually, tests, dependents } = impactOf(KNOWN, ['src/new.ts'], { probabilityMin: 0 })
  expect([tests, dependents.get('src/new.ts')!.of]).toEqual([[], []])
  expect(usually.every(({ path }) => SHOP.files.has(path))).toBe(true)
})

test('probabilities are between 0 and 1, in order, and the same again', () => {
  const ranked = rankedFor(KNOWN, 'src/auth/token.ts')
  const probabilities = ranked.map(({ probability }) => probability)
  expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a))
  expect(probabilities.every((probability) => probability > 0 && probability < 1)).toBe(true)
  const again = rankedFor(knownFor(SHOP, { history: HISTORY, now: NOW }), 'src/auth/token.ts')
  expect(again.map(({ path, probability }) => [path, probability])).toEqual(
    ranked.map(({ path, probability }) => [path, probability]),
  )
})

test('features of any history are numbers', () => {
  const paths = [...SHOP.files.keys()]
  const files = fc.subarray(paths, { minLength: 1 }).map((some) => some.join(' '))
  const past = fc.array(fc.tuple(fc.integer({ min: -400, max: 4_000 }), files, fc.constantFrom('commit', 'session')))
  fc.assert(
    fc.property(past, fc.constantFrom(...paths), (changes, file) => {
      const history = changeHistory(changes.map(([ago, some, by]) => change(ago, some, by as 'commit' | 'session')))
      for (const { candidate } of rankedFor(knownFor(SHOP, { history, now: NOW }), file)) {
        expect(candidate.features).toHaveLength(FEATURES.length)
        expect(candidate.features.every(Number.isFinite)).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})
