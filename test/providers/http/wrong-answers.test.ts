import { describe, expect, test } from 'vitest'
import { openOpenAiEmbedder } from '../../../src/providers/http/openai-embedder.ts'
import { type Answer, json, startServer, wellAnswered, zipped } from './model-server.ts'
import { opened, timing, unavailable } from './opened-embedder.ts'

describe('a service that cannot be used', () => {
  const data = (...vectors: readonly unknown[]): Answer => {
    return (_, response) => json(response, { data: vectors.map((embedding, index) => ({ index, embedding })) })
  }
  const places = (...indices: readonly unknown[]): Answer => {
    return (_, response) => json(response, { data: indices.map((index) => ({ index, embedding: [1, 2, 3, 4] })) })
  }
  const raw = (body: string, type = 'application/json', status = 200): Answer => {
    return (_, response) => response.writeHead(status, { 'content-type': type }).end(body)
  }

  test.each<[string, Answer, RegExp]>([
    ['other dimensions', data([1, 2, 3], [1, 2, 3]), /vector of 3 numbers where 4 were expected/u],
    ['vectors of two lengths', data([1, 2, 3, 4], [1, 2, 3, 4, 5]), /vector of 5 numbers where 4/u],
    ['too few vectors', data([1, 2, 3, 4]), /1 vectors for 2 texts/u],
    ['too many vectors', data([1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]), /3 vectors for 2 texts/u],
    ['null in a vector', data([1, null, 3, 4], [1, 2, 3, 4]), /finite numbers/u],
    ['numbers as texts', data(['1', '2', '3', '4'], [1, 2, 3, 4]), /finite numbers/u],
    ['numbers beyond all bounds', raw('{"data":[{"embedding":[1e999,1,1,1]},{"embedding":[1,1,1,1]}]}'), /finite/u],
    ['zeros', data([0, 0, 0, 0], [1, 2, 3, 4]), /zeros/u],
    ['an empty vector', data([], []), /vector of 0 numbers/u],
    ['no vector', data(null, 7), /no vector/u],
    ['half a number in base64', data('AAA', 'AAAA'), /no vector/u],
    [
      'NaN in base64',
      data(Buffer.from(new Float32Array([Number.NaN, 1, 1, 1]).buffer).toString('base64'), ''),
      /finite/u,
    ],
    ['the same place twice', places(0, 0), /no vectors/u],
    ['places out of range', places(1, 2), /no vectors/u],
    ['places for some only', places(0, undefined), /no vectors/u],
    ['a list', raw('[]'), /no vectors/u],
    ['null', raw('null'), /no vectors/u],
    ['a list of null', raw('{"data":[null,null]}'), /no vector/u],
    ['an HTML page', raw('<html>welcome</html>', 'text/html; charset=utf-8'), /text\/html.* instead of JSON/u],
    ['no JSON', raw('{"data":'), /no JSON/u],
    ['nothing', raw(''), /no JSON/u],
    ['500', raw('{"error":{"message":"model runner crashed"}}', 'application/json', 500), /500: model runner crashed/u],
    ['404', raw('not found', 'text/plain', 404), /answered 404/u],
    ['401', raw('{"error":{"message":"no such key"}}', 'application/json', 401), /refuses the key \(401\)/u],
  ])('fails when it gives %s', async (_, answer, message) => {
    await using at = await opened(answer)
    await expect(at.embed('one', 'two')).rejects.toMatchObject(unavailable(message))
  })

  test('fails when its answer is larger than allowed, and reads no more of it', async () => {
    let written = 0
    await using at = await opened(
      async (_, response) => {
        response.on('error', () => undefined)
        response.writeHead(200, { 'content-type': 'application/json' })
        while (!response.destroyed && written < 50_000_000) {
          written += 100_000
          if (!response.write(' '.repeat(100_000))) await new Promise((resolve) => setTimeout(resolve, 2))
        }
        response.end()
      },
      { responseBytesMax: 1_000_000 },
    )
    await expect(at.embed('one')).rejects.toMatchObject(unavailable(/more than 1000000 bytes/u))
    expect(written).toBeLessThan(40_000_000)
  })

  test('fails when a small answer unpacks to a large one', async () => {
    await using at = await opened((_, response) => zipped(response, ' '.repeat(5_000_000)), {
      responseBytesMax: 1_000_000,
    })
    await expect(at.embed('one')).rejects.toMatchObject(unavailable(/more than 1000000 bytes/u))
  })

  test('fails when nobody listens', async () => {
    const server = await startServer(wellAnswered)
    await server[Symbol.asyncDispose]()
    const { options, pauses } = timing()
    await expect(openOpenAiEmbedder({ url: server.url, model: 'tiny', ...options })).rejects.toMatchObject(
      unavailable(
        new RegExp(`"tiny" at 127.0.0.1:${server.port} cannot be used: the connection failed \\(ECONNREFUSED\\)`, 'u'),
      ),
    )
    expect(pauses.length).toBe(2)
  })

  test('ends the other requests of a call of which one failed', async () => {
    await using at = await opened(
      ({ body }, response) => {
        if (body.input[0] === 'bad') json(response, { error: { message: 'bad' } }, 500)
      },
      { batchSize: 1, concurrencyMax: 4 },
    )
    await expect(at.embed('hangs', 'hangs too', 'bad', 'never')).rejects.toMatchObject(unavailable(/500: bad/u))
    await expect.poll(() => at.server.open()).toBe(0)
  })
})
