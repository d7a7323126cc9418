import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openTransformersEmbedder } from '../../../src/providers/transformers/transformers-embedder.ts'
import { openTransformersReranker } from '../../../src/providers/transformers/transformers-reranker.ts'

const cacheFolder = mkdtempSync(join(tmpdir(), 'engraph-transformers-'))
afterAll(() => rmSync(cacheFolder, { recursive: true, force: true, maxRetries: 5 }))

type Numbers = (text: string) => readonly unknown[] | Promise<readonly unknown[]>

/** A small stand-in with the interface of the package, which is too large to install for a test. */
function library(numbers: Numbers = (text) => [text.length, 2, 3]) {
  const said: unknown[] = []
  const env = {
    remoteHost: 'https://hub.example/',
    cacheDir: null as string | null,
    allowRemoteModels: true,
    logLevel: 30,
  }
  const dispose = async () => said.push('disposed')
  const extractor = async (text: string, options: unknown) => {
    said.push([text, options])
    const data = await numbers(text)
    return { data, dims: [1, data.length] }
  }
  const classifier = async (inputs: { text: string; text_pair: string }) => ({
    logits: { data: await numbers(inputs.text + inputs.text_pair), dims: [1, 1] },
  })
  return {
    env,
    said,
    async pipeline(...given: unknown[]) {
      said.push(given)
      return Object.assign(extractor, { dispose })
    },
    AutoTokenizer: {
      from_pretrained: async (...given: unknown[]) => {
        said.push(given)
        return (text: string, options: { text_pair: string }) => ({ text, ...options })
      },
    },
    AutoModelForSequenceClassification: {
      from_pretrained: async (...given: unknown[]) => {
        said.push(given)
        return Object.assign(classifier, { dispose })
      },
    },
  }
}

const model = 'Xenova/multilingual-e5-small'
const openWith = (load: () => Promise<unknown>, options = {}) =>
  openTransformersEmbedder({ model, cacheFolder, load, ...options })
const open = (numbers?: Numbers, options = {}) => openWith(async () => library(numbers), options)

