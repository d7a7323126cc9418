import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The commit of the code that runs, with `-dirty` when tracked files differ from it. `null` outside a checkout,
 * and when installed as a dependency: the commit of the project around it would be a lie.
 */
export async function readCommit(): Promise<string | null> {
  const cwd = dirname(fileURLToPath(import.meta.url))
  try {
    if (cwd.includes('node_modules')) return null
    const { stdout: commit } = await run('git', ['rev-parse', '--verify', 'HEAD'], { cwd })
    const { stdout: changes } = await run('git', ['status', '--porcelain', '--untracked-files=no'], { cwd })
    return `${commit.trim()}${changes.trim() === '' ? '' : '-dirty'}`
  } catch {
    // No git, no checkout, no commit yet: all of them mean that there is no commit to name.
    return null
  }
}
