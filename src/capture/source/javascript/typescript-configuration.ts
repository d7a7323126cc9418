import { type ParseError, parse } from 'jsonc-parser'
import { folderOf, joined, type SourceTree } from '../source-language.ts'
import type { Packages } from './workspaces.ts'

/** Places that a specifier may stand for, best first. */
export type Patterns = (specifier: string) => readonly string[]

interface Alias {
  readonly before: string
  /** `null` where the pattern has no star. */
  readonly after: string | null
  readonly targets: readonly string[]
}

interface Reading {
  readonly aliases: readonly Alias[] | null
  readonly base: string | null
}

const EXTENDS_MAX = 10
const REFERENCES_MAX = 50

/** The aliases of a configuration, of what it extends, and of the parts that it refers to. What is missing adds none. */
export function readConfiguration(tree: SourceTree, packages: Packages, path: string): Patterns {
  const own = settings(tree, path)
  const folder = folderOf(path)
  // Parts in folders of their own have a configuration there that is nearer to their files.
  const parts = referredBy(tree, folder, own).filter((part) => folderOf(part) === folder)
  const readings = [path, ...parts].map((part) => reading(tree, packages, part, 0))
  return (specifier) => readings.flatMap((one) => placesOf(one, specifier))
}

function placesOf({ aliases, base }: Reading, specifier: string): string[] {
  const fitting = (aliases ?? [])
    .filter(({ before, after }) => {
      if (after === null) return specifier === before
      const isLong = specifier.length >= before.length + after.length
      return isLong && specifier.startsWith(before) && specifier.endsWith(after)
    })
    // The longest prefix wins, and one without a star before all.
    .sort((a, b) => Number(b.after === null) - Number(a.after === null) || b.before.length - a.before.length)
  const [best] = fitting
  const places = best?.targets.flatMap((target) => {
    const star = best.after === null ? '' : specifier.slice(best.before.length, specifier.length - best.after.length)
    return (
      joined(
        '',
        target.replace('*', () => star),
      ) ?? []
    )
  })
  return places ?? (base === null ? [] : [joined(base, specifier) ?? []].flat())
}

export type Settings = Readonly<Record<string, unknown>>

/** What a configuration says; `null` where it is broken or cannot be read. An empty one says nothing, which is allowed. */
export function configurationText(tree: SourceTree, path: string): Settings | null {
  const text = tree.read(path)
  if (text === null) return null
  if (text.trim() === '') return {}
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return errors.length === 0 && isObject ? (value as Settings) : null
}

/** Of a broken one, what can be read. */
function settings(tree: SourceTree, path: string): Settings {
  const value: unknown = parse(tree.read(path) ?? '', [], { allowTrailingComma: true })
  return typeof value === 'object' && value !== null ? (value as Settings) : {}
}

function reading(tree: SourceTree, packages: Packages, path: string, depth: number): Reading {
  const own = settings(tree, path)
  const folder = folderOf(path)
  const options = (own['compilerOptions'] ?? {}) as Settings
  const base = typeof options['baseUrl'] === 'string' ? joined(folder, here(options['baseUrl'])) : null
  const aliases = aliasesOf(options['paths'], base ?? folder)
  const parents = depth < EXTENDS_MAX ? extendedBy(tree, packages, folder, own) : []
  const extended = parents.flatMap(({ found }) => (found === null ? [] : [found]))
  // The last one that is extended overrules those before it.
  const inherited = extended.map((parent) => reading(tree, packages, parent, depth + 1)).reverse()
  return {
    aliases: aliases ?? inherited.find((one) => one.aliases !== null)?.aliases ?? null,
    base: base ?? inherited.find((one) => one.base !== null)?.base ?? null,
  }
}

function aliasesOf(paths: unknown, folder: string): Alias[] | null {
  if (typeof paths !== 'object' || paths === null) return null
  return Object.entries(paths).map(([pattern, targets]) => {
    const [before = '', after = null] = pattern.split('*', 2)
    const given = (Array.isArray(targets) ? targets : []).filter(
      (target): target is string => typeof target === 'string',
    )
    return { before, after, targets: given.flatMap((target) => joined(folder, here(target)) ?? []) }
  })
}

export interface Extended {
  readonly found: string | null
  /** The place where it should be. */
  readonly wanted: string
}

/** What a configuration in a folder extends, but for packages that are no part of the tree: they may be installed or not. */
export function extendedBy(tree: SourceTree, packages: Packages, folder: string, own: Settings): Extended[] {
  return [own['extends']].flat().flatMap((given) => {
    if (typeof given !== 'string') return []
    const [name = '', ...rest] = given.split(/(?<=^@[^/]+\/[^/]+|^[^@/][^/]*)\//u)
    const isRelative = /^\.{1,2}(?:\/|$)/u.test(given)
    const from = isRelative ? folder : packages.byName.get(name)?.folder
    if (from === undefined) return []
    const place = isRelative ? given : rest.join('/') || 'tsconfig.json'
    // It may stand above the tree, or be made by a tool and ignored by git.
    const wanted = joined(from, place) ?? `${from === '' ? '.' : from}/${place}`
    const places = [wanted, `${wanted}.json`, `${wanted}/tsconfig.json`]
    const found =
      places.find((candidate) => tree.paths.has(candidate)) ?? places.find((candidate) => tree.read(candidate) !== null)
    return [{ found: found ?? null, wanted }]
  })
}

/** The listed parts that a configuration refers to. */
export function referredBy(tree: SourceTree, folder: string, own: Settings): string[] {
  const given = Array.isArray(own['references']) ? (own['references'] as readonly { path?: unknown }[]) : []
  return given.slice(0, REFERENCES_MAX).flatMap((reference) => {
    const path = typeof reference?.path === 'string' ? joined(folder, here(reference.path)) : null
    if (path === null) return []
    const found = [path, `${path}/tsconfig.json`].find((candidate) => tree.paths.has(candidate))
    return found === undefined ? [] : [found]
  })
}

function here(path: string): string {
  return path.replace(/^\$\{configDir\}\/?/u, './')
}
