/**
 * The source files of a folder, what each says, and who imports whom. Made by `capture/source/`, read by impact. Paths
 * are relative to the folder, with `/` between their parts, on every system.
 */
export interface SourceGraph {
  /** By path, in the order of paths. */
  readonly files: ReadonlyMap<string, SourceFile>
  /** One for each pair of files, by `from` and then `to`. Made again from `files` by `linkSource`. */
  readonly edges: readonly SourceEdge[]
  /** What could not be resolved, at most `UNRESOLVED_MAX`; the coverage counts them all. */
  readonly unresolved: readonly UnresolvedImport[]
  /** Source files that were not read, at most `SKIPPED_MAX`. */
  readonly skipped: readonly SkippedFile[]
  readonly coverage: SourceCoverage
  readonly basis: SourceBasis
}

export interface SourceFile {
  readonly path: string
  /** Name of the language that read it. */
  readonly language: string
  readonly size: number
  /** Of the last look; a file that shows the same is not read again. */
  readonly mtimeMs: number
  readonly ctimeMs: number
  /** Of the content, as git names it (a blob's SHA-1). */
  readonly hash: string
  /** Whether a parser understood it whole; otherwise its names were found by patterns, and imports may be missing. */
  readonly isParsed: boolean
  readonly definitions: readonly SourceDefinition[]
  readonly imports: readonly ResolvedImport[]
  readonly reexports: readonly SourceReexport[]
  /** Identifiers in its code, and words of its comments and strings, the most frequent first, at most `IDENTIFIERS_MAX`. */
  readonly identifiers: readonly string[]
  /** How often each of them stands there. */
  readonly counts: readonly number[]
}

export interface SourceDefinition {
  readonly name: string
  readonly kind: DefinitionKind
  readonly isExported: boolean
  /** 1-based. */
  readonly line: number
}

export type DefinitionKind = 'function' | 'class' | 'type' | 'constant' | 'method' | 'module'

/** `mock`: a test replaces that module. `type`: only types, or an extension of the module's types. */
export type ImportKind = 'import' | 'reexport' | 'require' | 'dynamic' | 'type' | 'mock'

export interface SourceImport {
  /** As it is written; the expression, cut, where it is not a literal. */
  readonly specifier: string
  readonly kind: ImportKind
  /**
   * Names that the other file exports. `default` is one of them, `*` stands for the whole of it. Members of a namespace
   * are named where that is all that is used of it. Empty: imported for what it does when it is loaded.
   */
  readonly names: readonly string[]
  /** 1-based. */
  readonly line: number
  /** The specifier is computed. Nobody can say what it will be. */
  readonly isComputed?: boolean
}

/**
 * `file`: one of the listed files. `external`: a package that is no part of the folder, a module of the runtime, a file of
 * another repository inside of the folder, such as a submodule, or a file that is made or vendored. `unresolved`: nothing fits, which makes the graph incomplete.
 */
export type ImportOutcome = 'file' | 'external' | 'unresolved'

export interface ResolvedImport extends SourceImport {
  readonly outcome: ImportOutcome
  /** Path of the file; `null` where it is not one. */
  readonly target: string | null
}

/** A name that the file exports and another one defines. */
export interface SourceReexport {
  /** The exported name; `*`: every name of the other file. */
  readonly name: string
  /** The name there; `*`: the other file as a whole. */
  readonly imported: string
  readonly specifier: string
}

export interface SourceEdge {
  readonly from: string
  readonly to: string
  /** The strongest of the imports between the two. */
  readonly kind: ImportKind
  /** Names of `to` that `from` uses, sorted; see `SourceImport`. */
  readonly names: readonly string[]
  /** Of the first import. */
  readonly line: number
  /** The file that re-exports the names, where `from` does not name `to` itself. */
  readonly through: string | null
}

export interface UnresolvedImport {
  readonly from: string
  readonly specifier: string
  readonly line: number
  readonly isComputed: boolean
}

export interface SkippedFile {
  readonly path: string
  readonly reason: 'large' | 'generated' | 'binary' | 'unreadable'
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
}

/** `at-least`: something could not be read or resolved, so there may be more edges. `stale`: files changed since. */
export type CoverageState = 'complete' | 'at-least' | 'stale'

export interface SourceCoverage {
  /** Files of languages whose imports are read. */
  readonly files: number
  readonly parsed: number
  /** Files of other languages, which give names only. */
  readonly namesOnly: number
  readonly skipped: number
  readonly imports: number
  readonly resolved: number
  readonly external: number
  readonly unresolved: number
  readonly state: CoverageState
  /** A part that could not be loaded, so that imports are missing everywhere. */
  readonly missing: readonly string[]
  /**
   * Configurations that resolution rests on and that are broken, closed, or extended and not there, so that imports may
   * seem to lead out of the folder. At most `UNREADABLE_MAX`.
   */
  readonly unreadable: readonly string[]
}

/** What a later read compares with, to do no work twice. */
export interface SourceBasis {
  readonly readAtMs: number
  /** Of all listed paths. */
  readonly pathsHash: string
  /** Files that resolution depends on, such as `tsconfig.json`, and links. */
  readonly configurations: readonly ConfigurationFile[]
  /** What parsed and resolved; another one reads everything anew. */
  readonly engine: string
}

export interface ConfigurationFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly hash: string
}

export const UNRESOLVED_MAX = 1_000
export const SKIPPED_MAX = 1_000
export const UNREADABLE_MAX = 20
export const IDENTIFIERS_MAX = 2_000

/** Edges to the files that a file imports, by path. */
export function importsOf(graph: SourceGraph, file: string): readonly SourceEdge[] {
  return indexOf(graph).from.get(file) ?? []
}

/** Edges from the files that import a file, by path. */
export function importersOf(graph: SourceGraph, file: string): readonly SourceEdge[] {
  return indexOf(graph).to.get(file) ?? []
}

/** The names of `to` that `from` uses; empty where it imports none, or does not import it at all. */
export function namesBetween(graph: SourceGraph, from: string, to: string): readonly string[] {
  return importsOf(graph, from).find((edge) => edge.to === to)?.names ?? []
}

/** Identifiers and words of a file with how often each stands there, the most frequent first. */
export function identifiersOf(graph: SourceGraph, file: string): ReadonlyMap<string, number> {
  const { identifiers = [], counts = [] } = graph.files.get(file) ?? {}
  return new Map(identifiers.map((name, at) => [name, counts[at] ?? 1]))
}

interface EdgeIndex {
  readonly from: ReadonlyMap<string, readonly SourceEdge[]>
  readonly to: ReadonlyMap<string, readonly SourceEdge[]>
}

/** Made at the first question and kept as long as the edges are. */
const indexes = new WeakMap<readonly SourceEdge[], EdgeIndex>()

function indexOf({ edges }: SourceGraph): EdgeIndex {
  let index = indexes.get(edges)
  if (index === undefined) {
    index = { from: grouped(edges, 'from'), to: grouped(edges, 'to') }
    indexes.set(edges, index)
  }
  return index
}

function grouped(edges: readonly SourceEdge[], by: 'from' | 'to'): Map<string, SourceEdge[]> {
  const groups = new Map<string, SourceEdge[]>()
  for (const edge of edges) {
    const group = groups.get(edge[by])
    if (group === undefined) groups.set(edge[by], [edge])
    else group.push(edge)
  }
  return groups
}

/** The order of the edges of a whole graph, for a part of one. */
export function byEnds(a: SourceEdge, b: SourceEdge): number {
  return compare(a.from, b.from) || compare(a.to, b.to)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
