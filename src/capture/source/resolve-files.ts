import type { ResolvedImport, SourceFile } from '../../graph/source-graph.ts'
import type { Links } from './links.ts'
import { extensionOf, type Resolve, type SourceLanguage, type SourceTree } from './source-language.ts'

export interface ResolveFilesOptions {
  readonly tree: SourceTree
  readonly links: Links
  readonly languages: ReadonlyMap<string, SourceLanguage>
  /** Files whose imports are known already, as far as their content is the same. */
  readonly settled: ReadonlyMap<string, SourceFile>
  readonly turn: () => Promise<void>
}

/**
 * Says of every import which file it means. Any file that comes or goes may stand before another one, so the caller
 * settles nothing then: resolving all again is quick, as only the list is looked at.
 */
export async function resolveFiles(
  files: ReadonlyMap<string, SourceFile>,
  options: ResolveFilesOptions,
): Promise<Map<string, SourceFile>> {
  const resolveIn = resolvers(options)
  const resolved = new Map<string, SourceFile>()
  for (const [path, file] of files) {
    await options.turn()
    const isSettled = options.settled.get(path)?.hash === file.hash
    const resolve = isSettled || file.imports.length === 0 ? null : resolveIn(path)
    resolved.set(path, resolve === null ? file : withTargets(file, resolve, options.links))
  }
  return resolved
}

/** The file itself where nothing became different, so that what compares by identity sees no change. */
function withTargets(file: SourceFile, resolve: Resolve, links: Links): SourceFile {
  let isChanged = false
  const imports = file.imports.map((found): ResolvedImport => {
    if (found.isComputed) return found
    const { outcome, target: written } = resolve(file.path, found.specifier)
    const target = links.get(written ?? '') ?? written
    if (found.outcome === outcome && found.target === target) return found
    isChanged = true
    return { ...found, outcome, target }
  })
  return isChanged ? { ...file, imports } : file
}

/** The resolver of each language, made when a file of it is first met. */
function resolvers({ tree, languages }: ResolveFilesOptions): (path: string) => Resolve | null {
  const made = new Map<SourceLanguage, Resolve | null>()
  return (path) => {
    const language = languages.get(extensionOf(path))
    if (language === undefined) return null
    let found = made.get(language)
    if (found === undefined) {
      found = language.resolver?.(tree) ?? null
      made.set(language, found)
    }
    return found
  }
}
