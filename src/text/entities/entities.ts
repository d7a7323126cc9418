import type { EntityKind } from '../../graph/nodes.ts'
import type { TextSpan } from '../../graph/spans.ts'
import { type AliasTable, BUILT_IN_ALIASES } from './aliases.ts'
import { readChineseNames, readChineseTitles, readKnownHan, readModels } from './entities-chinese.ts'
import { readEnglishNames, readEnglishTitles, readKnownLatin } from './entities-english.ts'
import { entityKey } from './entity-key.ts'
import { block, type EntityPage, makePage } from './entity-page.ts'
import { hanRuns } from './han-runs.ts'
import { type Lexicon, type LexiconEntry, lexiconOf } from './lexicon.ts'
import { fencedStretches, readLiterals } from './literals.ts'

export { entityKey }

/*
 * The things that a text names, without a model: by form, closed tables and a few words of context. Readers follow each other,
 * who knows more first, and what one took the next leaves alone:
 *
 *   literals        src/auth/token.ts  POST /api/login  tokenStore  300 ms  a@b.example
 *   titles          《三体》  "Pride and Prejudice"
 *   Chinese names   杭州图书馆  王老师  和陈静
 *   English names   Museum of Modern Art  Ana's
 *   known names     docker  微信  New York, and technical words that have synonyms (login, 登录)
 *
 * Missing a name costs less than a wrong one: a wrong one ties together what has nothing in common.
 */

export interface EntityMention {
  /** In the text, in UTF-16 code units. */
  readonly span: TextSpan
  /** As written. */
  readonly label: string
  /** What it is merged by: the key of the label, or of the group of aliases that it belongs to. */
  readonly key: string
  readonly node: 'entity' | 'file' | 'endpoint'
  /** What an entity is; says nothing of files and endpoints. */
  readonly kind: EntityKind
}

/** Of each text so many things at most, the first ones. */
export const ENTITIES_MAX = 64
/** What stands further on in a text, in UTF-16 code units, is not read. */
export const ENTITY_TEXT_MAX = 16_384

/** Each thing that a text names, at its first mention, in order. Depends on the text and the table only, and never throws. */
export function readEntities(text: string, aliases: AliasTable = BUILT_IN_ALIASES): readonly EntityMention[] {
  const page = makePage(text.length > ENTITY_TEXT_MAX ? text.slice(0, ENTITY_TEXT_MAX) : text)
  const lexicon = lexiconOf(aliases)
  readEnglishTitles(page)
  if (page.hasHan) {
    readChineseTitles(page)
    readModels(page)
  }
  readLiterals(page, (lower) => isKnownName(lexicon, lower))
  for (const { start, end } of fencedStretches(page.folded)) block(page, start, end)
  if (page.hasHan) readChineseNames(page, lexicon, isPlain)
  readEnglishNames(page, lexicon)
  readKnownLatin(page, lexicon, isPlain)
  if (page.isTechnical || page.everyday.size >= EVERYDAY_WORDS_MIN) {
    readKnownLatin(page, lexicon, isEveryday)
    for (const run of hanRuns(page)) readKnownHan(page, lexicon, run, isEveryday)
  }
  return mentionsOf(page, aliases)
}

/** "gpt-4" is a product and its version, "auth-17" a ticket. */
function isKnownName({ byWord }: Lexicon, lower: string): boolean {
  if (byWord.has(lower)) return true
  const kind = byWord.get(lower.replace(VERSION_TAIL, ''))?.kind
  return kind === 'tool' || kind === 'product' || kind === 'service'
}

const VERSION_TAIL = /-?\d[\d.]*[a-z]?$/u
const isPlain = (entry: LexiconEntry): boolean => !entry.isEveryday
const isEveryday = (entry: LexiconEntry): boolean => entry.isEveryday
/** So many different technical words of daily talk make a text technical. */
const EVERYDAY_WORDS_MIN = 3
function mentionsOf(page: EntityPage, aliases: AliasTable): EntityMention[] {
  const mentions: EntityMention[] = []
  const seen = new Set<string>()
  for (const { start: from, end: to, node, kind } of page.found.sort((a, b) => a.start - b.start)) {
    const found = page.text.slice(from, to)
    // Which of the many kinds of space a pattern takes along is its own affair.
    const label = found.trim()
    const start = from + found.indexOf(label)
    const end = start + label.length
    const key = node === 'entity' ? aliases.canonical(entityKey(label)) : entityKey(label)
    if (key === '' || seen.has(`${node} ${key}`)) continue
    seen.add(`${node} ${key}`)
    mentions.push({ span: { start, end }, label, key, node, kind })
    if (mentions.length === ENTITIES_MAX) break
  }
  return mentions
}
