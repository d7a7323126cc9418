import { describe, expect, test } from 'vitest'
import { ablationRows, meanAblation } from '../../bench/recall/ablation.ts'
import { usualArms } from '../../bench/recall/arms/arms.ts'
import type { Outcome } from '../../bench/recall/measure.ts'
import { reportTable, severalTable } from '../../bench/recall/report-table.ts'
import { type RecallBenchOptions, runRecallBench, runSeveral } from '../../bench/recall/run.ts'
import { SIGNALS, STRUCTURE_ALONE, signalNames, VECTORS_ALONE, withoutSignals } from '../../bench/recall/signals.ts'
import { recallConfigHash } from '../../src/engraph.ts'
import { dataFile, SAMPLE } from './sample.ts'

const plain: RecallBenchOptions = { arms: ['engraph'], grain: 'turn', split: 'all' }

/** `outcome('engraph', 'x d1', 'd1')` */
function outcome(arm: string, ranked: string, gold: string): Outcome {
  const [ids, wanted] = [ranked.split(' '), gold.split(' ')]
  return { space: 'garden', id: 'q', category: 'plain', arm, gold: wanted, ids, packed: [], ms: 1 }
}

/** Figures without what depends on the machine's speed. */
function figuresOf({ overall, categories }: { readonly overall: object; readonly categories: object }) {
  return { overall, categories }
}

describe('signals', () => {
  test('switch off numbers of the ranking, beside those that were given', () => {
    expect(withoutSignals({ asker: 1, time: 2 }, ['windows', 'time'])).toEqual({
      asker: 1,
      time: 0,
      'grains.window1': 0,
      'grains.window2': 0,
    })
  })

  test.each(Object.entries({ ...SIGNALS, 'what the arm structure is without': STRUCTURE_ALONE }))(
    '%s is a part of the ranking, and on',
    (_, numbers) => {
      for (const [path, value] of Object.entries(numbers)) {
        expect(recallConfigHash({ [path]: value }), path).not.toBe(recallConfigHash())
      }
    },
  )

  test('are all off but vectors in the arm vector', () => {
    const off = Object.entries(VECTORS_ALONE).filter(([path]) => !path.startsWith('meaning.'))
    expect(Object.fromEntries(off)).toMatchObject({ 'grains.passage': 0, 'routes.structural': 0, 'related.weight': 0 })
    const others = signalNames().filter((name) => name !== 'meaning')
    expect(Object.fromEntries(off)).toEqual(withoutSignals({}, others))
    expect(VECTORS_ALONE['meaning.weight']).toBeGreaterThan(0)
    expect(recallConfigHash(VECTORS_ALONE)).not.toBe(recallConfigHash())
  })

  test.each([
    ['an unknown signal', { without: ['windows', 'vibes'] }, /called vibes/u, /windows, session/u],
    ['signals without the arm they are left out of', { arms: ['flat'], without: ['time'] }, /engraph/u, /Add engraph/u],
    ['an ablation of an arm that is not measured', { arms: ['flat'], ablation: true }, /engraph/u, /Add engraph/u],
  ] as const)('%s is refused before any data is read', async (_, given, message, hint) => {
    await expect(runRecallBench('/nowhere/data.json', { ...plain, ...given })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    })
  })
})

