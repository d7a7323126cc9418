import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type OpenAiEmbedderOptions, openOpenAiEmbedder } from '../../../src/providers/http/openai-embedder.ts'
import { type Answer, json, startServer, wellAnswered } from './model-server.ts'
import { KEY, opened } from './opened-embedder.ts'

describe('a key', () => {
  const repeated = [
    `key ${KEY} is wrong`,
    `Incorrect API key provided: ${KEY.slice(0, 8)}********${KEY.slice(-5)}. See "${KEY}".`,
    `header was Bearer ${Buffer.from(KEY).toString('base64')}`,
    `${encodeURIComponent(KEY)}`,
  ]

  test.each(
    [400, 401, 403, 404, 413, 429, 500, 503].flatMap((status) => repeated.map((said) => [status, said] as const)),
  )('shows in no error, whatever the service repeats (%i: %s)', async (status, said) => {
    await using at = await opened((_, response) =>
      json(response, { error: { message: said } }, status, { 'x-key': KEY }),
    )
    const error = await at.embed('one').catch((caught: unknown) => caught)
    const text = inspect(error, { depth: 12, showHidden: true, maxStringLength: null })
    expect(error).toMatchObject({ code: 'model-unavailable' })
    for (let i = 0; i + 5 <= KEY.length; i++) expect(text).not.toContain(KEY.slice(i, i + 5))
    expect(text).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 12))
  })

  test.each<[string, Answer]>([
    ['in a type', (_, response) => response.writeHead(200, { 'content-type': `text/${KEY}` }).end()],
    ['in a redirect', (_, response) => response.writeHead(307, { location: `http://${KEY}.example/` }).end()],
    ['in what is no JSON', (_, response) => json(response, `{"key": ${KEY}}`)],
    ['in what is no HTTP', (_, response) => response.socket?.end(`HTTP/1.1 two ${KEY}\r\n\r\n`)],
  ])('shows in no error when it is repeated %s', async (_, answer) => {
    await using at = await opened(answer)
    const error = await at.embed('one').catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'model-unavailable' })
    expect(inspect(error, { depth: 12, showHidden: true }).toLowerCase()).not.toContain(KEY.toLowerCase())
  })

  test('shows in no printed embedder', async () => {
    await using at = await opened(wellAnswered, { headers: { 'api-key': `${KEY}2` } })
    expect(inspect(at.embedder, { depth: 12, showHidden: true })).not.toContain(KEY)
    expect(JSON.stringify(at.embedder)).not.toContain(KEY)
  })

  const invalid = (options: Record<string, unknown>) =>
    openOpenAiEmbedder({ url: 'http://127.0.0.1:9', model: 'tiny', ...options } as OpenAiEmbedderOptions).catch(
      (caught: unknown) => caught,
    )

  test.each<[string, Record<string, unknown>]>([
    ['with a line end inside', { key: `${KEY}\n${KEY}` }],
    ['of other letters', { key: `${KEY}记忆` }],
    ['that is no text', { key: { [KEY]: KEY } }],
    ['in a header with a line end', { headers: { 'api-key': `${KEY}\r\nx: y` } }],
    ['in the name of a header', { headers: { [`${KEY} `]: 'x' } }],
    ['in the address', { url: `https://user:${KEY}@models.example/v1` }],
    ['in an address that is none', { url: `models.example/${KEY}` }],
  ])('is refused without being repeated: one %s', async (_, options) => {
    const error = await invalid(options)
    expect(error).toMatchObject({ code: 'invalid-options' })
    expect(inspect(error, { depth: 12 })).not.toContain(KEY)
  })

  test('is trimmed, as files and shells leave a line end behind it', async () => {
    await using server = await startServer(wellAnswered)
    await openOpenAiEmbedder({ url: server.url, key: ` ${KEY}\r\n`, model: 'tiny' })
    expect(server.received[0]!.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['no model', { model: undefined }, /name of its model/u],
    ['an unknown option', { modle: 'x' }, /has no "modle"/u],
    ['a bound out of range', { batchSize: 0 }, /batchSize must be a whole number/u],
    ['half a pair of prefixes', { prefixes: { question: '' } }, /prefixes must be two texts/u],
    ['an unknown encoding', { encoding: 'binary' }, /encoding must be one of float, base64/u],
    ['another protocol', { url: 'ftp://models.example' }, /must begin with http/u],
  ])('is no help where the options hold %s', async (_, options, message) => {
    expect(await invalid(options)).toMatchObject({ code: 'invalid-options', message: expect.stringMatching(message) })
  })
})
