import type { IndexEntry } from '../../project/answers.ts'
import { cleanLine, minuteOf, preview } from '../cli/terminal-text.ts'

const TITLE_CHARACTERS_MAX = 160
const FACT_CHARACTERS_MAX = 200

/** An entry as the schema of answers has it. */
export function entryOf({ id, at, type, title, session, branch, tokens, isUnfinished, fact }: IndexEntry) {
  return { id, at: new Date(at).toISOString(), type, title, session, branch, tokens, isUnfinished, fact }
}

/** One line per entry: `id · time · type · title · ~tokens`, and below it the fact that answers best. */
export function indexLines(entries: readonly IndexEntry[]): readonly string[] {
  return entries.flatMap(({ id, at, type, title, tokens, isUnfinished, fact }) => {
    const state = isUnfinished ? [`${type}, unfinished`] : [type]
    const parts = [cleanLine(id), minuteOf(at), ...state, preview(title, TITLE_CHARACTERS_MAX), `~${tokens}`]
    return [parts.join(' · '), ...(fact === null ? [] : [`    ${preview(fact.text, FACT_CHARACTERS_MAX)}`])]
  })
}

/** What to call next, with ids that can be copied. */
export function getHint(entries: readonly { readonly id: string }[]): string {
  const ids = entries.slice(0, 3).map(({ id }) => JSON.stringify(id))
  return `Read them whole with get({"ids":[${ids.join(',')}]}).`
}
