import { importersOf, importsOf, type SourceGraph } from '../graph/source-graph.ts'

/** How a file and another one are bound by imports. Steps are 1 for a direct one, 0 for none. */
export interface Link {
  /** Steps from the file to what it imports. */
  imports: number
  /** Steps from the other file, which imports this one. */
  importedBy: number
  /** Names that one of the two uses of the other. */
  names: number
}

const DIRECT_MAX = 300
const SECOND_MAX = 400

/** Files within two imports of a file in either direction. */
export function linksOf(graph: SourceGraph, file: string): ReadonlyMap<string, Link> {
  const links = new Map<string, Link>()
  const at = (path: string) => {
    let link = links.get(path)
    if (link === undefined) {
      link = { imports: 0, importedBy: 0, names: 0 }
      links.set(path, link)
    }
    return link
  }
  const targets = importsOf(graph, file).slice(0, DIRECT_MAX)
  const sources = importersOf(graph, file).slice(0, DIRECT_MAX)
  for (const { to, names } of targets) {
    at(to).imports = 1
    at(to).names += names.length
  }
  for (const { from, names } of sources) {
    at(from).importedBy = 1
    at(from).names += names.length
  }
  let second = 0
  const step = (path: string, kind: 'imports' | 'importedBy') => {
    if (path === file || second++ > SECOND_MAX) return
    const link = at(path)
    if (link[kind] === 0) link[kind] = 2
  }
  for (const { to } of targets) for (const edge of importsOf(graph, to)) step(edge.to, 'imports')
  second = 0
  for (const { from } of sources) for (const edge of importersOf(graph, from)) step(edge.from, 'importedBy')
  return links
}
