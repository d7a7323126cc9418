import { lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { ActivityPlace } from '../graph/activity.ts'
import { localRemote, remoteKey } from './remote-key.ts'

/**
 * Where an agent works, read from the files of git alone: no process is started. What cannot be read, or is broken, or is
 * kept in a form of its own (reftable), is `null`; nothing throws. Every read is bounded.
 */
export function gitPlace(folder: string): ActivityPlace {
  const stood = realPathOf(folder) ?? resolve(folder)
  const found = findRepository(stood)
  if (found === null) return { folder: stood, root: stood, repository: null, remote: null, branch: null, commit: null }
  const { root, gitFolder, common } = found
  return {
    folder: stood,
    root,
    repository: realPath(common),
    remote: readRemote(common),
    ...readHead(gitFolder, common),
  }
}

const FOLDERS_MAX = 64
const POINTER_BYTES_MAX = 4096
const CONFIG_BYTES_MAX = 1 << 20
/** Of a repository with some 100,000 refs. */
const PACKED_REFS_BYTES_MAX = 16 << 20
const SYMBOLIC_REFS_MAX = 5

interface Found {
  readonly root: string
  readonly gitFolder: string
  /** The folder that work trees share: often the same. */
  readonly common: string
}

/** Every call of the file system costs time that a hook has not: what one said is not asked again. */
function findRepository(from: string): Found | null {
  let folder = from
  for (let step = 0; step < FOLDERS_MAX; step++) {
    const inside = under(folder, '.git')
    const stat = statusOf(inside)
    const gitFolder = stat === null ? null : stat.isDirectory() ? inside : realOf(folderAt(inside, folder))
    const common = gitFolder === null ? null : commonOf(gitFolder)
    if (gitFolder !== null && common !== null) return { root: folder, gitFolder, common }
    // Without a work tree, or from within `.git` itself.
    const own = commonOf(folder)
    if (own !== null) {
      return { root: basename(folder) === '.git' ? dirname(folder) : folder, gitFolder: folder, common: own }
    }
    const above = dirname(folder)
    if (above === folder) return null
    folder = above
  }
  return null
}

/** A folder `.git`, or the one that a file of that name leads to, in a further work tree or a submodule. */
function folderAt(path: string, folder: string): string | null {
  if (isFolder(path)) return path
  const target = /^gitdir:\s*(.+?)\s*$/mu.exec(readBounded(path, POINTER_BYTES_MAX) ?? '')?.[1]
  return target === undefined ? null : resolve(folder, target)
}

function realOf(path: string | null): string | null {
  return path === null ? null : realPath(path)
}

/** The common folder of what git takes for a repository; `null` where it takes it for none. */
function commonOf(gitFolder: string): string | null {
  if (statusOf(under(gitFolder, 'HEAD')) === null) return null
  const common = commonFolder(gitFolder)
  return isFolder(under(common, 'objects')) ? common : null
}

function commonFolder(gitFolder: string): string {
  const target = readBounded(under(gitFolder, 'commondir'), POINTER_BYTES_MAX)?.trim()
  return target ? resolve(gitFolder, target) : gitFolder
}

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const HEADS = 'refs/heads/'
/** What git itself allows, so that a broken HEAD leads to no file elsewhere. */
const REF = /^refs\/(?!.*(?:\.\.|\/\/|\/\.|@\{))[^\s~^:?*[\\\x7f]{1,400}$/u

function readHead(gitFolder: string, common: string): Pick<ActivityPlace, 'branch' | 'commit'> {
  const head = readReference(under(gitFolder, 'HEAD'))
  if (head === null) return { branch: null, commit: null }
  if (HASH.test(head)) return { branch: null, commit: head }
  const ref = targetOf(head)
  // With a reftable, HEAD names a ref that cannot be.
  if (ref === null) return { branch: null, commit: null }
  return {
    branch: ref.startsWith(HEADS) ? ref.slice(HEADS.length) || null : null,
    commit: commitOf(ref, gitFolder, common),
  }
}

function commitOf(ref: string, gitFolder: string, common: string): string | null {
  let name = ref
  for (let step = 0; step < SYMBOLIC_REFS_MAX; step++) {
    const said =
      readReference(under(common, name)) ?? (gitFolder === common ? null : readReference(under(gitFolder, name)))
    if (said === null) return packedCommit(name, common)
    if (HASH.test(said)) return said
    const next = targetOf(said)
    if (next === null) return null
    name = next
  }
  return null
}

/** The text of a reference; of a symbolic link, as old versions of git made them, what it leads to. */
function readReference(file: string): string | null {
  const stat = statusOf(file)
  if (stat === null) return null
  if (!stat.isSymbolicLink()) return readBounded(file, POINTER_BYTES_MAX, stat)?.trim() || null
  const target = tried(() => readlinkSync(file))
  return target?.startsWith('refs/') ? `ref: ${target}` : readBounded(file, POINTER_BYTES_MAX)?.trim() || null
}

function targetOf(reference: string): string | null {
  if (!reference.startsWith('ref:')) return null
  const ref = reference.slice(4).trim()
  return REF.test(ref) ? ref : null
}

function packedCommit(ref: string, common: string): string | null {
  const packed = readBounded(under(common, 'packed-refs'), PACKED_REFS_BYTES_MAX)
  const end = packed?.indexOf(` ${ref}\n`) ?? -1
  if (packed === null || end < 0) return null
  const hash = packed.slice(packed.lastIndexOf('\n', end) + 1, end)
  return HASH.test(hash) ? hash : null
}

/** Repositories of this machine that were cloned one from another, followed at most. */
const CLONES_MAX = 5

/**
 * Where a repository was cloned from. Of one on this machine that is where that came from, or else its own folder: what
 * is worked on in either belongs together.
 */
function readRemote(common: string, seen: readonly string[] = [common]): string | null {
  const config = readBounded(under(common, 'config'), CONFIG_BYTES_MAX)
  if (config === null) return null
  const addresses = remotesIn(config)
  const address = addresses.get('origin') ?? addresses.values().next().value
  if (address === undefined) return null
  const path = localRemote(address)
  const source =
    path === null ? null : repositoryAt(resolve(basename(common) === '.git' ? dirname(common) : common, path))
  if (source === null) return remoteKey(address)
  if (seen.includes(source)) return null
  return (seen.length < CLONES_MAX ? readRemote(source, [...seen, source]) : null) ?? source
}

/** The common folder of the repository that git finds at a path, with or without `.git` at its end. */
function repositoryAt(path: string): string | null {
  for (const folder of [under(path, '.git'), path, under(`${path}.git`, '.git'), `${path}.git`]) {
    const gitFolder = realOf(folderAt(folder, dirname(folder)))
    const common = gitFolder === null ? null : commonOf(gitFolder)
    if (common !== null) return realPath(common)
  }
  return null
}

/** The first address of each remote, by its name. */
function remotesIn(config: string): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  let name: string | null = null
  for (const line of config.split(/\r?\n/)) {
    // Most sections are of something else, and a pattern that is not run is not compiled.
    if (line.includes('[') && (name !== null || line.toLowerCase().includes('remote'))) {
      const section = /^\s*\[\s*([\w.-]{1,100})(?:\s+"((?:[^"\\]|\\.){0,200})")?\s*\]/.exec(line)
      if (section !== null) {
        name = section[1]!.toLowerCase() === 'remote' ? (section[2]?.replace(/\\(.)/g, '$1') ?? null) : null
      }
    }
    if (name === null || addresses.has(name)) continue
    const value = /^(?:\s*\[[^\]]*\])?\s*[Uu][Rr][Ll]\s*=\s*(.*)$/.exec(line)?.[1]
    if (value === undefined) continue
    const address = unquoted(value)
    if (address !== '') addresses.set(name, address)
  }
  return addresses
}

