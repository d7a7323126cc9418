import { importersOf, importsOf, type SourceEdge, type SourceGraph } from './source-graph.ts'

export interface Reached {
  readonly path: string
  /** Imports in between; 1 is a direct one. */
  readonly hops: number
  /**
   * Whether names that were asked for are used along the way. A file that only loads another one that re-exports it,
   * and uses nothing of it, does not.
   */
  readonly isUsing: boolean
  /** The edge by which it was reached. */
  readonly edge: SourceEdge
}

export interface Reach {
  /** Those that use it first, then by hops, then by path. */
  readonly files: readonly Reached[]
  /** Whether a bound ended the walk, so that there may be more. */
  readonly isCut: boolean
}

export interface ReachOptions {
  /** Default 3. */
  readonly hopsMax?: number
  /** Default 500. */
  readonly filesMax?: number
  /** Names of the file that changed. Without them, any name counts. */
  readonly names?: readonly string[] | undefined
}

/** The files that depend on a file: its importers, theirs, and so on. */
export function dependentsOf(graph: SourceGraph, file: string, options: ReachOptions = {}): Reach {
  return walk(file, options, {
    edgesAt: (path) => importersOf(graph, path),
    next: (edge) => edge.from,
    carries: (last, edge) => carries(edge, last),
  })
}

/** The files that a file depends on. */
export function dependenciesOf(graph: SourceGraph, file: string, options: ReachOptions = {}): Reach {
  return walk(file, options, {
    edgesAt: (path) => importsOf(graph, path),
    next: (edge) => edge.to,
    carries,
  })
}

interface Direction {
  readonly edgesAt: (path: string) => readonly SourceEdge[]
  readonly next: (edge: SourceEdge) => string
  /** Whether names that went over the edge before go on over the next. */
  readonly carries: (last: SourceEdge, edge: SourceEdge) => boolean
}

/**
 * Breadth first, one ring after the other, and in a ring the users before the others, so that a file that is reached both
 * ways counts as a user.
 */
function walk(start: string, { hopsMax = 3, filesMax = 500, names }: ReachOptions, direction: Direction): Reach {
  const reached = new Map<string, Reached>()
  let ring: readonly Reached[] = []
  let isCut = false
  for (let hops = 1; hops <= hopsMax + 1; hops++) {
    const found =
      hops === 1
        ? direction.edgesAt(start).map((edge) => step(edge, hops, uses(edge, names)))
        : ring.flatMap((last) =>
            direction
              .edgesAt(last.path)
              .map((edge) => step(edge, hops, last.isUsing && direction.carries(last.edge, edge))),
          )
    const fresh = found.filter(({ path }) => path !== start && !reached.has(path)).sort(byUse)
    if (hops > hopsMax) return { files: [...reached.values()].sort(byUse), isCut: isCut || fresh.length > 0 }
    const ringFiles: Reached[] = []
    for (const one of fresh) {
      if (reached.has(one.path)) continue
      if (reached.size >= filesMax) {
        isCut = true
        break
      }
      reached.set(one.path, one)
      ringFiles.push(one)
    }
    if (isCut || ringFiles.length === 0) break
    ring = ringFiles
  }
  return { files: [...reached.values()].sort(byUse), isCut }

  function step(edge: SourceEdge, hops: number, isUsing: boolean): Reached {
    return { path: direction.next(edge), hops, isUsing, edge }
  }
}

function uses({ names: used }: SourceEdge, names: readonly string[] | undefined): boolean {
  return names === undefined || used.includes('*') || used.some((name) => names.includes(name))
}

/**
 * Behind a file that re-exports, users have an edge of their own to the file that defines what they use. Who has none
 * only loads it, unless nobody knows what is used.
 */
function carries(importing: SourceEdge, exporting: SourceEdge): boolean {
  return exporting.kind !== 'reexport' || importing.kind === 'reexport' || importing.names.includes('*')
}

function byUse(a: Reached, b: Reached): number {
  return Number(b.isUsing) - Number(a.isUsing) || a.hops - b.hops || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
}
