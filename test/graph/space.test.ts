import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseAlias, PURPOSES } from '../../src/graph/space.ts'

test('the purposes of a space are these', () => {
  expect(PURPOSES).toEqual(['companion', 'project', 'support'])
})

test.each([
  ['  my   space ', 'my space'],
  ['my\tspace\n', 'my space'],
  ['my\u00a0space', 'my space'],
  ['my\u3000space', 'my space'],
  ['cafe\u0301', 'caf\u00e9'],
  ['Space', 'Space'],
  ['git@github.com:ana/app.git#3f2a', 'git@github.com:ana/app.git#3f2a'],
  ['记忆 图谱', '记忆 图谱'],
  [' \n ', ''],
])('the alias %j is stored as %j', (given, stored) => {
  expect(normaliseAlias(given)).toBe(stored)
})

test('an alias that is normalised stays as it is', () => {
  const aliases = fc.string({
    unit: fc.oneof(fc.constantFrom(' ', '\t', '\u3000', 'a', 'e', '\u0301', '\u0323'), fc.string({ unit: 'binary' })),
  })
  fc.assert(
    fc.property(aliases, (alias) => {
      expect(normaliseAlias(normaliseAlias(alias))).toBe(normaliseAlias(alias))
    }),
  )
})

test('an alias is the same however its accents are composed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (alias) => {
      expect(normaliseAlias(alias.normalize('NFD'))).toBe(normaliseAlias(alias.normalize('NFC')))
    }),
  )
})
