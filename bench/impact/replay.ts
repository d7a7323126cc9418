import type { LoggedCommit } from '../../src/capture/git/log-parser.ts'
import { madeAgain, settleMoves } from '../../src/capture/git/moved-files.ts'
import { changeOfCommit } from '../../src/capture/git/read-log.ts'
import type { Change } from '../../src/graph/changes.ts'
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
  let history = new GrowingHistory()
  let past: Change[] = []
  const left = new Set<string>()
  for (const commit of commits) {
    const test = asked.get(commit.hash)
    if (test !== undefined) {
      const known = knownFor(await treeAt(test.parent), { history: hasHistory ? history : null, now: test.atMs })
      const files = test.files.filter((file) => known.files.has(file))
      if (files.length > 1) yield { commit: test, known, files }
    }
    const change = changeOfCommit(commit)
    const again = madeAgain([change])
    // Only a path that was left can take its past back; then history is another one, as for who reads it anew.
    const isTakenBack = [...again].some((path) => left.has(path))
    if (isTakenBack) past = [...settleMoves(past, again)]
    past.push(change)
    for (const { from } of change.files) if (from !== null) left.add(from)
    if (isTakenBack) {
      history = new GrowingHistory()
      for (const one of past) history.add(one)
    } else history.add(change)
  }
}
