import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cached } from '../build/build-cache.ts'
import { GLOSS_FILE } from '../src/providers/static/static-vectors.ts'
import { foldHan } from '../src/text/han.ts'
import { type GlossRow, glossFile } from './gloss-file.ts'
import type { ModelBuild } from './minilm.ts'
import { ownGlosses } from './own-glosses.ts'
import { type DictionaryEntry, referenceOf, sensesOf } from './senses.ts'

/** The licence of the dictionary asks that what is made of it is passed on under the same one, with these words. */
export const GLOSS_TERMS = `
Words and glosses are an adaptation of CC-CEDICT (https://cc-cedict.org), published by MDBG: shortened, reordered and
extended. This file is therefore licensed under Creative Commons Attribution-ShareAlike 4.0 International
(https://creativecommons.org/licenses/by-sa/4.0/), apart from the program that comes with it.
Counts of words are those of the dictionary of jieba (MIT License, Copyright (c) 2013 Sun Junyi).
`

const TERMS_FILE = 'gloss-license.txt'
/** Grows when the same sources would give other bytes. */
const VERSION = 3
/** Words that the list of counts lacks are rare, but words. */
const COUNT_UNKNOWN = 3
const WORD_LENGTH_MAX = 24
const HAN_WORD = /^\p{Script=Han}+$/u

/** Writes the table of glosses; `missing` where the packages that it is made of are not installed. */
export async function buildGloss({ outFolder, nodeModules }: ModelBuild): Promise<'built' | 'missing'> {
  // Neither package offers its data as an export.
  const dictionary = join(nodeModules, 'cc-cedict/data/all.js')
  const list = join(nodeModules, '@node-rs/jieba/dict.txt')
  if (![dictionary, list].every((path) => existsSync(path))) return 'missing'
  const counts = readFileSync(list)
  const madeOf = [`${VERSION}`, GLOSS_TERMS, JSON.stringify([...ownGlosses()]), readFileSync(dictionary), counts]
  const { bytes } = await cached({ nodeModules, name: 'gloss', madeOf }, async () => {
    const { default: data } = (await import(pathToFileURL(dictionary).href)) as {
      default: { all: readonly RawEntry[] }
    }
    const sources = { entries: data.all.map(readEntry), counts: readCounts(counts.toString()) }
    return glossFile(glossRows(sources), GLOSS_TERMS)
  })
  mkdirSync(join(outFolder, 'models'), { recursive: true })
  writeFileSync(join(outFolder, 'models', GLOSS_FILE), bytes)
  writeFileSync(join(outFolder, 'models', TERMS_FILE), `${GLOSS_FILE}\n${GLOSS_TERMS}`)
  return 'built'
}

export interface GlossSources {
  readonly entries: readonly DictionaryEntry[]
  readonly counts: ReadonlyMap<string, number>
}

/** One row for each word in simplified characters, as text is folded before it is looked up. */
export function glossRows({ entries, counts }: GlossSources): GlossRow[] {
  const byWord = new Map<string, DictionaryEntry[]>()
  for (const entry of entries) {
    const word = foldHan(entry.simplified)
    if (!HAN_WORD.test(word) || word.length > WORD_LENGTH_MAX) continue
    const known = byWord.get(word)
    if (known) known.push(entry)
    else byWord.set(word, [entry])
  }
  const own = ownGlosses()
  for (const word of own.keys()) if (!byWord.has(word)) byWord.set(word, [])
  const sensesIn = (word: string): readonly string[] => own.get(word) ?? sensesOf(byWord.get(word) ?? [])
  return [...byWord].map(([word, known]) => {
    let senses = sensesIn(word)
    if (senses.length === 0 && !own.has(word)) {
      const referred = referenceOf(known)
      if (referred !== undefined) senses = sensesIn(foldHan(referred))
    }
    return { word, senses, count: counts.get(word) ?? COUNT_UNKNOWN }
  })
}

/** Traditional, simplified, pinyin, definitions, and places in tables that are not used here. */
type RawEntry = readonly [string, string, string, string | readonly string[], ...unknown[]]

function readEntry([, simplified, pinyin, definitions]: RawEntry): DictionaryEntry {
  return { simplified, pinyin, definitions: typeof definitions === 'string' ? [definitions] : definitions }
}

/** "数据库 1192 n": word, count and part of speech. */
function readCounts(list: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of list.split('\n')) {
    const [word = '', count] = line.split(' ')
    if (!HAN_WORD.test(word)) continue
    const folded = foldHan(word)
    counts.set(folded, (counts.get(folded) ?? 0) + Math.max(1, Number(count)))
  }
  return counts
}
