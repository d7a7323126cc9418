import { describe, expect, test } from 'vitest'
import { type OpenAiEmbedderOptions, openOpenAiEmbedder } from '../../../src/providers/http/openai-embedder.ts'
import { type Answer, embeddings, json, startServer, vectorFor, wellAnswered, zipped } from './model-server.ts'
import { KEY, opened, unavailable, unit } from './opened-embedder.ts'

describe('an embedder at an OpenAI-compatible service', () => {
  test('gives vectors of unit length in the order of the texts', async () => {
    await using at = await opened(wellAnswered)
    const vectors = await at.embed('one', 'three', '记忆')
    expect(vectors.length).toBe(3)
    for (const [index, text] of ['one', 'three', '记忆'].entries()) {
      const wanted = unit(vectorFor(text))
      for (const [i, number] of vectors[index]!.entries()) expect(number).toBeCloseTo(wanted[i]!, 6)
    }
    expect(at.server.received[1]).toMatchObject({
      method: 'POST',
      path: '/embeddings',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: { model: 'tiny', input: ['one', 'three', '记忆'], encoding_format: 'float' },
    })
  })

  test('asks for the dimensions once, when it is opened', async () => {
    await using at = await opened(wellAnswered)
    expect(at.embedder.identity.dimensions).toBe(4)
    expect(at.server.received.length).toBe(1)
  })

  test('opens without network when the dimensions are given', async () => {
    const embedder = await openOpenAiEmbedder({ url: 'http://127.0.0.1:9', model: 'tiny', dimensions: 4 })
    expect(embedder.identity.dimensions).toBe(4)
    await embedder.close()
  })

  test('has the same identity wherever the service runs, and another with other prefixes or weights', async () => {
    const identityAt = async (options: Partial<OpenAiEmbedderOptions>) => {
      await using at = await opened(wellAnswered, options)
      return at.embedder.identity
    }
    const one = await identityAt({})
    expect(await identityAt({})).toEqual(one)
    expect(await identityAt({ dimensions: 4 })).toEqual(one)
    expect(await identityAt({ prefixes: { question: 'q: ', passage: '' } })).not.toEqual(one)
    expect(await identityAt({ revision: 'second' })).not.toEqual(one)
    expect(await identityAt({ textCharactersMax: 100 })).not.toEqual(one)
  })

  test('puts before a text what its model family was trained with', async () => {
    await using at = await opened(wellAnswered, { model: 'intfloat/multilingual-e5-small' })
    await at.ask('who')
    await at.embed('she')
    expect(at.server.received.slice(1).map(({ body }) => body.input)).toEqual([['query: who'], ['passage: she']])
    expect(at.embedder.languages).toEqual(['mul'])
  })

  test('gives zeros for a text with nothing in it, and does not send it', async () => {
    await using at = await opened(wellAnswered)
    const vectors = await at.embed('', 'one', ' \n ')
    expect([...vectors[0]!]).toEqual([0, 0, 0, 0])
    expect([...vectors[2]!]).toEqual([0, 0, 0, 0])
    expect(at.server.received[1]!.body.input).toEqual(['one'])
    await at.embed('', '  ')
    expect(at.server.received.length).toBe(2)
    expect(await at.embed()).toEqual([])
  })

  test('takes vectors in the order of their index, in base64, zipped, and without an index', async () => {
    const texts = ['one', 'three', 'fifteen']
    const answers: readonly Answer[] = [
      ({ body }, response) => {
        const { data } = embeddings(body.input)
        json(response, { data: [data[2], data[0], data[1]] })
      },
      ({ body }, response) => {
        const data = body.input.map((text: string) => ({
          embedding: Buffer.from(new Float32Array(vectorFor(text)).buffer).toString('base64'),
        }))
        json(response, { data })
      },
      ({ body }, response) => zipped(response, embeddings(body.input)),
    ]
    for (const answer of answers) {
      await using at = await opened(answer)
      const vectors = await at.embed(...texts)
      for (const [index, text] of texts.entries()) expect(vectors[index]![2]).toBeCloseTo(unit(vectorFor(text))[2]!, 6)
    }
  })

  test('cuts texts into requests by their number and their characters', async () => {
    await using at = await opened(wellAnswered, { batchSize: 4, batchCharactersMax: 100, concurrencyMax: 1 })
    const texts = ['a'.repeat(90), 'b'.repeat(20), 'c', 'd', 'e', 'f', 'g'.repeat(500), 'h']
    const vectors = await at.embed(...texts)
    const sizes = at.server.received.slice(1).map(({ body }) => body.input.length)
    expect(sizes).toEqual([1, 4, 1, 1, 1])
    expect(vectors.map((vector) => vector.length)).toEqual(texts.map(() => 4))
  })

  test('runs no more requests at once than it may', async () => {
    let most = 0
    await using at = await opened(
      async ({ body }, response) => {
        most = Math.max(most, at.server.open())
        await new Promise((resolve) => setTimeout(resolve, 10))
        json(response, embeddings(body.input))
      },
      { batchSize: 1, concurrencyMax: 3 },
    )
    const texts = Array.from({ length: 12 }, (_, i) => `text ${i}`)
    await Promise.all([at.embed(...texts), at.embed(...texts)])
    expect(most).toBe(3)
  })

  test('lets no question wait behind passages', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await using at = await opened(
      async ({ body }, response) => {
        if (body.input[0] !== 'who') await held
        json(response, embeddings(body.input))
      },
      { batchSize: 1, concurrencyMax: 1 },
    )
    const passages = at.embed('a', 'b', 'c')
    expect((await at.ask('who')).length).toBe(1)
    release()
    expect((await passages).length).toBe(3)
  })

  test('sends whole characters only, and of a long text its beginning', async () => {
    await using at = await opened(wellAnswered, { textCharactersMax: 7 })
    await at.embed('half \ud83d of a pair', 'ab👨‍👩‍👧cd')
    expect(at.server.received[1]!.body.input).toEqual(['half \uFFFD ', 'ab'])
  })

  test('takes the full address of the call, a slash at the end and a query', async () => {
    for (const [end, path] of [
      ['/v1/', '/v1/embeddings'],
      ['/v1/embeddings', '/v1/embeddings'],
      ['/v1?api-version=2024', '/v1/embeddings?api-version=2024'],
    ]) {
      await using server = await startServer(wellAnswered)
      await openOpenAiEmbedder({ url: `${server.url}${end}`, model: 'tiny', headers: { 'api-key': KEY } })
      expect(server.received[0]).toMatchObject({ path, headers: { 'api-key': KEY } })
    }
  })
})

