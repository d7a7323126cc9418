import { CommanderError } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import { benchCommand } from '../../src/doors/cli/bench.ts'
import { dataFile, SAMPLE } from './sample.ts'

/** Runs `engraph bench` in this process, and answers with what it prints. */
async function bench(...arguments_: readonly string[]): Promise<string> {
  const command = benchCommand()
  for (const one of [command, ...command.commands]) one.exitOverride().configureOutput({ writeErr: () => undefined })
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  try {
    await command.parseAsync(arguments_, { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return written.join('')
}

describe('engraph bench recall', () => {
  const data = dataFile(SAMPLE)

  test('prints one object of one file, and a list of them of several', async () => {
    const one = JSON.parse(await bench('recall', data, '--arms', 'flat', '--json'))
    expect(one).toMatchObject({ schemaVersion: 3, data: 'data.json', ablation: null })
    const two = JSON.parse(await bench('recall', data, `${data}:session`, '--arms', 'flat', '--json'))
    expect(two).toMatchObject({ schemaVersion: 3, files: [{ grain: 'turn' }, { grain: 'session' }] })
    expect(two.mean.arms.flat.n).toBe(10)
  })

  test('takes signals separated by commas, and again', async () => {
    const flags = ['--without', 'time, asker', '--without', 'recency', '--arms', 'engraph']
    const report = JSON.parse(await bench('recall', data, ...flags, '--json'))
    expect(report.without).toEqual(['time', 'asker', 'recency'])
    expect(await bench('recall', data, ...flags)).toContain('engraph without time, asker, recency')
  })

  test.each([
    ['an unknown arm', ['--arms', 'flat,sharp']],
    ['no file', []],
    ['a number of the ranking that is none', [data, '--set', 'asker=much']],
  ])('%s is wrong usage', async (_, arguments_) => {
    await expect(bench('recall', ...arguments_)).rejects.toThrow(CommanderError)
  })

  test.each([
    ['an unknown signal', [data, '--without', 'vibes'], 'invalid-input'],
    ['a signal without the arm engraph', [data, '--arms', 'flat', '--without', 'time'], 'invalid-input'],
    ['an unknown embedder', [data, '--embedder', 'vibes'], 'invalid-options'],
    ['vectors alone where there are none', [data, '--embedder', 'words', '--arms', 'vector'], 'invalid-input'],
    ['an unknown set', ['set:nothing'], 'invalid-input'],
    ['a number that the ranking does not have', [data, '--set', 'no.such=1'], 'invalid-options'],
  ])('%s is refused', async (_, arguments_, code) => {
    await expect(bench('recall', ...arguments_)).rejects.toMatchObject({ code })
  })
})
