import type { ActivityPlace } from '../graph/activity.ts'

export interface ChangedFilesOptions {
  readonly deadlineMs: number
}

/** A work tree in which more is changed is about nothing in particular. */
const FILES_MAX = 200
const OUTPUT_LENGTH_MAX = 256 * 1024

/**
 * Files of a work tree that differ from what is checked out, relative to its top; none where git is missing, late or
 * fails. It takes no lock that a person's own git would meet, and starts none of the programs that a repository names.
 */
export async function changedFiles(root: string, { deadlineMs }: ChangedFilesOptions): Promise<readonly string[]> {
  const flags = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=', '-C', root]
  const status = [...flags, 'status', '--porcelain', '-z', '--untracked-files=normal', '--ignore-submodules=all']
  return new Promise((resolve) => {
    // Loaded only here: a hook that asks no git need not wait for it.
    const git = process
      .getBuiltinModule('node:child_process')
      .spawn('git', status, { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
    let output = ''
    let isEnded = false
    const end = (files: readonly string[]) => {
      if (isEnded) return
      isEnded = true
      clearTimeout(timer)
      git.stdout.destroy()
      git.kill('SIGKILL')
      git.unref()
      resolve(files)
    }
    const timer = setTimeout(() => end([]), deadlineMs)
    git.stdout.setEncoding('utf8')
    git.stdout.on('data', (piece: string) => {
      output += piece
      if (output.length > OUTPUT_LENGTH_MAX) end([])
    })
    git.on('error', () => end([]))
    git.on('close', (code) => end(code === 0 ? readStatus(output) : []))
  })
}

const MS_MAX = 150

/** The same of a place, in time for an answer that a host waits for; none where there is no git. */
export function changedIn({ root, repository }: ActivityPlace): Promise<readonly string[]> {
  return repository === null ? Promise.resolve([]) : changedFiles(root, { deadlineMs: MS_MAX })
}

/** Paths of `git status --porcelain -z`: `XY path`, and after a renamed one its old path. */
export function readStatus(output: string): readonly string[] {
  const entries = output.split('\0')
  const files: string[] = []
  for (let i = 0; i < entries.length && files.length < FILES_MAX; i++) {
    const entry = entries[i]!
    if (entry.length < 4) continue
    files.push(entry.slice(3).replace(/\/$/u, ''))
    if (/^[RC]|^.[RC]/u.test(entry)) {
      const old = entries[++i]
      if (old) files.push(old)
    }
  }
  return files
}
