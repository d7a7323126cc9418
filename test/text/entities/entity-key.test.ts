import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entityKey } from '../../../src/text/entities/entity-key.ts'
import { foldHan } from '../../../src/text/han.ts'

describe('spellings of one name have one key', () => {
  test.each([
    ['ana', ['Ana', 'ANA', "Ana's", 'Ana’s', '@ana', ' Ana. ']],
    ['great wall', ['The Great Wall', 'great wall', 'Great  Wall', 'Great-Wall', 'GREAT_WALL']],
    ['zoe', ['Zoë', 'Zoe\u0308', 'ZOE']],
    ['obrien', ["O'Brien", 'O’Brien', 'OBrien']],
    ['张伟', ['張偉', '张伟', ' 張偉，', '@张伟']],
    ['台湾大学', ['臺灣大學', '台灣大學', '台湾大学']],
    ['三体', ['《三體》', '三体', '「三体」']],
    ['iphone 15', ['iPhone 15', 'iPhone-15', 'ＩＰｈｏｎｅ　１５']],
    ['token store', ['token_store', 'token-store', 'Token Store']],
    ['c++', ['C++', 'c++']],
    ['c#', ['C#']],
    ['c', ['C']],
    ['src/auth/token.ts', ['src/auth/token.ts', './src/auth/token.ts', 'src\\auth\\token.ts', 'SRC/Auth/Token.ts']],
    ['/api/users/:id', ['/api/users/:id', 'GET /api/users/{id}', 'POST /api/users/:id/']],
    ['example.com/a', ['https://www.example.com/a', 'http://example.com/a/', 'www.example.com/a']],
    ['package.json', ['package.json', 'Package.json']],
    ['li.lei@example.cn', ['Li.Lei@example.cn']],
    ['13812345678', ['138 1234 5678', '138-1234-5678', '13812345678']],
    ['v1.2.3', ['v1.2.3', 'V1.2.3']],
    ['12 gb', ['12GB', '12 gb']],
    ['the', ['the', 'The', 'the the']],
  ])('%s', (key, spellings) => {
    for (const spelling of spellings) expect(entityKey(spelling)).toBe(key)
    expect(entityKey(key)).toBe(key)
  })
})

test.each([
  ['Ana', 'Anna'],
  ['iPhone 15', 'iPhone'],
  ['C++', 'C#'],
  ['3.5 hours', '35 hours'],
  ['$45', '€45'],
  ['李明', '李明明'],
  ['token.ts', 'token_ts'],
  ['src/a.ts', 'src/b/a.ts'],
])('%s and %s are two', (a, b) => {
  expect(entityKey(a)).not.toBe(entityKey(b))
})

test('a name that holds a letter or digit has a key', () => {
  const tricky = fc.constantFrom(
    "'s",
    'the',
    '的',
    '𠮷',
    'が',
    'ß',
    'İ',
    '１',
    '한',
    'ก',
    '/',
    '.',
    ' ',
    '@',
    '#',
    '+',
    "'",
    '《',
  )
  const names = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.array(tricky, { maxLength: 6 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(names, (name) => {
      const key = entityKey(name)
      if (/[\p{L}\p{N}]/u.test(name)) expect(key).not.toBe('')
    }),
    { numRuns: 2_000 },
  )
})

test('traditional and simplified characters have one key', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0x4e00, max: 0x9fa5 }), { minLength: 1, maxLength: 6 }), (codes) => {
      const name = String.fromCharCode(...codes)
      expect(entityKey(foldHan(name))).toBe(entityKey(name))
      expect(entityKey(name)).not.toBe('')
    }),
  )
})

test('long names take no long time', () => {
  for (const unit of ["'s", 'the ', './', '\\', '{a}', '+', 'a.', '/', ' ', '1.']) {
    expect(() => entityKey(unit.repeat(100_000 / unit.length))).not.toThrow()
  }
})
