import { describe, expect, test } from 'vitest'
import { Engraph } from '../../src/engraph.ts'

const DAY = 86_400_000
const iso = (at: number | null) => new Date(at ?? 0).toISOString().slice(0, 10)

async function planOf(question: string, talk: readonly (readonly [day: string, text: string])[]) {
  await using memory = await Engraph.open({ path: ':memory:', space: 'alice' })
  for (const [i, [day, text]] of talk.entries()) {
    await memory.remember({ session: `s${i}`, messages: [{ id: `m${i}`, text, speaker: 'Ana', at: Date.parse(day) }] })
  }
  const recalled = await memory.recall(question, { now: Date.parse('2026-09-01') })
  return { windows: recalled.plan.windows, found: recalled.items.map(({ node }) => node) }
}

const TALK = [
  ['2026-04-20', 'The brochures went to the printer.'],
  ['2026-05-01', 'The trade show in Hanover starts on 12 May 2026.'],
  ['2026-06-02', 'We repainted the kitchen.'],
  ['2026-07-04', '婚礼在厦门办得很热闹。'],
  ['2026-07-05', '我们去了鼓浪屿。'],
] as const

describe('a time that is counted from something remembered', () => {
  test('is found from the time that the event is said to be', async () => {
    const { windows, found } = await planOf('What happened three weeks before the trade show?', TALK)
    expect(windows.map(({ from, to }) => [iso(from), iso(to)])).toEqual([['2026-04-17', '2026-04-24']])
    expect(found).toContain('m0')
  })

  test('is found from when it was told, where no time was said', async () => {
    const { windows } = await planOf('婚礼的第二天我们去了哪里？', TALK)
    expect(windows).toHaveLength(1)
    const [window] = windows
    expect(window!.from).toBeLessThanOrEqual(Date.parse('2026-07-05'))
    expect(window!.to! - window!.from!).toBe(DAY)
  })

  test('is none where nothing is known of the event', async () => {
    expect((await planOf('What happened two weeks before the regatta?', TALK)).windows).toEqual([])
  })
})
