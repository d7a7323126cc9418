import type { CoverageState, SourceGraph } from '../graph/source-graph.ts'
import { dependentsOf as reach } from '../graph/source-reach.ts'
import { isTestFile } from './file-names.ts'

/** A file that imports the changed one, directly or through others. */
export interface Dependent {
  readonly path: string
  /** 1: it imports the file itself. */
  readonly steps: number
  /** Names of the changed file that it uses; empty where it imports the whole, or comes in through others. */
  readonly names: readonly string[]
  /** Whether it uses something that changes; `null` where nobody said what changes, or it imports the whole. */
  readonly usesChanged: boolean | null
  /** The file through which it depends, one step nearer; `null` of a direct one. */
  readonly through: string | null
}

export interface Dependents {
  /** Nearest first; within a step those that use what changes, then those that use more, then by path. */
  readonly of: readonly Dependent[]
  readonly direct: number
  /** All within the bound of steps, also those that are not listed. */
  readonly count: number
  /** A bound ended the walk: there may be more. */
  readonly isCut: boolean
  /** Never `complete` where the walk was cut. */
  readonly coverage: CoverageState
}

export interface DependentsOptions {
  readonly hopsMax?: number
  readonly filesMax?: number
  /** Names that change, where somebody knows them. */
  readonly changed?: readonly string[] | undefined
}

export const HOPS_MAX = 3
export const DEPENDENTS_MAX = 200
/** Files that are walked through; more are the whole repository. */
const WALKED_MAX = 5_000

/** Who depends on a file by import: hard, bounded, and it says when a bound cut the answer. */
export function dependentsOf(graph: SourceGraph, file: string, options: DependentsOptions = {}): Dependents {
  const { hopsMax = HOPS_MAX, filesMax = DEPENDENTS_MAX, changed } = options
  const { files, isCut } = reach(graph, file, { hopsMax, filesMax: WALKED_MAX })
  const found = files.map(({ path, hops, edge }): Dependent => {
    const names = hops === 1 ? edge.names : []
    return {
      path,
      steps: hops,
      names,
      usesChanged: changed === undefined || hops > 1 ? null : usesAny(names, changed),
      through: hops === 1 ? null : edge.to,
    }
  })
  const tests = new Set(found.flatMap(({ path }) => (isTestFile(path) ? [path] : [])))
  const ranked = found.sort((one, two) => byNearness(one, two, tests))
  return {
    of: ranked.slice(0, filesMax),
    direct: ranked.filter(({ steps }) => steps === 1).length,
    count: ranked.length,
    isCut,
    coverage: coverageOfWalk(graph.coverage.state, isCut),
  }
}

/** Whatever was read: where a bound ended the walk, what was found is not all. */
export function coverageOfWalk(state: CoverageState, isCut: boolean): CoverageState {
  return isCut && state === 'complete' ? 'at-least' : state
}

function usesAny(names: readonly string[], changed: readonly string[]): boolean | null {
  if (names.includes('*')) return null
  return names.some((name) => changed.includes(name))
}

function byNearness(one: Dependent, two: Dependent, tests: ReadonlySet<string>): number {
  return (
    one.steps - two.steps ||
    // What is not known may be.
    Number(one.usesChanged === false) - Number(two.usesChanged === false) ||
    Number(tests.has(one.path)) - Number(tests.has(two.path)) ||
    two.names.length - one.names.length ||
    (one.path < two.path ? -1 : 1)
  )
}
