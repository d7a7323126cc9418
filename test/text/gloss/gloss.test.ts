import { expect, test } from 'vitest'
import { glossFile } from '../../../models/gloss-file.ts'
import { cutRun, glosser } from '../../../src/text/gloss/gloss.ts'
import { readGlossTable } from '../../../src/text/gloss/gloss-table.ts'

const rows = [
  ['登录', 1000, 'log in', 'sign in'],
  ['登', 500, 'climb'],
  ['接口', 900, 'API', 'interface'],
  ['接', 2000, 'receive'],
  ['超时', 50, 'timeout'],
  ['了', 900_000],
  ['数据', 3000, 'data'],
  ['数据库', 2000, 'database'],
  ['库', 800, 'storehouse'],
  ['研究', 9000, 'research'],
  ['研究生', 900, 'graduate student'],
  ['生命', 4000, 'life'],
  ['命', 1500, 'destiny'],
  ['的', 3_000_000],
  ['起源', 900, 'origin'],
  ['𠮷', 3, 'lucky'],
  ['她', 90_000, 'she'],
].map(([word, count, ...senses]) => ({
  word: word as string,
  count: count as number,
  senses: senses as string[],
}))
const bytes = glossFile(rows, 'Terms.')
const table = readGlossTable(bytes)!
const gloss = glosser(table)

test.each([
  ['simplified', '登录接口超时了', 'log in API timeout'],
  ['traditional', '登錄接口超時了', 'log in API timeout'],
  ['a compound that a shorter word begins', '数据库', 'database'],
  ['the cut that is most probable as a whole', '研究生命的起源', 'research life origin'],
  [
    'mixed with names, numbers and code',
    '她在 auth.ts 登录 3 次: POST /api/v1/login',
    'she auth.ts log in 3 : POST /api/v1/login',
  ],
  ['Chinese marks', '登录，超时！接口？（数据）', 'log in, timeout! API? (data)'],
  ['quotes and pairs of marks', '她：“登录”（超时）。《数据》', 'she: "log in" (timeout). "data"'],
  ['words beside Latin ones without a space', '用Redis缓存了auth', 'Redis auth'],
  ['Latin text', 'Nothing   to do, 3.5 %\n', 'Nothing   to do, 3.5 %\n'],
  ['lines', '登录\n超时', 'log in\ntimeout'],
  ['nothing', '', ''],
  ['emoji', '😀登录😀', '😀 log in 😀'],
  ['a character of two code units', '𠮷', 'lucky'],
  ['characters that are in no table', '龘登录龘', 'log in'],
  ['grammar alone', '的了', ''],
  ['kana', 'カタカナ', 'カタカナ'],
  ['half of a surrogate pair', '登录\ud842', 'log in \ud842'],
])('glosses %s', (_, text, expected) => {
  expect(gloss(text)).toBe(expected)
})

test.each([
  ['words', '登录接口'.repeat(25_000)],
  ['one character', '登'.repeat(100_000)],
  ['characters that are in no table', '龘'.repeat(100_000)],
  ['words between spaces', '登 '.repeat(50_000)],
  ['spaces before a word', `${' '.repeat(100_000)}登`],
  ['marks', '，'.repeat(100_000)],
  ['tabs and stops', `登${' \t.'.repeat(33_000)}`],
])('glosses 100,000 characters of %s in a time that grows with their number', (_, text) => {
  expect(typeof gloss(text)).toBe('string')
})

test('a run is cut into words that make up the whole run', () => {
  const words = cutRun(table, '龘数据库𠮷了')
  expect(words.map(({ length }) => length)).toEqual([1, 3, 2, 1])
  expect(words.map(({ id }) => (id < 0 ? '' : table.word(id)))).toEqual(['', '数据库', '𠮷', '了'])
})

test('the table gives every word with its senses', () => {
  for (const { word, senses } of rows) expect(table.senses(table.find(word))).toEqual(senses)
  expect(table.size).toBe(rows.length)
  expect(table.find('数')).toBe(-1)
  expect(table.find('')).toBe(-1)
  expect(table.find('数据库了')).toBe(-1)
})

test('another gloss gives another digest', () => {
  const others = rows.map((row) => (row.word === '她' ? { ...row, senses: ['her'] } : row))
  const digests = [rows, rows.toReversed(), others].map((given) => readGlossTable(glossFile(given, 'Terms.'))!.digest)
  expect(digests[1]).toBe(digests[0])
  expect(digests[2]).not.toBe(digests[0])
})

test('a table may stand anywhere in memory', () => {
  const shifted = new Uint8Array(bytes.length + 1)
  shifted.set(bytes, 1)
  expect(glosser(readGlossTable(shifted.subarray(1))!)('数据库')).toBe('database')
})

test.each([
  ['no bytes', new Uint8Array(0)],
  ['other bytes', new TextEncoder().encode('hello\n\n')],
  ['a file that was cut', bytes.subarray(0, bytes.length - 1)],
  ['a header alone', bytes.subarray(0, 40)],
])('%s are no table', (_, given) => {
  expect(readGlossTable(given)).toBeUndefined()
})
