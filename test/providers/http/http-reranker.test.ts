import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type HttpRerankerOptions, openHttpReranker } from '../../../src/providers/http/http-reranker.ts'
import { type Answer, json, startServer } from './model-server.ts'
import { KEY, timing, unavailable } from './opened-embedder.ts'

async function opened(answer: Answer, options: Partial<HttpRerankerOptions> = {}) {
  const server = await startServer(answer)
  const { options: still } = timing()
  const reranker = await openHttpReranker({ url: server.url, key: KEY, model: 'judge', ...still, ...options })
  return {
    server,
    reranker,
    score: (...texts: string[]) => reranker.score('who', texts),
    async [Symbol.asyncDispose]() {
      await reranker.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

const lengths = (texts: readonly string[]) => texts.map((text, index) => ({ index, relevance_score: text.length }))
const byRelevance = (texts: readonly string[]) => lengths(texts).sort((a, b) => b.relevance_score - a.relevance_score)

describe('a reranker at a service', () => {
  test.each<[string, (texts: readonly string[]) => unknown]>([
    ['sorted results', (texts) => ({ results: byRelevance(texts) })],
    [
      'results with their documents',
      (texts) => ({ results: byRelevance(texts).map((item) => ({ ...item, document: { text: texts[item.index] } })) }),
    ],
    ['a list named data', (texts) => ({ data: byRelevance(texts) })],
    ['an output of results', (texts) => ({ output: { results: byRelevance(texts) } })],
    [
      'scores by their short name',
      (texts) => ({ results: lengths(texts).map(({ index, relevance_score: score }) => ({ index, score })) }),
    ],
  ])('gives one score a text in the order of the texts, from %s', async (_, shape) => {
    await using at = await opened(({ body }, response) => json(response, shape(body.documents)))
    expect(await at.score('one', 'fifteen', 'three')).toEqual([3, 7, 5])
    expect(at.server.received[0]).toMatchObject({
      method: 'POST',
      path: '/rerank',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'judge', query: 'who', documents: ['one', 'fifteen', 'three'], top_n: 3 },
    })
  })

  test('speaks the protocol of text-embeddings-inference', async () => {
    await using server = await startServer(({ body }, response) =>
      json(
        response,
        lengths(body.texts)
          .map(({ index, relevance_score: score }) => ({ index, score }))
          .reverse(),
      ),
    )
    const reranker = await openHttpReranker({ url: server.url, protocol: 'tei' })
    expect(reranker.model).toBe('tei')
    expect(await reranker.score('who', ['one', 'three'])).toEqual([3, 5])
    expect(server.received[0]!.body).toEqual({ query: 'who', texts: ['one', 'three'], truncate: true })
    await reranker.close()
  })

  test('puts texts with nothing in them last, and does not send them', async () => {
    await using at = await opened(({ body }, response) => json(response, { results: lengths(body.documents) }))
    expect(await at.score('', 'one', ' ', 'three')).toEqual([2, 3, 2, 5])
    expect(at.server.received[0]!.body.documents).toEqual(['one', 'three'])
    expect(await at.score('', ' ')).toEqual([0, 0])
    expect(await at.reranker.score(' ', ['one'])).toEqual([0])
    expect(await at.score()).toEqual([])
    expect(at.server.received.length).toBe(1)
  })

  test('asks in halves for what is too much at once, and for the beginning of one text that is too long', async () => {
    await using at = await opened(({ body }, response) => {
      const { documents } = body
      if (documents.length > 2) return json(response, { message: 'too many documents' }, 400)
      if (documents.some((text: string) => text.length > 1_000)) return json(response, {}, 413)
      return json(response, { results: lengths(documents) })
    })
    expect(await at.score('one', 'three', 'a'.repeat(3_000), 'fifteen', 'four')).toEqual([3, 5, 1_000, 7, 4])
  })

  test.each<[string, Answer, RegExp]>([
    [
      'too few scores',
      (_, response) => json(response, { results: [{ index: 0, relevance_score: 1 }] }),
      /1 scores for 2 texts/u,
    ],
    [
      'a place twice',
      (_, response) =>
        json(response, {
          results: [
            { index: 0, relevance_score: 1 },
            { index: 0, relevance_score: 2 },
          ],
        }),
      /places/u,
    ],
    [
      'a place out of range',
      (_, response) =>
        json(response, {
          results: [
            { index: 0, relevance_score: 1 },
            { index: 2, relevance_score: 2 },
          ],
        }),
      /places/u,
    ],
    [
      'no places',
      (_, response) => json(response, { results: [{ relevance_score: 1 }, { relevance_score: 2 }] }),
      /places/u,
    ],
    [
      'null as a score',
      (_, response) =>
        json(response, {
          results: [
            { index: 0, relevance_score: null },
            { index: 1, relevance_score: 2 },
          ],
        }),
      /no finite number/u,
    ],
    [
      'a text as a score',
      (_, response) =>
        json(response, {
          results: [
            { index: 0, relevance_score: '1' },
            { index: 1, relevance_score: 2 },
          ],
        }),
      /no finite number/u,
    ],
    ['no list', (_, response) => json(response, { results: 7 }), /no scores/u],
    ['null', (_, response) => json(response, 'null'), /no scores/u],
    ['HTML', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), /text\/html/u],
    ['500', (_, response) => json(response, { error: { message: `bad ${KEY}` } }, 500), /500: bad …/u],
  ])('fails when it gives %s', async (_, answer, message) => {
    await using at = await opened(answer)
    const error = await at.score('one', 'two').catch((caught: unknown) => caught)
    expect(error).toMatchObject(unavailable(message))
    expect(inspect(error, { showHidden: true })).not.toContain(KEY)
  })

  test('is given up at its deadline, and at once when the caller calls off', async () => {
    await using at = await opened(() => undefined, { questionDeadlineMs: 60 })
    await expect(at.score('one')).rejects.toMatchObject(unavailable(/within 60 ms/u))
    const caller = new AbortController()
    const call = at.reranker.score('who', ['one'], { signal: caller.signal })
    caller.abort('enough')
    await expect(call).rejects.toBe('enough')
  })

  test('is left alone after it failed again and again', async () => {
    await using at = await opened((_, response) => json(response, {}, 500))
    for (let i = 0; i < 3; i++) await expect(at.score('one')).rejects.toMatchObject(unavailable(/500/u))
    await expect(at.score('one')).rejects.toMatchObject(unavailable(/left alone/u))
    expect(at.server.received.length).toBe(3)
  })

  test('refuses more texts than it takes, and options that say too little', async () => {
    await using at = await opened(() => undefined, { textsMax: 2 })
    await expect(at.score('a', 'b', 'c')).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(openHttpReranker({ url: at.server.url })).rejects.toMatchObject({ code: 'invalid-options' })
    await expect(
      openHttpReranker({ url: at.server.url, model: 'x', protocol: 'other' as 'tei' }),
    ).rejects.toMatchObject({ code: 'invalid-options' })
  })
})
