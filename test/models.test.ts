import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Engraph, EngraphHome, type OpenOptions } from '../src/engraph.ts'
import { chooseModels } from '../src/models.ts'
import { openEmbedder } from '../src/providers/open-embedder.ts'
import { openReranker } from '../src/providers/open-reranker.ts'
import { testEmbedder } from './embedders.ts'
import { HAS_WEIGHTS, WITHOUT_WEIGHTS } from './providers/local/built.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-models-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const NAMES = ['EMBEDDER', 'EMBEDDER_URL', 'EMBEDDER_KEY', 'RERANKER', 'RERANKER_URL', 'RERANKER_KEY']
let before: Record<string, string | undefined> = {}
beforeEach(() => {
  before = Object.fromEntries(NAMES.map((name) => [name, process.env[`ENGRAPH_${name}`]]))
  for (const name of NAMES) delete process.env[`ENGRAPH_${name}`]
})
afterEach(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[`ENGRAPH_${name}`]
    else process.env[`ENGRAPH_${name}`] = value
  }
})

const cacheFolder = join(folder, 'models')
const nowhere = `folder:${join(folder, 'nowhere')}`

interface Chosen {
  readonly option?: string
  readonly environment?: Readonly<Record<string, string>>
}

describe('which models are wanted', () => {
  test.each<readonly [string, Chosen, 'vectors' | 'none']>([
    ['nothing', {}, 'vectors'],
    ['words', { option: 'words' }, 'none'],
    ['words in the environment', { environment: { EMBEDDER: 'words' } }, 'none'],
    ['words in other spelling', { environment: { EMBEDDER: ' Words ' } }, 'none'],
    ['static', { option: 'static' }, 'vectors'],
    ['another than the environment says', { option: 'static', environment: { EMBEDDER: 'words' } }, 'vectors'],
    ['words, whatever the environment says', { option: 'words', environment: { EMBEDDER: 'static' } }, 'none'],
    ['a folder', { option: nowhere }, 'vectors'],
  ])('%s', (_, { option, environment = {} }, expected) => {
    for (const [name, value] of Object.entries(environment)) process.env[`ENGRAPH_${name}`] = value
    const { openEmbedder: open, loadWords, openReranker: judge } = chooseModels({ embedder: option, cacheFolder })
    expect(open === null ? 'none' : 'vectors').toBe(expected)
    expect(loadWords === null).toBe(expected === 'none')
    expect(judge).toBeNull()
  })

  test.each<readonly [string, Partial<OpenOptions>, Readonly<Record<string, string>>]>([
    ['an embedder that is not known', { embedder: 'bert' }, {}],
    ['an embedder without its model', { embedder: 'ollama' }, {}],
    ['an embedder of the environment that is not known', {}, { EMBEDDER: 'bert' }],
    ['an address without a model', {}, { EMBEDDER_URL: 'http://127.0.0.1:1' }],
    ['a reranker that is not known', { reranker: 'judge' }, {}],
    ['a reranker without an address', { reranker: 'http:judge' }, {}],
    ['a reranker of the environment that is not known', {}, { RERANKER: 'judge' }],
    ['a number', { embedder: 5 as never }, {}],
    ['an object that embeds nothing', { embedder: {} as never }, {}],
    ['an embedder without an identity', { embedder: { embed: async () => [] } as never }, {}],
    ['an embedder of no dimensions', { embedder: sized(0) }, {}],
    ['an embedder of half a dimension', { embedder: sized(1.5) }, {}],
    ['an embedder of too many dimensions', { embedder: sized(1e9) }, {}],
    ['a reranker that judges nothing', { reranker: {} as never }, {}],
    ['a reranker that takes no text', { reranker: { model: 'm', textsMax: 0, score: async () => [] } as never }, {}],
  ])('%s is refused before a space is made', async (_, options, environment) => {
    for (const [name, value] of Object.entries(environment)) process.env[`ENGRAPH_${name}`] = value
    const path = join(folder, 'refused.db')
    await expect(Engraph.open({ path, space: 'alice', ...options })).rejects.toMatchObject({
      name: 'EngraphError',
      code: 'invalid-options',
    })
    if (existsSync(path)) {
      await using home = await EngraphHome.open({ path })
      expect(await home.spaces()).toEqual([])
    }
  })
})

describe('an embedder that cannot be had', () => {
  // Without the package that carries the weights there is no built-in model that could serve instead.
  const built = HAS_WEIGHTS ? test : test.skip

  test('leaves the next one down, and says what is missing', async () => {
    const opened = await openEmbedder({ kind: 'folder', path: join(folder, 'nowhere') }, { cacheFolder })
    expect(['builtin', 'static', 'words']).toContain(opened.tier)
    expect(opened.problem).toContain('nowhere')
    await opened.embedder?.close()
  })

  built(`leaves the one that comes along (${WITHOUT_WEIGHTS} otherwise)`, async () => {
    await using memory = await Engraph.open({ path: ':memory:', space: 'alice', embedder: nowhere })
    await memory.remember({ session: 's', messages: [{ id: 'm', text: 'The physician called.', at: 1 }] })
    const state = await memory.settle()
    expect(state).toMatchObject({ done: 1, state: 'ready', problem: expect.stringContaining('nowhere') })
    expect(state.embedder).toMatch(/^builtin /)
    const recalled = await memory.recall('physician')
    expect(recalled).toMatchObject({ outcome: 'found', meaning: { state: 'ready', problem: state.problem } })
  })

  test('a reranker that cannot be had is an error of its own', async () => {
    const choice = { kind: 'folder', path: join(folder, 'nowhere') } as const
    await expect(openReranker(choice, { cacheFolder })).rejects.toMatchObject({ code: 'model-unavailable' })
    expect(await openReranker({ kind: 'none' }, { cacheFolder })).toBeNull()
    await using memory = await Engraph.open({ path: ':memory:', space: 'a', embedder: 'words', reranker: nowhere })
    await memory.remember({ session: 's', messages: [{ text: 'The physician called.', at: 1 }] })
    const recalled = await memory.recall('physician', { thorough: true })
    expect(recalled).toMatchObject({ outcome: 'found', reranking: { state: 'unavailable', embedder: null } })
    expect(recalled.reranking?.problem).toContain('nowhere')
  })
})

function sized(dimensions: number) {
  const embedder = testEmbedder()
  return { ...embedder, identity: { ...embedder.identity, dimensions } }
}
