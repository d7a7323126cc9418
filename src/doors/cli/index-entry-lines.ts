import type { IndexEntry } from '../../project/answers.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine, colours, minuteOf, preview } from './terminal-text.ts'

const TITLE_CHARACTERS_MAX = 160

/** One line per entry, and below it the fact that answers best. */
export function entryLines(entries: readonly IndexEntry[]): readonly string[] {
  return entries.flatMap(({ id, at, type, title, tokens, isUnfinished, fact }) => {
    const state = isUnfinished ? ` ${colours.yellow(projectPhrases().unfinished)}` : ''
    const line = `${minuteOf(at)}  ${colours.cyan(type)}  ${preview(title, TITLE_CHARACTERS_MAX)}${state}`
    const end = colours.dim(`~${tokens} [${cleanLine(id)}]`)
    return [`${line}  ${end}`, ...(fact === null ? [] : [`    ${preview(fact.text, TITLE_CHARACTERS_MAX)}`])]
  })
}
