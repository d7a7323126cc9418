import { describe, expect, test } from 'vitest'
import { syntheticConversation, syntheticQuestions } from '../../bench/scale/conversation.ts'
import { runScaleBench } from '../../bench/scale/run.ts'
import { stageFigures } from '../../bench/scale/stages.ts'
import { askingForThings, namingThings } from '../../bench/scale/things.ts'
import { measureWalk } from '../../bench/scale/walk.ts'
import { Engraph } from '../../src/engraph.ts'

describe('stages of a recall', () => {
  test('have percentiles each', () => {
    expect(stageFigures([{ timings: { planMs: 1, fuseMs: 4 } }, { timings: { planMs: 3 } }])).toEqual({
      planMs: { p50Ms: 1, p95Ms: 3 },
      fuseMs: { p50Ms: 4, p95Ms: 4 },
    })
    expect(stageFigures([])).toEqual({})
  })
})

describe('walks', () => {
  test.each([
    ['go two hops from the thing that has fifty neighbours or a few more', [90, 53, 3], { degree: 53 }],
    ['are not measured where no thing has so many', [49, 3], null],
  ])('%s', async (_, degrees, expected) => {
    await using memory = await Engraph.open({ path: ':memory:', space: 'garden' })
    for (const [place, degree] of degrees.entries()) {
      const messages = Array.from({ length: degree }, (_, at) => ({ text: `${at} in src/shed-${place}.ts`, at }))
      await memory.remember({ session: 'a', messages })
    }
    const figures = await measureWalk(memory)
    if (expected === null) expect(figures).toBeNull()
    else expect(figures).toMatchObject({ ...expected, hops: 2, walks: 200, p50Ms: expect.any(Number) })
  })
})

describe('things', () => {
  const messages = () => [...namingThings(syntheticConversation(3000))].flatMap((session) => session.messages)
  const named = (texts: readonly string[]) => texts.flatMap((text) => /\S+-\d+(?:\.ts)?$/u.exec(text)?.[0] ?? [])

  test('are named in a part of the messages, some often and many seldom, the same each time', () => {
    const things = named(messages().map(({ text }) => text))
    const counts = new Map<string, number>()
    for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
    expect(things.length / 3000).toBeCloseTo(0.15, 1)
    expect(Math.max(...counts.values())).toBeGreaterThan(40)
    expect(counts.size).toBeGreaterThan(100)
    expect(messages()).toEqual(messages())
  })

  test('are asked for in a third of the questions', () => {
    expect(named(askingForThings(syntheticQuestions(30))).length).toBe(10)
  })
})

test('engraph bench scale measures each size in ascending order', async () => {
  const report = await runScaleBench({ messages: [300, 120], cli: null })
  expect(report.schemaVersion).toBe(1)
  expect(report.scales.map(({ messages, cold }) => ({ messages, cold }))).toEqual([
    { messages: 120, cold: null },
    { messages: 300, cold: null },
  ])
  const [small] = report.scales
  expect(small!.index.messagesPerSecond).toBeGreaterThan(0)
  expect(small!.recall).toMatchObject({ questions: 200 })
  const stages = ['indexMs', 'planMs', 'semanticMs', 'structuralMs', 'fuseMs', 'packMs']
  expect(Object.keys(small!.recall.stages)).toEqual(stages)
  expect(small).toHaveProperty('walk')
  expect(small!.fileBytes).toBeGreaterThan(0)
})
