import { expect, test } from 'vitest'
import { runEmbedBench } from '../../bench/embed/run.ts'
import { findBuiltInModel } from '../../src/providers/local/built-in-model.ts'

test('engraph bench embed measures each engine, or says why it cannot', async () => {
  const { engines, machine } = await runEmbedBench({ messages: 12 })
  expect(machine.node).toBe(process.version)
  expect(engines.map(({ engine }) => engine)).toEqual(['native', 'wasm'])
  for (const report of engines) {
    if (findBuiltInModel() === null) expect(report).toMatchObject({ problem: 'no weights' })
    else if ('problem' in report) expect(report.problem).toBe('')
    else {
      expect(report.messages).toBe(12)
      expect(report.messagesPerSecond).toBeGreaterThan(0)
      expect(report.questionMs.p95).toBeGreaterThanOrEqual(report.questionMs.p50)
      expect(report.questionInBulkMs.p95).toBeGreaterThan(0)
    }
  }
})
