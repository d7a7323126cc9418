import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { measureAll, type SpaceTask } from '../../bench/recall/processes.ts'
import { runSeveral } from '../../bench/recall/run.ts'
import { CLI } from '../doors/cli/run-engraph.ts'
import { dataFile, doc, question, SAMPLE, space } from './sample.ts'

const processes = { count: 2, cli: CLI }

beforeAll(() => {
  expect(existsSync(CLI), 'npm run build').toBe(true)
})

/** What `--out` writes, without times. */
function linesOf(path: string): readonly string[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.stringify({ ...JSON.parse(line), ms: 0 }))
}

test('several processes measure the same as one, in the same order', async () => {
  const more = SAMPLE.flatMap((one) => ['1', '2', '3'].map((suffix) => ({ ...one, id: one.id + suffix })))
  const sources = [dataFile(more), `${dataFile(SAMPLE)}:session`]
  const [alone, shared] = [dataFile('', 'alone.jsonl'), dataFile('', 'shared.jsonl')]
  const how = { arms: ['flat', 'engraph'], grain: 'turn', split: 'all', without: ['time'] } as const
  const one = await runSeveral(sources, { ...how, out: alone })
  const two = await runSeveral(sources, { ...how, out: shared, processes })
  expect(linesOf(shared)).toEqual(linesOf(alone))
  expect(two.files.map((file) => file.processes)).toEqual([2, 2])
  expect(two.mean).toEqual(one.mean)
})

describe('what goes wrong in a process', () => {
  const task = (given: Partial<SpaceTask>): SpaceTask => ({
    request: { arms: ['engraph'] },
    space: space([doc('a 1 Ana', 'fox')], [question('q', { question: 'fox', gold: ['a'] })]),
    grain: 'turn',
    noise: [],
    ...given,
  })
  const measured = (tasks: readonly SpaceTask[], cli: string) =>
    measureAll(tasks, { processes: { count: 2, cli }, onBegin: () => undefined, onMeasured: async () => undefined })

  test('is told as it would be here', async () => {
    const broken = task({ request: { arms: ['engraph'], ranking: { 'no.such': 1 } } })
    await expect(measured([task({}), broken], CLI)).rejects.toMatchObject({
      code: 'invalid-options',
      hint: expect.stringContaining('grains.session'),
    })
  })

  test('is told when it ends', async () => {
    const program = dataFile('process.exit(7)', 'program.mjs')
    await expect(measured([task({}), task({})], program)).rejects.toThrow(/ended \(7\) at garden/u)
  })
})
