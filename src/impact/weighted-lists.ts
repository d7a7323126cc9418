/**
 * Files as lists of numbered terms with weights, and for each term the files that have it. Compares one file with all
 * others by the cosine of their weights, each term weighing what its rarity is worth.
 */
export interface TermList {
  readonly ids: Int32Array
  /** How often, dampened: 1 + ln(count). */
  readonly weights: Float32Array
}

/** Terms that more than this share of the files have tell none apart. */
const SHARE_MAX = 0.25
/** Below this many files, shares mean nothing. */
const FILES_MIN = 20

export class WeightedLists {
  readonly #lists: readonly TermList[]
  /** Where the files of each term begin in `#files`. */
  readonly #starts: Int32Array
  readonly #files: Int32Array
  readonly #weights: Float32Array
  readonly #rarity: Float32Array
  readonly #norms: Float32Array

  constructor(lists: readonly TermList[], termsCount: number) {
    this.#lists = lists
    const starts = new Int32Array(termsCount + 1)
    for (const { ids } of lists) for (const id of ids) starts[id + 1]!++
    const rarity = new Float32Array(termsCount)
    const most = lists.length < FILES_MIN ? lists.length : lists.length * SHARE_MAX
    for (let term = 0; term < termsCount; term++) {
      const files = starts[term + 1]!
      rarity[term] = files > most ? 0 : Math.log(1 + lists.length / Math.max(1, files))
      starts[term + 1] = starts[term]! + files
    }
    const next = starts.slice()
    const files = new Int32Array(starts[termsCount]!)
    const weights = new Float32Array(starts[termsCount]!)
    const norms = new Float32Array(lists.length)
    lists.forEach(({ ids, weights: own }, file) => {
      let squares = 0
      for (let at = 0; at < ids.length; at++) {
        const slot = next[ids[at]!]!++
        files[slot] = file
        weights[slot] = own[at]!
        squares += (own[at]! * rarity[ids[at]!]!) ** 2
      }
      norms[file] = Math.sqrt(squares)
    })
    this.#starts = starts
    this.#files = files
    this.#weights = weights
    this.#rarity = rarity
    this.#norms = norms
  }

  filesWith(term: number): Int32Array {
    return this.#files.subarray(this.#starts[term] ?? 0, this.#starts[term + 1] ?? 0)
  }

  /** The most alike, best first, with their cosine 0..1. */
  similarTo(file: number, filesMax: number): readonly (readonly [file: number, cosine: number])[] {
    const { ids, weights } = this.#lists[file]!
    const sums = new Float64Array(this.#lists.length)
    for (let at = 0; at < ids.length; at++) {
      const term = ids[at]!
      const worth = weights[at]! * this.#rarity[term]! ** 2
      if (worth === 0) continue
      for (let slot = this.#starts[term]!; slot < this.#starts[term + 1]!; slot++) {
        sums[this.#files[slot]!]! += worth * this.#weights[slot]!
      }
    }
    // The best are kept in order while going through; most files are below the last of them and cost a comparison.
    const found: (readonly [file: number, cosine: number])[] = []
    for (let other = 0; other < sums.length; other++) {
      const sum = sums[other]!
      if (sum === 0 || other === file) continue
      const cosine = sum / (this.#norms[file]! * this.#norms[other]!)
      if (found.length === filesMax && cosine <= found[filesMax - 1]![1]) continue
      let place = Math.min(found.length, filesMax - 1)
      for (; place > 0 && found[place - 1]![1] < cosine; place--) found[place] = found[place - 1]!
      found[place] = [other, cosine]
    }
    return found
  }
}
