import { existsSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { olderRemoteKeys, remoteKey } from '../capture/remote-key.ts'
import type { ActivityPlace } from '../graph/activity.ts'
import { EngraphError } from '../graph/errors.ts'
import { ALIAS_LENGTH_MAX } from '../graph/space.ts'
import type { EngraphHome, OpenedSpace } from '../home.ts'

/*
 * Which space a place belongs to. All clones and work trees of a repository share one, folders that are merely called
 * alike never do. What git's files do not tell, its first commit, is asked once for each repository that no space is
 * known for; that space then bears the repository's own folder as a name too, by which it is found without git.
 */

const GIT_MS_MAX = 2_000
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u

export interface ProjectSpaceOptions {
  /** Where the session began: a folder without git below it belongs to it. */
  readonly first?: ActivityPlace | null
  /** Makes the space where there is none. */
  readonly create: boolean
  /** How long git is waited for, in ms. Who waits for less than the default leaves a space unmade that git must name. */
  readonly gitMsMax?: number
  readonly signal?: AbortSignal
}

/** Opens the space of a place; the caller closes its store. `null` where there is none and none may be made, or not now. */
export async function openProjectSpace(
  home: EngraphHome,
  given: ActivityPlace,
  { first = null, create, gitMsMax = GIT_MS_MAX, signal }: ProjectSpaceOptions,
): Promise<OpenedSpace | null> {
  const place = belongsTo(given, first)
  const folder = folderAlias(place)
  const known = await found(home, folder)
  const isHurried = gitMsMax < GIT_MS_MAX
  if (known && (!create || isHurried || place.remote === null || isNamedByRepository(known))) return known
  const asked = await repositoryAliases(place, { gitMsMax, signal })
  // Another answer would make a space of the folder alone, which clones do not share.
  if (asked === 'late' && (isHurried || signal?.aborted)) return null
  const repository = asked === 'late' ? undefined : asked[0]
  if (known) {
    // It was made before the repository had a remote, or while git did not answer; clones find it from now on.
    if (repository !== undefined && !known.space.aliases.includes(repository))
      await aliasIfFree(home, folder, repository)
    return known
  }
  const clone = asked === 'late' ? null : await foundFirst(home, asked)
  if (!clone && !create) return null
  await clone?.store.close()
  const alias = repository ?? folder
  if (clone && repository !== undefined) await aliasIfFree(home, clone.space.id, repository)
  const opened = clone ? null : await home.ensureSpace(alias, 'project')
  await opened?.store.close()
  if (alias !== folder) await aliasIfFree(home, alias, folder)
  // Whoever came first with another answer of git has named the folder, and all go by that name.
  return (await found(home, folder)) ?? home.openSpace(alias)
}

function isNamedByRepository({ space }: OpenedSpace): boolean {
  return space.aliases.some((alias) => alias.startsWith('repo:'))
}

/** The place that decides: the session's first where this one is only a folder within it. */
export function belongsTo(place: ActivityPlace, first: ActivityPlace | null): ActivityPlace {
  if (first === null || place.repository !== null) return place
  return place.root.startsWith(first.root.endsWith(sep) ? first.root : `${first.root}${sep}`) ? first : place
}

/** The name of the folder that all work trees share, else of the folder itself. */
export function folderAlias({ repository, root }: ActivityPlace): string {
  return bounded(`dir:${repository ?? root}`)
}

interface Asking {
  readonly gitMsMax: number
  readonly signal: AbortSignal | undefined
}

/**
 * The names of a repository that its clones share, the first the one that it is given; the others are those of older
 * versions. None where it has no remote, or no first commit that is the same in all clones.
 */
async function repositoryAliases(place: ActivityPlace, asking: Asking): Promise<readonly string[] | 'late'> {
  const remote = place.remote === null ? null : remoteKey(place.remote)
  if (place.repository === null || place.remote === null || remote === null) return []
  const source = place.remote
  // It was cloned on this machine from one that nobody else knows: that one's folder names both.
  if (isAbsolute(source) && existsSync(join(source, 'objects'))) return [bounded(`dir:${source}`)]
  const commit = await rootCommit(place, asking)
  if (commit === null || commit === 'late') return commit ?? []
  return [remote, ...olderRemoteKeys(remote)].map((key) => bounded(`repo:${key}#${commit}`))
}

/** A name that is too long for an alias is told by its hash. */
function bounded(alias: string): string {
  if (alias.length <= ALIAS_LENGTH_MAX) return alias
  // Loaded where it is needed: hooks wait for this file.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return `${alias.slice(0, ALIAS_LENGTH_MAX - 65)}#${createHash('sha256').update(alias).digest('hex')}`
}

/** The first commit of a repository, the same in all of its clones. */
async function rootCommit(
  { root, repository }: ActivityPlace,
  { gitMsMax, signal }: Asking,
): Promise<string | 'late' | null> {
  // A shallow clone begins at another commit than the repository does.
  if (repository === null || existsSync(join(repository, 'shallow'))) return null
  const options = {
    cwd: root,
    timeout: Math.max(1, Math.min(gitMsMax, GIT_MS_MAX)),
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 20,
    env: gitEnvironment(),
    ...(signal ? { signal } : {}),
  } as const
  const asked = ['-c', 'core.fsmonitor=false', 'rev-list', '--max-parents=0', 'HEAD']
  const { execFile } = process.getBuiltinModule('node:child_process')
  const output = await new Promise<string | null>((resolve) => {
    // No commit yet, no git, no such folder any more: then the repository is known by its folder alone.
    execFile('git', asked, options, (error, stdout) => {
      const isLate = error !== null && (error.killed === true || signal?.aborted === true)
      resolve(isLate ? null : error ? '' : stdout)
    })
  })
  if (output === null) return 'late'
  // Of several beginnings, the last of the list is the oldest.
  const commit = output.trim().split('\n').at(-1) ?? ''
  return HASH.test(commit) ? commit : null
}

/** Git looks for the repository itself, asks nobody, and takes nothing from the network. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, GIT_COMMON_DIR: ____, ...environment } = process.env
  return { ...environment, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' }
}

async function found(home: EngraphHome, alias: string): Promise<OpenedSpace | null> {
  try {
    return await home.openSpace(alias)
  } catch (error) {
    if (error instanceof EngraphError && error.code === 'space-unknown') return null
    throw error
  }
}

async function foundFirst(home: EngraphHome, aliases: readonly string[]): Promise<OpenedSpace | null> {
  for (const alias of aliases) {
    const opened = await found(home, alias)
    if (opened) return opened
  }
  return null
}

async function aliasIfFree(home: EngraphHome, alias: string, other: string): Promise<void> {
  try {
    await home.alias(alias, other)
  } catch (error) {
    if (!(error instanceof EngraphError && error.code === 'space-conflict')) throw error
  }
}
