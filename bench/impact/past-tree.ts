import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readSourceGraph } from '../../src/capture/source/read-source-graph.ts'
import type { SourceGraph } from '../../src/graph/source-graph.ts'
import { SOURCE_EXTENSIONS } from '../../src/impact/source-files.ts'

/** The code of a repository as it was at one commit after another. */
export interface PastTree extends AsyncDisposable {
  /** Commits that follow each other have most of their files in common, and each file is read once. */
  readonly at: (commit: string) => Promise<SourceGraph>
}

const GIT_MS_MAX = 300_000
/** Beside source: what imports are resolved by. Pictures and data are not laid out, and may be missing in a partial clone. */
const PATTERNS = [
  ...[...SOURCE_EXTENSIONS].map((extension) => `*.${extension}`),
  'package.json',
  '*config*.json',
  'lerna.json',
  'pnpm-workspace.yaml',
  '.gitignore',
]
const run = promisify(execFile)

/** A folder of its own that borrows the objects of the repository, which itself is only read. */
export async function pastTree(repository: string): Promise<PastTree> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-bench-impact-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const git = (...command: readonly string[]) =>
    // Hooks and filters of the repository are not ours to run.
    run('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'advice.detachedHead=false', ...command], {
      cwd: folder,
      timeout: GIT_MS_MAX,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' },
    })
  let known: SourceGraph | undefined
  try {
    await git('clone', '--quiet', '--shared', '--no-checkout', '--', resolve(repository), '.')
    await git('config', 'core.sparseCheckout', 'true')
    await writeFile(join(folder, '.git/info/sparse-checkout'), `${PATTERNS.join('\n')}\n`)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    async at(commit) {
      await git('checkout', '--quiet', '--force', '--detach', commit, '--')
      known = await readSourceGraph(folder, { known })
      return known
    },
    [Symbol.asyncDispose]: remove,
  }
}
