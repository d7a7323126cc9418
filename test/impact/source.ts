import type { SourceFile, SourceGraph } from '../../src/graph/source-graph.ts'

/** What a file of a made-up graph says: `imports` are paths, each with the names that are used. */
export interface MadeFile {
  readonly defines?: readonly string[]
  readonly uses?: readonly string[]
  readonly imports?: Readonly<Record<string, readonly string[]>>
}

/** A source graph as a reading of these files would give it. */
export function sourceGraph(files: Readonly<Record<string, MadeFile>>): SourceGraph {
  const paths = Object.keys(files).sort()
  const edges = paths.flatMap((from) =>
    Object.entries(files[from]!.imports ?? {}).map(([to, names]) => ({
      ...{ from, to, names, kind: 'import' as const, line: 1, through: null },
    })),
  )
  return {
    files: new Map(paths.map((path) => [path, sourceFile(path, files[path]!)])),
    edges,
    unresolved: [],
    skipped: [],
    coverage: {
      ...{ files: paths.length, parsed: paths.length, namesOnly: 0, skipped: 0, imports: edges.length },
      ...{ resolved: edges.length, external: 0, unresolved: 0, state: 'complete', missing: [], unreadable: [] },
    },
    basis: { readAtMs: 0, pathsHash: '', configurations: [], engine: '' },
  }
}

function sourceFile(path: string, { defines = [], uses = [] }: MadeFile): SourceFile {
  const identifiers = [...new Set([...defines, ...uses])]
  return {
    ...{ path, language: 'javascript', size: 1, mtimeMs: 0, ctimeMs: 0, hash: path, isParsed: true },
    ...{ imports: [], reexports: [], identifiers, counts: identifiers.map(() => 1) },
    definitions: defines.map((name) => ({ name, kind: 'function', isExported: true, line: 1 })),
  }
}