/** A value of git's configuration: quotes, escapes, and comments behind it. */
function unquoted(value: string): string {
  let text = ''
  let isQuoted = false
  for (let at = 0; at < value.length && at < 2000; at++) {
    const character = value[at]!
    if (character === '\\') text += value[++at] ?? ''
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && /[#;]/u.test(character)) break
    else text += character
  }
  return text.trim()
}

const QUIETLY = { throwIfNoEntry: false } as const

/** Of a path itself, not of what it leads to. */
function statusOf(path: string): Stats | null {
  return tried(() => lstatSync(path, QUIETLY)) ?? null
}

/** The status of what a path leads to. Few paths are links, and each further function of Node costs its compilation. */
function statusBehind(path: string): Stats | null {
  const stat = statusOf(path)
  return stat?.isSymbolicLink() ? (tried(() => statSync(path, QUIETLY)) ?? null) : stat
}

function isFolder(path: string): boolean {
  return statusBehind(path)?.isDirectory() ?? false
}

function realPath(path: string): string {
  return realPathOf(path) ?? path
}

function realPathOf(path: string): string | null {
  return tried(() => realpathSync.native(path))
}

/** Every system takes this separator; the functions of `node:path` are slow until they are compiled. */
function under(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}

/** The text of a file, or `null` where it is none, is missing, forbidden, or larger than it can rightly be. */
function readBounded(file: string, bytesMax: number, known?: Stats): string | null {
  const stat = known ?? statusBehind(file)
  if (!stat?.isFile() || stat.size > bytesMax) return null
  return tried(() => readFileSync(file, 'utf8'))
}

/** What lies on a disk may be missing, forbidden or broken in every way; a place then lacks that part. */
function tried<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
