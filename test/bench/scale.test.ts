import { describe, expect, test } from 'vitest'
import { syntheticConversation, syntheticQuestions } from '../../bench/scale/conversation.ts'
import { counted } from '../../bench/scale/embedding.ts'
import { runScaleBench } from '../../bench/scale/run.ts'
import { stageFigures } from '../../bench/scale/stages.ts'
import { askingForThings, namingThings } from '../../bench/scale/things.ts'
import { measureWalk } from '../../bench/scale/walk.ts'
import { Engraph } from '../../src/engraph.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { modelsFolder } from '../../src/providers/models-folder.ts'

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

describe('engraph bench scale', () => {
  test('measures each size in ascending order', async () => {
    const report = await runScaleBench({ messages: [300, 120], cli: null, embedder: 'words' })
    expect(report).toMatchObject({ schemaVersion: 2, embedder: { tier: 'words', identity: null } })
    expect(report.scales.map(({ messages, cold, embedding }) => ({ messages, cold, embedding }))).toEqual([
      { messages: 120, cold: null, embedding: null },
      { messages: 300, cold: null, embedding: null },
    ])
    const [small] = report.scales
    expect(small!.index.messagesPerSecond).toBeGreaterThan(0)
    expect(small!.remember).toMatchObject({ messages: 200, passagesBehind: 0, p50Ms: expect.any(Number) })
    expect(small!.recall).toMatchObject({ questions: 200 })
    const stages = ['indexMs', 'planMs', 'meaningMs', 'semanticMs', 'structuralMs', 'fuseMs', 'packMs']
    expect(Object.keys(small!.recall.stages)).toEqual(stages)
    expect(small).toHaveProperty('walk')
    expect(small!.fileBytes).toBeGreaterThan(0)
  })

  test.skipIf(modelsFolder() === null)('measures how everything gets its vector', async () => {
    const { embedder, scales } = await runScaleBench({ messages: [150], cli: null, embedder: 'static' })
    expect(embedder).toMatchObject({ tier: 'static', problem: null })
    expect(scales[0]!.embedding).toMatchObject({ state: 'ready', problem: null, passages: 350 })
    expect(scales[0]!.remember.passagesBehind).toBeGreaterThan(0)
    expect(scales[0]!.rssMb).toBeGreaterThan(0)
  })

  test('counts what is embedded, questions left out', async () => {
    const one = counted(fixedEmbedder())
    await one.embedder.embed(['a', 'b'], { purpose: 'passage' })
    await one.embedder.embed(['c'], { purpose: 'question' })
    expect(one.passages()).toBe(2)
  })
})

function fixedEmbedder(): Embedder {
  return {
    identity: { model: 'made-up', dimensions: 2, preprocessing: 'none', weights: '0' },
    languages: ['en'],
    batchSize: 1,
    embed: async (texts) => texts.map(() => new Float32Array([1, 0])),
    close: async () => undefined,
  }
}
