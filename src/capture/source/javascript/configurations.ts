import { folderOf, type SourceTree } from '../source-language.ts'
import { readJson } from './probe.ts'
import { configurationText, extendedBy, referredBy } from './typescript-configuration.ts'
import { type Packages, packagesOf, SAMPLES } from './workspaces.ts'

export interface CheckedConfigurations {
  /** Files that the listed ones lead to, whose names do not tell that they configure anything. */
  readonly reached: readonly string[]
  /** Those that are broken or closed, and those that another one extends and that are not there. Sorted. */
  readonly unreadable: readonly string[]
}

/** Files that resolution reads. Lock files say nothing about which file is meant. */
const CONFIGURATION = /(?:^|\/)(?:package\.json|[tj]sconfig[^/]*\.json|lerna\.json|pnpm-workspace\.yaml)$/u
const TYPESCRIPT = /(?:^|\/)[tj]sconfig[^/]*\.json$/u
const REACHED_MAX = 2_000

export function isConfiguration(path: string): boolean {
  return CONFIGURATION.test(path)
}

/**
 * Whether what resolution rests on can be read. A manifest with the marks of a merge in it says nothing of its package, and
 * what imports that package then seems to lead out of the folder. Samples are broken on purpose, and are not looked at.
 */
export function checkConfigurations(tree: SourceTree, listed: readonly string[]): CheckedConfigurations {
  const unreadable = new Set<string>()
  const own = listed.filter((path) => !SAMPLES.test(path))
  const seen = new Set(own.filter((path) => TYPESCRIPT.test(path)))
  let packages: Packages | null = null
  // What is added while this goes on is met as well.
  for (const path of seen) {
    const settings = configurationText(tree, path)
    if (settings === null) unreadable.add(path)
    packages ??= settings?.['extends'] === undefined ? null : packagesOf(tree)
    const extended = packages === null ? [] : extendedBy(tree, packages, folderOf(path), settings ?? {})
    for (const { found, wanted } of extended) {
      if (found === null) unreadable.add(wanted)
      else if (seen.size < REACHED_MAX) seen.add(found)
    }
    for (const part of referredBy(tree, folderOf(path), settings ?? {})) if (seen.size < REACHED_MAX) seen.add(part)
  }
  for (const path of own) {
    if (path.endsWith('.json') && !seen.has(path) && readJson(tree, path) === null) unreadable.add(path)
  }
  const known = new Set(listed)
  return { reached: [...seen].filter((path) => !known.has(path)).sort(), unreadable: [...unreadable].sort() }
}
