import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { ModelFolder } from '../../../src/providers/local/model-folder.ts'
import { ModelThread } from '../../../src/providers/local/model-thread.ts'

const scratch = mkdtempSync(join(tmpdir(), 'engraph-thread-'))
const threads: ModelThread[] = []
afterAll(async () => {
  for (const thread of threads) await thread.close()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
})

/** A program in the place of the model's, which dies at some texts. */
const PROGRAM = join(scratch, 'worker.mjs')
writeFileSync(
  PROGRAM,
  `import { parentPort, workerData } from 'node:worker_threads'
  parentPort.on('message', ({ request, texts: [text] }) => {
    if (text === 'exit') process.exit(3)
    if (text === 'throw') throw new Error('out of luck')
    if (text === 'hang') return
    if (text === 'native') return void setTimeout(() => Atomics.sub(workerData.busy, 0, 1), 200)
    if (text === 'fail') return parentPort.postMessage({ kind: 'failure', request, message: { template: 'No {0}.', values: [1] }, hint: { template: 'Yes.', values: [] } })
    const results = [Float32Array.of(text.length)]
    parentPort.postMessage({ kind: 'results', request, engine: workerData.engine, results })
  })`,
)

function thread(): ModelThread {
  const made = new ModelThread({ folder: { name: 'model' } as ModelFolder, engine: 'wasm' }, pathToFileURL(PROGRAM))
  threads.push(made)
  return made
}

test('it starts with the first work, and says which engine it found', async () => {
  const runner = thread()
  expect(runner.engine).toBeNull()
  expect(await runner.run('embed', ['four'])).toEqual([Float32Array.of(4)])
  expect(runner.engine).toBe('wasm')
})

test.each([
  ['exit', 'exit status 3'],
  ['throw', 'out of luck'],
])('when it dies by %s, what waits fails and the next work starts it again, three times', async (how, reason) => {
  const runner = thread()
  for (let deaths = 0; deaths < 4; deaths++) {
    expect(await runner.run('embed', ['ok'])).toEqual([Float32Array.of(2)])
    const [hung, died] = await Promise.allSettled([runner.run('embed', ['hang']), runner.run('embed', [how])])
    for (const work of [hung, died]) {
      expect(work).toMatchObject({ status: 'rejected', reason: { code: 'model-unavailable' } })
      expect(String((work as PromiseRejectedResult).reason)).toContain(reason)
    }
  }
  await expect(runner.run('embed', ['ok'])).rejects.toThrow('its thread ended 4 times')
})

test('a failure keeps the thread', async () => {
  const runner = thread()
  const failed = runner.run('embed', ['fail'])
  await expect(failed).rejects.toMatchObject({ code: 'model-unavailable', message: 'No 1.', hint: 'Yes.' })
  expect(await runner.run('embed', ['ok'])).toEqual([Float32Array.of(2)])
})

test('closing waits until native code comes to its end, which would abort the process', async () => {
  const runner = new ModelThread({ folder: { name: 'model' } as ModelFolder, engine: 'native' }, pathToFileURL(PROGRAM))
  const running = runner.run('embed', ['native'])
  const failure = expect(running).rejects.toThrow('it was closed')
  const isTimely = new Promise((resolve) => setTimeout(() => resolve('still waiting'), 50))
  const closed = runner.close()
  expect(await Promise.race([closed, isTimely])).toBe('still waiting')
  await closed
  await failure
})

test('closing fails what waits, and what comes later', async () => {
  const runner = thread()
  const hung = runner.run('embed', ['hang'])
  const failure = expect(hung).rejects.toThrow('it was closed')
  await runner.close()
  await failure
  await expect(runner.run('embed', ['ok'])).rejects.toMatchObject({ code: 'model-unavailable' })
})
