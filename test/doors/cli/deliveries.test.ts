import { expect, test } from 'vitest'
import { Batches, type PlacedDelivery, readGiven } from '../../../src/doors/cli/deliveries.ts'

const line = (number: number) => ({ number, unit: 'line' }) as const

function shown(deliveries: readonly PlacedDelivery[]): readonly string[] {
  return deliveries.map(({ session, messages, places }) => {
    const parts = messages.map(({ text }, index) => (places[index] ? text : `(${text})`))
    return `${session}: ${parts.join(' ')}`
  })
}

test('a batch is grouped by session and keeps the order of the lines', () => {
  const batches = new Batches()
  for (const [index, session] of ['s1', 's2', 's1'].entries()) {
    batches.add({ session, message: { text: `t${index}` } }, line(index + 1))
  }
  expect(shown(batches.take())).toEqual(['s1: t0 t2', 's2: t1'])
  expect(batches.take()).toEqual([])
})

test('equal messages of one moment are told apart over a cut by echoes of the earlier ones', () => {
  const batches = new Batches()
  const yes = { session: 's1', message: { text: 'yes', speaker: 'Ana', at: '2026-05-03' } }
  batches.add(yes, line(1))
  batches.add(yes, line(2))
  expect(shown(batches.take())).toEqual(['s1: yes yes'])
  batches.add({ session: 's1', message: { text: 'no', at: '2026-05-03' } }, line(3))
  batches.add(yes, line(4))
  batches.add(yes, line(5))
  expect(shown(batches.take())).toEqual(['s1: no (yes) (yes) yes yes'])
  batches.add(yes, line(6))
  expect(shown(batches.take())).toEqual(['s1: (yes) (yes) (yes) (yes) yes'])
})

test('a message of another session, speaker or time needs no echo, nor does one with an id', () => {
  const batches = new Batches()
  const add = (session: string, message: { text: string; speaker?: string; at: string; id?: string }) =>
    batches.add({ session, message }, line(1))
  add('s1', { text: 'yes', at: '2026-05-03' })
  add('s1', { text: 'yes', at: '2026-05-03', id: 'x' })
  batches.take()
  add('s2', { text: 'yes', at: '2026-05-03' })
  add('s1', { text: 'yes', at: '2026-05-03', speaker: 'Ana' })
  add('s1', { text: 'yes', at: '2026-05-04' })
  add('s1', { text: 'yes', at: '2026-05-03', id: 'x' })
  expect(shown(batches.take())).toEqual(['s2: yes', 's1: yes yes yes'])
})

test('messages without a time have the same ids each time the input is read, wherever it is cut', () => {
  const ids = (cutAfter: number) => {
    const batches = new Batches()
    return ['yes', 'no', 'yes', 'yes'].flatMap((text, index) => {
      batches.add({ session: 's1', message: { text } }, line(index + 1))
      return index === cutAfter || index === 3 ? batches.take().flatMap(({ messages }) => messages) : []
    })
  }
  expect(ids(0)).toEqual(ids(2))
  expect(new Set(ids(0).map(({ id }) => id)).size).toBe(4)
})

test('a message without a time takes that of the one before it in its session, also over a cut', () => {
  const batches = new Batches()
  batches.add({ session: 's1', message: { text: 'a', id: 'a', at: '2026-05-03' } }, line(1))
  batches.take()
  batches.add({ session: 's1', message: { text: 'b', id: 'b' } }, line(2))
  batches.add({ session: 's2', message: { text: 'c', id: 'c' } }, line(3))
  expect(batches.take().flatMap(({ messages }) => messages)).toEqual([
    { text: 'b', id: 'b', at: '2026-05-03' },
    { text: 'c', id: 'c' },
  ])
})

test('a batch is full after 500 messages or 8 million characters', () => {
  const batches = new Batches()
  for (let number = 1; number <= 499; number++) batches.add({ session: 's1', message: { text: 'x' } }, line(number))
  expect(batches.isFull).toBe(false)
  batches.add({ session: 's1', message: { text: 'x' } }, line(500))
  expect(batches.isFull).toBe(true)
  batches.take()
  expect(batches.isFull).toBe(false)
  batches.add({ session: 's1', message: { text: 'x'.repeat(8_000_000) } }, line(501))
  expect(batches.isFull).toBe(true)
})

test('a line is read with its numbers as text and without its nulls', () => {
  expect(readGiven({ session: 7, text: 'x', speaker: null, id: 12, at: 0, extra: true }, undefined)).toEqual({
    session: '7',
    message: { text: 'x', id: '12', at: 0 },
  })
  expect(readGiven({ text: 'x' }, 's9')).toEqual({ session: 's9', message: { text: 'x' } })
  expect(readGiven({ text: 'x' }, undefined)).toBe('no-session')
  expect(readGiven(['x'], 's9')).toBe('not-an-object')
  expect(readGiven(null, 's9')).toBe('not-an-object')
})
