import type { SourceGraph } from '../graph/source-graph.ts'
import type { Instant } from '../graph/spans.ts'
import type { ChangeHistory } from './change-history.ts'
import { CodeWords } from './code-words.ts'
import { FileIndex } from './file-index.ts'
import { isSourceFile } from './source-files.ts'

/** What is known when a file is about to change. */
export interface Known {
  readonly source: SourceGraph
  readonly files: FileIndex
  readonly words: CodeWords
  /** `null`: as if nothing had ever happened. */
  readonly history: ChangeHistory | null
  readonly now: Instant
}

/** Makes what is looked up again and again, once for a state of the code. */
export function knownFor(
  source: SourceGraph,
  { history, now }: { readonly history: ChangeHistory | null; readonly now: Instant },
): Known {
  const files = new FileIndex([...source.files.keys()].filter(isSourceFile))
  return { source, files, words: new CodeWords(source, files.paths), history, now }
}
