import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A real repository in a folder of its own, which goes when the test ends. */
export interface GitRepository {
  readonly folder: string
  readonly git: (...command: readonly string[]) => string
  readonly write: (files: Readonly<Record<string, string>>) => void
  readonly move: (from: string, to: string) => void
  /** Writes, adds everything and commits; a minute after the commit before, unless told when. Answers with the hash. */
  readonly commit: (subject: string, files?: Readonly<Record<string, string>>, details?: CommitDetails) => string
}

export interface CommitDetails {
  readonly author?: string
  readonly email?: string
  readonly atMs?: number
}

const START_MS = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

export function gitRepository(): GitRepository {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  let lastMs = START_MS
  const run = (command: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    execFileSync('git', [...command], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // Nothing of the machine's own configuration has a say.
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...env },
    })
  const write: GitRepository['write'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  run(['init', '--quiet', '--initial-branch=main'])
  return {
    folder,
    git: (...command) => run(command),
    write,
    move(from, to) {
      mkdirSync(dirname(join(folder, to)), { recursive: true })
      renameSync(join(folder, from), join(folder, to))
    },
    commit(subject, files = {}, { author = 'Ana', email = 'ana@example.org', atMs = lastMs + MINUTE_MS } = {}) {
      lastMs = atMs
      write(files)
      run(['add', '--all'])
      const at = new Date(atMs).toISOString()
      run(['commit', '--quiet', '--allow-empty', '-m', subject], {
        ...{ GIT_AUTHOR_NAME: author, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: at },
        ...{ GIT_COMMITTER_NAME: author, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: at },
      })
      return run(['rev-parse', 'HEAD']).trim()
    },
  }
}
