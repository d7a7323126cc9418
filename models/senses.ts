/*
 * What of a dictionary's definition serves as a word in an English sentence.
 *
 *   "(computing) to roll back"                                       roll back
 *   "Yueyang, a county in Yueyang City 岳陽市|岳阳市[...], Hunan"      Yueyang
 *   "surname Li", "(modal particle)", "classifier for flat objects"  nothing
 */

/** A word as the dictionary has it. */
export interface DictionaryEntry {
  readonly simplified: string
  /** A capital letter marks a proper name. */
  readonly pinyin: string
  readonly definitions: readonly string[]
}

/** Words of a sense; longer ones explain instead of translating. */
const SENSE_WORDS_MAX = 5
const SENSE_LENGTH_MAX = 48
export const SENSES_MAX = 3

const NO_SENSE =
  /^(?:surname|japanese surname|(?:\w+ )*variant of|erhua|used in|see(?: also)? [^a-z]|classifier|cl:|also (?:written|pr|called|known)|pr\. |taiwan pr|abbr\. (?:for|of|to) [^a-z]|same as [^a-z]|equivalent (?:of|to) [^a-z]|opposite|cf |kangxi radical|contrasted|indicat(?:es|ing)|component in|euphemistic variant|one of the|in the sense|used (?:as|to|after|before|with|for|at|when|by))/iu
const RARE =
  /\((?:literary|old|archaic|arch\.|classical|dialect|tw|hk|onom\.|derog\.|vulgar|slang|internet slang|acg|mainland)/iu
const GRAMMAR = /\b(?:particle|interjection|prefix|suffix|infix|auxiliary|radical)\b/iu
const REFERENCE =
  /^(?:\([^()]*\) ?)?(?:see(?: also)?|(?:\w+ )*variant of|abbr\. (?:for|of|to)|same as|equivalent to|another name for) (?:[^\s|[a-z]+\|)?([^\s|[a-z,;()]+)/iu

/** What leads to a word that was cut off. */
const DANGLING = /(?: (?:a|an|and|as|at|by|for|from|in|is|of|on|or|other|the|to|who|with))+$/u

/** The best senses of the entries of one word, at most three. */
export function sensesOf(entries: readonly DictionaryEntry[]): string[] {
  const read = entries.map((entry) => ({
    isName: /^\p{Lu}/u.test(entry.pinyin),
    senses: entry.definitions.flatMap(readDefinition),
  }))
  // What is read in one way only keeps the dictionary's order. The dictionary sorts several readings by their sound;
  // the one of most senses is the common one, and a name is meant less often than a word.
  const plain = ({ senses }: (typeof read)[number]) => senses.filter(({ isRare }) => !isRare).length
  read.sort((a, b) => Number(a.isName) - Number(b.isName) || plain(b) - plain(a))
  const senses = read.flatMap((entry) => entry.senses)
  const ordered = [...senses.filter(({ isRare }) => !isRare), ...senses.filter(({ isRare }) => isRare)]
  const seen = new Set<string>()
  for (const { text } of ordered) if (seen.size < SENSES_MAX) seen.add(text)
  return [...seen]
}

/** The word that a word without senses of its own stands for. */
export function referenceOf(entries: readonly DictionaryEntry[]): string | undefined {
  for (const definition of entries.flatMap((entry) => entry.definitions)) {
    const referred = REFERENCE.exec(definition)?.[1]
    if (referred !== undefined && /\p{Script=Han}/u.test(referred)) return referred
  }
  return undefined
}

interface Sense {
  readonly text: string
  readonly isRare: boolean
}

function readDefinition(definition: string): Sense[] {
  const isRare = RARE.test(definition)
  return definition.split(';').flatMap((part) => {
    const text = plainSense(part.trim())
    return text === '' ? [] : [{ text, isRare }]
  })
}

function plainSense(part: string): string {
  const bare = withoutBrackets(part).trim()
  if (NO_SENSE.test(bare) || GRAMMAR.test(bare)) return ''
  const ascii = bare
    .replace(/^(?:lit\. and fig\.|lit\.|fig\.|idiom|esp\.)\s*/giu, '')
    .normalize('NFD')
    .replace(/[’‘]/gu, "'")
    .replace(/[–—]/gu, '-')
    .replace(/[^\x20-\x7e]+/gu, ' ')
    .replace(/\b(?:sb|sth)(?:'s)?\b/gu, ' ')
    .replace(/[|~"!?]+/gu, ' ')
    .replace(/^\s*(?:to be|to|a|an|the)\s+(?=\S)/u, '')
  // What follows a comma explains what stands before it.
  const beginning = ascii
    .split(/[,:]\s|\.\.\.|\set[cC]\b/u)[0]!
    .replace(/\s+/gu, ' ')
    .trim()
  const words = beginning.split(' ')
  const cut =
    words.length <= SENSE_WORDS_MAX ? beginning : words.slice(0, SENSE_WORDS_MAX).join(' ').replace(DANGLING, '')
  return /[a-z]/iu.test(cut) && cut.length <= SENSE_LENGTH_MAX ? cut : ''
}

function withoutBrackets(text: string): string {
  let depth = 0
  let kept = ''
  for (const character of text) {
    if ('([（'.includes(character)) depth++
    else if (')]）'.includes(character)) depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
  }
  return kept
}
