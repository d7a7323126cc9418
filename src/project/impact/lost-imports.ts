import { areImportsRead } from '../../capture/source/imports-read.ts'
import { languagesByExtension } from '../../capture/source/languages.ts'
import { resolveFiles } from '../../capture/source/resolve-files.ts'
import { sourceTree } from '../../capture/source/source-tree.ts'
import {
  byEnds,
  type ResolvedImport,
  type SourceEdge,
  type SourceFile,
  type SourceGraph,
} from '../../graph/source-graph.ts'
import { isInTree } from '../tree-path.ts'

/** What oxc-resolver resolves it looks up on disk, where what is gone is not: here the list alone must tell. */
const BY_LIST = { parse: null, Resolver: null, missing: [] }

/**
 * The graph with edges to files that are gone: from imports that lead nowhere now, and would lead to such a file if it were
 * there. Who removes or moves a file is told in this way whom that breaks. Of files that nobody asks for nothing is added.
 */
export async function withLostImports(
  root: string,
  graph: SourceGraph,
  asked: readonly string[],
): Promise<SourceGraph> {
  const gone = new Set(asked.filter((path) => !graph.files.has(path) && areImportsRead(path) && isInTree(path)))
  const open = gone.size === 0 ? new Map<string, SourceFile>() : filesWithLostImports(graph)
  if (open.size === 0) return graph
  const paths = [...graph.files.keys(), ...graph.basis.configurations.map(({ path }) => path), ...gone]
  const links = new Map<string, string>()
  const resolved = await resolveFiles(open, {
    tree: sourceTree(root, { paths, links, repositories: new Set() }),
    ...{ links, languages: languagesByExtension(BY_LIST), settled: new Map() },
    turn: () => Promise.resolve(),
  })
  const edges = [...resolved.values()].flatMap((file) => edgesTo(gone, file))
  if (edges.length === 0) return graph
  const all = [...graph.edges, ...edges].sort(byEnds)
  return { ...graph, edges: all }
}

/** Files with what they import in vain, and nothing else of what they import. */
function filesWithLostImports({ files }: SourceGraph): Map<string, SourceFile> {
  const open = new Map<string, SourceFile>()
  for (const [path, file] of files) {
    const lost = file.imports.filter(({ outcome, isComputed }) => outcome === 'unresolved' && !isComputed)
    if (lost.length > 0) open.set(path, { ...file, imports: lost })
  }
  return open
}

function edgesTo(gone: ReadonlySet<string>, { path: from, imports }: SourceFile): readonly SourceEdge[] {
  const byTarget = new Map<string, ResolvedImport[]>()
  for (const one of imports) {
    if (one.target === null || !gone.has(one.target) || one.target === from) continue
    byTarget.set(one.target, [...(byTarget.get(one.target) ?? []), one])
  }
  return [...byTarget].map(([to, [first, ...others]]) => ({
    ...{ from, to, kind: first!.kind, line: first!.line, through: null },
    names: [...new Set([first!, ...others].flatMap(({ names }) => names))].sort(),
  }))
}
