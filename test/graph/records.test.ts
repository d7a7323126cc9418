import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventId, ID_LENGTH_MAX, RESERVED_ID, type RecordIdentity, recordId } from '../../src/graph/records.ts'

const said: RecordIdentity = { session: 's1', at: 1_777_802_400_000, speaker: 'Ana', text: 'yes', ordinal: 0 }

describe('the id of a record', () => {
  test('is the same for the same delivery, in every version', () => {
    // SHA-256 of "2:s1" "13:1777802400000" "3:Ana" "3:yes" "1:0", its first 16 bytes.
    expect(recordId(said)).toBe('m~c8484348c2dd4cfa24599be6e5d245d6')
    expect(recordId({ ...said })).toBe(recordId(said))
  })

  test.each<[string, Partial<RecordIdentity>]>([
    ['session', { session: 's2' }],
    ['time', { at: 1_777_802_400_001 }],
    ['missing time', { at: null }],
    ['speaker', { speaker: 'Ben' }],
    ['missing speaker', { speaker: null }],
    ['text', { text: 'yes.' }],
    ['ordinal', { ordinal: 1 }],
  ])('differs by %s', (_, change) => {
    expect(recordId({ ...said, ...change })).not.toBe(recordId(said))
  })

  test('does not confuse where one part ends and the next begins', () => {
    expect(recordId({ ...said, session: 'ab', at: null, speaker: 'c', text: 'd' })).not.toBe(
      recordId({ ...said, session: 'a', at: null, speaker: 'bc', text: 'd' }),
    )
    expect(recordId({ ...said, speaker: 'a', text: '1:b' })).not.toBe(recordId({ ...said, speaker: 'a1:', text: 'b' }))
  })

  test('is equal for equal identities alone', () => {
    const identities = fc.record({
      session: fc.constantFrom('', '1', '1:', 's'),
      at: fc.constantFrom(null, 0, 1, 11),
      speaker: fc.constantFrom('1', '1:1', 'a'),
      text: fc.constantFrom('', '1', '0:', 'a'),
      ordinal: fc.constantFrom(0, 1, 11),
    })
    fc.assert(
      fc.property(identities, identities, (a, b) => {
        expect(recordId(a) === recordId(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })
})

describe('the id of an event', () => {
  test('is named after its session and the message that opens it', () => {
    expect(eventId('s1', 'm~1')).toBe('e~b4f4b98ef1ff4dafa70551614ddbc0d1')
    expect(eventId('s1', 'm~2')).not.toBe(eventId('s1', 'm~1'))
    expect(eventId('s2', 'm~1')).not.toBe(eventId('s1', 'm~1'))
  })
})

describe('ids that are ours', () => {
  test('are reserved, so that no caller can give one', () => {
    expect([recordId(said), eventId('s1', 'm~1'), 't~1', 'p~1', 'n~1'].map((id) => RESERVED_ID.test(id))).toEqual(
      Array(5).fill(true),
    )
  })

  test('do not take away those of the caller', () => {
    expect(['m1', 'x~1', 'message-1', ' m~1', 'M~1', 'a m~1', '~'].filter((id) => RESERVED_ID.test(id))).toEqual([])
  })

  test('are short enough to be one', () => {
    expect(recordId(said)).toMatch(/^m~[0-9a-f]{32}$/u)
    expect(recordId(said).length).toBeLessThanOrEqual(ID_LENGTH_MAX)
  })
})
