import type { SourceGraph } from '../../graph/source-graph.ts'

/** A graph of nothing, for files that only history knows. */
export function emptyGraph(): SourceGraph {
  return {
    ...{ files: new Map(), edges: [], unresolved: [], skipped: [] },
    coverage: {
      ...{ files: 0, parsed: 0, namesOnly: 0, skipped: 0, imports: 0, resolved: 0, external: 0, unresolved: 0 },
      ...{ state: 'stale', missing: [], unreadable: [] },
    },
    basis: { readAtMs: 0, pathsHash: '', configurations: [], engine: '' },
  }
}
