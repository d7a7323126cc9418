import { expect, test } from 'vitest'
import { CodeWords } from '../../src/impact/code-words.ts'
import { sourceGraph } from './source.ts'

const GRAPH = sourceGraph({
  'src/token.ts': { defines: ['readToken', 'TokenError'], uses: ['expiresAt', 'signature'] },
  'src/session.ts': { uses: ['readToken', 'expiresAt', 'signature'] },
  'src/errors.ts': { uses: ['TokenError', 'statusCode'] },
  'src/cart.ts': { defines: ['addItem'], uses: ['price', 'quantity'] },
  'docs/token-guide.ts': { uses: ['heading'] },
})
const WORDS = new CodeWords(GRAPH, [...GRAPH.files.keys()])

test('files that share rare identifiers are alike, most shared first', () => {
  const like = WORDS.likeTo('src/token.ts', 10)
  const cosine = (path: string) => like.get(path)?.identifiers ?? 0
  expect(cosine('src/session.ts')).toBeGreaterThan(cosine('src/errors.ts'))
  expect(cosine('src/errors.ts')).toBeGreaterThan(0)
  expect(cosine('src/cart.ts')).toBe(0)
})

test('names that one file defines and another uses bind them in that direction', () => {
  expect(WORDS.likeTo('src/token.ts', 10).get('src/errors.ts')).toMatchObject({ uses: 0, usedBy: expect.any(Number) })
  const back = WORDS.likeTo('src/errors.ts', 10).get('src/token.ts')!
  expect([back.uses > 0, back.usedBy]).toEqual([true, 0])
})

test('paths with the same words are alike, whatever stands in them', () => {
  expect([...WORDS.likeByPath('src/token.ts', 10).keys()]).toEqual(['docs/token-guide.ts'])
})

test('no more files are named than asked for, and of none that is not there', () => {
  expect(WORDS.likeTo('src/token.ts', 1).size).toBeLessThanOrEqual(4)
  expect(WORDS.likeTo('src/gone.ts', 10).size).toBe(0)
  expect(WORDS.likeByPath('src/gone.ts', 10).size).toBe(0)
})

test('no file and one file are no trouble', () => {
  expect(new CodeWords(sourceGraph({}), []).likeTo('a.ts', 3).size).toBe(0)
  const alone = sourceGraph({ 'a.ts': { defines: ['something'] } })
  expect(new CodeWords(alone, ['a.ts']).likeTo('a.ts', 3).size).toBe(0)
})
