import type { SourceImport } from '../../../graph/source-graph.ts'
import type { TextSpan } from './code-scan.ts'

/** An import whose names are known when the rest of the file has been looked at. */
export interface PendingImport extends SourceImport {
  /** Local names of the whole; the members that are used of them are names of the import. */
  readonly locals?: readonly (TextSpan & { readonly name: string })[]
  /** Local names of single parts and of the whole. */
  readonly bound?: readonly { readonly local: string; readonly imported: string }[]
}
