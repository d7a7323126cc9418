import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '../../src/graph/wording.ts'
import { appended, readJson, removed, replaced } from '../../src/host/json.ts'

describe('an entry is put into JSON that others own', () => {
  test.each([
    ['an empty file', '', '{\n  "a": [\n    1\n  ]\n}\n'],
    ['an empty object', '{}', '{\n  "a": [\n    1\n  ]\n}'],
    ['an object on one line', '{"b": 2}', '{"b": 2, "a": [1]}'],
    ['an object of many lines', '{\n\t"b": 2\n}\n', '{\n\t"b": 2,\n\t"a": [\n\t\t1\n\t]\n}\n'],
    ['Windows line ends', '{\r\n  "b": 2\r\n}', '{\r\n  "b": 2,\r\n  "a": [\r\n    1\r\n  ]\r\n}'],
    ['a comment behind the last value', '{\n  "b": 2 // two\n}', '{\n  "b": 2, // two\n  "a": [\n    1\n  ]\n}'],
    ['a trailing comma', '{\n  "b": 2,\n}', '{\n  "b": 2,\n  "a": [\n    1\n  ],\n}'],
    ['nothing but a comment', '{\n  // mine\n}', '{\n  // mine\n  "a": [\n    1\n  ]\n}'],
    ['a list that is there', '{ "a": [0] }', '{ "a": [0, 1] }'],
    ['a list of many lines', '{\n  "a": [\n    0\n  ]\n}', '{\n  "a": [\n    0,\n    1\n  ]\n}'],
    ['a list that is empty', '{ "a": [] }', '{ "a": [\n  1\n] }'],
  ])('with %s', (_, text, expected) => {
    expect(appended(text, ['a'], 1)).toBe(expected)
  })
})

describe('an entry is cut out of JSON that others own', () => {
  test.each([
    ['the only one', '{\n  "a": 1\n}', '{}'],
    ['the first', '{\n  "a": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'],
    ['the last', '{\n  "b": 2,\n  "a": 1\n}', '{\n  "b": 2\n}'],
    ['the last before a trailing comma', '{\n  "b": 2,\n  "a": 1,\n}', '{\n  "b": 2,\n}'],
    ['the first on one line', '{"a": 1, "b": 2}', '{"b": 2}'],
    ['the last on one line', '{"b": 2, "a": 1}', '{"b": 2}'],
    [
      'one with comments around',
      '{\n  // one\n  "a": 1, // after\n  "b": 2\n}',
      '{\n  // one\n  // after\n  "b": 2\n}',
    ],
    ['the last, behind a comment', '{\n  "b": 2, // two\n  "a": 1\n}', '{\n  "b": 2 // two\n}'],
    ['one with a comment before its comma', '{\n  "a": 1 /* x */,\n  "b": 2\n}', '{\n   /* x */\n  "b": 2\n}'],
    ['the only one beside a comment', '{\n  // mine\n  "a": 1\n}', '{\n  // mine\n}'],
    ['Windows line ends', '{\r\n  "b": 2,\r\n  "a": 1\r\n}\r\n', '{\r\n  "b": 2\r\n}\r\n'],
    ['a comma in a comment', '{\n  "a": 1, // x, y\n  "b": 2\n}', '{\n  // x, y\n  "b": 2\n}'],
  ])('%s', (_, text, expected) => {
    const shown = removed(text, ['a'])
    expect(shown).toBe(expected)
    expect(parse(shown)).toEqual(omit(parse(text)))
  })

  test('what is not there leaves every byte', () => {
    expect(removed('{ "b": 2 }', ['a'])).toBe('{ "b": 2 }')
  })
})

const value = fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.parse(JSON.stringify(json)))
const object = fc.dictionary(fc.stringMatching(/^[b-z]{1,4}$/u), value, { maxKeys: 5 })
const layout = fc.constantFrom(undefined, 1, 2, 4, '\t')

test('putting an entry in and taking it out gives the same text back', () => {
  fc.assert(
    fc.property(object, layout, value, (given, indent, item) => {
      const text = JSON.stringify(given, null, indent)
      const put = replaced(text, ['a', 'deep'], item)
      expect(parse(put)).toEqual({ ...given, a: { deep: item } })
      expect(removed(put, ['a'])).toBe(text)
    }),
  )
})

test('replacing changes nothing else', () => {
  const text = '{\n  "a": { "old": 1 }, // keep\n  "b": 2\n}'
  expect(replaced(text, ['a'], ['new'])).toBe('{\n  "a": [\n    "new"\n  ], // keep\n  "b": 2\n}')
})

test.each([
  ['{\n  "a": 1,\n  "b" 2\n}', 'it is no valid JSON: line 3, column 7: ColonExpected'],
  ['{ "a": 1', 'it is no valid JSON: line 1, column 9: CloseBraceExpected'],
  ['[1]', 'it holds no JSON object'],
  ['"text"', 'it holds no JSON object'],
])('%j is refused, and it says where', (text, reason) => {
  const read = readJson(text)
  expect('refused' in read && inEnglish(read.refused)).toBe(reason)
})

function omit({ a: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}
