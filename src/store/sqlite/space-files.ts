import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Space } from '../../graph/space.ts'
import { openFile, translated } from './open.ts'
import { listSpaces } from './spaces.ts'

/** Where the files of spaces lie, relative to the data directory. */
export const SPACES_FOLDER = 'spaces'

/** The database files of a data directory, by name, relative to it. */
export function listSpaceFiles(home: string): readonly string[] {
  const folder = join(home, SPACES_FOLDER)
  // A file, or nothing, where the folder should be: then there are none. What stands in the way is named when one is made.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const names = translated(folder, () => readdirSync(folder))
  return names
    .filter((name) => name.endsWith('.db'))
    .sort()
    .map((name) => join(SPACES_FOLDER, name))
}

export type FileState = 'missing' | 'empty' | 'there'

/**
 * What is left of a database file. SQLite would make a missing one, and take an empty one for new and throw its log away,
 * so this is asked before it is opened.
 */
export function stateOfFile(path: string): FileState {
  const stat = translated(path, () => statSync(path, { throwIfNoEntry: false }))
  if (!stat) return 'missing'
  return stat.size === 0 && stat.isFile() ? 'empty' : 'there'
}

/** The spaces that a file holds. Errors: those of opening it. */
export function readSpaces(path: string, options: { readonly busyTimeoutMs: number }): readonly Space[] {
  const database = openFile(path, options)
  try {
    return translated(path, () => listSpaces(database))
  } finally {
    database.close()
  }
}
