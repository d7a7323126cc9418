import { describe, expect, test } from 'vitest'
import { buildSpaceIndex, eventsAt, handlesAt } from '../../src/recall/space-index.ts'
import { unitTable } from './unit-table.ts'

describe('the order of a space', () => {
  test('is by session, then by time, then by delivery', () => {
    const index = buildSpaceIndex(
      unitTable([
        { message: 11, session: 2, at: 50 },
        { message: 12, session: 1, at: 90 },
        { message: 13, session: 2, at: 10 },
        { message: 14, session: 1, at: 20 },
        { message: 15, session: 1, at: 20 },
        { message: 16, session: 2, at: 50 },
      ]),
    )
    expect([...index.handle]).toEqual([14, 15, 12, 13, 11, 16])
    expect([...index.at]).toEqual([20, 20, 90, 10, 50, 50])
    expect([...index.session]).toEqual([0, 0, 0, 1, 1, 1])
    expect([...index.sessionStart]).toEqual([0, 3, 6])
    expect([...index.sessionReference]).toEqual([1, 2])
    expect([...index.slotOf]).toEqual([-1, 4, 2, 3, 0, 1, 5])
    expect([...index.firstUnit]).toEqual([4, 5, 2, 3, 1, 6])
    expect(index.slots).toBe(6)
  })

  test('is that of delivery where the messages came in order', () => {
    const index = buildSpaceIndex(unitTable([1, 2, 3].map((message) => ({ message, at: message }))))
    expect([...index.handle]).toEqual([1, 2, 3])
    expect([...index.slotOf]).toEqual([-1, 0, 1, 2])
  })

  test('puts a session with a gap in its reference right behind the one before', () => {
    const index = buildSpaceIndex(
      unitTable([
        { message: 1, session: 7 },
        { message: 2, session: 3 },
      ]),
    )
    expect([...index.sessionReference]).toEqual([3, 7])
    expect([...index.session]).toEqual([0, 1])
  })

  test('of nothing is empty', () => {
    const index = buildSpaceIndex(unitTable([]))
    expect(index.slots).toBe(0)
    expect([...index.sessionStart]).toEqual([0])
    expect([...index.eventStart]).toEqual([0])
    expect([...index.slotOf]).toEqual([-1])
  })
})

describe('a message of several passages', () => {
  test('is one slot, as long as they are together', () => {
    const index = buildSpaceIndex(
      unitTable([
        { message: 1, length: 3 },
        { message: 2, length: 4 },
        { message: 2, length: 5 },
        { message: 2, length: 6 },
        { message: 3, length: 7 },
      ]),
    )
    expect([...index.handle]).toEqual([1, 2, 3])
    expect([...index.unitCount]).toEqual([1, 3, 1])
    expect([...index.lengthUpTo]).toEqual([0, 3, 18, 25])
    expect([...index.slotOf]).toEqual([-1, 0, 1, 1, 1, 2])
  })

  test('stays in one piece when messages are put in order', () => {
    const index = buildSpaceIndex(
      unitTable([
        { message: 1, at: 9, length: 1 },
        { message: 1, at: 9, length: 2 },
        { message: 2, at: 5, length: 4 },
        { message: 2, at: 5, length: 8 },
      ]),
    )
    expect([...index.handle]).toEqual([2, 1])
    expect([...index.lengthUpTo]).toEqual([0, 12, 15])
    expect([...index.slotOf]).toEqual([-1, 1, 1, 0, 0])
  })
})

describe('forgotten units', () => {
  test('have no slot, and leave no gap', () => {
    const index = buildSpaceIndex(
      unitTable([
        { message: 0 },
        { message: 1, at: 1 },
        { message: 0 },
        { message: 0 },
        { message: 4, at: 2 },
        { message: 4, at: 2 },
        { message: 0 },
      ]),
    )
    expect([...index.handle]).toEqual([1, 4])
    expect([...index.slotOf]).toEqual([-1, -1, 0, -1, -1, 1, 1, -1])
    expect([...index.sessionStart]).toEqual([0, 2])
  })

  test('take their session with them when it has no other', () => {
    const index = buildSpaceIndex(
      unitTable([
        { message: 1, session: 1 },
        { message: 0, session: 2 },
        { message: 3, session: 3 },
      ]),
    )
    expect([...index.sessionReference]).toEqual([1, 3])
  })

  test('leave nothing when all are', () => {
    expect(buildSpaceIndex(unitTable([{ message: 0 }, { message: 0 }])).slots).toBe(0)
  })
})

describe('events and speakers', () => {
  const index = buildSpaceIndex(
    unitTable([
      { message: 1, at: 1, session: 1, event: 31, speaker: 5 },
      { message: 2, at: 3, session: 1, event: 32, speaker: 6 },
      { message: 3, at: 2, session: 1, event: 31, speaker: 0 },
      { message: 4, at: 1, session: 2, event: 0, speaker: 5 },
      { message: 5, at: 2, session: 2, event: 0, speaker: 5 },
      { message: 6, at: 3, session: 2, event: 33, speaker: 5 },
    ]),
  )

  test('an event is a run of slots', () => {
    expect([...index.handle]).toEqual([1, 3, 2, 4, 5, 6])
    expect([...index.event]).toEqual([0, 0, 1, 2, 2, 3])
    expect([...index.eventStart]).toEqual([0, 2, 3, 5, 6])
  })

  test('messages that no event holds yet are not in that of another session', () => {
    const loose = buildSpaceIndex(
      unitTable([
        { message: 1, session: 1 },
        { message: 2, session: 2 },
      ]),
    )
    expect([...loose.event]).toEqual([0, 1])
  })

  test('each slot has its speaker', () => {
    expect([...index.speaker]).toEqual([5, 0, 6, 5, 5, 5])
  })

  test('slots lead back to the messages and events of the store', () => {
    expect(handlesAt(index, [2, 0])).toEqual([2, 1])
    expect(eventsAt(index, [2, 3, 0])).toEqual([32, 0, 31])
  })
})
