import { areImportsRead } from '../../capture/source/imports-read.ts'
import type { CoverageState } from '../../graph/source-graph.ts'

export interface OfFile {
  /** What may be said of all imports. */
  readonly whole: CoverageState
  /** Whether the file was read itself; of one that is new, left out or outside nobody looked for who imports it. */
  readonly isRead: boolean
}

/**
 * What may be said of who depends on one file: imports of most languages are not read at all, and then never that it is
 * complete.
 */
export function coverageOfFile(path: string, { whole, isRead }: OfFile): CoverageState {
  return whole === 'complete' && !(isRead && areImportsRead(path)) ? 'at-least' : whole
}
