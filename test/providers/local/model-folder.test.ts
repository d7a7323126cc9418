import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type ModelFolder, readModelFolder } from '../../../src/providers/local/model-folder.ts'

const scratch = mkdtempSync(join(tmpdir(), 'engraph-folder-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

function folderOf(name: string, files: Readonly<Record<string, unknown>>): string {
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const WHOLE = { 'tokenizer.json': {}, 'config.json': { hidden_size: 8 }, 'onnx/model.onnx': 'weights' }

const READ: readonly (readonly [string, Readonly<Record<string, unknown>>, Partial<ModelFolder>])[] = [
  ['plain', {}, { name: 'plain', dimensions: 8, pooling: 'mean', tokensMax: 256, batchMax: 1, languages: ['mul'] }],
  ['multilingual-e5-small', {}, { prefixes: { question: 'query: ', passage: 'passage: ' }, languages: ['mul'] }],
  ['bge-small-zh', {}, { pooling: 'cls', languages: ['zh'] }],
  ['pooled', { '1_Pooling/config.json': { pooling_mode_cls_token: true } }, { pooling: 'cls' }],
  [
    'prompted',
    { 'config_sentence_transformers.json': { prompts: { query: 'q: ', document: 'd: ' } } },
    { prefixes: { question: 'q: ', passage: 'd: ' } },
  ],
  ['short', { 'config.json': { hidden_size: 8, max_position_embeddings: 130 } }, { tokensMax: 128 }],
  ['named', { 'config.json': { dim: 16, _name_or_path: 'owner/thing' } }, { name: 'thing', dimensions: 16 }],
]

test.each(READ)('a folder like %s says how its model wants to be used', async (name, files, expected) => {
  expect(await readModelFolder(folderOf(name, { ...WHOLE, ...files }))).toMatchObject(expected)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const identityOf = (weights: string, tokenizer = '{}') => sha256(`${sha256(weights)}\n${sha256(tokenizer)}\n`)

test('quantised weights come first, and their bytes are hashed', async () => {
  const folder = folderOf('both', { ...WHOLE, 'onnx/model_quantized.onnx': 'bytes' })
  const { weightsFile, weightsSha256 } = await readModelFolder(folder)
  expect(weightsFile).toBe(join(folder, 'onnx/model_quantized.onnx'))
  expect(weightsSha256).toBe(identityOf('bytes'))
})

test('weights in a second file count too, and a changed file is hashed anew', async () => {
  const folder = folderOf('two', { ...WHOLE, 'onnx/model.onnx_data': 'more' })
  expect((await readModelFolder(folder)).weightsSha256).toBe(identityOf('weightsmore'))
  folderOf('two', { 'onnx/model.onnx': 'other weights' })
  expect((await readModelFolder(folder)).weightsSha256).toBe(identityOf('other weightsmore'))
  folderOf('two', { 'onnx/model.onnx_data': 'changed' })
  expect((await readModelFolder(folder)).weightsSha256).toBe(identityOf('other weightschanged'))
})

test('another tokenizer makes another identity, also under the name of the model that comes along', async () => {
  const config = { hidden_size: 8, _name_or_path: 'all-MiniLM-L6-v2' }
  const folder = folderOf('tokenized', { ...WHOLE, 'config.json': config })
  expect(await readModelFolder(folder)).toMatchObject({ weightsSha256: identityOf('weights'), batchMax: 1 })
  folderOf('tokenized', { 'tokenizer.json': { changed: true } })
  expect((await readModelFolder(folder)).weightsSha256).toBe(identityOf('weights', '{"changed":true}'))
})

test('what a caller says overrules the folder', async () => {
  const options = {
    pooling: 'last_token',
    prefixes: { question: 'a', passage: 'b' },
    languages: ['fr'],
    tokensMax: 64,
  } as const
  expect(await readModelFolder(folderOf('plain', WHOLE), options)).toMatchObject(options)
})

const { 'tokenizer.json': _, ...withoutTokenizer } = WHOLE
const { 'onnx/model.onnx': __, ...withoutWeights } = WHOLE
test.each([
  ['is missing', () => join(scratch, 'nowhere'), 'cannot be read'],
  ['has no weights', () => folderOf('no-weights', withoutWeights), 'onnx/model.onnx'],
  ['has no tokenizer', () => folderOf('no-tokenizer', withoutTokenizer), 'tokenizer.json'],
  ['has no dimensions', () => folderOf('no-width', { ...WHOLE, 'config.json': {} }), 'config.json'],
  ['has a broken configuration', () => folderOf('broken', { ...WHOLE, 'config.json': '{' }), 'config.json'],
])('a folder that %s is unavailable, and says why', async (_, folder, reason) => {
  const read = readModelFolder(folder())
  await expect(read).rejects.toMatchObject({ code: 'model-unavailable' })
  await expect(read).rejects.toThrow(reason)
})
