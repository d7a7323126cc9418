import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { isTimeout, within } from '../src/within.ts'
import { never } from './embedders.ts'

describe('work within a time', () => {
  test('is what it gives', async () => {
    expect(await within(async () => 5, { msMax: 1000 })).toBe(5)
    await expect(within(() => Promise.reject(new Error('broken')), { msMax: 1000 })).rejects.toThrow('broken')
  })

  test('is left alone when the time is over, whether it listens or not', async () => {
    let reason: unknown
    const work = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason
      })
      return never()
    }
    const error = await within(work, { msMax: 20 }).catch((thrown) => thrown)
    expect(isTimeout(error)).toBe(true)
    expect(isTimeout(reason)).toBe(true)
  })

  test('ends with its signal, by the reason of that, and leaves nothing on it', async () => {
    const ending = new AbortController()
    const working = within(never, { msMax: 60_000, signal: ending.signal })
    await within(async () => 1, { msMax: 1000, signal: ending.signal })
    ending.abort(new Error('enough'))
    await expect(working).rejects.toThrow('enough')
    expect(getEventListeners(ending.signal, 'abort')).toEqual([])
    let isBegun = false
    const late = within(async () => (isBegun = true), { msMax: 1000, signal: ending.signal })
    await expect(late).rejects.toThrow('enough')
    expect(isBegun).toBe(false)
  })

  test('a hundred may listen to its signal, and nobody is warned of a leak', async () => {
    const warnings: string[] = []
    const hear = (warning: Error) => void warnings.push(warning.name)
    process.on('warning', hear)
    try {
      const work = async (signal: AbortSignal) => {
        for (let i = 0; i < 100; i++) signal.addEventListener('abort', () => undefined)
      }
      await within(work, { msMax: 1000 })
      // Warnings come with the next turn.
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.off('warning', hear)
    }
    expect(warnings).toEqual([])
  })

  test.each([
    [new DOMException('over', 'TimeoutError'), true],
    [new Error('over'), false],
    ['TimeoutError', false],
    [undefined, false],
  ])('%s is told from a time that was over', (error, expected) => {
    expect(isTimeout(error)).toBe(expected)
  })
})
