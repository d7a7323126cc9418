import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ARM_NAMES, armsFor } from '../../bench/recall/arms/arms.ts'
import { engraphArm } from '../../bench/recall/arms/engraph.ts'
import { describeEmbedder, openBenchEmbedder } from '../../bench/recall/embedders.ts'
import { reportTable } from '../../bench/recall/report-table.ts'
import { runRecallBench, runSeveral } from '../../bench/recall/run.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { modelsFolder } from '../../src/providers/models-folder.ts'
import { CLI } from '../doors/cli/run-engraph.ts'
import { dataFile, doc, question, SAMPLE, space } from './sample.ts'

/** Vectors of words are there once the build has made them. */
const withModels = test.skipIf(modelsFolder() === null || !existsSync(CLI))
const turns = { grain: 'turn', split: 'all' } as const

describe('the embedder of a run', () => {
  test('is none where words alone are wanted', async () => {
    const { embedder, report } = await openBenchEmbedder({ embedder: 'words' })
    expect([embedder, report]).toEqual(['words', { tier: 'words', identity: null, problem: null, isCached: false }])
    expect(describeEmbedder(report)).toBe('embedder words')
  })

  test('decides which arms there are', () => {
    expect(armsFor({ embedder: 'static' })).toEqual(ARM_NAMES)
    expect(armsFor({ embedder: 'words' })).toEqual(['flat', 'structure', 'engraph'])
    expect(() => armsFor({ embedder: 'vibes' })).toThrow(/vibes is not known/u)
  })

  test('must give vectors to the arm vector', async () => {
    const running = runRecallBench('/nowhere/data.json', { ...turns, arms: ['vector'], embedder: 'words' })
    await expect(running).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('"words"'),
      hint: expect.stringContaining('--embedder builtin'),
    })
  })

  test('is none where no arm has one', async () => {
    expect(await runRecallBench(dataFile(SAMPLE), { ...turns, arms: ['flat'] })).toMatchObject({ embedder: null })
  })

  withModels('is told by its identity', async () => {
    const report = await runRecallBench(dataFile(SAMPLE), { ...turns, arms: ARM_NAMES, embedder: 'static' })
    expect(report).toMatchObject({
      problems: [],
      embedder: { tier: 'static', identity: { model: 'engraph-static-words' }, problem: null, isCached: false },
    })
    expect(reportTable(report, { perCategory: false })).toMatch(/^embedder static engraph-static-words, \d+ dim/mu)
  })

  test('that is not the chosen one makes the run a partial one', async () => {
    const chosen = { ...turns, arms: ['engraph'], embedder: 'folder:/nowhere/model' } as const
    const { problems, embedder } = await runRecallBench(dataFile(SAMPLE), chosen)
    expect(problems[0]).toMatch(/^The embedder is not the one that was chosen but /u)
    expect(embedder!.problem).toContain('/nowhere/model')
  })
})

describe('vectors that are not there when a question is asked', () => {
  const failing: Embedder = {
    identity: { model: 'made-up', dimensions: 2, preprocessing: 'none', weights: '0' },
    languages: ['en'],
    batchSize: 1,
    embed: async () => {
      throw new Error('out of order')
    },
    close: async () => undefined,
  }

  test('are a problem of the space, told once', async () => {
    const report = { tier: 'own', identity: failing.identity, problem: null, isCached: false }
    const openEmbedder = async () => ({ embedder: failing, late: null, report, close: async () => undefined })
    const arm = engraphArm({ rankings: { engraph: {}, words: { 'meaning.weight': 0 } }, openEmbedder })
    const living = await arm.open(space([]), { grain: 'turn' })
    await living.remember('1', [doc('d1 1 Ana', 'A fox dug up the carrots.')])
    for (const name of arm.names) {
      for (const asked of ['Which fox?', 'Which carrots?']) {
        expect((await living.recall(question('q', { question: asked }), name)).ids).toEqual(['d1'])
      }
    }
    expect(living.problems()).toEqual(['in 2 recalls vectors were unavailable: out of order'])
    await living.close()
  })
})

describe('the arm vector', () => {
  withModels('ranks by vectors alone, whatever the other arms are given', async () => {
    const how = { ...turns, arms: ['vector'], embedder: 'static' } as const
    const report = await runRecallBench(dataFile(SAMPLE), how)
    expect(report.arms['vector']!.overall).toMatchObject({ n: 5, hit10: 1 })
    const ranking = { 'grains.passage': 3, 'grains.event': 2, 'meaning.before': 0 }
    const other = await runRecallBench(dataFile(SAMPLE), { ...how, ranking })
    expect(other.arms['vector']!.overall).toEqual(report.arms['vector']!.overall)
  })
})

describe('vectors of earlier runs', () => {
  withModels('are those of several processes, and change nothing', async () => {
    const vectors = mkdtempSync(join(tmpdir(), 'engraph-vectors-test-'))
    const more = dataFile(SAMPLE.flatMap((one) => ['1', '2', '3'].map((suffix) => ({ ...one, id: one.id + suffix }))))
    const how = { ...turns, arms: ['vector', 'engraph'], embedder: 'static' } as const
    const run = async (given: object) => {
      const out = dataFile('', 'ranks.jsonl')
      const { files } = await runSeveral([more], { ...how, ...given, out })
      expect(files[0]!.problems).toEqual([])
      const lines = readFileSync(out, 'utf8').trim().split('\n')
      return { isCached: files[0]!.embedder!.isCached, lines: lines.map((line) => ({ ...JSON.parse(line), ms: 0 })) }
    }
    const plain = await run({})
    expect(await run({ vectors, processes: { count: 2, cli: CLI } })).toEqual({ ...plain, isCached: true })
    expect(await run({ vectors })).toEqual({ ...plain, isCached: true })
    expect(readdirSync(vectors)).toHaveLength(1)
  })
})
