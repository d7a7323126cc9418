import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** What an installed package needs to run, whatever it was built with. */
const ALWAYS = [
  'NOTICE',
  'LICENSE',
  'dist/THIRD-PARTY-LICENSES.txt',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/cli.js',
  'dist/model-worker.js',
  'dist/scan-worker.js',
  'dist/onnxruntime/ort-wasm-simd-threaded.wasm',
  'dist/onnxruntime/ort.wasm.bundle.min.mjs',
]

/** What is there where the packages were installed that it is made of. */
const OF_MODELS = [
  'dist/models/manifest.json',
  'dist/models/minilm/model.onnx',
  'dist/models/minilm/tokenizer.json',
  'dist/models/minilm/config.json',
  'dist/models/minilm/LICENSE',
  'dist/models/gloss.bin',
  'dist/models/static.bin',
]

test('the package carries its threads, its engine, the models that were built, and their licences', () => {
  // Without scripts: the build that is there is what is looked at.
  const packed = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--offline', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(packed.status, packed.stderr).toBe(0)
  const [{ files }] = JSON.parse(packed.stdout) as [{ readonly files: readonly { readonly path: string }[] }]
  const paths = files.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(ALWAYS))
  expect(paths).toEqual(expect.arrayContaining(OF_MODELS.filter((file) => existsSync(join(ROOT, file)))))
  // Sources, tests and measurements stay at home.
  expect(
    paths.filter(
      (path) => !/^(?:dist\/|plugins\/|\.claude-plugin\/|README|CHANGELOG|LICENSE|NOTICE|package\.json$)/u.test(path),
    ),
  ).toEqual([])
})
