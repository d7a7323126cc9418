import type { EntityKind } from '../../graph/nodes.ts'
import { foldHan } from '../han.ts'
import { EVERYDAY_WORDS } from './alias-groups.ts'
import type { AliasTable } from './aliases.ts'
import { entityKey } from './entity-key.ts'
import { KNOWN_HAN, KNOWN_LATIN } from './known-names.ts'

/*
 * Known names and the words of an alias table in one dictionary, made once per table. Chinese words are found by their first
 * character, Latin ones by their first word, the longest first.
 */

export interface LexiconEntry {
  /** Simplified and in small letters. */
  readonly word: string
  readonly kind: EntityKind
  readonly needsCapital: boolean
  /** Counts only in a text that is technical by something else. */
  readonly isEveryday: boolean
  /** Shows that a text is technical. */
  readonly isTechnical: boolean
}

export interface Lexicon {
  readonly byFirst: ReadonlyMap<string, readonly LexiconEntry[]>
  /** By code unit whether a word begins with it. */
  readonly firstUnits: Uint8Array
  readonly byWord: ReadonlyMap<string, LexiconEntry>
}

const lexicons = new WeakMap<AliasTable, Lexicon>()

export function lexiconOf(table: AliasTable): Lexicon {
  let lexicon = lexicons.get(table)
  if (!lexicon) {
    lexicon = makeLexicon(table)
    lexicons.set(table, lexicon)
  }
  return lexicon
}

/** The longest entry of the list that stands at `at`; a Latin one must not end within a word. */
export function longestAt(entries: readonly LexiconEntry[], lower: string, at: number): LexiconEntry | undefined {
  for (const entry of entries) {
    if (lower.startsWith(entry.word, at) && isWholeAt(lower, at, entry.word)) return entry
  }
  return undefined
}

/** What a dictionary is asked by: a Han character, or a whole word in small letters. */
export const FIRST_WORD = /^[a-z\d\u00c0-\u052f]+/u
const NO_WORD = /[^a-z\d\u00c0-\u052f]/u
const WORD_CHARACTER = /[a-z\d_\u00c0-\u052f]/u

function isWholeAt(lower: string, at: number, word: string): boolean {
  const last = word[word.length - 1]!
  if (!WORD_CHARACTER.test(last)) return true
  const next = lower[at + word.length]
  if (next === undefined) return true
  // Digits may follow: a version is read by who found the name.
  if (/\d/u.test(next)) return !/\d/u.test(last)
  return !WORD_CHARACTER.test(next)
}

function makeLexicon(table: AliasTable): Lexicon {
  const byWord = new Map<string, LexiconEntry>()
  const put = (entry: LexiconEntry): void => {
    if (entry.word !== '' && !byWord.has(entry.word)) byWord.set(entry.word, entry)
  }
  for (const { name, kind, needsCapital } of [...KNOWN_LATIN(), ...KNOWN_HAN()]) {
    const isTechnical = kind === 'tool' || (kind === 'service' && !/\p{Script=Han}/u.test(name))
    put({ word: name.toLowerCase(), kind, needsCapital, isEveryday: false, isTechnical: isTechnical && !needsCapital })
  }
  // The words that come along are in simplified characters; folding them would load a dictionary.
  const formOf = table.added.size === 0 ? (spelling: string) => spelling.toLowerCase() : spellingForm
  for (const group of table.groups) {
    // A group of names ("beijing", 北京) has the kind of the member that is known.
    const known = group.map((spelling) => byWord.get(formOf(spelling))).find((entry) => entry !== undefined)
    const isName = known !== undefined && known.kind !== 'tool'
    for (const spelling of group) {
      const isAdded = table.added.size > 0 && table.added.has(entityKey(spelling))
      const word = formOf(spelling)
      const isEveryday = !isAdded && EVERYDAY_WORDS.has(word)
      const isTechnical = !isEveryday && !isAdded && !isName
      const kind = known?.kind ?? 'concept'
      const needsCapital = isName && known.needsCapital && /^[a-z]/u.test(word)
      // What a user names counts as it is written, whatever else the word means.
      if (isAdded)
        byWord.set(word, {
          word,
          kind: known?.needsCapital ? 'concept' : kind,
          needsCapital: false,
          isEveryday,
          isTechnical,
        })
      else put({ word, kind, needsCapital, isEveryday, isTechnical })
    }
  }
  const firstUnits = new Uint8Array(0x10000)
  for (const word of byWord.keys()) firstUnits[word.charCodeAt(0)] = 1
  return { byWord, firstUnits, byFirst: group(byWord.values()) }
}

function spellingForm(spelling: string): string {
  return foldHan(spelling.normalize('NFKC')).toLowerCase().trim()
}

function group(entries: Iterable<LexiconEntry>): Map<string, LexiconEntry[]> {
  const groups = new Map<string, LexiconEntry[]>()
  for (const entry of entries) {
    const { word } = entry
    // Han characters come after those of words.
    const end = word.charCodeAt(0) < 0x530 ? word.search(NO_WORD) : 1
    const first = end < 0 ? word : word.slice(0, Math.max(1, end))
    const same = groups.get(first)
    if (same) same.push(entry)
    else groups.set(first, [entry])
  }
  for (const same of groups.values()) if (same.length > 1) same.sort((a, b) => b.word.length - a.word.length)
  return groups
}
