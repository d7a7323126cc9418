import { expect, test } from 'vitest'
import {
  certaintyOf,
  HARD_PROVENANCES,
  mayBeComplete,
  PROVENANCES,
  SOFT_PROVENANCES,
  strongerProvenance,
} from '../../src/graph/provenance.ts'

test('the provenances are these, the strongest first', () => {
  expect(HARD_PROVENANCES).toEqual(['recorded', 'parsed', 'declared', 'confirmed'])
  expect(SOFT_PROVENANCES).toEqual(['observed', 'inferred', 'model'])
  expect(PROVENANCES).toEqual(['recorded', 'parsed', 'declared', 'confirmed', 'observed', 'inferred', 'model'])
})

test.each([
  ['recorded', 'hard'],
  ['parsed', 'hard'],
  ['declared', 'hard'],
  ['confirmed', 'hard'],
  ['observed', 'soft'],
  ['inferred', 'soft'],
  ['model', 'soft'],
] as const)('what is %s is %s', (provenance, certainty) => {
  expect(certaintyOf(provenance)).toBe(certainty)
})

test('only what was recorded or parsed may call an answer complete', () => {
  expect(PROVENANCES.filter(mayBeComplete)).toEqual(['recorded', 'parsed'])
})

test.each([
  ['parsed', 'model', 'parsed'],
  ['observed', 'inferred', 'observed'],
  ['confirmed', 'observed', 'confirmed'],
  ['recorded', 'parsed', 'recorded'],
] as const)('of %s and %s, either way round, the stronger is %s', (a, b, stronger) => {
  expect([strongerProvenance(a, b), strongerProvenance(b, a)]).toEqual([stronger, stronger])
})

test('the stronger of one and the same is itself', () => {
  expect(PROVENANCES.map((provenance) => strongerProvenance(provenance, provenance))).toEqual(PROVENANCES)
})
