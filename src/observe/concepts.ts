import { SYNONYM_GROUPS } from '../text/entities/alias-groups.ts'
import { foldHan } from '../text/han.ts'
import { late } from '../text/late.ts'
import { CARRYING_WORDS, GENERIC_PARTS } from './concept-words.ts'
import { SUBJECT_GROUPS, TOO_GENERAL } from './concepts-table.ts'
import type { EventFiles, EventReading } from './event-reading.ts'
import { fileName, isTestFile } from './paths.ts'
import { requestOf, withoutPasted } from './request.ts'

/*
 * What an event is about: subjects from the user's words, from paths and from what was changed, each by one name in both
 * languages. A word of the table counts wherever it stands; another one only where it is part of a path that was
 * changed, or where two kinds of sources say it, so that verbs and chance do not become edges.
 */

export const CONCEPTS_MAX = 12
const TEXT_MAX = 8_000
const PHRASE_WORDS_MAX = 3
/** A word of a weaker sum of weights is said in passing. */
const WEIGHT_MIN = 2
/** Words that nothing confirms, where there are no others. */
const LONE_WORDS_MAX = 2

interface Table {
  /** Every spelling in lower case and simplified characters, to its key. */
  readonly keys: ReadonlyMap<string, string>
  readonly groups: ReadonlyMap<string, readonly string[]>
  readonly hanLengthMax: number
}

const table = late((): Table => {
  const keys = new Map<string, string>()
  const groups = new Map<string, string[]>()
  // Own rows first: the key of an edge is what this table says, and a group of recall joins the row that it meets.
  for (const group of [...SUBJECT_GROUPS, ...SYNONYM_GROUPS]) {
    const own = group.map((name) => foldHan(name.toLowerCase()))
    const key = own.map((name) => keys.get(name)).find((known) => known !== undefined) ?? own[0]!
    for (const name of own) if (!keys.has(name)) keys.set(name, key)
    groups.set(key, [...new Set([...(groups.get(key) ?? []), ...own])])
  }
  const hanLengthMax = Math.max(...[...keys.keys()].filter((name) => HAN.test(name)).map((name) => name.length))
  return { keys, groups, hanLengthMax }
})

