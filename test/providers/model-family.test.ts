import { expect, test } from 'vitest'
import { modelFamily } from '../../src/providers/model-family.ts'

test.each([
  ['Xenova/multilingual-e5-small', 'query: ', 'passage: ', 'mean', 'mul'],
  ['intfloat/multilingual-e5-large-instruct', /^Instruct: /u, '', 'mean', 'mul'],
  ['e5-base-v2', 'query: ', 'passage: ', 'mean', 'en'],
  ['bge-m3', '', '', 'cls', 'mul'],
  ['bge-m3:567m', '', '', 'cls', 'mul'],
  ['BAAI/bge-small-zh-v1.5', /^为这个句子/u, '', 'cls', 'zh'],
  ['bge-large', /^Represent this sentence/u, '', 'cls', 'en'],
  ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: ', 'mean', 'en'],
  ['nomic-embed-text-v2-moe', 'search_query: ', 'search_document: ', 'mean', 'mul'],
  ['snowflake-arctic-embed2', 'query: ', '', 'cls', 'mul'],
  ['snowflake-arctic-embed:33m', /^Represent/u, '', 'cls', 'en'],
  ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', '', 'cls', 'mul'],
  ['qwen3-embedding:0.6b', /^Instruct: /u, '', 'last_token', 'mul'],
  ['all-minilm', '', '', 'mean', 'en'],
  ['gte-large-zh', '', '', 'cls', 'zh'],
  ['text-embedding-3-small', '', '', 'mean', 'mul'],
  ['', '', '', 'mean', 'mul'],
  ['a'.repeat(100_000), '', '', 'mean', 'mul'],
  ['snowflake-arctic-embed'.repeat(10_000), /^Represent/u, '', 'cls', 'en'],
])('%s is asked as it was trained', (model, question, passage, pooling, language) => {
  const family = modelFamily(model)
  expect(family).toMatchObject({ prefixes: { passage }, pooling, languages: [language] })
  if (typeof question === 'string') expect(family.prefixes.question).toBe(question)
  else expect(family.prefixes.question).toMatch(question)
})
