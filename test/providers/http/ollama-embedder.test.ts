import { describe, expect, test } from 'vitest'
import { type OllamaEmbedderOptions, openOllamaEmbedder } from '../../../src/providers/http/ollama-embedder.ts'
import { type Answer, json, type Received, startServer, vectorFor } from './model-server.ts'
import { timing, unavailable, unit } from './opened-embedder.ts'

const DIGEST = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'
const tags = (name: string, digest = DIGEST) => ({
  models: [
    { name: 'other:latest', digest: 'f'.repeat(64) },
    { name, model: name, digest },
  ],
})

/** Ollama as it answers: a list of models at one address, vectors at the other. */
function ollama(
  list: Answer,
  embed: (received: Received) => unknown = ({ body }) => body.input.map(vectorFor),
): Answer {
  return (received, response, nth) =>
    received.path === '/api/tags'
      ? list(received, response, nth)
      : json(response, { model: received.body.model, embeddings: embed(received), total_duration: 1 })
}

async function identityAt(answer: Answer, options: Partial<OllamaEmbedderOptions> = {}) {
  await using server = await startServer(answer)
  const { options: still } = timing()
  const embedder = await openOllamaEmbedder({ url: server.url, model: 'bge-m3', ...still, ...options })
  await embedder.close()
  return embedder.identity
}

describe('an embedder at Ollama', () => {
  test('gives vectors of unit length, and keeps the model loaded', async () => {
    await using server = await startServer(ollama((_, response) => json(response, tags('bge-m3:latest'))))
    const embedder = await openOllamaEmbedder({ url: server.url, model: 'bge-m3' })
    const [vector] = await embedder.embed(['one'], { purpose: 'question' })
    expect(vector![0]).toBeCloseTo(unit(vectorFor('one'))[0]!, 6)
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/tags',
      'POST /api/embed',
      'POST /api/embed',
    ])
    expect(server.received[2]!.body).toEqual({ model: 'bge-m3', input: ['one'], truncate: true, keep_alive: '30m' })
    expect(server.received[2]!.headers.authorization).toBeUndefined()
    expect(embedder.identity).toMatchObject({ model: 'bge-m3', dimensions: 4, weights: '0123456789abcdef' })
  })

  test.each<[string, Answer, string]>([
    ['lists it with the tag', (_, response) => json(response, tags('bge-m3:latest')), '0123456789abcdef'],
    [
      'writes the kind of digest',
      (_, response) => json(response, tags('BGE-M3:latest', `sha256:${DIGEST}`)),
      '0123456789abcdef',
    ],
    ['does not list it', (_, response) => json(response, tags('bge-m3:567m')), 'not told'],
    ['lists no digest', (_, response) => json(response, tags('bge-m3:latest', 'new')), 'not told'],
    ['lists nonsense', (_, response) => json(response, { models: [null, 7, 'x'] }), 'not told'],
    ['has no list', (_, response) => json(response, { error: 'not found' }, 404), 'not told'],
  ])('has the digest as its weights where the service %s', async (_, list, weights) => {
    expect((await identityAt(ollama(list))).weights).toBe(weights)
  })

  test('does not open while the list cannot be had, as its identity would change', async () => {
    await expect(identityAt(ollama((_, response) => json(response, {}, 503)))).rejects.toMatchObject(
      unavailable(/503/u),
    )
  })

  test('is not asked for the list when the revision is given', async () => {
    const never: Answer = () => {
      throw new Error('asked')
    }
    expect((await identityAt(ollama(never), { revision: 'mine' })).weights).toBe('mine')
  })

  test('says how to get a model that is not there', async () => {
    const missing: Answer = (received, response) =>
      received.path === '/api/tags'
        ? json(response, { models: [] })
        : json(response, { error: 'model "bge-m3" not found, try pulling it first' }, 404)
    await expect(identityAt(missing)).rejects.toMatchObject({
      ...unavailable(/404: model "bge-m3" not found/u),
      hint: 'Run: ollama pull bge-m3',
    })
  })

  test.each([
    ['no vectors', { embeddings: null }],
    ['an empty list', { embeddings: [] }],
    ['vectors of texts', { embeddings: [['a']] }],
  ])('does not open when it gives %s', async (_, answer) => {
    await expect(
      identityAt((received, response) => json(response, received.path === '/api/tags' ? {} : answer)),
    ).rejects.toMatchObject({ code: 'model-unavailable' })
  })
})
