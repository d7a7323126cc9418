import { closeSync } from 'node:fs'
import type { ActivityPlace } from '../graph/activity.ts'
import { normaliseAlias, type Space } from '../graph/space.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { type JournalFile, journalsOf, openedJournal } from './journal/journal-folders.ts'
import { journalLines } from './journal/journal-lines.ts'
import { belongsTo, folderAlias } from './project-space.ts'

export interface WaitingSource {
  readonly store: GraphStore
  readonly space: Space
  /** The data directory. */
  readonly directory: string
}

/** Lines that are looked at, the newest files first. */
export const WAITING_LINES_MAX = 2_000

/** Whether the journal may hold something that nobody has read: a look at sizes, and at one line of each file that grew. */
export async function hasWaiting({ store, space, directory }: WaitingSource): Promise<boolean> {
  for (const file of journalsOf(directory)) {
    const mark = await store.observations.journalMark(space.id, file.name)
    if (mark === null ? file.size > 0 : mark.offset < file.size) return true
  }
  return (await store.observations.unobserved(space.id, 1)).length > 0
}

/** Whether there is a journal at all. */
export function hasJournal(directory: string): boolean {
  return journalsOf(directory).some(({ size }) => size > 0)
}

/** Lines of a folder's project that are not in memory yet, of those that are looked at. `opened`: where it has a space. */
export async function countWaiting(
  directory: string,
  place: ActivityPlace,
  opened: Pick<WaitingSource, 'store' | 'space'> | null,
): Promise<number> {
  const aliases = opened ? opened.space.aliases : [normaliseAlias(folderAlias(place))]
  let lines = 0
  let own = 0
  for (const file of journalsOf(directory)) {
    const mark = opened && (await opened.store.observations.journalMark(opened.space.id, file.name))
    for (const { isOwn } of placedLines(file, mark, aliases)) {
      if (++lines > WAITING_LINES_MAX) return own
      if (isOwn) own++
    }
  }
  return own
}

export type JournalMark = { readonly offset: number; readonly head: string } | null

/** The lines behind a mark, and whose they are: those before it were all written, wherever they went. */
export function* placedLines(file: JournalFile, mark: JournalMark, aliases: readonly string[]) {
  const open = openedJournal(file)
  if (open === null) return
  try {
    let head: { readonly id: string; readonly first: ActivityPlace } | null = null
    for (const { read } of journalLines(open, 0)) {
      if (read === null || 'problem' in read) continue
      head = { id: read.id, first: read.activity.place }
      break
    }
    if (head === null) return
    for (const { read } of journalLines(open, mark?.head === head.id ? mark.offset : 0)) {
      if (read === null || 'problem' in read) continue
      const { activity, id } = read
      const isOwn = aliases.includes(normaliseAlias(folderAlias(belongsTo(activity.place, head.first))))
      yield { isOwn, activity, id }
    }
  } finally {
    closeSync(open)
  }
}
