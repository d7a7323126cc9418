import { expect, test } from 'vitest'
import { modelQueue } from '../../../src/providers/local/model-queue.ts'
import type { ModelRunner, ModelWork } from '../../../src/providers/local/model-runner.ts'

/** A runner whose vector of a text is its length, and that notes what it was given. */
function counting() {
  const given: string[][] = []
  const runner = {
    engine: null,
    async run(_: ModelWork, texts: readonly string[]) {
      given.push([...texts])
      await new Promise(setImmediate)
      if (texts.includes('bad')) throw new Error('cannot')
      return texts.map(({ length }) => Float32Array.of(length))
    },
    close: async () => {},
  } as ModelRunner
  return { given, queue: modelQueue(runner, 'model') }
}

const numbered = (count: number, name = 'text') =>
  Array.from({ length: count }, (_, i) => `${name}${'x'.repeat(i % 9)}`)

test.each([0, 1, 8, 9, 100])('%i texts come back in their order', async (count) => {
  const { queue } = counting()
  const texts = numbered(count)
  const vectors = await queue.run('embed', texts, { isUrgent: false })
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length))
})

test('pieces hold few texts, fewer of them when they are long, and those of like length together', async () => {
  const { queue, given } = counting()
  await queue.run('embed', [...numbered(20), 'y'.repeat(1_500), 'z'.repeat(1_500)], { isUrgent: false })
  expect(given.map(({ length }) => length)).toEqual([8, 8, 4, 1, 1])
})

test('what is urgent goes before what waits, not before what runs', async () => {
  const { queue, given } = counting()
  await Promise.all([
    queue.run('embed', numbered(24, 'bulk'), { isUrgent: false }),
    queue.run('embed', ['question'], { isUrgent: true }),
  ])
  expect(given.map(([text]) => text!.slice(0, 4))).toEqual(['bulk', 'ques', 'bulk', 'bulk'])
})

test('an ended signal takes the pieces that wait out of the queue', async () => {
  const { queue, given } = counting()
  const controller = new AbortController()
  const ended = queue.run('embed', numbered(80, 'ended'), { isUrgent: false, signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(ended).rejects.toThrow('enough')
  await queue.run('embed', ['next'], { isUrgent: false })
  expect(given).toHaveLength(2)
})

test('a failure ends its own call alone', async () => {
  const { queue, given } = counting()
  const [failed, other] = await Promise.allSettled([
    queue.run('embed', [...numbered(30), 'bad'], { isUrgent: false }),
    queue.run('embed', ['other'], { isUrgent: false }),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'cannot' } })
  expect(other.status).toBe('fulfilled')
  expect(given.at(-1)).toEqual(['other'])
})

test('more than the queue holds is refused', async () => {
  const { queue } = counting()
  const texts = new Array<string>(200_000).fill('text')
  await expect(queue.run('embed', texts, { isUrgent: false })).rejects.toMatchObject({ code: 'model-unavailable' })
})