describe('an embedder through transformers.js', () => {
  test('loads the model from where it was told, into the folder that it was told', async () => {
    const fake = library()
    const embedder = await openWith(async () => fake, { remoteHost: 'https://models.example/hub', dtype: 'fp16' })
    expect(fake.env).toMatchObject({
      remoteHost: 'https://models.example/hub/',
      cacheDir: cacheFolder,
      allowRemoteModels: true,
    })
    expect(fake.said[0]).toEqual([
      'feature-extraction',
      model,
      { revision: 'main', dtype: 'fp16', cache_dir: cacheFolder, local_files_only: false },
    ])
    await embedder.close()
    await embedder.close()
    expect(fake.said.filter((item) => item === 'disposed').length).toBe(1)
  })

  test('gives vectors of unit length with the prefixes and the pooling of its family', async () => {
    const fake = library()
    const embedder = await openWith(async () => fake)
    const [vector, empty] = await embedder.embed(['who', ' '], { purpose: 'question' })
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 6)
    expect([...empty!]).toEqual([0, 0, 0])
    await embedder.embed(['she'], { purpose: 'passage' })
    expect(fake.said.slice(2)).toEqual([
      ['query: who', { pooling: 'mean', normalize: false }],
      ['passage: she', { pooling: 'mean', normalize: false }],
    ])
    expect(embedder).toMatchObject({ languages: ['mul'], identity: { model, dimensions: 3, weights: 'main' } })
  })

  test('has the hash of the weights that the package keeps in its identity', async () => {
    const folder = join(cacheFolder, 'someone/model/onnx')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'model_quantized.onnx'), 'weights')
    writeFileSync(join(folder, 'model_quantized.onnx_data'), ' and more')
    writeFileSync(join(folder, 'model.onnx'), 'other')
    const { identity } = await open(undefined, { model: 'someone/model' })
    const hash = createHash('sha256').update('weights and more').digest('hex')
    expect(identity.weights).toBe(hash.slice(0, 16))
    const other = await open(undefined, { model: 'someone/model', pooling: 'cls' })
    expect(other.identity).not.toEqual(identity)
  })

  test('says how to install the package when it is missing', async () => {
    // As Node says it; the test runner has an import of its own, with other errors.
    const message = "Cannot find package '@huggingface/transformers' imported from engraph"
    const load = () => Promise.reject(Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' }))
    await expect(openWith(load)).rejects.toMatchObject({
      code: 'model-unavailable',
      message: 'The package @huggingface/transformers is not installed.',
      hint: 'Run, with -g where engraph was installed so: npm install @huggingface/transformers',
    })
  })

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['the package cannot be loaded', () => Promise.reject(new Error('no engine')), /cannot be loaded/u],
    [
      'a part of the package is missing',
      () => Promise.reject(Object.assign(new Error("Cannot find package 'engine'"), { code: 'ERR_MODULE_NOT_FOUND' })),
      /cannot be loaded/u,
    ],
    [
      'the download fails',
      async () => ({ ...library(), pipeline: () => Promise.reject(new Error('fetch failed')) }),
      /"Xenova\/multilingual-e5-small" cannot be used: fetch failed/u,
    ],
  ])('does not open when %s', async (_, load, message) => {
    await expect(openWith(load)).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(message),
    })
  })

  test.each<[string, Numbers]>([
    ['NaN', () => [1, Number.NaN, 1]],
    ['zeros', () => [0, 0, 0]],
    ['something else than numbers', () => [1n, 2n, 3n]],
    ['other dimensions', () => [1, 2]],
    ['an error', () => Promise.reject(new Error('out of memory'))],
  ])('fails when the model gives %s', async (_, numbers) => {
    const embedder = await open((text) => (text.endsWith('one') ? numbers(text) : [1, 2, 3]))
    await expect(embedder.embed(['one'], { purpose: 'passage' })).rejects.toMatchObject({ code: 'model-unavailable' })
  })

  test('is left at once when the caller calls off', async () => {
    const embedder = await open((text) => (text.endsWith('one') ? new Promise(() => undefined) : [1, 2, 3]))
    const caller = new AbortController()
    const call = embedder.embed(['one'], { purpose: 'passage', signal: caller.signal })
    caller.abort('enough')
    await expect(call).rejects.toBe('enough')
    await expect(openWith(() => new Promise(() => undefined), { signal: AbortSignal.abort('early') })).rejects.toBe(
      'early',
    )
    await embedder.close()
    await expect(embedder.embed(['two'], { purpose: 'passage' })).rejects.toMatchObject({ code: 'model-unavailable' })
  })
})

describe('a reranker through transformers.js', () => {
  const openReranker = (numbers: Numbers, options = {}) =>
    openTransformersReranker({ model: 'Xenova/judge', cacheFolder, load: async () => library(numbers), ...options })

  test('gives one score a text in their order', async () => {
    const reranker = await openReranker((text) => [text.length])
    expect(await reranker.score('who', ['one', '', 'three'])).toEqual([6, 3, 8])
    await reranker.close()
    await expect(reranker.score('who', ['one'])).rejects.toMatchObject({ code: 'model-unavailable' })
  })

  test('takes the class of what is relevant where there are two', async () => {
    expect(await (await openReranker(() => [5, 1])).score('who', ['one'])).toEqual([1])
  })

  test('fails when the model gives no number, and refuses more texts than it takes', async () => {
    const reranker = await openReranker(() => [Number.NaN], { textsMax: 1 })
    await expect(reranker.score('who', ['one'])).rejects.toMatchObject({ code: 'model-unavailable' })
    await expect(reranker.score('who', ['one', 'two'])).rejects.toMatchObject({ code: 'invalid-input' })
  })
})
