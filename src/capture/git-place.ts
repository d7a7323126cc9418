import { closeSync, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ActivityPlace } from '../graph/activity.ts'
import { localRemote, remoteKey } from './remote-key.ts'

/**
 * Where an agent works, read from the files of git alone: no process is started. What cannot be read, or is broken, or is
 * kept in a form of its own (reftable), is `null`; nothing throws. Every read is bounded.
 */
export function gitPlace(folder: string): ActivityPlace {
  const stood = realPath(resolve(folder))
  const found = findRepository(stood)
  if (found === null) return { folder: stood, root: stood, repository: null, remote: null, branch: null, commit: null }
  const { root, gitFolder } = found
  const common = commonFolder(gitFolder)
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
}

function findRepository(from: string): Found | null {
  let folder = from
  for (let step = 0; step < FOLDERS_MAX; step++) {
    const inside = join(folder, '.git')
    const gitFolder = isFolder(inside) ? inside : pointedFolder(inside, folder)
    if (gitFolder !== null && isRepository(gitFolder)) return { root: folder, gitFolder: realPath(gitFolder) }
    // Without a work tree, or from within `.git` itself.
    if (isRepository(folder)) {
      return { root: basename(folder) === '.git' ? dirname(folder) : folder, gitFolder: folder }
    }
    const above = dirname(folder)
    if (above === folder) return null
    folder = above
  }
  return null
}

/** What a file `.git` leads to, in a further work tree or a submodule. */
function pointedFolder(file: string, folder: string): string | null {
  const target = /^gitdir:\s*(.+?)\s*$/mu.exec(readBounded(file, POINTER_BYTES_MAX) ?? '')?.[1]
  return target === undefined ? null : resolve(folder, target)
}

function isRepository(folder: string): boolean {
  if (!tried(() => lstatSync(join(folder, 'HEAD'), QUIETLY))) return false
  return isFolder(join(commonFolder(folder), 'objects'))
}

function commonFolder(gitFolder: string): string {
  const target = readBounded(join(gitFolder, 'commondir'), POINTER_BYTES_MAX)?.trim()
  return target ? resolve(gitFolder, target) : gitFolder
}

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u
/** What git itself allows, so that a broken HEAD leads to no file elsewhere. */
const REF = /^refs\/(?!.*(?:\.\.|\/\/|\/\.|@\{))[^\s~^:?*[\\\x7f]{1,400}$/u

function readHead(gitFolder: string, common: string): Pick<ActivityPlace, 'branch' | 'commit'> {
  const head = readReference(join(gitFolder, 'HEAD'))
  if (head === null) return { branch: null, commit: null }
  if (HASH.test(head)) return { branch: null, commit: head }
  const ref = targetOf(head)
  // With a reftable, HEAD names a ref that cannot be.
  if (ref === null) return { branch: null, commit: null }
  return { branch: /^refs\/heads\/(.+)$/u.exec(ref)?.[1] ?? null, commit: commitOf(ref, gitFolder, common) }
}

function commitOf(ref: string, gitFolder: string, common: string): string | null {
  let name = ref
  for (let step = 0; step < SYMBOLIC_REFS_MAX; step++) {
    const said =
      readReference(join(common, name)) ?? (gitFolder === common ? null : readReference(join(gitFolder, name)))
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
  if (tried(() => lstatSync(file, QUIETLY)?.isSymbolicLink())) {
    const target = tried(() => readlinkSync(file))
    if (target?.startsWith('refs/')) return `ref: ${target}`
  }
  return readBounded(file, POINTER_BYTES_MAX)?.trim() || null
}

function targetOf(reference: string): string | null {
  const ref = /^ref:\s*(\S+)$/u.exec(reference)?.[1]
  return ref !== undefined && REF.test(ref) ? ref : null
}

function packedCommit(ref: string, common: string): string | null {
  const packed = readBounded(join(common, 'packed-refs'), PACKED_REFS_BYTES_MAX)
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
  const config = readBounded(join(common, 'config'), CONFIG_BYTES_MAX)
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
  for (const folder of [join(path, '.git'), path, join(`${path}.git`, '.git'), `${path}.git`]) {
    const gitFolder = isFolder(folder) ? folder : pointedFolder(folder, dirname(folder))
    if (gitFolder !== null && isRepository(gitFolder)) return realPath(commonFolder(realPath(gitFolder)))
  }
  return null
}

/** The first address of each remote, by its name. */
function remotesIn(config: string): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  let name: string | null = null
  for (const line of config.split(/\r?\n/u)) {
    const section = /^\s*\[\s*([\w.-]{1,100})(?:\s+"((?:[^"\\]|\\.){0,200})")?\s*\]/u.exec(line)
    if (section !== null) {
      name = section[1]!.toLowerCase() === 'remote' ? (section[2]?.replace(/\\(.)/gu, '$1') ?? null) : null
    }
    const value = /^(?:\s*\[[^\]]*\])?\s*url\s*=\s*(.*)$/iu.exec(line)?.[1]
    if (name === null || value === undefined || addresses.has(name)) continue
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

function isFolder(path: string): boolean {
  return tried(() => statSync(path, QUIETLY)?.isDirectory()) ?? false
}

function realPath(path: string): string {
  return tried(() => realpathSync.native(path)) ?? path
}

/** The text of a file, or `null` where it is none, is missing, forbidden, or larger than it can rightly be. */
function readBounded(file: string, bytesMax: number): string | null {
  return tried(() => {
    const found = statSync(file, QUIETLY)
    if (!found?.isFile() || found.size > bytesMax) return null
    const open = openSync(file, 'r')
    try {
      const buffer = Buffer.allocUnsafe(Math.min(bytesMax, fstatSync(open).size))
      let length = 0
      while (length < buffer.length) {
        const read = readSync(open, buffer, length, buffer.length - length, length)
        if (read === 0) break
        length += read
      }
      return buffer.toString('utf8', 0, length)
    } finally {
      closeSync(open)
    }
  })
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
