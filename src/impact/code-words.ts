import type { SourceFile, SourceGraph } from '../graph/source-graph.ts'
import { fileName, wordsOf } from './file-names.ts'
import { type TermList, WeightedLists } from './weighted-lists.ts'

/** How two files are alike by what stands in them. */
export interface WordLikeness {
  /** Cosine of identifiers as they are written. */
  readonly identifiers: number
  /** Cosine of the words that identifiers and paths are made of. */
  readonly words: number
  /** Rarity of the names that the file uses and the other defines. */
  readonly uses: number
  /** Rarity of the names that the other uses and the file defines. */
  readonly usedBy: number
}

/** Names defined in more files than this belong to none of them. */
const DEFINERS_MAX = 3
/** Names used in more files than this say little of any. */
const USERS_MAX = 60
/** Shorter names are used for everything. */
const NAME_LENGTH_MIN = 4
const WORD_LENGTH_MIN = 2
/** A path's word counts as often as one that stands in the text so many times. */
const PATH_WORD_COUNT = 5

/** The identifiers and definitions of all files of a graph, for comparing one of them with all others. */
export class CodeWords {
  readonly #paths: readonly string[]
  readonly #fileOf: ReadonlyMap<string, number>
  readonly #lists: readonly FileTerms[]
  readonly #identifiers: WeightedLists
  readonly #words: WeightedLists
  readonly #pathWords: WeightedLists
  readonly #definers = new Map<number, number[]>()

  constructor(graph: SourceGraph, paths: readonly string[]) {
    if (terms.size > TERMS_MAX) {
      terms.clear()
      made = new WeakMap()
    }
    this.#paths = paths
    this.#fileOf = new Map(paths.map((path, at) => [path, at]))
    this.#lists = paths.map((path) => termsOf(graph.files.get(path), path))
    this.#identifiers = new WeightedLists(
      this.#lists.map(({ identifiers }) => identifiers),
      terms.size,
    )
    this.#words = new WeightedLists(
      this.#lists.map(({ words }) => words),
      terms.size,
    )
    this.#pathWords = new WeightedLists(
      this.#lists.map(({ pathWords }) => pathWords),
      terms.size,
    )
    this.#lists.forEach(({ defined }, file) => {
      for (const name of defined) {
        const definers = this.#definers.get(name)
        if (definers === undefined) this.#definers.set(name, [file])
        else definers.push(file)
      }
    })
  }

  /** Files alike by what stands in them, at most about `4 × filesMax`. */
  likeTo(path: string, filesMax: number): ReadonlyMap<string, WordLikeness> {
    const file = this.#fileOf.get(path)
    const found = new Map<string, { -readonly [K in keyof WordLikeness]: number }>()
    if (file === undefined) return found
    const put = (kind: keyof WordLikeness, values: Iterable<readonly [number, number]>) => {
      for (const [other, value] of values) {
        const name = this.#paths[other]!
        let likeness = found.get(name)
        if (likeness === undefined) {
          likeness = { identifiers: 0, words: 0, uses: 0, usedBy: 0 }
          found.set(name, likeness)
        }
        likeness[kind] = value
      }
    }
    put('identifiers', this.#identifiers.similarTo(file, filesMax))
    put('words', this.#words.similarTo(file, filesMax))
    put('uses', top(this.#uses(file), filesMax))
    put('usedBy', top(this.#usedBy(file), filesMax))
    return found
  }

  /** Files whose paths have the same rare words. */
  likeByPath(path: string, filesMax: number): ReadonlyMap<string, number> {
    const file = this.#fileOf.get(path)
    if (file === undefined) return new Map()
    return new Map(this.#pathWords.similarTo(file, filesMax).map(([other, cosine]) => [this.#paths[other]!, cosine]))
  }

  #uses(file: number): Map<number, number> {
    const sums = new Map<number, number>()
    for (const name of this.#lists[file]!.identifiers.ids) {
      const definers = this.#definers.get(name)
      if (definers === undefined || definers.length > DEFINERS_MAX || definers.includes(file)) continue
      const users = this.#identifiers.filesWith(name).length
      if (users > USERS_MAX) continue
      for (const definer of definers) add(sums, definer, rarity(this.#paths.length, users) / definers.length)
    }
    return sums
  }

  #usedBy(file: number): Map<number, number> {
    const sums = new Map<number, number>()
    for (const name of this.#lists[file]!.defined) {
      const definers = this.#definers.get(name)!
      if (definers.length > DEFINERS_MAX) continue
      const users = this.#identifiers.filesWith(name)
      if (users.length > USERS_MAX) continue
      for (const user of users) {
        if (!definers.includes(user)) add(sums, user, rarity(this.#paths.length, users.length) / definers.length)
      }
    }
    return sums
  }
}

interface FileTerms {
  readonly identifiers: TermList
  readonly words: TermList
  readonly pathWords: TermList
  readonly defined: Int32Array
}

/** Numbers of the terms that were met. Graphs of one repository share nearly all of them. */
const terms = new Map<string, number>()
/** The terms of a file are made once for as long as the file stays what it is. */
let made = new WeakMap<SourceFile, FileTerms>()
/** More come from many repositories in one long life; then the numbers begin anew, before a graph is read with them. */
const TERMS_MAX = 3_000_000

function termsOf(file: SourceFile | undefined, path: string): FileTerms {
  const known = file === undefined ? undefined : made.get(file)
  if (known !== undefined) return known
  const { words: ofPath } = fileName(path)
  const counts = new Map<string, number>()
  const words = new Map<string, number>(ofPath.map((word) => [word, PATH_WORD_COUNT]))
  file?.identifiers.forEach((name, at) => {
    if (name.length < NAME_LENGTH_MIN) return
    const count = file.counts[at] ?? 1
    counts.set(name, count)
    for (const word of wordsOf(name)) {
      if (word.length >= WORD_LENGTH_MIN) words.set(word, (words.get(word) ?? 0) + count)
    }
  })
  const defined = (file?.definitions ?? []).filter(({ name }) => name.length >= NAME_LENGTH_MIN)
  const list: FileTerms = {
    identifiers: termList(counts),
    words: termList(words),
    pathWords: termList(new Map(ofPath.map((word) => [word, 1]))),
    defined: Int32Array.from(new Set(defined.map(({ name }) => termId(name)))),
  }
  if (file !== undefined) made.set(file, list)
  return list
}

function termList(counts: ReadonlyMap<string, number>): TermList {
  return {
    ids: Int32Array.from(counts.keys(), termId),
    weights: Float32Array.from(counts.values(), (count) => 1 + Math.log(count)),
  }
}

function termId(term: string): number {
  let id = terms.get(term)
  if (id === undefined) {
    id = terms.size
    terms.set(term, id)
  }
  return id
}

function rarity(files: number, users: number): number {
  return Math.log(1 + files / Math.max(1, users))
}

function add(sums: Map<number, number>, key: number, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}

function top(sums: ReadonlyMap<number, number>, filesMax: number): readonly (readonly [number, number])[] {
  return [...sums].sort(([a, some], [b, others]) => others - some || a - b).slice(0, filesMax)
}
