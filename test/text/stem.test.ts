import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stemWord } from '../../src/text/stem.ts'
import { LANGUAGES, type Language } from '../../src/text/stop-words.ts'

test.each<[Language, string, string]>([
  ['en', 'connecting', 'connected'],
  ['de', 'kindern', 'kinder'],
  ['fr', 'maisons', 'maison'],
  ['es', 'perros', 'perro'],
  ['it', 'bambini', 'bambino'],
  ['nl', 'honden', 'hond'],
  ['pt', 'gatos', 'gato'],
  ['sv', 'hundarna', 'hundar'],
])('in %s the stem is the same for %s and %s', (language, one, other) => {
  expect(stemWord(one, language)).toBe(stemWord(other, language))
})

test.each<[Language, string, string]>([
  ['en', 'connect', 'collect'],
  ['de', 'haus', 'hund'],
])('in %s the stem differs for %s and %s', (language, one, other) => {
  expect(stemWord(one, language)).not.toBe(stemWord(other, language))
})

test('a stem is never empty, and the same when it is asked for again', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aeioubdnrstyéüøñç'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(letters, fc.constantFrom(...LANGUAGES), (word, language) => {
      const stem = stemWord(word, language)
      expect(stem).not.toBe('')
      expect(stemWord(word, language)).toBe(stem)
    }),
    { numRuns: 500 },
  )
})

test('stems are kept apart for each language', () => {
  // Asked for in turn, so that one language's answer could stand in for another's.
  expect(stemWord('häuser', 'de')).not.toBe('häuser')
  expect(stemWord('häuser', 'en')).toBe('häuser')
})
