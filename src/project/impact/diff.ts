import { join } from 'node:path'
import { gitAnswer } from '../../capture/git/git-output.ts'
import { gitPlace } from '../../capture/git-place.ts'
import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import { CHANGED_FILES_MAX } from '../../impact/impact.ts'

export interface DiffOptions {
  /** Those that are staged; otherwise those of the work tree as well. */
  readonly staged?: boolean
  /** Default: what is checked out. */
  readonly revision?: string
}

const GIT_MS_MAX = 20_000
const OUTPUT_LENGTH_MAX = 4_000_000

/** Files that differ from a revision, as absolute paths, at most `CHANGED_FILES_MAX`. */
export async function filesOfDiff(folder: string, { staged = false, revision }: DiffOptions): Promise<string[]> {
  const { root, repository } = gitPlace(folder)
  if (repository === null) throw new EngraphError('not-found', wording`There is no git repository in ${folder}.`)
  const limits = { deadlineMs: GIT_MS_MAX, lengthMax: OUTPUT_LENGTH_MAX }
  const named = revision === undefined ? [] : [await commitOf(root, revision)]
  const compare = ['diff', '--name-only', '-z', '--no-ext-diff', '--no-textconv', '--no-renames', '--ignore-submodules']
  const shown = await gitAnswer(root, [...compare, ...(staged ? ['--cached'] : []), ...named, '--'], limits)
  if (shown === null) throw new EngraphError('not-found', wording`git could not compare the files of ${root}.`)
  const files = shown.split('\0').filter((path) => path !== '')
  return files.slice(0, CHANGED_FILES_MAX).map((path) => join(root, path))
}

async function commitOf(root: string, revision: string): Promise<string> {
  // A name that begins with a dash would be read as an option.
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const commit = (await gitAnswer(root, asked, { deadlineMs: GIT_MS_MAX }))?.trim()
  if (!commit) throw new EngraphError('not-found', wording`git knows no revision ${revision}.`)
  return commit
}
