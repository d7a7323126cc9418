import { folderOf, joined, type SourceTree } from '../source-language.ts'
import { readJson } from './probe.ts'

/** A package whose sources are in the tree. */
export interface Workspace {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
}

export type Manifest = Readonly<Record<string, unknown>>

const MANIFESTS_MAX = 5_000

/** Packages in such folders are made to be tried out, and may be named like real ones. */
export const SAMPLES = /(?:^|\/)(?:__fixtures__|fixtures?|__mocks__|templates?|testdata|test-data)\//u

export interface Packages {
  /** Those that a workspace names, and where no workspace is declared, every one that has a name. */
  readonly byName: ReadonlyMap<string, Workspace>
  /** Names of packages that any manifest depends on. */
  readonly declared: ReadonlySet<string>
  /** The package that a folder belongs to. */
  readonly around: (folder: string) => Workspace | null
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** The packages of a tree. */
export function packagesOf(tree: SourceTree): Packages {
  const manifests = manifestsOf(tree)
  const named = manifests.filter(({ folder }) => !SAMPLES.test(`${folder}/`))
  const roots = manifests.flatMap(({ folder, manifest }) => {
    const patterns = patternsOf(tree, folder, manifest)
    return patterns.length === 0 ? [] : [{ folder, isMember: matcher(patterns) }]
  })
  const members = roots.length === 0 ? named : manifests.filter(({ folder }) => isMemberOf(folder, roots))
  const byName = new Map<string, Workspace>()
  for (const one of members) if (one.name !== '' && !byName.has(one.name)) byName.set(one.name, one)
  const declared = manifests.flatMap(({ manifest }) => DEPENDENCIES.flatMap((key) => Object.keys(manifest[key] ?? {})))
  const byFolder = new Map(manifests.map((one) => [one.folder, one]))
  return { byName, declared: new Set(declared), around: (folder) => around(byFolder, folder) }
}

function around(byFolder: ReadonlyMap<string, Workspace>, folder: string): Workspace | null {
  for (let at = folder; ; at = folderOf(at)) {
    const found = byFolder.get(at)
    if (found !== undefined || at === '') return found ?? null
  }
}

interface Root {
  readonly folder: string
  readonly isMember: (folder: string) => boolean
}

function isMemberOf(folder: string, roots: readonly Root[]): boolean {
  return roots.some((root) => {
    if (folder === root.folder) return true
    const prefix = root.folder === '' ? '' : `${root.folder}/`
    return folder.startsWith(prefix) && root.isMember(folder.slice(prefix.length))
  })
}

/** By folder, so that the outermost comes first where two have one name. */
function manifestsOf(tree: SourceTree): Workspace[] {
  const found: Workspace[] = []
  for (const path of tree.paths) {
    if (path !== 'package.json' && !path.endsWith('/package.json')) continue
    if (found.length >= MANIFESTS_MAX) break
    const manifest = readJson(tree, path)
    if (manifest === null) continue
    found.push({ name: typeof manifest['name'] === 'string' ? manifest['name'] : '', folder: folderOf(path), manifest })
  }
  return found.sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

function patternsOf(tree: SourceTree, folder: string, manifest: Manifest): string[] {
  const prefix = folder === '' ? '' : `${folder}/`
  const { workspaces } = manifest
  const listed = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages
  const lerna = tree.paths.has(`${prefix}lerna.json`) ? readJson(tree, `${prefix}lerna.json`)?.['packages'] : undefined
  const pnpm = tree.paths.has(`${prefix}pnpm-workspace.yaml`) ? pnpmPatterns(tree, `${prefix}pnpm-workspace.yaml`) : []
  return [listed, lerna, pnpm]
    .flatMap((patterns) => (Array.isArray(patterns) ? patterns : []))
    .filter((pattern): pattern is string => typeof pattern === 'string')
    .slice(0, 200)
}

/** The list under `packages:`; nothing else of the file is needed. */
function pnpmPatterns(tree: SourceTree, path: string): string[] {
  const lines = (tree.read(path) ?? '').split('\n')
  const start = lines.findIndex((line) => /^packages\s*:/u.test(line))
  const found: string[] = []
  for (const line of start === -1 ? [] : lines.slice(start + 1)) {
    const item = /^\s*-\s*(?:"([^"]*)"|'([^']*)'|([^\s#]+))/u.exec(line)
    if (item !== null) found.push(item[1] ?? item[2] ?? item[3]!)
    else if (/^\S/u.test(line) && !line.startsWith('#')) break
  }
  return found
}

/** Whether a folder fits patterns such as `packages/*` and `!packages/old`. Later ones overrule. */
function matcher(patterns: readonly string[]): (folder: string) => boolean {
  const rules = patterns.map((pattern) => {
    const isNot = pattern.startsWith('!')
    const path = joined('', isNot ? pattern.slice(1) : pattern)
    return { isNot, expression: expressionOf(path ?? '') }
  })
  return (folder) =>
    rules.reduce((isMember, { isNot, expression }) => (expression.test(folder) ? !isNot : isMember), false)
}

function expressionOf(pattern: string): RegExp {
  return new RegExp(`^${sourceOf(pattern)}$`, 'u')
}

function sourceOf(pattern: string): string {
  const parts = pattern.split(/(\*\*\/?|\*|\?|\{[^{}]*\})/u).map((part) => {
    if (part.startsWith('**')) return part.endsWith('/') ? '(?:[^/]+/)*' : '(?:[^/]+/)*[^/]+'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (/^\{.*\}$/u.test(part)) return `(?:${part.slice(1, -1).split(',').map(sourceOf).join('|')})`
    return escaped(part)
  })
  return parts.join('')
}

/** A hyphen stays as it is: escaped, it would be no expression at all. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
}
