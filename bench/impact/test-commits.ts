import { isBot } from '../../src/capture/git/commit-weight.ts'
import type { LoggedCommit } from '../../src/capture/git/log-parser.ts'
import { withMoves } from '../../src/capture/git/moved-files.ts'
import { isSourceFile } from '../../src/impact/source-files.ts'

/** A commit whose files ask for each other. */
export interface TestCommit {
  readonly hash: string
  readonly parent: string
  readonly atMs: number
  /** Source files of the commit by the names that they had before it; at least two. */
  readonly files: readonly string[]
}

const FILES_MIN = 2
const FILES_MAX = 10

/**
 * The last `commitsMax` commits with one parent that people made and that touch 2 to 10 source files, oldest first. New
 * files cannot be asked for; of a commit with fewer than two others nothing is left, and it is not counted again.
 */
export function testCommits(commits: readonly LoggedCommit[], commitsMax: number): readonly TestCommit[] {
  const fitting = commits.filter((commit) => {
    const count = withMoves(commit.files).filter(({ path }) => isSourceFile(path)).length
    return commit.parents.length === 1 && !isBot(commit) && count >= FILES_MIN && count <= FILES_MAX
  })
  return fitting.slice(-commitsMax).flatMap((commit) => {
    const files = withMoves(commit.files)
      .filter(({ kind, path }) => kind !== 'added' && isSourceFile(path))
      .map(({ path, from }) => from ?? path)
      .filter(isSourceFile)
    const unique = [...new Set(files)].sort()
    return unique.length < FILES_MIN
      ? []
      : [{ hash: commit.hash, parent: commit.parents[0]!, atMs: commit.atMs, files: unique }]
  })
}
