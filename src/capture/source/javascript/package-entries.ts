import { folderOf, joined, type SourceTree } from '../source-language.ts'
import { probe, probeFile, probeFolder } from './probe.ts'
import type { Manifest, Workspace } from './workspaces.ts'

/** Folders that a build writes to. What it makes of a source has the same place below another folder. */
const MADE: ReadonlySet<string> = new Set(
  'dist dist-types build lib out output esm cjs es mjs umd types typings module commonjs browser node _esm _cjs'.split(
    ' ',
  ),
)
const SOURCE_FOLDERS = ['src', 'source', 'lib', '']
const TARGETS_MAX = 200
const DEPTH_MAX = 8

/**
 * The source behind a package of the tree: what its `exports` lead to, whether that is a source itself or will be built
 * from one. Nothing needs to be built or installed.
 */
export function packageEntry(tree: SourceTree, { folder, manifest }: Workspace, subpath: string): string | null {
  const { exports } = manifest
  if (exports !== undefined && exports !== null) {
    // An entry at the top may be bundled under a name that no source has.
    return fromTargets(tree, folder, matched(exports, subpath)) ?? (subpath === '.' ? sourceIndex(tree, folder) : null)
  }
  if (subpath !== '.') {
    const path = joined(folder, subpath)
    return path === null ? null : (probe(tree, path) ?? sourceOf(tree, folder, subpath))
  }
  const fields = ['source', 'module', 'main', 'types', 'typings'].map((field) => manifest[field])
  const targets = fields.filter((field): field is string => typeof field === 'string')
  return fromTargets(tree, folder, targets) ?? probeFolder(tree, folder) ?? sourceIndex(tree, folder)
}

/** What a specifier with `#` stands for in the package that it is written in; `null` where its manifest names none. */
export function packageImport(
  tree: SourceTree,
  { folder, manifest }: Workspace,
  specifier: string,
): { readonly path: string } | 'external' | null {
  const targets = matched(manifest['imports'], specifier)
  const path = fromTargets(tree, folder, targets)
  if (path !== null) return { path }
  return targets.length > 0 && targets.every((target) => !target.startsWith('.')) ? 'external' : null
}

/** All targets, whatever their conditions: any that is a source in the tree is the one that was meant. */
function matched(entries: unknown, subpath: string): string[] {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) {
    return subpath === '.' ? leaves(entries, '') : []
  }
  const keys = Object.keys(entries)
  const table = entries as Manifest
  if (keys.every((key) => !key.startsWith('.') && !key.startsWith('#')))
    return subpath === '.' ? leaves(entries, '') : []
  if (Object.hasOwn(table, subpath)) return leaves(table[subpath], '')
  const patterns = keys.filter((key) => key.includes('*') || key.endsWith('/')).sort((a, b) => b.length - a.length)
  for (const key of patterns) {
    const [before = '', after = ''] = key.endsWith('/') ? [key] : key.split('*')
    if (!subpath.startsWith(before) || !subpath.endsWith(after)) continue
    if (subpath.length < before.length + after.length) continue
    const star = subpath.slice(before.length, subpath.length - after.length)
    return leaves(table[key], star).map((target) => (target.endsWith('/') ? target + star : target))
  }
  return []
}

function leaves(value: unknown, star: string, depth = 0): string[] {
  if (typeof value === 'string') return [value.replaceAll('*', () => star)]
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return []
  return Object.values(value)
    .flatMap((inner) => leaves(inner, star, depth + 1))
    .slice(0, TARGETS_MAX)
}

function fromTargets(tree: SourceTree, folder: string, targets: readonly string[]): string | null {
  const local = targets.filter((target) => !target.includes(':') && !target.startsWith('#'))
  const listed = local.flatMap((target) => {
    const path = joined(folder, target)
    const found = path === null ? null : probeFile(tree, path)
    return found === null ? [] : [found]
  })
  // Written by hand, a description of types stands in for a source only where there is none.
  const source = listed.find((path) => !/\.d\.[cm]?ts$/u.test(path) && !path.split('/').includes('dist'))
  if (source !== undefined) return source
  for (const target of local) {
    const found = sourceOf(tree, folder, target)
    if (found !== null) return found
  }
  return listed[0] ?? null
}

/** The source from which a file will be built: the same place in the folder of sources. */
function sourceOf(tree: SourceTree, folder: string, target: string): string | null {
  const path = joined('', target)
  if (path === null) return null
  const parts = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/u, '').split('/')
  let made = 0
  while (made < parts.length - 1 && MADE.has(parts[made]!)) made++
  for (let skipped = made; skipped >= 0; skipped--) {
    const rest = parts.slice(skipped).join('/')
    for (const source of SOURCE_FOLDERS) {
      const candidate = [folder, source, rest].filter((part) => part !== '').join('/')
      const found = probe(tree, candidate)
      if (found !== null && isSource(found)) return found
    }
  }
  return null
}

function sourceIndex(tree: SourceTree, folder: string): string | null {
  for (const source of SOURCE_FOLDERS) {
    const found = probeFile(tree, [folder, source, 'index'].filter((part) => part !== '').join('/'))
    if (found !== null) return found
  }
  return null
}

function isSource(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte)$/u.test(path) && !folderOf(path).split('/').includes('dist')
}
