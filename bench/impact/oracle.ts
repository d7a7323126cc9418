import { resolve } from 'node:path'
import { readSourceGraph } from '../../src/capture/source/read-source-graph.ts'
import type { SourceGraph } from '../../src/graph/source-graph.ts'
import { type LoadOptions, loadTypeScript, programEdges } from './typescript-edges.ts'

export interface OracleReport {
  readonly schemaVersion: 1
  readonly repo: string
  /** Of TypeScript. */
  readonly version: string
  readonly files: number
  readonly edges: number
  readonly expected: number
  readonly precision: number
  readonly recall: number
  /** Edges that TypeScript does not know, `from -> to`. */
  readonly surplus: readonly string[]
  /** Edges that only TypeScript knows. */
  readonly lacking: readonly string[]
}

/**
 * Compares the edges of a repository with those of TypeScript's own program. Only what a file imports by itself is
 * compared: re-exports that were followed are ours, and so are mocks, which no program loads.
 */
export async function compareWithTypeScript(repository: string, options: LoadOptions = {}): Promise<OracleReport> {
  const typescript = loadTypeScript(options)
  const root = resolve(repository)
  const graph = await readSourceGraph(root)
  const files = [...graph.files.keys()].filter((path) => /\.[cm]?[jt]sx?$/u.test(path))
  const own = ownEdges(graph, new Set(files))
  const expected = programEdges(typescript, root, files)
  const common = [...own].filter((edge) => expected.has(edge)).length
  return {
    ...{ schemaVersion: 1, repo: repository, version: typescript.version },
    ...{ files: files.length, edges: own.size, expected: expected.size },
    precision: common / Math.max(1, own.size),
    recall: common / Math.max(1, expected.size),
    surplus: [...own].filter((edge) => !expected.has(edge)).sort(),
    lacking: [...expected].filter((edge) => !own.has(edge)).sort(),
  }
}

function ownEdges({ edges }: SourceGraph, files: ReadonlySet<string>): Set<string> {
  const direct = edges.filter(({ through, kind, to }) => through === null && kind !== 'mock' && files.has(to))
  return new Set(direct.map(({ from, to }) => `${from} -> ${to}`))
}

/** Edges of either list that people are shown; JSON has all. */
const SHOWN_MAX = 20

/** The report for people. */
export function oracleLines({ repo, version, files, edges, expected, ...report }: OracleReport): readonly string[] {
  const listed = (title: string, found: readonly string[]) => {
    if (found.length === 0) return []
    const more = found.length - SHOWN_MAX
    return ['', title, ...found.slice(0, SHOWN_MAX), ...(more > 0 ? [`and ${more} more`] : [])]
  }
  return [
    `${repo}: ${edges} imports between ${files} files; TypeScript ${version} has ${expected}`,
    `precision ${report.precision.toFixed(4)}, recall ${report.recall.toFixed(4)}`,
    ...listed('Only here:', report.surplus),
    ...listed('Only there:', report.lacking),
  ]
}
