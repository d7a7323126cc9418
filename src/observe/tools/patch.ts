import { resolvePath } from '../paths.ts'
import type { Change, StepParts } from './step.ts'

const LINES_MAX = 4_000

interface Reading {
  readonly modified: string[]
  readonly made: string[]
  readonly removed: string[]
  readonly moved: { from: string; to: string }[]
  readonly changes: Change[]
  path: string | null
  old: string[]
  fresh: string[]
}

/** A patch of Codex (`*** Update File: …`) or of `diff` (`--- a/…`, `+++ b/…`): its files, and what changed in each hunk. */
export function readPatch(text: string, folder: string): StepParts {
  const reading: Reading = {
    modified: [],
    made: [],
    removed: [],
    moved: [],
    changes: [],
    path: null,
    old: [],
    fresh: [],
  }
  const resolve = (path: string) => resolvePath(folder, path.trim())
  for (const line of text.split('\n', LINES_MAX)) {
    const head = /^\*\*\* (Update|Add|Delete) File: (.{1,400})$/u.exec(line)
    const unified = /^\+\+\+ (?:b\/)?([^\t\n]{1,400})/u.exec(line)
    if (head || unified) {
      endHunk(reading)
      reading.path = resolve((head?.[2] ?? unified?.[1])!)
      if (head?.[1] === 'Delete') reading.removed.push(reading.path)
      else if (head?.[1] === 'Add') reading.made.push(reading.path)
      else if (reading.path !== '/dev/null') reading.modified.push(reading.path)
    } else if (line.startsWith('*** Move to: ') && reading.path !== null) {
      const to = resolve(line.slice('*** Move to: '.length))
      reading.moved.push({ from: reading.path, to })
      reading.path = to
    } else if (line.startsWith('@@') || line.startsWith('***') || line.startsWith('--- ')) endHunk(reading)
    else if (line.startsWith('-')) reading.old.push(line.slice(1))
    else if (line.startsWith('+')) reading.fresh.push(line.slice(1))
    else endHunk(reading)
  }
  endHunk(reading)
  const { modified, made, removed, moved, changes } = reading
  return { kind: made.length > 0 && modified.length === 0 ? 'write' : 'edit', modified, made, removed, moved, changes }
}

function endHunk(reading: Reading): void {
  const { path, old, fresh } = reading
  if (path !== null && old.length + fresh.length > 0) {
    reading.changes.push({ path, old: old.join('\n'), fresh: fresh.join('\n') })
  }
  reading.old = []
  reading.fresh = []
}
