import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { recordOfActivity } from '../../capture/activities.ts'
import type { NodeId } from '../../graph/nodes.ts'
import { systemReason, type Wording, wording } from '../../graph/wording.ts'
import type { EngraphHome } from '../../home.ts'
import { type JournalFolder, journalFolders, listJournals } from './journal-folders.ts'
import { journalLines } from './journal-lines.ts'

/**
 * Overwrites the lines of the journal that records were made of, where they stand: hooks go on appending meanwhile, and
 * how far a journal was read stays true. Answers the files that could not be changed. For what was forgotten.
 */
export function forgetInJournals(
  home: EngraphHome,
  ids: readonly NodeId[],
  folders: readonly JournalFolder[] = home.directory === null ? [] : journalFolders(home.directory),
): readonly Wording[] {
  const forgotten = new Set(ids)
  const problems: Wording[] = []
  if (forgotten.size === 0) return problems
  for (const folder of folders) {
    for (const { path } of [...listJournals(folder), ...listJournals(folder, '.read')]) {
      try {
        overwrite(path, forgotten)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
        problems.push(wording`${path} cannot be used: ${systemReason(error)}.`)
      }
    }
  }
  return problems
}

function overwrite(path: string, forgotten: ReadonlySet<NodeId>): void {
  const file = openSync(path, 'r+')
  try {
    let isChanged = false
    for (const { start, end, read } of journalLines(file, 0)) {
      if (read === null || 'problem' in read) continue
      const record = recordOfActivity(read.activity, read.id)
      if (record === null || !forgotten.has(record.id)) continue
      const blank = Buffer.alloc(end - start - 1, ' ')
      for (let at = 0; at < blank.length; ) at += writeSync(file, blank, at, blank.length - at, start + at)
      isChanged = true
    }
    if (isChanged) fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}
