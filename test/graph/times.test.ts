import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInstant, requireInstant } from '../../src/graph/times.ts'

const read = (given: unknown) => {
  const at = parseInstant(given)
  return at === null ? null : new Date(at).toISOString()
}

describe('a moment', () => {
  test.each([
    ['2026-05-03T10:00:00Z', '2026-05-03T10:00:00.000Z'],
    ['2026-05-03T10:00:00.5Z', '2026-05-03T10:00:00.500Z'],
    ['2026-05-03T10:00:00,25Z', '2026-05-03T10:00:00.250Z'],
    ['2026-05-03T10:00:00+02:00', '2026-05-03T08:00:00.000Z'],
    ['2026-05-03T10:00-05:30', '2026-05-03T15:30:00.000Z'],
    ['2026-05-03T10:00+0200', '2026-05-03T08:00:00.000Z'],
    ['2026-05-03T10:00:00', '2026-05-03T10:00:00.000Z'],
    ['2026-05-03 10:00', '2026-05-03T10:00:00.000Z'],
    ['2026-05-03', '2026-05-03T00:00:00.000Z'],
    ['2026-05', '2026-05-01T00:00:00.000Z'],
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['  2026-05-03\n', '2026-05-03T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['+012026-05-03', '+012026-05-03T00:00:00.000Z'],
  ])('%j is %s', (given, expected) => {
    expect(read(given)).toBe(expected)
  })

  test('may be a Date or milliseconds', () => {
    expect(parseInstant(new Date('2026-05-03T10:00:00Z'))).toBe(1_777_802_400_000)
    expect(parseInstant(1_777_802_400_000)).toBe(1_777_802_400_000)
    expect(parseInstant(-1)).toBe(-1)
    expect(parseInstant(0)).toBe(0)
  })

  test('is read the same in every time zone', () => {
    const given = ['2026-05-03', '2026-05-03T10:00', '2026-05-03 10:00:00', '2026']
    const zone = process.env['TZ']
    try {
      const byZone = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'].map((name) => {
        process.env['TZ'] = name
        return given.map(read).join(' ')
      })
      expect(new Set(byZone).size).toBe(1)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test.each([
    [''],
    ['yesterday'],
    ['May 3, 2026'],
    ['3/5/2026'],
    ['10:00'],
    ['2026-13-01'],
    ['2026-00-01'],
    ['2026-05-00'],
    ['2026-05-03T25:00Z'],
    ['2026-05-03T10:60Z'],
    ['2026-05-03T10:00:00Z or so'],
    ['1777802400000'],
    ['+275760-09-14'],
    ['二〇二六年'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [8.64e15 + 1],
    [new Date(Number.NaN)],
    [null],
    [undefined],
    [true],
    [{}],
    [['2026-05-03']],
  ])('%j is none', (given) => {
    expect(parseInstant(given)).toBeNull()
  })

  test('survives being written as ISO 8601', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime())
      }),
    )
  })

  test('is a finite number that a Date can hold, or null, whatever is given', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const at = parseInstant(given)
        if (at !== null) expect(Number.isNaN(new Date(at).getTime())).toBe(false)
      }),
    )
  })
})

describe('a moment that must be one', () => {
  test('is given back', () => {
    expect(requireInstant('2026-05-03T10:00:00Z', 'since')).toBe(1_777_802_400_000)
  })

  test('is refused otherwise, with the name of the option', () => {
    expect(() => requireInstant('soon', 'since')).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: 'since is no time: soon.' }),
    )
  })
})
