import { EngraphError } from '../../graph/errors.ts'
import { shellWord, wording } from '../../graph/wording.ts'
import { WORD_ALIAS_GROUPS_MAX, WORD_ALIAS_LENGTH_MAX, WORD_ALIASES_PER_GROUP_MAX } from '../../ports/graph-store.ts'
import { cleanName } from '../../text/clean.ts'
import { foldHan } from '../../text/han.ts'
import type { Database, Row } from './driver.ts'

/** The groups of a space in the order in which they were made, each with its words as they were first written. */
export function readWordAliases(database: Database, space: number): string[][] {
  const groups = new Map<number, string[]>()
  const rows = database
    .prepare('SELECT family, given FROM word_aliases WHERE space = ? ORDER BY family, place')
    .all(space)
  for (const { family, given } of rows) {
    const group = groups.get(family as number)
    if (group) group.push(given as string)
    else groups.set(family as number, [given as string])
  }
  return [...groups.values()]
}

/** Puts words into one group, together with the groups that hold some of them already; answers the group. */
export function putWordAliases(database: Database, space: number, given: readonly string[]): string[] {
  const added = new Map<string, string>()
  for (const one of given) {
    const [word, spelling] = readWord(one)
    if (!added.has(word)) added.set(word, spelling)
  }
  if (added.size < 2) {
    throw new EngraphError('invalid-input', 'Give at least two different words that mean the same.', {
      hint: 'Case, width, and simplified or traditional characters do not make two words of one.',
    })
  }
  const rows = database.prepare('SELECT * FROM word_aliases WHERE space = ? ORDER BY family, place').all(space)
  const families = new Set(rows.filter((row) => added.has(row['word'] as string)).map((row) => row['family'] as number))
  const group = new Map<string, string>()
  for (const row of rows)
    if (families.has(row['family'] as number)) group.set(row['word'] as string, row['given'] as string)
  const known = group.size
  for (const [word, spelling] of added) if (!group.has(word)) group.set(word, spelling)
  if (families.size === 1 && group.size === known) return [...group.values()]
  refuseTooMany(rows, families, [...group.values()])
  const family =
    families.size > 0 ? Math.min(...families) : 1 + Math.max(0, ...rows.map((row) => row['family'] as number))
  writeFamilies(database, space, [...families], { family, words: [...group] })
  return [...group.values()]
}

/** Answers whether the word was in a group. A group of one word says nothing and goes. */
export function removeWordAlias(database: Database, space: number, given: string): boolean {
  const [word] = readWord(given)
  const rows = database
    .prepare(
      `SELECT * FROM word_aliases WHERE space = ?1
         AND family = (SELECT family FROM word_aliases WHERE space = ?1 AND word = ?2) ORDER BY place`,
    )
    .all(space, word)
  if (rows.length === 0) return false
  const family = rows[0]!['family'] as number
  const words = rows.filter((row) => row['word'] !== word).map((row) => [row['word'], row['given']] as [string, string])
  writeFamilies(database, space, [family], { family, words: words.length > 1 ? words : [] })
  return true
}

function refuseTooMany(rows: readonly Row[], merged: ReadonlySet<number>, words: readonly string[]): void {
  if (words.length > WORD_ALIASES_PER_GROUP_MAX) {
    const most = WORD_ALIASES_PER_GROUP_MAX
    throw new EngraphError(
      'invalid-input',
      wording`At most ${most} words mean the same; these would be ${words.length}: ${words.join(', ')}.`,
      // Of words that are in no group yet, some are just left out.
      merged.size === 0
        ? {}
        : { hint: wording`\`engraph alias remove ${shellWord(words[0]!)}\` takes a word out of its group.` },
    )
  }
  const families = new Set(rows.map((row) => row['family'] as number))
  if (families.size - merged.size + 1 > WORD_ALIAS_GROUPS_MAX) {
    const last = rows.at(-1)!['given'] as string
    throw new EngraphError(
      'invalid-input',
      wording`A space has at most ${WORD_ALIAS_GROUPS_MAX} groups of words that mean the same.`,
      {
        hint: wording`\`engraph alias\` shows them; \`engraph alias remove ${shellWord(last)}\` takes a word out of its group.`,
      },
    )
  }
}

/** Replaces groups by one. Readers keep what they read of a space until its version grows. */
function writeFamilies(
  database: Database,
  space: number,
  replaced: readonly number[],
  { family, words }: { readonly family: number; readonly words: readonly (readonly [word: string, given: string])[] },
): void {
  const clear = database.prepare('DELETE FROM word_aliases WHERE space = ? AND family = ?')
  for (const one of replaced) clear.run(space, one)
  const insert = database.prepare('INSERT INTO word_aliases (space, word, given, family, place) VALUES (?, ?, ?, ?, ?)')
  for (const [place, [word, given]] of words.entries()) insert.run(space, word, given, family, place)
  database.prepare('UPDATE spaces SET version = version + 1 WHERE ref = ?').run(space)
}

/** A word in the form that is compared, and as it is shown. */
export function readWord(given: string): readonly [word: string, spelling: string] {
  const spelling = cleanName(given).replace(/\s+/gu, ' ')
  const word = foldHan(spelling.normalize('NFKC').toLowerCase())
  if (!/[\p{L}\p{N}]/u.test(word) || spelling.length > WORD_ALIAS_LENGTH_MAX) {
    throw new EngraphError(
      'invalid-input',
      wording`A word has 1 to ${WORD_ALIAS_LENGTH_MAX} characters, a letter or digit among them.`,
    )
  }
  return [word, spelling]
}
