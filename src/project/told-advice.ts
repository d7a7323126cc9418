import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortHash } from '../capture/short-hash.ts'
import type { Instant } from '../graph/spans.ts'

/**
 * What was said to a session before its edits, so that it is not said again: hashes of files and of what was said of them, in
 * a small file for each session in the data directory. It goes two days after it was written last.
 */
export interface Told {
  of(file: string): { readonly about: string; readonly live: string } | undefined
  note(file: string, mark: { readonly about: string; readonly live: string }): void
  /** A hash, as `of` gives it. */
  short(text: string): string
  write(now: Instant): void
}

const FILES_MAX = 500
const BYTES_MAX = 256 << 10
const KEPT_MS = 2 * 24 * 3_600_000
/** Files of other sessions that are looked at when a new one is begun. */
const SWEPT_MAX = 200

export function openTold(directory: string, session: string): Told {
  const folder = join(directory, 'told')
  const path = join(folder, `${shortHash(session)}.json`)
  const known = read(path)
  const isNew = known.size === 0
  return {
    of: (file) => {
      const [about, live] = known.get(shortHash(file)) ?? []
      return about === undefined || live === undefined ? undefined : { about, live }
    },
    note: (file, { about, live }) => {
      const key = shortHash(file)
      known.delete(key)
      known.set(key, [shortHash(about), shortHash(live)])
      if (known.size > FILES_MAX) known.delete(known.keys().next().value!)
    },
    short: shortHash,
    write: (now) => {
      // Where the disk takes nothing, it is said again; that is no reason to say nothing.
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        if (isNew) sweep(folder, now)
        const part = `${path}.${process.pid}`
        writeFileSync(part, JSON.stringify(Object.fromEntries(known)), { mode: 0o600 })
        renameSync(part, path)
      })
    },
  }
}

function read(path: string): Map<string, readonly string[]> {
  const text = attempt(() => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    return size === 0 || size > BYTES_MAX ? '{}' : readFileSync(path, 'utf8')
  })
  const json: unknown = attempt(() => JSON.parse(text ?? '{}'))
  if (typeof json !== 'object' || json === null) return new Map()
  const entries = Object.entries(json).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
  return new Map(entries)
}

function sweep(folder: string, now: Instant): void {
  for (const name of readdirSync(folder).slice(0, SWEPT_MAX)) {
    const file = join(folder, name)
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now
    if (now - changedAt > KEPT_MS) attempt(() => unlinkSync(file))
  }
}

/** `null` where the file system or the text refuses. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code) return null
    throw error
  }
}
