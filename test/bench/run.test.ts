import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { usualArms } from '../../bench/recall/arms/arms.ts'
import { reportTable } from '../../bench/recall/report-table.ts'
import { runRecallBench } from '../../bench/recall/run.ts'
import { dataFile, SAMPLE } from './sample.ts'

const ARMS = usualArms({ embedder: 'words' })
const plain = { arms: ARMS, grain: 'turn', split: 'all', embedder: 'words' } as const

describe('engraph bench recall', () => {
  test('reports every arm in the published shape', async () => {
    const out = dataFile('', 'ranks.jsonl')
    const report = await runRecallBench(dataFile(SAMPLE), { ...plain, out })
    expect(Object.keys(report)).toEqual([
      'schemaVersion',
      'commit',
      'data',
      'dataSha256',
      'configHash',
      'embedder',
      'grain',
      'noise',
      'split',
      'without',
      'processes',
      'spaces',
      'problems',
      'abstentions',
      'arms',
      'ablation',
      'index',
      'peakRssMb',
    ])
    expect(report).toMatchObject({
      schemaVersion: 3,
      data: 'data.json',
      embedder: { tier: 'words', identity: null },
      processes: 1,
      spaces: 2,
      problems: [],
      abstentions: { n: 1 },
    })
    expect(Object.keys(report.arms)).toEqual(ARMS)
    for (const arm of ['flat', 'engraph']) {
      expect(report.arms[arm]).toMatchObject({ overall: { r10: 1, n: 5, answers: 3 }, overall14: { n: 4 } })
      expect(report.arms[arm]!.overall).toMatchObject({ answerAt500: 2 / 3, evidenceAt500: 1, evidenceAt2000: 1 })
      expect(Object.keys(report.arms[arm]!.categories)).toEqual(['1', '4', '5'])
    }
    expect(report.index.messagesPerSecond).toBeGreaterThan(0)

    const lines = readFileSync(out, 'utf8').trim().split('\n')
    expect(lines.length).toBe(5 * ARMS.length)
    const last = JSON.parse(lines.at(-1)!)
    expect(Object.keys(last)).toEqual(['data', 'space', 'id', 'category', 'arm', 'gold', 'ids', 'packed', 'ms'])
    expect(last).toMatchObject({ data: 'data.json', space: '茶馆', arm: 'engraph' })
  })

  test('a question is asked before later sessions exist', async () => {
    const out = dataFile('', 'ranks.jsonl')
    await runRecallBench(dataFile(SAMPLE), { ...plain, ids: ['茶馆'], out })
    const lines = readFileSync(out, 'utf8').trim().split('\n')
    const before = lines.map((line) => JSON.parse(line)).filter(({ id }) => id === 'q2')
    expect(before.length).toBe(ARMS.length)
    for (const { ids } of before) expect(ids).not.toContain('d3')
  })

  test('sessions are compared at session grain, and noise is told', async () => {
    const noise = dataFile(['晚安', 'good night'], 'chatter.json')
    const report = await runRecallBench(dataFile(SAMPLE), { ...plain, grain: 'session', noise })
    expect(report).toMatchObject({ grain: 'session', noise: { file: 'chatter.json', n: 2 } })
    expect(report.arms['engraph']!.overall.r10).toBe(1)
  })

  test('the table has a line per arm, and per category where asked for', async () => {
    const report = await runRecallBench(dataFile(SAMPLE), { ...plain, arms: ['flat'] })
    expect(report.index.messagesPerSecond).toBeNull()
    const short = reportTable(report, { perCategory: false })
    expect(short).toMatch(/^arm +questions +r5 +r10/u)
    expect(short).not.toContain('partial')
    expect(reportTable(report, { perCategory: true }).split('\n').length).toBe(short.split('\n').length + 6)
  })

  test('gold that does not exist makes the run a partial one', async () => {
    const [first] = SAMPLE
    const broken = [{ ...first, questions: [{ ...first!.questions[0], gold: ['d1', 'd99'] }] }]
    const report = await runRecallBench(dataFile(broken), { ...plain, arms: ['flat'] })
    expect(report.problems).toEqual(['garden: gold d99 of question q1 does not exist.'])
    expect(report.arms['flat']!.overall).toMatchObject({ r10: 1, n: 1 })
    expect(reportTable(report, { perCategory: false })).toContain('This run is partial, 1 problems:')
  })
})