describe('the ablation', () => {
  test('is the difference that the absence of a signal makes, and to how many questions', () => {
    const [row] = ablationRows(
      ['without:time'],
      [
        ...['a x', 'x a', 'x y', 'a b'].map((ranked) => outcome('engraph', ranked, 'a')),
        ...['x y', 'x a', 'x a', 'x y'].map((ranked) => outcome('without:time', ranked, 'a')),
      ],
    )
    expect(row).toMatchObject({
      without: 'time',
      delta: { r10: 0.5 - 0.75, mrr: 0.25 - 0.625 },
      questions: { better: 1, worse: 2 },
    })
  })

  test('of several files is the mean of their differences', () => {
    const rows = (ranked: string) =>
      ablationRows(['without:time'], [outcome('engraph', 'a', 'a'), outcome('without:time', ranked, 'a')])
    expect(meanAblation([rows('x'), rows('a')])).toEqual([{ without: 'time', delta: { r10: -0.5, mrr: -0.5 } }])
  })

  test('has a row for each signal, equal to a run without it', async () => {
    const data = dataFile(SAMPLE)
    const report = await runRecallBench(data, { ...plain, ablation: true })
    expect(report.ablation!.map(({ without }) => without)).toEqual(signalNames())
    for (const { without, figures } of report.ablation!) {
      const alone = await runRecallBench(data, { ...plain, without: [without] })
      expect(figuresOf(alone.arms['engraph']!)).toEqual(figuresOf(figures))
      expect(alone).toMatchObject({ without: [without], ablation: null })
    }
  })

  test('starts from what is left out already, and other arms change nothing', async () => {
    const data = dataFile(SAMPLE)
    const reduced = await runRecallBench(data, { ...plain, without: ['time', 'time'], ablation: true })
    expect(reduced.without).toEqual(['time'])
    expect(reduced.ablation!.map(({ without }) => without)).toEqual(signalNames().filter((name) => name !== 'time'))
    const all = await runRecallBench(data, { ...plain, arms: usualArms({}), without: ['time'] })
    expect(figuresOf(all.arms['engraph']!)).toEqual(figuresOf(reduced.arms['engraph']!))
    expect(all.configHash).not.toBe((await runRecallBench(data, plain)).configHash)
  })

  test('is a table with a column for each of LoCoMo’s categories', async () => {
    const report = await runRecallBench(dataFile(SAMPLE), { ...plain, ablation: true, ids: ['garden'] })
    const table = reportTable(report, { perCategory: false })
    expect(table).toMatch(/without +better\/worse +ΔR@10 all +ΔMRR +ΔR@10 categories 1-4 +ΔMRR +ΔR@10 1 /u)
    expect(table).toMatch(/^windows +\d+\/\d+ +[-+\d]/mu)
  })
})

describe('several files', () => {
  test('are measured each at its grain, and their means weigh each file the same', async () => {
    const half = [{ ...SAMPLE[0]!, questions: [{ ...SAMPLE[0]!.questions[0]!, gold: ['d1', 'd2'] }] }]
    const [all, one] = [dataFile(SAMPLE, 'all.json'), dataFile(half, 'one.json')]
    const report = await runSeveral([all, `${one}:session`], { ...plain, arms: ['flat', 'engraph'], ablation: true })
    expect(report.files.map(({ data, grain, spaces }) => [data, grain, spaces])).toEqual([
      ['all.json', 'turn', 2],
      ['one.json', 'session', 1],
    ])
    expect(report.mean.arms['flat']).toMatchObject({ r10: 1, n: 6, answers: 4 })
    expect(report.mean.ablation!.map(({ without }) => without)).toEqual(signalNames())
    const table = severalTable(report, { perCategory: false })
    expect(table.match(/^arm +questions +r5/gmu)?.length).toBe(2)
    expect(table).toMatch(/^mean of files/mu)
  })

  test('have noise each, or the noise of all', async () => {
    const [data, chatter, talk] = [dataFile(SAMPLE), dataFile(['晚安'], 'a.json'), dataFile(['hi', 'bye'], 'b.json')]
    const sources = [data, `${data}:session:noise=${talk}`, `${data}:noise=${talk}`]
    const { files } = await runSeveral(sources, { ...plain, arms: ['flat'], noise: chatter })
    expect(files.map(({ grain, noise }) => [grain, noise?.file, noise?.n])).toEqual([
      ['turn', 'a.json', 1],
      ['session', 'b.json', 2],
      ['turn', 'b.json', 2],
    ])
  })

  test('are all read before the first is measured', async () => {
    const measured: string[] = []
    const running = runSeveral([dataFile(SAMPLE), '/nowhere/data.json'], {
      ...plain,
      onProgress: (_done, _total, space) => measured.push(space),
    })
    await expect(running).rejects.toMatchObject({ code: 'invalid-input' })
    expect(measured).toEqual([])
  })
})
