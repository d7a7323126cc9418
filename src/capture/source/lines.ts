/** Where the lines of a text begin. */
export type Lines = readonly number[]

export function linesOf(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line that an offset is in, 1-based. */
export function lineAt(lines: Lines, offset: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low
}
