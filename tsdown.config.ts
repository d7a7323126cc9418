import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/doors/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: true,
  clean: true,
  // A few files to read instead of hundreds: a command must begin at once. What is bundled is a development dependency;
  // libsql brings a native part and is installed.
  deps: { alwaysBundle: [/^(?!libsql$)[a-z@]/], onlyBundle: false },
  // Migrations are SQL files; the bundle carries their text, so that an installed package reads no sibling files.
  loader: { '.sql': 'text' },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  banner: { dts: '/// <reference lib="esnext.disposable" />' },
  hooks: {
    'build:done': ({ chunks, options }) => {
      const modules = chunks.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []))
      writeFileSync(join(options.outDir, 'THIRD-PARTY-LICENSES.txt'), licensesOf(modules))
    },
  },
})

/** The licence texts of the packages that modules come from; each asks to be kept with a copy. */
function licensesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(id)?.[0] ?? []))
  const sections = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (file) => file.isFile() && /^(?:licen[cs]e|notice|copying)/iu.test(file.name),
    )
    const texts = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
    return [`${name} ${version} (${license})`, ...texts].join('\n\n')
  })
  return `dist/ contains parts of these packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