const HAN = /\p{Script=Han}/u
const HAN_RUN = /\p{Script=Han}{2,}/gu
const WORD = /[\p{Script=Latin}\d]+(?:['’]s)?/gu
const CODE = /`([^`\n]{2,80})`/gu

/** The names under which a concept is found, in both languages. */
export function namesOfConcept(key: string): readonly string[] {
  return table().groups.get(key) ?? [key]
}

/** The key of a word or phrase, of its singular too; `null` where the table does not know it. */
export function conceptKey(name: string): string | null {
  const folded = foldHan(name.toLowerCase().trim())
  const { keys } = table()
  return keys.get(folded) ?? keys.get(singular(folded)) ?? null
}

interface Weights {
  readonly sums: Map<string, number>
  readonly sources: Map<string, Set<string>>
  readonly inTable: Set<string>
}

/** The subjects of an event, the weightiest first. */
export function conceptsOf(
  reading: EventReading,
  files: EventFiles,
  /** Packages whose versions the event changes. */
  packages: readonly string[] = [],
): readonly string[] {
  const weights: Weights = { sums: new Map(), sources: new Map(), inTable: new Set() }
  // "start on it" has its subject in what was asked before.
  const isOwn = reading.prompts.some(({ text }) => requestOf(text) !== null)
  const prompts = isOwn ? reading.prompts : [...reading.prompts, ...reading.before.prompts.slice(0, 2)]
  for (const { text } of prompts) addText(weights, 'prompt', withoutData(withoutPasted(text)), 3)
  for (const { text } of reading.replies.slice(-3)) addText(weights, 'reply', withoutData(text), 1)
  addPaths(weights, files)
  const changed = reading.steps.flatMap(({ changes }) => changes.flatMap(({ old, fresh }) => [fresh, old])).join('\n')
  addText(weights, 'change', identifiers(changed.slice(0, TEXT_MAX)), 1)
  for (const { command } of reading.steps) {
    for (const { runner, words } of command?.commands ?? []) {
      const name = runner && runner.does !== 'run' ? (runner.name.split(' ')[0] ?? '') : (words[0] ?? '')
      if (/^[a-z][a-z\d-]{2,20}$/u.test(name)) addWords(weights, 'command', [name.toLowerCase()], 1)
    }
  }
  for (const name of packages) note(weights, conceptKey(name) ?? name.toLowerCase(), 'path', 3, true)
  return chosen(weights)
}

function chosen({ sums, sources, inTable }: Weights): readonly string[] {
  const ranked = [...sums]
    .filter(([name, weight]) => weight >= WEIGHT_MIN && !TOO_GENERAL.has(name))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([name]) => name)
  const heard = (name: string) => sources.get(name) ?? new Set<string>()
  const subjects = ranked.filter((name) => inTable.has(name) || isSubject(name, heard(name)))
  if (subjects.length > 0) return subjects.slice(0, CONCEPTS_MAX)
  // A word of the user alone is better than nothing.
  const said = (name: string) => heard(name).has(`prompt ${name}`) || heard(name).has(`path ${name}`)
  return ranked.filter((name) => said(name) && !/(?:ing|ed|ly)$/u.test(name)).slice(0, LONE_WORDS_MAX)
}

/** A word that no table knows: two kinds of sources say it, and one of them is a name of the work or the user's word. */
function isSubject(name: string, heard: ReadonlySet<string>): boolean {
  const has = (source: string) => heard.has(`${source} ${name}`)
  if (/(?:ing|ed|ly)$/u.test(name) && !has('path')) return false
  if (heard.size < 2) return false
  return (
    has('path') ||
    has('folder') ||
    has('read') ||
    (has('prompt') && (has('change') || has('command') || has('reply code')))
  )
}

/** A text without blocks of code and logs, whose words are chance. */
function withoutData(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replace(/```[\s\S]*?(?:```|$)/gu, ' ')
    .replace(/^(?:\s+at |\s+File "|Traceback).*$/gmu, ' ')
    .replace(/\bin order (?:to|that)\b|\breport (?:the|back|on|what|which|how|any|all|it|your)\b/giu, ' ')
    .replace(/\bhttps?:\/\/\S{1,500}/gu, ' ')
}

function addPaths(weights: Weights, files: EventFiles): void {
  const modified = new Set(files.modified)
  const own = [...files.modified, ...files.read.filter((path) => !modified.has(path))].slice(0, 40)
  for (const path of own) {
    const weight = modified.has(path) ? 2 : 1.2
    const parts = path.split('/')
    const stem = fileName(path)
      .replace(/^\.+/u, '')
      .replace(/\.[a-z\d.]{1,20}$/iu, '')
    const name = isTestFile(path) ? stem.replace(/(?:^test[_-]|[._-]?(?:tests?|spec)$)/iu, '') : stem
    addWords(weights, modified.has(path) ? 'path' : 'read', wordsOf(name), weight)
    // The folder of a file says its area; those above say ever less.
    for (const folder of parts.slice(-3, -1)) addWords(weights, 'folder', wordsOf(folder), weight / 2)
  }
}

function addText(weights: Weights, source: string, text: string, weight: number): void {
  for (const match of text.matchAll(CODE)) addWords(weights, `${source} code`, wordsOf(match[1]!), weight / 2)
  addWords(weights, source, wordsOf(text), weight)
  for (const run of text.match(HAN_RUN) ?? []) addHan(weights, source, foldHan(run), weight)
}

/** `couponService`, `rate-limit` and `user_id` as words in lower case. */
function wordsOf(text: string): readonly string[] {
  const parted = text.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/gu, ' ')
  return (parted.match(WORD) ?? []).map((word) => word.toLowerCase().replace(/['’]s$/u, ''))
}

/** Names in code, each once. */
function identifiers(code: string): string {
  return [...new Set(code.match(/[A-Za-z_][\w-]{2,60}/gu) ?? [])].slice(0, 200).join(' ')
}

function addWords(weights: Weights, source: string, words: readonly string[], weight: number): void {
  const seen = new Set<string>()
  // In a path or an identifier such a word stands for a thing.
  const isOfTalk = source === 'prompt' || source === 'reply'
  for (let i = 0; i < words.length; i++) {
    let length = Math.min(PHRASE_WORDS_MAX, words.length - i)
    let key: string | null = null
    for (; length > 0 && key === null; length--) {
      const phrase = words.slice(i, i + length).join(' ')
      key = length === 1 && isOfTalk && CARRYING_WORDS.has(phrase) ? null : conceptKey(phrase)
    }
    if (key !== null) {
      note(weights, key, source, seen.has(key) ? 0.25 : weight, true)
      seen.add(key)
      i += length
      continue
    }
    const word = singular(words[i]!)
    if (word.length < 3 || /^v?\d/u.test(word) || CARRYING_WORDS.has(words[i]!) || GENERIC_PARTS.has(word)) continue
    note(weights, word, source, seen.has(word) ? 0.25 : weight * 0.7, false)
    seen.add(word)
  }
}

/** Words of the table in a run of Han characters, the longest first, from left to right. */
function addHan(weights: Weights, source: string, run: string, weight: number): void {
  const { keys, hanLengthMax } = table()
  for (let i = 0; i < run.length; i++) {
    for (let length = Math.min(hanLengthMax, run.length - i); length > 0; length--) {
      const key = keys.get(run.slice(i, i + length))
      // A single character is a word of its own only where it stands alone, and here it does not.
      if (key === undefined || length < 2) continue
      note(weights, key, source, weight, true)
      i += length - 1
      break
    }
  }
}

function note(
  { sums, sources, inTable }: Weights,
  name: string,
  source: string,
  weight: number,
  isKnown: boolean,
): void {
  // One source that says a word over and over does not make it the subject.
  const own = `${source} ${name}`
  const heard = sources.get(name) ?? new Set()
  if (!sources.has(name)) sources.set(name, heard)
  sums.set(name, (sums.get(name) ?? 0) + (heard.has(own) ? weight * 0.3 : weight))
  heard.add(own)
  if (isKnown) inTable.add(name)
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is|os)$/u.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|z|ss)es$/u.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}
