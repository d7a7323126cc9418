import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const CLI = join(ROOT, 'dist/cli.js')
const FENCE = /^```(.*)\n([\s\S]*?)^```$/gmu

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...filesBelow('docs', ['.md']),
  ...filesBelow('bench', ['.md']),
]
/** What users read. */
const manual = ['README.md', ...filesBelow('docs', ['.md'])].map(read).join('\n')

const folder = mkdtempSync(join(tmpdir(), 'engraph-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test('AGENTS.md has a line for every file of src, and for no other', () => {
  const mapped = [...read('AGENTS.md').matchAll(/^\| `(src\/[^`]+)` +\| \S/gmu)].map(([, file]) => file)
  expect([...mapped].sort()).toEqual(filesBelow('src', ['.ts', '.sql', '.wat']))
})

test('the manual names every command', () => {
  const missing = commandsOf([]).filter(([verb, child]) => {
    if (child === undefined) return !manual.includes(`engraph ${verb}`)
    return !manual.split('\n').some((line) => line.includes(`engraph ${verb}`) && wordPattern(child).test(line))
  })
  expect(missing).toEqual([])
})

test('the manual names every public export and every error code as code', () => {
  const exported = [...read('src/index.ts').matchAll(/\{([^}]+)\}/gu)].flatMap(([, names]) =>
    names!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  const codes = [...read('src/graph/errors.ts').matchAll(/^ {2}'([a-z-]+)',$/gmu)].map(([, code]) => code!)
  expect(exported.length).toBeGreaterThan(20)
  expect(codes.length).toBeGreaterThan(5)
  const inCode = codeOf(manual)
  expect([...exported, ...codes].filter((name) => !wordPattern(name).test(inCode))).toEqual([])
})

test('links lead somewhere', () => {
  const broken = documents.flatMap((document) =>
    linksOf(read(document)).flatMap((link) => {
      if (/^https?:/u.test(link)) return []
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? document : join(dirname(document), path)
      if (!existsSync(join(ROOT, target))) return [`${document}: ${link}`]
      return anchor === undefined || headingsOf(read(target)).map(slug).includes(anchor) ? [] : [`${document}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})

test('the Chinese README is the twin of the English one', () => {
  const [english, chinese] = [read('README.md'), read('README.zh-CN.md')]
  const levels = (text: string) => headingsOf(text).map((heading) => heading.indexOf(' '))
  expect(levels(chinese)).toEqual(levels(english))
  expect(fencesOf(chinese)).toEqual(fencesOf(english))
  const shape = (text: string) =>
    withoutFences(text)
      .split('\n')
      .filter((line) => /^(?:- |\|)/u.test(line)).length
  expect(shape(chinese)).toBe(shape(english))
})

test('documents name no path of a machine and no host of a registry', () => {
  const path = /(?:^|[\s`"'(=])(?:\/(?:home|root|Users|work|tmp|var|opt|mnt|srv)\/|[A-Z]:\\)/mu
  const host = /\bregistry\.[\w.-]+|\b\w+mirror\.\w+|\blocalhost\b|\b(?:127|10|192\.168)(?:\.\d+){2,3}\b/u
  expect(documents.filter((document) => path.test(read(document)) || host.test(read(document)))).toEqual([])
})

const examples = ['README.md', 'docs/api.md'].flatMap((document) =>
  fencesOf(read(document))
    .filter(({ info }) => / run$/u.test(info))
    .map(({ code }, index) => ({ name: `${document}, example ${index + 1}`, code })),
)

test.each(examples)('$name runs and prints what it says', ({ code }) => {
  // A package of its own with Engraph installed, as a reader would have it.
  const home = mkdtempSync(join(folder, 'example-'))
  mkdirSync(join(home, 'node_modules'))
  symlinkSync(ROOT, join(home, 'node_modules/engraph'), 'junction')
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  writeFileSync(join(home, 'example.mjs'), outputText)
  const run = spawnSync(process.execPath, ['example.mjs'], { cwd: home, encoding: 'utf8' })
  const said = [...code.matchAll(/\/\/ prints (.+)$/gmu)].map(([, line]) => `${line}\n`).join('')
  expect(run).toMatchObject({ status: 0, stderr: '', stdout: said })
})

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function filesBelow(top: string, endings: readonly string[]): string[] {
  return readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => relative(ROOT, join(ROOT, top, name)).replaceAll('\\', '/'))
    .sort()
}

/** The commands below one, as the program itself lists them. */
function commandsOf(path: readonly string[]): (readonly string[])[] {
  const help = execFileSync(process.execPath, [CLI, ...path, '--help'], { encoding: 'utf8' })
  const [, list = ''] = /^Commands:\n((?: .*\n)+)/mu.exec(help) ?? []
  const names = [...list.matchAll(/^ {2}(\S+)/gmu)].map(([, name]) => name!).filter((name) => name !== 'help')
  return names.flatMap((name) => [[...path, name], ...(path.length === 0 ? commandsOf([name]) : [])])
}

function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'u')
}

interface Fence {
  readonly info: string
  readonly code: string
}

function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(FENCE)].map(([, info, code]) => ({ info: info!, code: code! }))
}

function withoutFences(markdown: string): string {
  return markdown.replace(FENCE, '')
}

/** Everything that is set as code, in blocks or in a line. */
function codeOf(markdown: string): string {
  const inline = [...withoutFences(markdown).matchAll(/`([^`\n]+)`/gu)].map(([, code]) => code)
  return [...fencesOf(markdown).map(({ code }) => code), ...inline].join('\n')
}

function headingsOf(markdown: string): string[] {
  return withoutFences(markdown)
    .split('\n')
    .filter((line) => /^#{1,6} /u.test(line))
}

function linksOf(markdown: string): string[] {
  return [...withoutFences(markdown).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link]) => link!)
}

/** The anchor that GitHub gives to a heading. */
function slug(heading: string): string {
  return heading
    .replace(/^#+ /u, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
