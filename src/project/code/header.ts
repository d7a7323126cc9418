import { fromRows } from '../../capture/source/source-rows.ts'
import type { SkippedFile, SourceBasis, SourceCoverage } from '../../graph/source-graph.ts'

/** What the header of a tree says of its source graph. */
export interface SourceHeader {
  readonly basis: SourceBasis
  readonly coverage: SourceCoverage
  readonly skipped: readonly SkippedFile[]
}

/** `null` for what another version wrote. */
export function readHeader(header: string | null): SourceHeader | null {
  return header === null ? null : fromRows({ header, files: [] })
}
