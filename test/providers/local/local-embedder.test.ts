import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { identityKey } from '../../../src/ports/embedder.ts'
import {
  type LocalEmbedder,
  type LocalEmbedderOptions,
  openLocalEmbedder,
} from '../../../src/providers/local/local-embedder.ts'
import { ENGINES } from '../../../src/providers/local/onnx-session.ts'
import { cosine, HAS_WEIGHTS, MODEL_FOLDER, WITHOUT_WEIGHTS, WORKER_URL } from './built.ts'

const scratch = mkdtempSync(join(tmpdir(), 'engraph-local-'))
const opened: LocalEmbedder[] = []
afterAll(async () => {
  for (const embedder of opened) await embedder.close()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
})

async function open(options: LocalEmbedderOptions = {}): Promise<LocalEmbedder> {
  const embedder = await openLocalEmbedder({ folder: MODEL_FOLDER, workerUrl: null, ...options })
  opened.push(embedder)
  return embedder
}

const passages = (embedder: LocalEmbedder, ...texts: readonly string[]) => embedder.embed(texts, { purpose: 'passage' })

/** A sentence, what says it otherwise, and what has nothing to do with it. */
const NEAR_AND_FAR = [
  ['The cat sat on the mat.', 'A kitten rested on the rug.', 'Interest rates rose again.'],
  ['How do I reset my password?', 'I cannot remember my login credentials.', 'The soup needs more salt.'],
  ['She adopted a puppy from the shelter.', 'Her new dog came from a rescue home.', 'The train was an hour late.'],
  ['The server ran out of memory.', 'The process was killed for using too much RAM.', 'We planted tulips in spring.'],
  ['They are getting married in June.', 'Their wedding is this summer.', 'The printer is out of paper.'],
] as const

const MANY = Array.from(
  { length: 20 },
  (_, i) => `Note ${i}: ${'the meeting was moved to another day. '.repeat(i % 5)}`,
)

describe.skipIf(!HAS_WEIGHTS).each(ENGINES)(
  `the embedded model with the engine %s (skipped if ${WITHOUT_WEIGHTS})`,
  (engine) => {
    const embedder = HAS_WEIGHTS ? open({ engine }) : null!

    test.each(NEAR_AND_FAR)('"%s" is nearer to "%s" than to "%s"', async (sentence, near, far) => {
      const [a, b, c] = await passages(await embedder, sentence, near, far)
      expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!) + 0.2)
      expect(cosine(a!, a!)).toBeCloseTo(1, 5)
    })

    test('the engine is the one that was asked for', async () => {
      await passages(await embedder, 'a')
      expect((await embedder).engine).toBe(engine)
    })

    test('the same text gives the same vector, again and in any batch', async () => {
      const together = await passages(await embedder, ...MANY)
      for (const place of [0, 7, 19]) {
        const [alone] = await passages(await embedder, MANY[place]!)
        // Bytes are rounded from sums whose last bit depends on the shape of a batch, so that now and then one differs.
        expect(cosine(alone!, together[place]!)).toBeGreaterThan(1 - 1e-3)
      }
      expect(await passages(await embedder, ...MANY)).toEqual(together)
    })

    test.each([
      ['no text', ''],
      ['blanks', ' \n\t '],
    ])('%s gives zeros', async (_, text) => {
      const [zeros, other] = await passages(await embedder, text, 'word')
      expect(zeros!.every((value) => value === 0)).toBe(true)
      expect(cosine(other!, other!)).toBeCloseTo(1, 5)
    })

    test.each([
      ['a hundred thousand letters', 'a'.repeat(100_000)],
      ['a hundred thousand words', 'word '.repeat(100_000)],
      ['half a pair of surrogates', 'a \ud83d b'],
      ['characters that are no words', '\u0000\u200b 🙂 ∮'],
      ['another script', '会议改到了周四'],
    ])('%s gives one vector of unit length', async (_, text) => {
      const [vector] = await passages(await embedder, text)
      expect(vector).toHaveLength(384)
      expect(cosine(vector!, vector!)).toBeCloseTo(1, 5)
    })

    test('tokens come without the marks of the model, each with a vector of unit length', async () => {
      const [found, nothing] = await (await embedder).tokenStates(['Unbelievable, again!', ''], { purpose: 'passage' })
      expect(found!.tokens).toEqual(['unbelievable', ',', 'again', '!'])
      expect(found!.states).toHaveLength(4 * 384)
      const first = found!.states.subarray(0, 384)
      expect(cosine(first, first)).toBeCloseTo(1, 5)
      expect(nothing).toEqual({ ids: [], tokens: [], states: new Float32Array(0) })
    })
  },
)

