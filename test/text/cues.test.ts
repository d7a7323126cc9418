import { describe, expect, test } from 'vitest'
import { cued, findCued, fits, holds, patternOf } from '../../src/text/cues.ts'

describe('a pattern with cues', () => {
  const moved = cued('move|left for ', () => /\b(?:moved?|left for) (\w+)/u)

  test.each([
    ['Ana moved house', true],
    ['Ana left for Graz', true],
    ['Ana removed it', false],
    ['Ana stayed', false],
  ])('%s: %s', (text, expected) => {
    expect(fits(moved, text)).toBe(expected)
    expect(findCued(moved, text) !== null).toBe(expected)
  })

  test('is not made for a text without any of them', () => {
    const never = cued('cue', () => {
      throw new Error('made')
    })
    expect(fits(never, 'nothing of the kind')).toBe(false)
  })
})

describe('a pattern of the alternatives that a text may hold', () => {
  const whole = /(\d+ days?)|(last \w+)|(today)/gu
  const part = patternOf(
    [
      { mayStandIn: holds('day'), source: '\\d+ days?' },
      { mayStandIn: holds('last '), source: 'last \\w+' },
      { mayStandIn: holds('today'), source: 'today' },
    ],
    (sources) => new RegExp(sources.map((source) => `(${source})`).join('|'), 'gu'),
  )

  test.each(['3 days, last week, today', 'last Monday', 'today or 2 days', 'holiday'])(
    'finds the same in "%s"',
    (text) => {
      const pattern = part(text)!
      expect([...text.matchAll(pattern)]).toEqual([...text.matchAll(whole)])
    },
  )

  test('is none where the text may hold none, and one for each set of alternatives', () => {
    expect(part('nothing')).toBeNull()
    expect(part('last one')).toBe(part('the last two'))
  })
})
