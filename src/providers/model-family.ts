/** What is put before a text; models that were trained with it are much worse without. */
export interface Prefixes {
  readonly question: string
  readonly passage: string
}

export type Pooling = 'mean' | 'cls' | 'last_token'

export interface ModelFamily {
  readonly prefixes: Prefixes
  /** How one vector is made of those of the tokens, where that is not done by the service. */
  readonly pooling: Pooling
  readonly languages: readonly string[]
}

const NONE: Prefixes = { question: '', passage: '' }
const BGE_ENGLISH: Prefixes = {
  question: 'Represent this sentence for searching relevant passages: ',
  passage: '',
}
const INSTRUCTED: Prefixes = {
  question: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
  passage: '',
}
const E5: Prefixes = { question: 'query: ', passage: 'passage: ' }
const MANY = ['mul']
const ENGLISH = ['en']
const CHINESE = ['zh']

const family = (prefixes: Prefixes, pooling: Pooling, languages: readonly string[]): ModelFamily => ({
  prefixes,
  pooling,
  languages,
})

/** By the model cards; the first that fits counts. The name is given in lower case, without owner and tag. */
const FAMILIES: readonly (readonly [name: RegExp, family: ModelFamily])[] = [
  [/^multilingual-e5-.*instruct/u, family(INSTRUCTED, 'mean', MANY)],
  [/^multilingual-e5/u, family(E5, 'mean', MANY)],
  [/^e5-mistral/u, family(INSTRUCTED, 'last_token', ENGLISH)],
  [/^e5-/u, family(E5, 'mean', ENGLISH)],
  [/^bge-m3|^bge-multilingual/u, family(NONE, 'cls', MANY)],
  [/^bge-.*-zh/u, family({ question: '为这个句子生成表示以用于检索相关文章：', passage: '' }, 'cls', CHINESE)],
  [/^bge-/u, family(BGE_ENGLISH, 'cls', ENGLISH)],
  [/^snowflake-arctic-embed(?:2|.*-v2)/u, family({ question: 'query: ', passage: '' }, 'cls', MANY)],
  [/^snowflake-arctic-embed|^mxbai-embed/u, family(BGE_ENGLISH, 'cls', ENGLISH)],
  [/^nomic-embed-text-v2/u, family({ question: 'search_query: ', passage: 'search_document: ' }, 'mean', MANY)],
  [/^nomic-embed/u, family({ question: 'search_query: ', passage: 'search_document: ' }, 'mean', ENGLISH)],
  [/^qwen3-embedding/u, family(INSTRUCTED, 'last_token', MANY)],
  [
    /^embeddinggemma/u,
    family({ question: 'task: search result | query: ', passage: 'title: none | text: ' }, 'mean', MANY),
  ],
  [/^gte-(?:small|base|large)-zh/u, family(NONE, 'cls', CHINESE)],
  [/^gte-multilingual/u, family(NONE, 'cls', MANY)],
  [/^gte-.*-v1\.5/u, family(NONE, 'cls', ENGLISH)],
  [/^gte-(?:small|base|large)/u, family(NONE, 'mean', ENGLISH)],
  [/^all-(?:minilm|mpnet)|^multi-qa-|^msmarco-/u, family(NONE, 'mean', ENGLISH)],
]

const NAME_LENGTH_MAX = 200

/**
 * How a model wants its texts, by its name. Of what is not known here nothing is put before a text, and it is taken
 * to understand what its user writes, since they chose it.
 */
export function modelFamily(model: string): ModelFamily {
  const name = model.slice(0, NAME_LENGTH_MAX).toLowerCase().split('/').at(-1)!.split(':')[0]!
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? family(NONE, 'mean', MANY)
}
