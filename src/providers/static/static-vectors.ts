import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WordVectors } from '../../ports/related-words.ts'
import { cutRun } from '../../text/gloss/gloss.ts'
import { type GlossTable, readGlossTable } from '../../text/gloss/gloss-table.ts'
import { foldHan } from '../../text/han.ts'
import { isHanStopWord, isStopWord } from '../../text/stop-words.ts'
import { intactSize } from '../model-files.ts'
import { readWordTable, type WordTable } from './word-table.ts'

/*
 * Vectors of words without any model at run time: each word's vector was read off the model once, when Engraph was
 * built. A text has the sum of those of its words, rare ones weighing more (smooth inverse frequency, Arora et al.
 * 2017). A Chinese word has the vector of its English glosses, so both languages share one space; common ones were read
 * off the model too, others are put together from the words of their glosses.
 */

export const STATIC_FILE = 'static.bin'
export const GLOSS_FILE = 'gloss.bin'

/** Words of a text that are read. */
const WORDS_MAX = 10_000
const WORD_LENGTH_MAX = 64
/** Senses of a Chinese word that make its vector: the first alone is too often not what is meant. */
const SENSES_MAX = 2
/** The constant of smooth inverse frequency. */
export const FREQUENCY_SMOOTHING = 1e-3
/** Words in the collection that counts of Chinese words come from, as a logarithm. */
const LOG_COUNT_ALL = 17.9
/** Vectors of Chinese words that are kept, about a kilobyte each; emptied when full. */
const HAN_CACHE_MAX = 4096

const WORD_OR_RUN = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]{1,400}/gu
const ACCENTS = /[\u0300-\u036f]+/gu
const LATIN = /^[a-z]/u
const SENSE_WORD = /[a-z]{2,}/gu

/**
 * The vectors in a folder, or `undefined` if it has none or a file is damaged. Without glosses, Chinese words have no
 * vectors; with damaged ones nothing has, as zeros for Chinese texts would be kept and taken for their vectors.
 */
export function loadWordVectors(folder: string, glossesOf = loadGlosses): WordVectors | undefined {
  const words = readTable(folder, STATIC_FILE, readWordTable)
  if (!words) return undefined
  if (!existsSync(join(folder, GLOSS_FILE))) return wordVectors(words)
  const glosses = glossesOf(folder)
  return glosses && wordVectors(words, glosses)
}

/** The glosses in a folder, or `undefined` if it has none or they are damaged. */
export function loadGlosses(folder: string): GlossTable | undefined {
  return readTable(folder, GLOSS_FILE, readGlossTable)
}

function readTable<Table>(
  folder: string,
  name: string,
  read: (bytes: Uint8Array) => Table | undefined,
): Table | undefined {
  if (!intactSize(folder, name)) return undefined
  try {
    return read(readFileSync(join(folder, name)))
  } catch {
    return undefined
  }
}

interface Weighed {
  readonly vector: Float32Array
  readonly weight: number
}

export function wordVectors(words: WordTable, glosses?: GlossTable): WordVectors {
  const { dimensions } = words
  const hanVectors = new Map<number, Weighed | null>()

  const known = (word: string): Weighed | null => {
    const place = words.find(word)
    return place < 0 ? null : { vector: words.vector(place), weight: words.weight(place) }
  }

  const ofSenses = (senses: readonly string[]): Float32Array | null => {
    const vectors = senses.flatMap((sense) => {
      const parts = (sense.toLowerCase().match(SENSE_WORD) ?? []).filter((word) => !isStopWord(word, 'en'))
      const found = parts.flatMap((word) => known(word)?.vector ?? [])
      return found.length === 0 ? [] : [unitSum(found, dimensions)]
    })
    return vectors.length === 0 ? null : unitSum(vectors, dimensions)
  }

  const ofHan = (id: number, logCount: number): Weighed | null => {
    let weighed = hanVectors.get(id)
    if (weighed !== undefined) return weighed
    const vector = known(hanKey(id))?.vector ?? ofSenses(glosses!.senses(id).slice(0, SENSES_MAX))
    const weight = FREQUENCY_SMOOTHING / (FREQUENCY_SMOOTHING + Math.exp(logCount - LOG_COUNT_ALL))
    weighed = vector && { vector, weight }
    if (hanVectors.size >= HAN_CACHE_MAX) hanVectors.clear()
    hanVectors.set(id, weighed)
    return weighed
  }

  /** An unknown word in the longest pieces that are known, from its beginning; no pieces if not all of it is. */
  const ofPieces = (word: string): Weighed | null => {
    const vectors: Float32Array[] = []
    for (let from = 0; from < word.length; ) {
      let to = word.length
      let place = -1
      for (; to > from && place < 0; to--) place = words.find((from === 0 ? '' : '##') + word.slice(from, to))
      if (place < 0) return null
      vectors.push(words.vector(place))
      from = to + 1
    }
    return { vector: unitSum(vectors, dimensions), weight: 1 }
  }

  const wordsOf = (text: string): Weighed[] => {
    const found: Weighed[] = []
    for (const [run] of plain(text).matchAll(WORD_OR_RUN)) {
      if (found.length >= WORDS_MAX) break
      const word = run.toLowerCase()
      if (LATIN.test(word)) {
        if (word.length < 2 || word.length > WORD_LENGTH_MAX || isStopWord(word, 'en')) continue
        const weighed = known(word) ?? ofPieces(word)
        if (weighed) found.push(weighed)
      } else if (glosses) {
        const folded = foldHan(run)
        let at = 0
        for (const { id, length, logCount } of cutRun(glosses, folded)) {
          const weighed = id < 0 || isHanStopWord(folded.slice(at, at + length)) ? null : ofHan(id, logCount)
          at += length
          if (weighed) found.push(weighed)
        }
      }
    }
    return found
  }

  return {
    dimensions,
    digest: words.digest,
    vectorOf(word) {
      if (word.length === 0 || word.length > WORD_LENGTH_MAX) return null
      const lower = plain(word).toLowerCase()
      if (LATIN.test(lower)) return known(lower)?.vector ?? null
      const folded = foldHan(lower)
      const match = glosses?.match(folded, 0).find(({ length }) => length === folded.length)
      return match ? (ofHan(match.id, match.logCount)?.vector ?? null) : null
    },
    textVector: (text) => {
      const found = wordsOf(text)
      return unitSum(
        found.map(({ vector }) => vector),
        dimensions,
        found.map(({ weight }) => weight),
      )
    },
  }
}

/** Under which a Chinese word stands among the words: its number in the table of glosses. */
export function hanKey(id: number): string {
  return `=${id}`
}

function plain(text: string): string {
  return /^[\0-\x7f]*$/u.test(text) ? text : text.normalize('NFKD').replace(ACCENTS, '')
}

/** The weighed sum of vectors at unit length, or zeros. */
function unitSum(vectors: readonly Float32Array[], dimensions: number, weights?: readonly number[]): Float32Array {
  const sum = new Float32Array(dimensions)
  for (const [i, vector] of vectors.entries()) {
    const weight = weights?.[i] ?? 1
    for (let at = 0; at < dimensions; at++) sum[at]! += weight * vector[at]!
  }
  let squares = 0
  for (let at = 0; at < dimensions; at++) squares += sum[at]! * sum[at]!
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let at = 0; at < dimensions; at++) sum[at]! *= scale
  return sum
}
