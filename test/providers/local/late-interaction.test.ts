import { afterAll, describe, expect, test } from 'vitest'
import { lateInteraction, lateScores } from '../../../src/providers/local/late-interaction.ts'
import { openLocalEmbedder } from '../../../src/providers/local/local-embedder.ts'
import type { TokenStates } from '../../../src/providers/local/sentence-model.ts'
import { HAS_WEIGHTS, MODEL_FOLDER, WITHOUT_WEIGHTS } from './built.ts'

const DIRECTIONS: Readonly<Record<string, readonly number[]>> = {
  the: [0, 0, 1],
  of: [0, 0, 1],
  '?': [0, 0, 1],
  cat: [1, 0, 0],
  kitten: [0.8, 0.6, 0],
  bank: [0, 1, 0],
}

/** Tokens in three dimensions; the number of a token is its place in the table. */
function states(text: string): TokenStates {
  const tokens = text.split(' ').filter((token) => token !== '')
  const ids = tokens.map((token) => 2_000 + Object.keys(DIRECTIONS).indexOf(token))
  return { ids, tokens, states: Float32Array.from(tokens.flatMap((token) => DIRECTIONS[token]!)) }
}

const SCORED: readonly (readonly [string, string, number])[] = [
  ['the cat ?', 'the cat', 1],
  ['the cat ?', 'kitten of the bank', 0.8],
  ['cat', 'bank', 0],
  // Of nothing but stop words, all count.
  ['the ?', 'of', 1],
  ['cat', '', -1],
  ['', 'cat', -1],
]

test.each(SCORED)('"%s" in "%s" finds its words as near as %f', (question, text, expected) => {
  expect(lateScores(states(question), [states(text)], 3)[0]).toBeCloseTo(expected, 5)
})

test('a word that few of the texts have counts for more', () => {
  const [cat, bank] = lateScores(states('cat bank'), ['cat', 'bank', 'bank', 'bank'].map(states), 3)
  expect(cat).toBeGreaterThan(bank!)
})

describe.skipIf(!HAS_WEIGHTS)(`with the embedded model (skipped if ${WITHOUT_WEIGHTS})`, () => {
  const opened = HAS_WEIGHTS ? openLocalEmbedder({ folder: MODEL_FOLDER, workerUrl: null }) : null!
  afterAll(async () => (await opened)?.close())

  test.each([
    ['Where does Mary work?', 'Mary got a job at the hospital.', ['It rained all night.', 'The hospital is old.']],
    ['What pet do we have?', 'Our dog is called Rex.', ['We have a lot of time.', 'What a day!']],
    [
      'why did the deploy fail',
      'The release broke since the token had expired.',
      ['Lunch was great.', 'The noon train was late.'],
    ],
  ])('"%s" puts "%s" first', async (question, answer, others) => {
    const scores = await lateInteraction(await opened).score(question, [...others, answer])
    expect(scores.indexOf(Math.max(...scores))).toBe(others.length)
    expect(scores.every(Number.isFinite)).toBe(true)
  })

  test('a signal ends it', async () => {
    const signal = AbortSignal.abort(new Error('no more'))
    await expect(lateInteraction(await opened).score('a', ['b'], { signal })).rejects.toThrow('no more')
  })

  test('an empty text comes last, and closing it leaves the model open', async () => {
    const reranker = lateInteraction(await opened)
    expect(await reranker.score('a word', ['', 'a word'])).toEqual([-1, expect.closeTo(1, 1)])
    await reranker.close()
    expect(await reranker.score('a', [])).toEqual([])
  })
})
