import { describe, expect, test } from 'vitest'
import {
  type EmbedderChoice,
  type GivenChoice,
  type RerankerChoice,
  readEmbedderChoice,
  readRerankerChoice,
} from '../../src/providers/choice.ts'

const URL = 'https://models.example/v1'
const KEY = 'sk-Zq83hTfJw0aLrX61'

describe('the choice of an embedder', () => {
  test.each<[GivenChoice, EmbedderChoice]>([
    [{}, { kind: 'builtin' }],
    [{ choice: ' ', url: '' }, { kind: 'builtin' }],
    [{ choice: 'builtin' }, { kind: 'builtin' }],
    [{ choice: 'Static' }, { kind: 'static' }],
    [{ choice: 'words', url: URL, key: KEY }, { kind: 'words' }],
    [{ choice: 'ollama:bge-m3' }, { kind: 'ollama', model: 'bge-m3', url: 'http://127.0.0.1:11434/' }],
    [
      { choice: 'ollama: bge-m3:567m ', url: URL },
      { kind: 'ollama', model: 'bge-m3:567m', url: URL },
    ],
    [
      { choice: 'openai:bge-m3', url: ` ${URL} ` },
      { kind: 'openai', model: 'bge-m3', url: URL },
    ],
    [
      { choice: 'openai:small', key: KEY },
      { kind: 'openai', model: 'small', url: 'https://api.openai.com/v1' },
    ],
    [{ choice: 'folder:models/e5' }, { kind: 'folder', path: 'models/e5' }],
    [{ choice: 'folder:D:\\模型\\e5' }, { kind: 'folder', path: 'D:\\模型\\e5' }],
    [{ choice: 'transformers:Xenova/bge-m3' }, { kind: 'transformers', model: 'Xenova/bge-m3', remoteHost: null }],
    [
      { choice: 'transformers:Xenova/bge-m3', url: 'https://hub.example' },
      { kind: 'transformers', model: 'Xenova/bge-m3', remoteHost: 'https://hub.example/' },
    ],
  ])('%o is read', (given, choice) => {
    expect(readEmbedderChoice(given)).toEqual(choice)
  })

  test.each<[GivenChoice, RegExp, RegExp?]>([
    [{ choice: 'olama:bge-m3' }, /ENGRAPH_EMBEDDER=olama:bge-m3 is not known/u, /There are builtin, static, words/u],
    [{ choice: 'ollama' }, /ENGRAPH_EMBEDDER=ollama needs a model after a colon/u, /ollama:bge-m3/u],
    [{ choice: 'ollama:' }, /needs a model/u],
    [{ choice: 'folder: ' }, /needs a path/u],
    [{ choice: 'words:all' }, /takes nothing after it/u],
    [{ choice: 'openai:small' }, /needs ENGRAPH_EMBEDDER_URL, or a key/u],
    [{ url: URL }, /names no model/u, /ENGRAPH_EMBEDDER=openai:<model>/u],
    [{ choice: 'ollama:bge-m3', url: 'models.example:11434' }, /must begin with http/u],
    [{ choice: 'openai:small', url: `https://me:${KEY}@models.example` }, /no name and no password/u],
    [{ choice: 'a\nb' }, /one line/u],
    [{ choice: `ollama:${'x'.repeat(2_000)}` }, /one line of at most 1,000 characters/u],
  ])('%o is refused', (given, message, hint) => {
    const read = () => readEmbedderChoice(given)
    expect(read).toThrow(
      expect.objectContaining({
        code: 'invalid-options',
        message: expect.stringMatching(message),
        ...(hint === undefined ? {} : { hint: expect.stringMatching(hint) }),
      }),
    )
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining(KEY) }))
  })
})

describe('the choice of a reranker', () => {
  test.each<[GivenChoice, RerankerChoice]>([
    [{}, { kind: 'none' }],
    [{ choice: 'none', url: URL }, { kind: 'none' }],
    [
      { choice: 'http:bge-reranker-v2-m3', url: URL },
      { kind: 'http', model: 'bge-reranker-v2-m3', url: URL },
    ],
    [
      { choice: 'tei', url: URL },
      { kind: 'tei', url: URL },
    ],
    [{ choice: 'folder:models/judge' }, { kind: 'folder', path: 'models/judge' }],
    [{ choice: 'transformers:Xenova/judge' }, { kind: 'transformers', model: 'Xenova/judge', remoteHost: null }],
  ])('%o is read', (given, choice) => {
    expect(readRerankerChoice(given)).toEqual(choice)
  })

  test.each<[GivenChoice, RegExp]>([
    [{ choice: 'cohere:x' }, /ENGRAPH_RERANKER=cohere:x is not known/u],
    [{ choice: 'http:judge' }, /ENGRAPH_RERANKER=http needs ENGRAPH_RERANKER_URL/u],
    [{ choice: 'tei' }, /needs ENGRAPH_RERANKER_URL/u],
    [{ choice: 'tei:judge', url: URL }, /takes nothing after it/u],
    [{ choice: URL }, /names no model/u],
    [{ choice: 'http:', url: URL }, /needs a model/u],
    [{ url: URL }, /names no model/u],
  ])('%o is refused', (given, message) => {
    expect(() => readRerankerChoice(given)).toThrow(
      expect.objectContaining({ code: 'invalid-options', message: expect.stringMatching(message) }),
    )
  })
})
