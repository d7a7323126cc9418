import { describe, expect, test } from 'vitest'
import { type GivenMessage, readDelivery, startReading } from '../../src/capture/delivery.ts'

const RECEIVED = Date.UTC(2026, 4, 9)

/** Reads an input that comes in parts, and answers the records of all of them. */
function read(undated: 'by-receipt' | 'by-place', parts: readonly (readonly GivenMessage[])[], receivedAt = RECEIVED) {
  const state = startReading(undated, receivedAt)
  return parts.flatMap((messages) =>
    readDelivery({ session: 's1', messages }, state).records.map(({ record }) => record),
  )
}

const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)
const yes = { text: 'yes', speaker: 'Ana', at: '2026-05-03' }
const undated = ['yes', 'no', 'yes', 'yes'].map((text) => ({ text }))

describe('a delivery', () => {
  test('with two equal messages has two records, and the same two when it is given again', () => {
    const once = ids(read('by-receipt', [[yes, yes]]))
    expect(new Set(once).size).toBe(2)
    expect(ids(read('by-receipt', [[yes, yes]]))).toEqual(once)
  })

  test('whose messages have no time is a new one whenever it is received', () => {
    const first = read('by-receipt', [undated], 1000)
    expect(first.map(({ at }) => at)).toEqual([1000, 1000, 1000, 1000])
    const second = ids(read('by-receipt', [undated], 2000))
    expect(ids(first).filter((id) => second.includes(id))).toEqual([])
  })

  test('is put in order of time, messages of one moment as they were given', () => {
    const given = [
      { id: 'c', text: 'c', at: 3 },
      { id: 'a', text: 'a', at: 1 },
      { id: 'b', text: 'b', at: 1 },
    ]
    expect(ids(read('by-receipt', [given]))).toEqual(['a', 'b', 'c'])
  })

  test('takes a time of null for none', () => {
    const [record] = read('by-receipt', [[{ text: 'x', at: null } as unknown as GivenMessage]])
    expect(record?.at).toBe(RECEIVED)
  })
})

describe('an input in parts', () => {
  test('tells equal messages of one moment apart wherever it is cut', () => {
    const whole = ids(read('by-place', [[yes, yes, { text: 'no', at: '2026-05-03' }, yes]]))
    expect(new Set(whole).size).toBe(4)
    expect(ids(read('by-place', [[yes], [yes, { text: 'no', at: '2026-05-03' }], [yes]]))).toEqual(whole)
  })

  test('gives messages without a time the same ids each time it is read, wherever it is cut', () => {
    const whole = ids(read('by-place', [undated], 1000))
    expect(new Set(whole).size).toBe(4)
    expect(ids(read('by-place', [undated.slice(0, 1), undated.slice(1)], 2000))).toEqual(whole)
  })

  test('gives a message without a time that of the one before it in its session, also over a cut', () => {
    const state = startReading('by-place', RECEIVED)
    const part = (session: string, messages: readonly GivenMessage[]) =>
      readDelivery({ session, messages }, state).records.map(({ record }) => record.at)
    expect(part('s1', [{ text: 'a', at: '2026-05-03' }])).toEqual([Date.UTC(2026, 4, 3)])
    expect(part('s1', [{ text: 'b' }])).toEqual([Date.UTC(2026, 4, 3)])
    expect(part('s2', [{ text: 'c' }])).toEqual([RECEIVED])
  })
})
