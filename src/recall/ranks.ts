/** 1 + how many scores are larger, for several values in one pass. */
export function ranksOf(scores: ArrayLike<number>, values: readonly number[]): (number | null)[] {
  const sorted = Float64Array.from(new Set(values)).sort()
  const above = new Uint32Array(sorted.length + 1)
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!
    if (score <= sorted[0]!) continue
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < score) low = middle + 1
      else high = middle
    }
    above[low]!++
  }
  // `above[n]` counts the scores larger than exactly n of the values; a value is outranked by those beyond it.
  for (let n = sorted.length - 1; n >= 0; n--) above[n]! += above[n + 1]!
  return values.map((value) => (value > 0 ? 1 + above[sorted.indexOf(value) + 1]! : null))
}
