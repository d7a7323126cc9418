import { isBuiltin } from 'node:module'
import { isLeftOut } from '../left-out.ts'
import {
  EXTERNAL,
  folderOf,
  joined,
  type Resolution,
  type Resolve,
  type SourceTree,
  toFile,
  UNRESOLVED,
} from '../source-language.ts'
import { aliasResolver } from './aliases.ts'
import type { Oxc } from './oxc.ts'
import { packageEntry, packageImport } from './package-entries.ts'
import { type Asker, probe, probeFolder } from './probe.ts'
import { packagesOf } from './workspaces.ts'

/**
 * Finds the file behind a specifier. Relative ones are looked up among the listed files, which is exact and reads
 * nothing. Others are what `tsconfig.json` makes of them, else a package of the tree, of which the source is taken. No
 * `node_modules` and nothing built is looked at: the answer must be the same whether or not something is installed.
 */
export function specifierResolver(tree: SourceTree, Resolver: Oxc['Resolver']): Resolve {
  const packages = packagesOf(tree)
  const byAlias = aliasResolver(tree, packages, Resolver)
  const folders = foldersOf(tree)
  const known = new Map<string, Resolution>()

  const resolveNamed = (from: string, specifier: string, asker: Asker): Resolution => {
    const aliased = byAlias(from, specifier, asker)
    if (aliased !== null) return aliased
    if (specifier.startsWith('#')) {
      const own = packages.around(folderOf(from))
      const target = own === null ? null : packageImport(tree, own, specifier)
      if (target === 'external') return EXTERNAL
      return target === null ? UNRESOLVED : toFile(target.path)
    }
    const name = /^(?:@[\w.~-]+\/)?[\w.~-]+(?=\/|$)/u.exec(specifier)?.[0]
    if (name === undefined || name.startsWith('~')) return UNRESOLVED
    const workspace = packages.byName.get(name)
    if (workspace !== undefined) {
      const entry = packageEntry(tree, workspace, `.${specifier.slice(name.length)}`)
      return entry === null ? UNRESOLVED : toFile(entry)
    }
    // A folder of that name that nobody declared as a package: an alias that some build tool knows.
    const isFolder = !packages.declared.has(name) && (folders.has(name) || folders.has(`src/${name}`))
    return isFolder ? UNRESOLVED : EXTERNAL
  }

  return (from, written) => {
    const specifier = withoutLoaders(written)
    const asker: Asker = /\.(?:[cm]?tsx?|vue|svelte)$/u.test(from) ? 'typed' : 'plain'
    if (/^\.{1,2}(?:\/|$)/u.test(specifier)) return resolveRelative(tree, folderOf(from), specifier, asker)
    if (isBuiltin(specifier) || /^[a-z][a-z0-9+.-]+:/u.test(specifier)) return EXTERNAL
    const key = `${folderOf(from)}\n${asker}\n${specifier}`
    const before = known.get(key)
    if (before !== undefined) return before
    const found = resolveNamed(from, specifier, asker)
    known.set(key, found)
    return found
  }
}

/** Build tools take `./icon.svg?raw` and `loader!./icon.svg` for the file with something done to it. */
function withoutLoaders(specifier: string): string {
  const file = specifier.slice(specifier.lastIndexOf('!') + 1)
  const query = file.indexOf('?')
  return query > 0 ? file.slice(0, query) : file
}

function resolveRelative(tree: SourceTree, folder: string, specifier: string, asker: Asker): Resolution {
  const path = joined(folder, specifier)
  // Above the tree there is nothing that anybody listed.
  if (path === null) return EXTERNAL
  const isFolder = /(?:^|\/)\.{0,2}$/u.test(specifier)
  const found = isFolder ? probeFolder(tree, path, asker) : probe(tree, path, asker)
  if (found !== null) return toFile(found)
  if (isInside(tree.repositories, path)) return EXTERNAL
  return isLeftOut(path, false) || isLeftOut(`${path}.ts`, false) ? EXTERNAL : UNRESOLVED
}

function isInside(folders: ReadonlySet<string>, path: string): boolean {
  if (folders.size === 0) return false
  for (let at = path; at !== ''; at = folderOf(at)) if (folders.has(at)) return true
  return false
}

function foldersOf({ paths }: SourceTree): ReadonlySet<string> {
  const found = new Set<string>()
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (found.has(folder)) break
      found.add(folder)
    }
  }
  return found
}
