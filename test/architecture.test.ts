import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

const PARTS = 'graph text ports vectors capture observe infer recall impact store providers'.split(' ')

/** What each folder of src/ may import besides itself. Order is the flow of the architecture: imports point down only. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  graph: [],
  text: ['graph'],
  ports: ['graph'],
  vectors: ['graph', 'ports'],
  capture: ['graph', 'ports', 'text'],
  observe: ['graph', 'ports', 'text'],
  infer: ['graph', 'ports', 'text'],
  recall: ['graph', 'ports', 'text'],
  impact: ['graph', 'ports', 'text'],
  store: ['graph', 'ports', 'text'],
  providers: ['graph', 'ports', 'text', 'vectors'],
  // The facade: home, engraph, index; on it, what a coding agent's project is, and the agents themselves.
  '.': [...PARTS],
  project: ['.', ...PARTS],
  host: ['.', 'graph', 'text'],
  doors: ['.', 'project', 'host', 'graph'],
}

/** Exceptions, each with its reason. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  // The benchmark is shipped with the command line and measures what an application would see.
  'src/doors/cli/bench.ts -> bench',
  'src/doors/cli/bench-hooks.ts -> bench',
  'src/doors/cli/bench-impact.ts -> bench',
  'src/doors/cli/bench-oracle.ts -> bench',
  // A hook is waited for: it loads what redacts and writes the journal, and nothing of the memory.
  'src/doors/hooks/run-hook.ts -> capture',
  'src/doors/hooks/hook-answer.ts -> capture',
  'src/doors/hooks/hook-rest.ts -> capture',
  'src/doors/hooks/journal-writer.ts -> capture',
  'src/doors/hooks/hook-home.ts -> capture',
  'src/doors/hooks/hook-log.ts -> text',
])

const STAGES = ['capture', 'observe', 'infer', 'recall', 'impact']
/** Stage files that may read files: capture's readers of files and of git. */
const READERS: ReadonlySet<string> = new Set([
  'src/capture/git-place.ts',
  'src/capture/git/git-output.ts',
  'src/capture/source/file-state.ts',
  'src/capture/source/list-files.ts',
  'src/capture/source/read-source-graph.ts',
  'src/capture/source/javascript/aliases.ts',
  'src/capture/source/javascript/resolve-specifier.ts',
])
const FORBIDDEN_FOLDERS = ['utils', 'helpers', 'common', 'services', 'lib', 'misc']
const LINES_MAX = 400

interface Import {
  readonly file: string
  readonly target: string
}

const files = sourceFiles(join(ROOT, 'src'))
const imports = files.flatMap(importsOf)

test('imports point down only', () => {
  const wrong = imports.flatMap(({ file, target }) => {
    if (!target.startsWith('.')) return []
    const path = relative(ROOT, join(dirname(join(ROOT, file)), target))
    const [from, to] = [folderOf(file), folderOf(path)]
    if (from === to || ALLOWED[from]?.includes(to) || EXCEPTIONS.has(`${file} -> ${to}`)) return []
    return [`${file} imports ${path}`]
  })
  expect(wrong).toEqual([])
})

test('stages, nouns, ports and text know nothing of the machine', () => {
  const pure = [...STAGES, 'graph', 'ports', 'text', 'vectors']
  const wrong = imports.filter(
    ({ file, target }) => pure.includes(folderOf(file)) && target.startsWith('node:') && !READERS.has(file),
  )
  expect(wrong).toEqual([])
})

test('SQL stands only in the store', () => {
  const sql = /\b(?:SELECT\s.+\sFROM|INSERT INTO|DELETE FROM|CREATE TABLE|PRAGMA)\b/u
  const wrong = files.filter((file) => folderOf(file) !== 'store' && sql.test(read(file)))
  expect(wrong).toEqual([])
})

test('argv, standard output and exit codes belong to the doors', () => {
  const door = /\bprocess\.(?:argv|stdout|stderr|stdin|exit|exitCode)\b|\bconsole\./u
  expect(files.filter((file) => folderOf(file) !== 'doors' && door.test(read(file)))).toEqual([])
})

test('the library imports only what it declares', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  // What the build bundles is a development dependency; only what has a native part is installed with the package.
  expect(Object.keys(dependencies)).toEqual(['libsql', 'oxc-parser', 'oxc-resolver'])
  const declared = { ...dependencies, ...devDependencies }
  const packages = imports
    .map(({ target }) => target)
    .filter((target) => !target.startsWith('.') && !target.startsWith('node:'))
    .map((target) =>
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  expect([...new Set(packages)].filter((name) => !(name in declared))).toEqual([])
})

test('what is loaded only where a user installed it is an optional peer', () => {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(read('package.json')) as {
    readonly peerDependencies: Readonly<Record<string, string>>
    readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>
  }
  // Its name stands in a variable, so that nothing looks for it before it is asked for.
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/PACKAGE: string = '([^']+)'/gu)].map(([, name]) => name),
  )
  expect([...new Set(named)].sort()).toEqual(Object.keys(peerDependencies).sort())
  expect(Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)).toEqual([])
})

test('no folder is named after having no subject', () => {
  const folders = new Set(files.flatMap((file) => dirname(file).split('/')))
  expect(FORBIDDEN_FOLDERS.filter((name) => folders.has(name))).toEqual([])
})

test('files keep one subject and are named in kebab-case', () => {
  const measured = files.map((file) => ({ file, lines: read(file).split('\n').length }))
  expect(measured.filter(({ lines }) => lines > LINES_MAX)).toEqual([])
  expect(files.filter((file) => !/^[a-z0-9-]+(?:\.d)?\.ts$/u.test(file.split('/').at(-1)!))).toEqual([])
})

test('no catch swallows what it caught', () => {
  expect(files.filter((file) => /catch\s*(?:\([^)]*\)\s*)?\{\s*\}/u.test(read(file)))).toEqual([])
})

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(relative(ROOT, folder), name))
    .sort()
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function importsOf(file: string): Import[] {
  // Statements begin their line, or are the last line of a list of names; a dynamic import may stand anywhere.
  const pattern = /^(?:import|export|\})(?:[^'\n]*\bfrom)?\s'([^']+)'|\bimport\('([^']+)'\)/gmu
  return [...read(file).matchAll(pattern)].map((match) => ({ file, target: (match[1] ?? match[2])! }))
}

/** The folder of src/ that a path is in; `.` for the facade's own files; `bench` for what is outside. */
function folderOf(path: string): string {
  const [top, folder, ...rest] = path.split('/')
  if (top !== 'src') return top ?? ''
  return rest.length === 0 ? '.' : (folder ?? '')
}
