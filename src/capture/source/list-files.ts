import { execFile } from 'node:child_process'
import { type Dirent, lstatSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

export interface Listing {
  /** Sorted, relative, with `/`. */
  readonly paths: readonly string[]
  /** Whether git listed them, so that what it keeps was meant to be kept. */
  readonly isFromGit: boolean
  /** Whether there were more than `FILES_MAX`. */
  readonly isCut: boolean
}

export const FILES_MAX = 200_000
const LISTING_BYTES_MAX = 64_000_000
const GIT_MS_MAX = 30_000
const DEPTH_MAX = 60

/** Folders that hold nothing of one's own, whatever is ignored. */
const NEVER: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn'])

/** The files of a folder that are kept or may be, and are there: what git lists, else what no `.gitignore` rules out. */
export async function listFiles(root: string, signal?: AbortSignal): Promise<Listing> {
  const listed = await gitFiles(root, signal)
  const paths = listed ?? (await walkedFiles(root, signal))
  const sorted = [...new Set(paths)].filter((path) => !path.split('/').includes('node_modules')).sort()
  return { paths: sorted.slice(0, FILES_MAX), isFromGit: listed !== null, isCut: sorted.length > FILES_MAX }
}

/** `null` where there is no git, or no repository. */
function gitFiles(root: string, signal: AbortSignal | undefined): Promise<string[] | null> {
  // Options and hooks of the user's configuration must not run anything.
  const options = ['-c', 'core.quotepath=off', '-c', 'core.fsmonitor=false']
  const command = [...options, 'ls-files', '-z', '-t', '--cached', '--deleted', '--others', '--exclude-standard']
  return new Promise((resolve, reject) => {
    const settings = { cwd: root, maxBuffer: LISTING_BYTES_MAX, timeout: GIT_MS_MAX, signal, windowsHide: true }
    execFile('git', command, settings, (error, stdout) => {
      if (signal?.aborted) reject(signal.reason)
      else resolve(error === null ? present(root, stdout) : null)
    })
  })
}

/**
 * Those that are there. Git lists what it keeps, with `R` once more what was deleted since, and with `S` what it was told
 * not to look at: of a sparse checkout it is not there.
 */
function present(root: string, listing: string): string[] {
  const paths: string[] = []
  const gone = new Set<string>()
  for (const entry of listing.split('\0')) {
    const [tag, path] = [entry.slice(0, 1), entry.slice(2)]
    if (tag === 'R') gone.add(path)
    else if (path !== '' && (tag !== 'S' || lstatSync(join(root, path), { throwIfNoEntry: false }))) paths.push(path)
  }
  return gone.size === 0 ? paths : paths.filter((path) => !gone.has(path))
}

interface Rules {
  /** The folder whose `.gitignore` it is. */
  readonly folder: string
  readonly rules: Ignore
}

async function walkedFiles(root: string, signal: AbortSignal | undefined): Promise<string[]> {
  const paths: string[] = []
  const open: { readonly folder: string; readonly depth: number; readonly rules: readonly Rules[] }[] = [
    { folder: '', depth: 0, rules: [] },
  ]
  for (let next = open.pop(); next !== undefined && paths.length <= FILES_MAX; next = open.pop()) {
    signal?.throwIfAborted()
    const { folder, depth } = next
    const rules = [...next.rules, ...(await rulesOf(root, folder))]
    for (const entry of await entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!NEVER.has(entry.name) && depth < DEPTH_MAX && !isIgnored(`${path}/`, rules)) {
          open.push({ folder: path, depth: depth + 1, rules })
        }
      } else if (isListed(entry) && !isIgnored(path, rules)) paths.push(path)
    }
  }
  return paths
}

/** Git lists links as well, and follows none. */
function isListed(entry: Dirent): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && !NEVER.has(entry.name))
}

/** A folder that may not be read is as good as empty; whoever keeps it closed wants nothing read from it. */
async function entriesOf(folder: string) {
  return await readdir(folder, { withFileTypes: true }).catch(() => [])
}

async function rulesOf(root: string, folder: string): Promise<Rules[]> {
  const text = await readFile(join(root, folder, '.gitignore'), 'utf8').catch(() => null)
  return text === null ? [] : [{ folder, rules: ignore().add(text) }]
}

/** The rules of the nearest folder decide, as in git. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { folder, rules: own } of [...rules].reverse()) {
    const { ignored, unignored } = own.test(folder === '' ? path : path.slice(folder.length + 1))
    if (ignored) return true
    if (unignored) return false
  }
  return false
}
