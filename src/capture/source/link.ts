import type { ImportKind, SourceEdge, SourceFile, SourceReexport } from '../../graph/source-graph.ts'

/** From the strongest to the weakest. */
const STRENGTH: readonly ImportKind[] = ['import', 'reexport', 'require', 'dynamic', 'type', 'mock']

const CHAIN_MAX = 10
const SOURCES_MAX = 200

interface Draft {
  from: string
  to: string
  kind: ImportKind
  names: Set<string>
  line: number
  through: string | null
}

/**
 * The edges between files. Who imports a name from a file that re-exports it depends on the file that defines it as well:
 *
 *     app.ts  --{ token }-->  index.ts  --export * from-->  token.ts
 *        \_______________ { token }, through index.ts ________/
 *
 * so that a change in `token.ts` finds `app.ts` at one step, and does not find users of other names of `index.ts` there.
 */
export function linkSource(files: ReadonlyMap<string, SourceFile>): SourceEdge[] {
  const exporters = new Map<string, Exporter>()
  const edges: SourceEdge[] = []
  for (const file of files.values()) {
    const drafts = new Map<string, Draft>()
    for (const { target, kind, names, line } of file.imports) {
      if (target === null || target === file.path) continue
      put(drafts, { from: file.path, to: target, kind, names: new Set(names), line, through: null })
    }
    for (const { target, kind, names, line } of file.imports) {
      if (target === null || target === file.path || kind === 'reexport') continue
      for (const name of names) {
        for (const [to, imported] of definersOf(target, name, { files, exporters })) {
          if (to === file.path || to === target) continue
          put(drafts, { from: file.path, to, kind, names: new Set([imported]), line, through: target })
        }
      }
    }
    for (const draft of [...drafts.values()].sort((a, b) => (a.to < b.to ? -1 : 1))) {
      edges.push({ ...draft, names: [...draft.names].sort() })
    }
  }
  return edges
}

function put(drafts: Map<string, Draft>, draft: Draft): void {
  const other = drafts.get(draft.to)
  if (other === undefined) {
    drafts.set(draft.to, draft)
    return
  }
  for (const name of draft.names) other.names.add(name)
  // What a file imports by itself tells the kind and the line; re-exports add names to it.
  if (draft.through !== null && other.through === null) return
  if (STRENGTH.indexOf(draft.kind) < STRENGTH.indexOf(other.kind)) other.kind = draft.kind
  other.line = Math.min(other.line, draft.line)
}

interface Exporter {
  readonly byName: ReadonlyMap<string, readonly Source[]>
  /** What `export *` leads to. */
  readonly all: readonly Source[]
  readonly defines: ReadonlySet<string>
}

interface Source {
  readonly target: string
  readonly imported: string
  /** Whether the file was named for this very name. */
  readonly isNamed: boolean
}

interface Linking {
  readonly files: ReadonlyMap<string, SourceFile>
  readonly exporters: Map<string, Exporter>
}

/**
 * The files behind a file that a name of it comes from, each with its name there. By `export *` the name may come from any
 * of several; the ones that define it are taken.
 */
function definersOf(start: string, name: string, linking: Linking): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  let open = behind(exporterOf(start, linking), name)
  for (let depth = 0; depth < CHAIN_MAX && open.length > 0; depth++) {
    const next: Source[] = []
    for (const { target, imported, isNamed } of open) {
      const key = `${target}\n${imported}`
      if (seen.has(key) || seen.size > SOURCES_MAX) continue
      seen.add(key)
      const exporter = exporterOf(target, linking)
      const further = behind(exporter, imported)
      next.push(...further)
      const isDefined = exporter?.defines.has(imported) ?? false
      if (isDefined || imported === '*' || (isNamed && further.length === 0)) found.set(target, imported)
    }
    open = next
  }
  return found
}

/** Where a name comes from that a file re-exports: the file that it names for it, else any that it hands on as a whole. */
function behind(exporter: Exporter | null, name: string): readonly Source[] {
  if (exporter === null) return []
  const named = exporter.byName.get(name)
  if (named !== undefined) return named
  if (exporter.defines.has(name)) return []
  const { all } = exporter
  // `module.exports = require('./other')` hands on everything, and that alone.
  if (name === '*' || name === 'default') return all.length === 1 ? [{ ...all[0]!, imported: '*' }] : []
  return all.map(({ target }) => ({ target, imported: name, isNamed: false }))
}

function exporterOf(path: string, { files, exporters }: Linking): Exporter | null {
  const known = exporters.get(path)
  if (known !== undefined) return known
  const file = files.get(path)
  if (file === undefined) return null
  const targets = new Map(file.imports.map(({ specifier, target }) => [specifier, target]))
  const sources = file.reexports.flatMap(({ name, imported, specifier }: SourceReexport) => {
    const target = targets.get(specifier)
    return target === null || target === undefined ? [] : [{ name, target, imported, isNamed: name !== '*' }]
  })
  const byName = new Map<string, Source[]>()
  for (const { name, ...source } of sources) {
    if (name !== '*') byName.set(name, [...(byName.get(name) ?? []), source])
  }
  const exporter = {
    byName,
    all: sources.filter(({ name }) => name === '*'),
    defines: new Set(file.definitions.filter(({ isExported }) => isExported).map(({ name }) => name)),
  }
  exporters.set(path, exporter)
  return exporter
}
