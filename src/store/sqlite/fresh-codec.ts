import type { Posting } from './posting-codec.ts'

/*
 * Postings as text, one line per term, so that a term is found by the runtime's own string search:
 *
 *   ⏎ deploy ⇥ 907 912x2 ⏎ ana ⇥ 907 ⏎
 *
 * Terms hold neither tabs nor line breaks.
 */

export function writeFresh(postings: ReadonlyMap<string, readonly Posting[]>): string {
  let text = '\n'
  for (const [term, list] of postings) {
    text += `${term}\t`
    for (const [i, { unit, count }] of list.entries()) {
      text += `${i === 0 ? '' : ' '}${unit}${count > 1 ? `x${count}` : ''}`
    }
    text += '\n'
  }
  return text
}

/** The postings of the wanted terms, or of all of them. */
export function readFresh(text: string, wanted: ReadonlySet<string> | null): [string, Posting[]][] {
  if (wanted === null) {
    return text
      .slice(1, -1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const tab = line.indexOf('\t')
        return [line.slice(0, tab), readList(line.slice(tab + 1))]
      })
  }
  const found: [string, Posting[]][] = []
  for (const term of wanted) {
    const at = text.indexOf(`\n${term}\t`)
    if (at < 0) continue
    const start = at + term.length + 2
    found.push([term, readList(text.slice(start, text.indexOf('\n', start)))])
  }
  return found
}

function readList(list: string): Posting[] {
  return list.split(' ').map((posting) => {
    const times = posting.indexOf('x')
    if (times < 0) return { unit: Number(posting), count: 1 }
    return { unit: Number(posting.slice(0, times)), count: Number(posting.slice(times + 1)) }
  })
}
