import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askingShare } from '../../src/text/asking.ts'

test.each([
  ['', 0],
  ['We moved to Berlin.', 0],
  ['When did you move?', 1],
  ['你什么时候搬家？', 1],
  ['?', 0],
])('of %j the share that asks is %d', (text, share) => {
  expect(askingShare(text)).toBe(share)
})

test('a text that tells and asks is counted by length', () => {
  // Ten characters of each.
  expect(askingShare('It rained.And where?')).toBe(0.5)
})

test('a long sentence tells something even if it ends in a question mark', () => {
  expect(askingShare(`${'We moved to Berlin and found a flat there, '.repeat(20)}right?`)).toBe(0)
})

test('the share is between none and all, whatever the text', () => {
  const texts = fc
    .array(fc.constantFrom('we moved', ' ', '.', '?', '？', '。', '\n', '😀', '!'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const share = askingShare(text)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
      if (!/[?？]/u.test(text)) expect(share).toBe(0)
    }),
  )
})
