import { expect, test } from 'vitest'
import { Batches, type PlacedDelivery, readGiven } from '../../../src/doors/cli/deliveries.ts'

const line = (number: number) => ({ number, unit: 'line' }) as const

function shown(deliveries: readonly PlacedDelivery[]): readonly string[] {
  return deliveries.map(({ session, messages, places }) => {
    expect(places).toHaveLength(messages.length)
    return `${session}: ${messages.map(({ text }) => text).join(' ')}`
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
