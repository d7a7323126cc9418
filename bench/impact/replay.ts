import type { LoggedCommit } from '../../src/capture/git/log-parser.ts'
import { changeOfCommit } from '../../src/capture/git/read-log.ts'
import type { SourceGraph } from '../../src/graph/source-graph.ts'
import { GrowingHistory } from '../../src/impact/change-history.ts'
import { type Known, knownFor } from '../../src/impact/known.ts'
import type { TestCommit } from './test-commits.ts'

/** A commit about to be made, with what could be known then. */
export interface Replayed {
  readonly commit: TestCommit
  readonly known: Known
  /** Its files that existed; each is asked for the others. At least two. */
  readonly files: readonly string[]
}

export interface ReplayOptions {
  readonly hasHistory: boolean
  readonly treeAt: (commit: string) => Promise<SourceGraph>
}

/** Lives through the history of a repository, and stops before each commit of the test. */
export async function* replay(
  commits: readonly LoggedCommit[],
  tests: readonly TestCommit[],
  { hasHistory, treeAt }: ReplayOptions,
): AsyncGenerator<Replayed> {
  const asked = new Map(tests.map((test) => [test.hash, test]))
  const history = new GrowingHistory()
  for (const commit of commits) {
    const test = asked.get(commit.hash)
    if (test !== undefined) {
      const known = knownFor(await treeAt(test.parent), { history: hasHistory ? history : null, now: test.atMs })
      const files = test.files.filter((file) => known.files.has(file))
      if (files.length > 1) yield { commit: test, known, files }
    }
    history.add(changeOfCommit(commit))
  }
}
