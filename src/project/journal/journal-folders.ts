import { lstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { shortHash } from '../../capture/short-hash.ts'

/** Where hooks append what they were told. */
export interface JournalFolder {
  readonly path: string
  /** What its files are called in the marks of spaces is told apart by this. */
  readonly prefix: string
  /** It lies where everybody may put something. */
  readonly isShared: boolean
}

export interface JournalFile {
  readonly path: string
  /** By which spaces remember how far it was read. */
  readonly name: string
  readonly size: number
  readonly changedAt: number
}

const FILES_MAX = 100_000

/** The journal of a data directory, and where hooks write when that cannot be written to. */
export function journalFolders(home: string): readonly JournalFolder[] {
  const user = process.getuid?.() ?? userInfo().username.replace(/[^\w-]/gu, '_')
  return [
    { path: join(home, 'journal'), prefix: '', isShared: false },
    {
      path: join(tmpdir(), `engraph-${user}-${shortHash(resolve(home))}`, 'journal'),
      prefix: 'temporary/',
      isShared: true,
    },
  ]
}

/** The files of the journal, those that were changed last first: they are what somebody waits for. */
export function listJournals({ path, prefix, isShared }: JournalFolder, ending = '.jsonl'): readonly JournalFile[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory() || (isShared && !isOwnFolder(path))) return []
  const files: JournalFile[] = []
  for (const file of readdirSync(path).slice(0, FILES_MAX)) {
    if (!file.endsWith(ending)) continue
    const found = statSync(join(path, file), { throwIfNoEntry: false })
    if (!found?.isFile()) continue
    files.push({ path: join(path, file), name: `${prefix}${file}`, size: found.size, changedAt: found.mtimeMs })
  }
  return files.sort((a, b) => b.changedAt - a.changedAt || (a.name < b.name ? -1 : 1))
}

/** Those of all folders of a data directory. */
export function journalsOf(home: string): readonly JournalFile[] {
  return journalFolders(home).flatMap((folder) => listJournals(folder))
}

/** A file of the journal to read from; `null` for what somebody took away meanwhile, or cannot be read by this user. */
export function openedJournal({ path }: JournalFile): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) return null
    throw error
  }
}

/** In a folder for everybody, another could lay out what looks like a journal of ours. */
function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  const user = process.getuid?.()
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0)
}
