import { describe, expect, test } from 'vitest'
import { openOpenAiEmbedder } from '../../../src/providers/http/openai-embedder.ts'
import { type Answer, embeddings, json, startServer, wellAnswered } from './model-server.ts'
import { KEY, opened, unavailable } from './opened-embedder.ts'

describe('a service that fails for a moment', () => {
  const failing = (times: number, fail: Answer): Answer => {
    return (received, response, nth) =>
      nth <= times + 1 ? fail(received, response, nth) : wellAnswered(received, response, nth)
  }

  test.each<[string, Answer]>([
    ['answers 503', (_, response) => json(response, { error: 'busy' }, 503)],
    ['answers 502 in HTML', (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<p>')],
    ['closes the connection', (_, response) => response.destroy()],
    [
      'closes it in the middle of the answer',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"data":[{"embedding":[1,', () => response.destroy())
      },
    ],
    [
      'ends in the middle of the answer without saying so',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
        response.end('{"data":[{"embedding":[1,')
      },
    ],
    ['writes NaN, which is no JSON', (_, response) => json(response, '{"data":[{"embedding":[NaN,1,2,3]}]}')],
  ])('is asked again when it %s', async (_, fail) => {
    await using at = await opened(failing(2, fail))
    expect((await at.embed('one')).length).toBe(1)
    expect(at.pauses).toEqual([200, 400])
  })

  test('is waited for as long as it says, within bounds', async () => {
    const limited = (retryAfter: string): Answer =>
      failing(1, (_, response) => json(response, { error: 'slow down' }, 429, { 'retry-after': retryAfter }))
    {
      await using at = await opened(limited('3'))
      await at.embed('one')
      expect(at.pauses).toEqual([3_000])
    }
    {
      const now = Date.UTC(2026, 4, 3, 10)
      await using at = await opened(limited(new Date(now + 4_000).toUTCString()), { clock: { now: () => now } })
      await at.embed('one')
      expect(at.pauses).toEqual([4_000])
    }
    {
      await using at = await opened(limited('60'))
      await expect(at.embed('one')).rejects.toMatchObject(unavailable(/429: slow down; it wants 60 s of rest/u))
      expect(at.pauses).toEqual([])
    }
  })

  test('is not waited for longer than the deadline', async () => {
    await using at = await opened(
      failing(1, (_, response) => json(response, {}, 429, { 'retry-after': '3' })),
      { questionDeadlineMs: 1_000 },
    )
    const before = performance.now()
    await expect(at.ask('one')).rejects.toMatchObject(unavailable(/answered 429/u))
    expect(performance.now() - before).toBeLessThan(900)
  })

  test('is asked again when it closed a connection that was kept', async () => {
    await using at = await opened((received, response, nth) => {
      wellAnswered(received, response, nth)
      setImmediate(() => response.socket?.destroy())
    })
    for (let i = 0; i < 5; i++) expect((await at.embed('one')).length).toBe(1)
  })
})

describe('a service that is slow', () => {
  const hangs: Answer = () => undefined
  const drips: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  }

  test.each([
    ['hangs', hangs],
    ['drips', drips],
  ])('is given up at the deadline of a question when it %s', async (_, answer) => {
    await using at = await opened(answer, { questionDeadlineMs: 60 })
    await expect(at.ask('one')).rejects.toMatchObject(unavailable(/did not answer within 60 ms/u))
    await expect.poll(() => at.server.open()).toBe(0)
  })

  test('is given up at the deadline of passages', async () => {
    await using at = await opened(hangs, { passageDeadlineMs: 60 })
    await expect(at.embed('one')).rejects.toMatchObject(unavailable(/did not answer within 60 ms/u))
  })

  test('is given less at once after a batch was late', async () => {
    await using at = await opened(
      ({ body }, response) => {
        if (body.input.length <= 2) json(response, embeddings(body.input))
      },
      { passageDeadlineMs: 80, batchSize: 4, concurrencyMax: 1 },
    )
    const texts = ['one', 'two', 'three', 'four']
    await expect(at.embed(...texts)).rejects.toMatchObject(unavailable(/within 80 ms/u))
    expect((await at.embed(...texts)).length).toBe(4)
  })

  test('is given up at the deadline of opening', async () => {
    await using server = await startServer(hangs)
    await expect(openOpenAiEmbedder({ url: server.url, model: 'tiny', openDeadlineMs: 60 })).rejects.toMatchObject(
      unavailable(/within 60 ms/u),
    )
  })

  test('is left at once when the caller calls off, with the reason of the caller', async () => {
    await using at = await opened(hangs)
    const reason = new Error('no longer wanted')
    for (const purpose of ['question', 'passage'] as const) {
      const caller = new AbortController()
      const call = at.embedder.embed(['one', 'two'], { purpose, signal: caller.signal })
      await expect.poll(() => at.server.open()).toBe(1)
      caller.abort(reason)
      await expect(call).rejects.toBe(reason)
      await expect.poll(() => at.server.open()).toBe(0)
      await expect(at.embedder.embed(['one'], { purpose, signal: caller.signal })).rejects.toBe(reason)
    }
  })

  test('is left when the caller calls off while it waits for another attempt', async () => {
    const caller = new AbortController()
    await using at = await opened((_, response) => json(response, {}, 503), {
      pause: (_ms, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          caller.abort('enough')
        }),
    })
    await expect(at.embedder.embed(['one'], { purpose: 'passage', signal: caller.signal })).rejects.toBe('enough')
  })

  test('is left when the embedder is closed', async () => {
    await using at = await opened(hangs)
    const call = at.embed('one')
    await expect.poll(() => at.server.open()).toBe(1)
    await at.embedder.close()
    await expect(call).rejects.toMatchObject(unavailable(/closed/u))
    await expect(at.embed('one')).rejects.toMatchObject(unavailable(/closed/u))
  })
})

describe('a service that redirects', () => {
  test('is followed within itself', async () => {
    await using at = await opened((received, response) =>
      received.path === '/embeddings'
        ? response.writeHead(307, { location: '/elsewhere' }).end()
        : json(response, embeddings(received.body.input)),
    )
    expect((await at.embed('one')).length).toBe(1)
    expect(at.server.received[2]).toMatchObject({
      method: 'POST',
      path: '/elsewhere',
      headers: { authorization: `Bearer ${KEY}` },
    })
  })

  test.each([301, 302, 303, 307, 308])(
    'is not followed to another place with the texts and the key (%i)',
    async (status) => {
      await using other = await startServer(wellAnswered)
      await using at = await opened((_, response) => response.writeHead(status, { location: other.url }).end())
      await expect(at.embed('one')).rejects.toMatchObject(
        unavailable(new RegExp(`redirects to 127.0.0.1:${other.port} \\(${status}\\), which is not followed`, 'u')),
      )
      expect(other.received).toEqual([])
    },
  )

  test.each([
    ['in a circle', '/embeddings', 307, /redirects more than 3 times/u],
    ['to nowhere', 'http://', 307, /redirects to \?/u],
    ['so that the texts would be lost', '/other', 302, /redirects to \/other \(302\)/u],
  ])('is not followed %s', async (_, location, status, message) => {
    await using at = await opened((_received, response) => response.writeHead(status, { location }).end())
    await expect(at.embed('one')).rejects.toMatchObject(unavailable(message))
  })
})

describe('a service that failed again and again', () => {
  test('is left alone for a while, then tried by one call', async () => {
    let now = 1_000
    let isWell = false
    await using at = await opened(
      (received, response, nth) =>
        isWell ? wellAnswered(received, response, nth) : json(response, { error: 'down' }, 500),
      { clock: { now: () => now } },
    )
    const received = () => at.server.received.length - 1
    for (let i = 0; i < 3; i++) {
      await expect(at.ask('one')).rejects.toMatchObject(unavailable(/500: down/u))
      // What needs no service says nothing of its health.
      expect((await at.ask('')).length).toBe(1)
    }
    expect(received()).toBe(3)

    const rests = unavailable(/failed 3 times in a row and is left alone for 30 s; at last it answered 500: down/u)
    await expect(at.ask('one')).rejects.toMatchObject(rests)
    now += 29_000
    await expect(at.ask('one')).rejects.toMatchObject(unavailable(/left alone for 1 s/u))
    expect(received()).toBe(3)

    now += 1_000
    const both = await Promise.allSettled([at.ask('one'), at.ask('two')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(received()).toBe(4)
    await expect(at.ask('one')).rejects.toMatchObject(unavailable(/left alone for 30 s/u))

    now += 30_000
    isWell = true
    expect((await at.ask('one')).length).toBe(1)
    expect((await at.ask('one')).length).toBe(1)
    expect(received()).toBe(6)
  })

  test('is judged by what it did, not by what the caller called off', async () => {
    await using at = await opened(() => undefined)
    for (let i = 0; i < 4; i++) {
      const signal = AbortSignal.timeout(5)
      await expect(at.embedder.embed(['one'], { purpose: 'question', signal })).rejects.toThrow(/aborted/u)
    }
    const call = at.embed('one')
    await expect.poll(() => at.server.open()).toBe(1)
    await at.embedder.close()
    await expect(call).rejects.toMatchObject(unavailable(/closed/u))
  })

  test('is tried again after a trial that the caller called off', async () => {
    let now = 1_000
    let state: 'down' | 'hangs' | 'well' = 'down'
    await using at = await opened(
      (received, response, nth) => {
        if (state === 'down') json(response, {}, 500)
        if (state === 'well') wellAnswered(received, response, nth)
      },
      { clock: { now: () => now }, failuresMax: 1 },
    )
    await expect(at.ask('one')).rejects.toMatchObject(unavailable(/500/u))
    now += 30_000
    state = 'hangs'
    await expect(at.embedder.embed(['one'], { purpose: 'question', signal: AbortSignal.timeout(20) })).rejects.toThrow()
    state = 'well'
    expect((await at.ask('one')).length).toBe(1)
  })
})
