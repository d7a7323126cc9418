import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { shortHash } from '../../capture/short-hash.ts'

/** Where a line went, and why not to the first place. */
export interface Appended {
  readonly file: string
  /** The error that the data directory gave; `null` where it took the line. */
  readonly refused: NodeJS.ErrnoException | null
}

/**
 * Appends one line to the journal of a session, and returns when the disk has it. Where the data directory refuses, the
 * line goes to the spare one. Throws only where both refuse.
 *
 * Why nothing is lost: a line is one write at the end of the file, which no other process comes between; what another
 * left torn is ended before it; and a file that was drained and removed meanwhile is noticed, since its path leads to
 * another file or none, and the line is written again. That line bears the same id, so it is one record.
 */
export function appendLine(line: string, { session, homes, flush = fdatasyncSync }: AppendOptions): Appended {
  let refused: NodeJS.ErrnoException | null = null
  for (const home of homes) {
    // Every system takes this separator, and to join paths costs a part of the time that a hook has.
    const folder = `${home()}/journal`
    const file = `${folder}/${journalName(session)}.jsonl`
    try {
      appendTo({ file, folder, flush }, line)
      return { file, refused }
    } catch (error) {
      refused ??= error as NodeJS.ErrnoException
    }
  }
  throw refused ?? new Error('There is no place for a journal.')
}

export interface AppendOptions {
  readonly session: string
  /** Data directories in the order in which they are tried; found only when their turn comes. */
  readonly homes: readonly (() => string)[]
  /** Brings an open file to the disk: the moment in which another process may take the file away. */
  readonly flush?: (open: number) => void
}

interface Journal {
  readonly file: string
  readonly folder: string
  readonly flush: (open: number) => void
}

/** How often a file may be removed under a line before that is given up. */
const ATTEMPTS_MAX = 20
const NEWLINE = 0x0a

function appendTo({ file, folder, flush }: Journal, line: string): void {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const open = openJournal(file, folder)
    try {
      const own = fstatSync(open)
      writeWhole(open, `${endsTorn(open, own.size) ? '\n' : ''}${line}\n`)
      flush(open)
      if (isStillAt(file, own)) {
        if (own.size === 0) syncFolder(folder)
        return
      }
    } finally {
      closeSync(open)
    }
  }
  throw new Error(`${file} was removed ${ATTEMPTS_MAX} times while a line was written.`)
}

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

function openJournal(file: string, folder: string): number {
  try {
    return openSync(file, FLAGS, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // On a file system that may only be read, the call above says that something is missing; this one says what it is.
    mkdirSync(folder, { mode: 0o700 })
  }
  return openSync(file, FLAGS, 0o600)
}

function endsTorn(open: number, size: number): boolean {
  if (size === 0) return false
  const last = Buffer.allocUnsafe(1)
  return readSync(open, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE
}

/** A disk may take a part only. The rest alone would be no line, so the whole is written once more, behind a line break. */
function writeWhole(open: number, text: string): void {
  const bytes = Buffer.from(text)
  if (writeSync(open, bytes) === bytes.length) return
  const again = Buffer.concat([Buffer.from('\n'), bytes])
  if (writeSync(open, again) === again.length) return
  throw Object.assign(new Error('The disk took a part of a line only.'), { code: 'ENOSPC' })
}

function isStillAt(file: string, own: Stats): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false })
  return found !== undefined && found.ino === own.ino && found.dev === own.dev
}

/** The name of a new file is flushed too, so that a power failure does not take the file with it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** A session's id as a name of a file; one with other characters becomes its hash. The lines bear the id itself. */
export function journalName(session: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{3,99}$/.test(session) ? session : `s-${shortHash(session)}`
}

/**
 * Refuses a spare directory that somebody else made: everybody may write where temporary files are.
 */
export function ownedFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const isOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
  if (found.isDirectory() && isOurs) return folder
  throw Object.assign(new Error(`${folder} belongs to somebody else.`), { code: 'EACCES' })
}
