import { expect, test } from 'vitest'
import { fileName, jaccard, proximity, wordsOf } from '../../src/impact/file-names.ts'
import { isSourceFile } from '../../src/impact/source-files.ts'

test.each([
  ['src/auth/token.ts', 'src/auth/token.test.ts'],
  ['src/auth/token.ts', 'tests/auth/token.spec.ts'],
  ['src/auth/token.ts', 'src/auth/__tests__/token.ts'],
  ['lib/response.js', 'test/response.js'],
  ['pkg/token.go', 'pkg/token_test.go'],
  ['app/token_store.py', 'tests/test_token_store.py'],
  ['src/main/java/org/a/TokenStore.java', 'src/test/java/org/a/TokenStoreTest.java'],
  ['src/main/java/org/a/TokenStore.java', 'src/test/java/org/a/TestTokenStore.java'],
  ['src/helper/accepts/index.ts', 'src/helper/accepts/index.test.ts'],
  ['src/helper/accepts/index.ts', 'src/helper/accepts/accepts.test.ts'],
  ['lib/token.rb', 'spec/token_spec.rb'],
])('%s and %s are a file and its test', (path, test) => {
  expect([fileName(path).stem, fileName(path).isTest]).toEqual([fileName(test).stem, false])
  expect(fileName(test).isTest).toBe(true)
})

test.each([
  ['src/auth/contest.ts', 'src/auth/con.ts'],
  ['src/latest.ts', 'src/la.ts'],
  ['src/auth/token.ts', 'src/auth/tokens.ts'],
])('%s and %s are not', (one, other) => {
  expect(fileName(one).isTest).toBe(false)
  expect(fileName(one).stem).not.toBe(fileName(other).stem)
})

test('the same place under another root is the same place', () => {
  expect(fileName('src/main/java/org/a/Token.java').place).toBe('org/a')
  expect(fileName('src/test/java/org/a/TokenTest.java').place).toBe('org/a')
  expect(fileName('packages/server/src/auth/token.ts').place).toBe('server/auth')
})

test.each([
  ['parseJWTToken_v2', ['parse', 'jwt', 'token', 'v', '2']],
  ['token-store', ['token', 'store']],
  ['__init__', ['init']],
  ['登录', []],
  ['', []],
])('%s has the words %j', (name, words) => {
  expect(wordsOf(name)).toEqual(words)
})

test('files of one folder are nearest, files of nothing in common farthest', () => {
  const [a, b, c, d] = ['src/auth/a.ts', 'src/auth/b.ts', 'src/c.ts', 'docs/d.ts'].map(fileName)
  expect([proximity(a!, b!), proximity(a!, c!), proximity(a!, d!)]).toEqual([1, 0.5, 0])
  expect(jaccard(['a', 'b'], ['b', 'c'])).toBeCloseTo(1 / 3)
})

test.each([
  ['src/a.ts', true],
  ['a.py', true],
  ['src/App.vue', true],
  ['.ts', false],
  ['README.md', false],
  ['package-lock.json', false],
  ['node_modules/a/index.js', false],
  ['dist/a.js', false],
  ['test/fixtures/a.js', false],
  ['a.min.js', false],
  ['api.pb.go', false],
])('whether people write %s: %s', (path, expected) => {
  expect(isSourceFile(path)).toBe(expected)
})

test('names of any length are read', () => {
  for (const part of ['aA', '.test', '_', 'Test', '/', '-spec']) {
    const path = `${part.repeat(100_000)}.ts`
    expect(fileName(path).path).toBe(path)
    expect(isSourceFile(path)).toBeTypeOf('boolean')
  }
})
