import { describe, expect, test } from 'vitest'
import { scheduleOf } from '../../bench/recall/schedule.ts'
import { type Selection, selectSpaces } from '../../bench/recall/splits.ts'
import { doc, question, space } from './sample.ts'

/** Steps as text: sessions with their documents, questions with a mark. */
function told(...given: Parameters<typeof scheduleOf>): string {
  return scheduleOf(...given)
    .steps.map((step) =>
      step.kind === 'ask' ? `?${step.question.id}` : `${step.session}(${step.docs.map((doc) => doc.id).join(' ')})`,
    )
    .join(' ')
}

const docs = [doc('a 1 Ana', 'x', 10), doc('b 1 Bram', 'x', 20), doc('c 2 Ana', 'x', 30), doc('d 5 Ana', 'x', 40)]

describe('the life of a space', () => {
  test('sessions are delivered whole in order of appearance, and asked about at the end', () => {
    const mixed = [docs[0]!, docs[2]!, docs[1]!]
    expect(told(space(mixed, [question('q')]))).toBe('1(a b) 2(c) ?q')
  })

  test('a question with beforeSession is asked before that session exists', () => {
    const asked = [question('late'), question('q', { beforeSession: '2' }), question('p', { beforeSession: '1' })]
    expect(told(space(docs, asked))).toBe('?p 1(a b) ?q 2(c) 5(d) ?late')
  })

  test('a numbered session without documents has its place by number', () => {
    const asked = [question('q', { beforeSession: '3' }), question('r', { beforeSession: '10' })]
    expect(told(space(docs, asked))).toBe('1(a b) 2(c) ?q 5(d) ?r')
  })

  test('a question before a session that has no place is left out and listed', () => {
    const schedule = scheduleOf(space(docs, [question('q', { beforeSession: 'spring' })]))
    expect(schedule.steps.every((step) => step.kind === 'deliver')).toBe(true)
    expect(schedule.problems).toEqual([
      'garden: session spring, before which question q is asked, does not exist; the question is left out.',
    ])
  })
})

describe('noise', () => {
  const single = [doc('a 1 Ana', 'x', 10), doc('b 2 Bram', 'x', 20)]

  test('is spread evenly before, between and after the sessions', () => {
    expect(told(space(single), ['n', 'n', 'n'])).toBe('noise:0(noise:0) 1(a) noise:1(noise:1) 2(b) noise:2(noise:2)')
  })

  test('comes in sessions as long as the others are on average', () => {
    const long = [...single, doc('c 2 Ana', 'x'), doc('d 2 Ana', 'x')]
    expect(told(space(long), ['n', 'n', 'n'])).toBe('noise:0(noise:0 noise:1) 1(a) 2(b c d) noise:1(noise:2)')
  })

  test('has the speakers in turn, and the date of the session that it follows', () => {
    const noise = scheduleOf(space(single), ['n', 'n', 'n'])
      .steps.flatMap((step) => (step.kind === 'deliver' ? step.docs : []))
      .filter((noisy) => noisy.id.startsWith('noise:'))
    expect(noise.map(({ speaker, at }) => `${speaker} ${at}`)).toEqual(['Ana 10', 'Bram 10', 'Ana 20'])
  })

  test('does not move a question', () => {
    const asked = [question('q', { beforeSession: '2' })]
    expect(told(space(single, asked), ['n', 'n', 'n'])).toMatch(/^noise:0\(noise:0\) 1\(a\) \?q noise:1/u)
  })
})

describe('splits', () => {
  const spaces = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
  const select = (chosen: readonly { readonly id: string }[], selection: Selection) =>
    selectSpaces({ name: 'data.json', spaces: chosen }, selection)
  const ids = (...given: Parameters<typeof select>) => select(...given).map((space) => space.id)

  test('the first half is for tuning, rounded down, and the rest for reporting', () => {
    expect(ids(spaces, { split: 'tune' })).toEqual(['a', 'b'])
    expect(ids(spaces, { split: 'report' })).toEqual(['c', 'd', 'e'])
    expect(ids(spaces, { split: 'all' })).toHaveLength(5)
  })

  test('at least one of several is for tuning, and one alone is for reporting', () => {
    expect(ids(spaces.slice(0, 2), { split: 'tune' })).toEqual(['a'])
    expect(ids(spaces.slice(0, 1), { split: 'report' })).toEqual(['a'])
    expect(() => ids(spaces.slice(0, 1), { split: 'tune' })).toThrow(/No space/u)
  })

  test('ids and a maximum narrow a split', () => {
    expect(ids(spaces, { split: 'report', ids: ['b', 'd', 'e'], spacesMax: 1 })).toEqual(['d'])
    expect(() => ids(spaces, { split: 'all', ids: ['z'] })).toThrow(/called z/u)
  })
})