describe('a service that wants less at once', () => {
  const tooMany = (countMax: number, status: number, message: string): Answer => {
    return ({ body }, response) =>
      body.input.length > countMax
        ? json(response, { error: { message } }, status)
        : json(response, embeddings(body.input))
  }

  test.each([
    [413, 'Payload too large'],
    [400, 'batch size is invalid, it should not be larger than 10'],
    [400, 'input数组最大不得超过64条'],
    [422, 'batch size 64 > maximum allowed batch size 32'],
  ])('is asked in halves, and then in what it takes (%i: %s)', async (status, message) => {
    await using at = await opened(tooMany(10, status, message), { concurrencyMax: 1, batchSize: 40 })
    const texts = Array.from({ length: 80 }, (_, i) => `text ${i}`)
    const vectors = await at.embed(...texts)
    for (const [i, text] of texts.entries()) expect(vectors[i]![2]).toBeCloseTo(unit(vectorFor(text))[2]!, 6)
    const sizes = at.server.received.slice(1).map(({ body }) => body.input.length)
    expect(sizes.filter((size) => size > 10)).toEqual([40, 20])
  })

  const tooLong = (bytesMax: number, status = 400, message = 'the input length exceeds the context length'): Answer => {
    return ({ body }, response) =>
      body.input.some((text: string) => Buffer.byteLength(text) > bytesMax)
        ? json(response, { error: message }, status)
        : json(response, embeddings(body.input))
  }

  test.each([
    [400, 'the input length exceeds the context length'],
    [413, 'inputs must have less than 512 tokens. Given: 900'],
    [500, 'input is too large to process. increase the physical batch size'],
  ])('is given the beginning of the one text that is too long (%i: %s)', async (status, message) => {
    await using at = await opened(tooLong(1_500, status, message), { concurrencyMax: 1 })
    const long = '记忆👨‍👩‍👧'.repeat(300)
    const vectors = await at.embed('one', long, 'two', 'three')
    expect(vectors.every((vector) => vector.some((number) => number !== 0))).toBe(true)
    const cut = at.server.received.map(({ body }) => body.input).find(([text]) => text !== long && text.length > 50)
    expect(long.startsWith(cut[0])).toBe(true)
    expect(cut[0]).toMatch(/(?:记|忆|👧)$/u)
    expect(Buffer.byteLength(cut[0])).toBeLessThanOrEqual(1_200)
    // It goes on with as many texts at once as before.
    await at.embed('four', 'five', 'six', 'seven')
    expect(at.server.received.at(-1)!.body.input.length).toBe(4)
  })

  test('fails where even the beginning is too long, and stays open for other texts', async () => {
    await using at = await opened(tooLong(100))
    for (let i = 0; i < 4; i++) await expect(at.embed('a'.repeat(3_000))).rejects.toMatchObject(unavailable(/context/u))
    expect((await at.embed('short')).length).toBe(1)
  })
})
