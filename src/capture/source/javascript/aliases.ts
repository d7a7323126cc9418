import { join, relative, sep } from 'node:path'
import type { ResolverFactory } from 'oxc-resolver'
import { folderOf, type Resolution, type SourceTree, toFile } from '../source-language.ts'
import type { Oxc } from './oxc.ts'
import { type Asker, probe } from './probe.ts'
import { readConfiguration } from './typescript-configuration.ts'
import type { Packages } from './workspaces.ts'

export type AliasResolver = (from: string, specifier: string, asker: Asker) => Resolution | null

const CONFIGURATIONS = ['tsconfig.json', 'jsconfig.json']

/**
 * What `paths` and `baseUrl` of the configuration around a file make of a specifier. oxc-resolver reads configurations,
 * but refuses every specifier below one that extends a package that is not installed. Then, and where oxc-resolver cannot
 * be loaded, what can be read of the configuration is enough.
 */
export function aliasResolver(tree: SourceTree, packages: Packages, Resolver: Oxc['Resolver']): AliasResolver {
  const resolver = Resolver === null ? null : newResolver(Resolver)
  const around = new Map<string, string | null>()
  const refused = new Set<string>()
  const read = new Map<string, ReturnType<typeof readConfiguration>>()

  const byPatterns = (configuration: string, specifier: string, asker: Asker): Resolution | null => {
    let patterns = read.get(configuration)
    if (patterns === undefined) {
      patterns = readConfiguration(tree, packages, configuration)
      read.set(configuration, patterns)
    }
    for (const path of patterns(specifier)) {
      const found = probe(tree, path, asker)
      if (found !== null) return toFile(found)
    }
    return null
  }

  return (from, specifier, asker) => {
    const configuration = nearestConfiguration(tree, folderOf(from), around)
    if (configuration === null) return null
    // What oxc-resolver discovers by itself has but one name.
    if (resolver !== null && configuration.endsWith('tsconfig.json') && !refused.has(configuration)) {
      const { path, error } = resolver.resolveFileSync(join(tree.root, from), specifier)
      if (path !== undefined) return listed(tree, path)
      if (error === undefined || !/tsconfig|extends|JSON|parse/iu.test(error)) return null
      refused.add(configuration)
    }
    return byPatterns(configuration, specifier, asker)
  }
}

function newResolver(Resolver: typeof ResolverFactory): ResolverFactory {
  return new Resolver({
    tsconfig: 'auto',
    // Packages are looked for in the tree, by their sources.
    modules: [],
    exportsFields: [],
    importsFields: [],
    nodePath: false,
    symlinks: false,
    extensions: ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte', '.json'],
    extensionAlias: {
      '.js': ['.ts', '.tsx', '.d.ts', '.js'],
      '.jsx': ['.tsx', '.ts', '.d.ts', '.jsx'],
      '.mjs': ['.mts', '.d.mts', '.mjs'],
      '.cjs': ['.cts', '.d.cts', '.cjs'],
    },
    mainFields: ['source', 'module', 'main'],
  })
}

function listed(tree: SourceTree, absolute: string): Resolution | null {
  const path = relative(tree.root, absolute).split(sep).join('/')
  return tree.paths.has(path) ? toFile(path) : null
}

function nearestConfiguration(tree: SourceTree, folder: string, around: Map<string, string | null>): string | null {
  const before = around.get(folder)
  if (before !== undefined) return before
  const prefix = folder === '' ? '' : `${folder}/`
  const own = CONFIGURATIONS.map((name) => prefix + name).find((path) => tree.paths.has(path))
  const found = own ?? (folder === '' ? null : nearestConfiguration(tree, folderOf(folder), around))
  around.set(folder, found)
  return found
}