describe.skipIf(!HAS_WEIGHTS)(`the embedded model (skipped if ${WITHOUT_WEIGHTS})`, () => {
  test('both engines agree', async () => {
    const [native, wasm] = await Promise.all([open({ engine: 'native' }), open({ engine: 'wasm' })])
    const texts = NEAR_AND_FAR.flat()
    const [a, b] = await Promise.all([passages(native, ...texts), passages(wasm, ...texts)])
    for (const i of texts.keys()) expect(cosine(a[i]!, b[i]!)).toBeGreaterThan(0.99)
    expect(identityKey(native.identity)).toBe(identityKey(wasm.identity))
  })

  test('a thread gives what the model gives in this one', async () => {
    const [inline, thread] = await Promise.all([open(), open({ workerUrl: WORKER_URL })])
    expect(await passages(thread, ...MANY)).toEqual(await passages(inline, ...MANY))
    expect(thread.engine).toBe('native')
    const options = { purpose: 'passage' } as const
    expect(await thread.tokenStates(['one text'], options)).toEqual(await inline.tokenStates(['one text'], options))
  })

  test('a question in a thread does not wait for a bulk of passages', async () => {
    const embedder = await open({ workerUrl: WORKER_URL })
    const order: string[] = []
    const bulk = passages(embedder, ...MANY, ...MANY, ...MANY).then(() => order.push('bulk'))
    const question = embedder
      .embed(['When is the meeting?'], { purpose: 'question' })
      .then(() => order.push('question'))
    await Promise.all([bulk, question])
    expect(order).toEqual(['question', 'bulk'])
  })

  test('a signal ends the work with its reason', async () => {
    const embedder = await open({ workerUrl: WORKER_URL })
    const [early, late] = [AbortSignal.abort(new Error('too late')), new AbortController()]
    await expect(embedder.embed(['a'], { purpose: 'question', signal: early })).rejects.toThrow('too late')
    const bulk = embedder.embed(MANY, { purpose: 'passage', signal: late.signal })
    late.abort(new Error('changed my mind'))
    await expect(bulk).rejects.toThrow('changed my mind')
    await expect(embedder.embed(['a'], { purpose: 'question' })).resolves.toHaveLength(1)
  })

  test('after it was closed it is unavailable', async () => {
    for (const workerUrl of [null, WORKER_URL]) {
      const embedder = await open({ workerUrl })
      await passages(embedder, 'a')
      await embedder.close()
      await embedder.close()
      await expect(passages(embedder, 'a')).rejects.toMatchObject({ code: 'model-unavailable' })
    }
  })

  test('what prepares a text is named in the identity and applied before', async () => {
    const plain = await open()
    const prepared = await open({ prepare: { name: 'shout 1', apply: (text) => `${text} now` } })
    expect(prepared.identity.preprocessing).toBe(`shout 1; ${plain.identity.preprocessing}`)
    expect(await passages(prepared, 'come')).toEqual(await passages(plain, 'come now'))
  })

  test('prefixes of a question and of a passage stand before the text', async () => {
    const plain = await open()
    const prefixed = await open({ prefixes: { question: 'query: ', passage: 'passage: ' } })
    expect(await prefixed.embed(['x'], { purpose: 'question' })).toEqual(await passages(plain, 'query: x'))
    expect(await passages(prefixed, 'x')).toEqual(await passages(plain, 'passage: x'))
    expect(identityKey(prefixed.identity)).not.toBe(identityKey(plain.identity))
  })

  test('a folder in the layout of published models is one too, and its bytes are its identity', async () => {
    const folder = join(scratch, 'published')
    mkdirSync(join(folder, 'onnx'), { recursive: true })
    copyFileSync(join(MODEL_FOLDER, 'model.onnx'), join(folder, 'onnx/model.onnx'))
    copyFileSync(join(MODEL_FOLDER, 'tokenizer.json'), join(folder, 'tokenizer.json'))
    writeFileSync(join(folder, 'config.json'), '{ "hidden_size": 384 }')
    const [published, embedded] = await Promise.all([open({ folder }), open()])
    expect(published.identity).toMatchObject({ model: 'published', weights: embedded.identity.weights })
    expect(await passages(published, 'a text')).toEqual(await passages(embedded, 'a text'))
  })

  test.each([
    ['weights that are cut off', 'model.onnx', (bytes: Buffer) => bytes.subarray(0, 1_000_000)],
    ['weights that are something else', 'model.onnx', () => Buffer.from('not a model')],
    ['a tokenizer that is no JSON', 'tokenizer.json', () => Buffer.from('{')],
    ['a wrong number of dimensions', 'config.json', () => Buffer.from('{ "hidden_size": 100 }')],
  ])('%s make it unavailable, in this thread and in another', async (name, file, damage) => {
    const folder = join(scratch, name.replaceAll(' ', '-'))
    mkdirSync(folder)
    for (const each of ['model.onnx', 'tokenizer.json', 'config.json']) {
      const bytes = readFileSync(join(MODEL_FOLDER, each))
      writeFileSync(join(folder, each), each === file ? damage(bytes) : bytes)
    }
    for (const workerUrl of [null, WORKER_URL]) {
      const embedder = await open({ folder, workerUrl })
      const failed = passages(embedder, 'a')
      await expect(failed).rejects.toMatchObject({ name: 'EngraphError', code: 'model-unavailable' })
      await expect(failed).rejects.toThrow('cannot be used')
    }
  })
})
