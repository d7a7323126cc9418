import { expect, test } from 'vitest'
import { deletionCodes } from '../../../src/doors/mcp/deletion-codes.ts'

test('a code stands for what was listed, once', () => {
  const codes = deletionCodes()
  const { code } = codes.give(['a', 'b'])
  expect(codes.take('other')).toBeNull()
  expect(codes.take(code)).toEqual(['a', 'b'])
  expect(codes.take(code)).toBeNull()
})

test('a code is good for ten minutes', () => {
  let now = 0
  const codes = deletionCodes(() => now)
  const [first, second] = [codes.give(['a']), codes.give(['b'])]
  now = 600_000
  expect(codes.take(first.code)).toEqual(['a'])
  now = 600_001
  expect(codes.take(second.code)).toBeNull()
})

test('of many codes that wait, the oldest goes', () => {
  const codes = deletionCodes()
  const given = Array.from({ length: 21 }, (_, i) => codes.give([String(i)]).code)
  expect(codes.take(given[0]!)).toBeNull()
  expect(codes.take(given[20]!)).toEqual(['20'])
})
