import { recordOfActivity } from '../capture/activities.ts'
import { preview } from '../text/clean.ts'
import { tokenise, tokeniseQuestion } from '../text/tokenise.ts'
import { type JournalFile, journalsOf } from './journal/journal-folders.ts'
import { type JournalMark, placedLines, WAITING_LINES_MAX, type WaitingSource } from './waiting.ts'

const TEXTS_MAX = 5
/** UTF-16 code units. */
const TEXT_LENGTH_MAX = 300
/** Of the words that are searched for, the share that a line must hold. */
const SHARE_MIN = 0.5

/** Texts of the journal that are not in memory yet and hold the words of a query, the newest first. */
export async function waitingTexts(
  { store, space, directory }: WaitingSource,
  query: string,
): Promise<readonly string[]> {
  const asked = [...new Set(tokeniseQuestion(query))]
  const found: { readonly at: number; readonly text: string }[] = []
  let lines = 0
  for (const file of journalsOf(directory)) {
    const mark = await store.observations.journalMark(space.id, file.name)
    for (const { text, at } of linesAfter(file, mark, space.aliases)) {
      if (++lines > WAITING_LINES_MAX) break
      if (holds(text, asked)) found.push({ at, text: preview(text.replace(/\s+/gu, ' ').trim(), TEXT_LENGTH_MAX) })
    }
  }
  return found
    .sort((a, b) => b.at - a.at)
    .slice(0, TEXTS_MAX)
    .map(({ text }) => text)
}

function holds(text: string, asked: readonly string[]): boolean {
  if (asked.length === 0) return true
  const there = new Set(tokenise(text))
  return asked.filter((term) => there.has(term)).length >= SHARE_MIN * asked.length
}

/** The texts of a space behind its mark. */
function* linesAfter(file: JournalFile, mark: JournalMark, aliases: readonly string[]) {
  for (const { isOwn, activity, id } of placedLines(file, mark, aliases)) {
    const record = isOwn ? recordOfActivity(activity, id) : null
    if (record !== null) yield { text: record.text, at: activity.at }
  }
}
