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

/** More terms are not searched for one by one: going through all lines takes less then. */
const SEARCHED_MAX = 12

/** Adds the postings of the wanted terms to their lists. */
export function readFresh(text: string, wanted: ReadonlySet<string>, lists: Map<string, Posting[]>): void {
  if (wanted.size > SEARCHED_MAX) {
    readLines(text, wanted, lists)
    return
  }
  for (const term of wanted) {
    const at = text.indexOf(`\n${term}\t`)
    if (at >= 0) readList(text, at + term.length + 2, listOf(lists, term))
  }
}

function readLines(text: string, wanted: ReadonlySet<string>, lists: Map<string, Posting[]>): void {
  let at = 1
  while (at < text.length) {
    const tab = text.indexOf('\t', at)
    const term = text.slice(at, tab)
    at = (wanted.has(term) ? readList(text, tab + 1, listOf(lists, term)) : text.indexOf('\n', tab)) + 1
  }
}

/** Adds all postings to the lists of their terms. */
export function readAllFresh(text: string, lists: Map<string, Posting[]>): void {
  let at = 1
  while (at < text.length) {
    const tab = text.indexOf('\t', at)
    at = readList(text, tab + 1, listOf(lists, text.slice(at, tab))) + 1
  }
}

/** The terms alone. */
export function freshTerms(text: string): string[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(0, line.indexOf('\t'))]))
}

function listOf(lists: Map<string, Posting[]>, term: string): Posting[] {
  const known = lists.get(term)
  if (known) return known
  const list: Posting[] = []
  lists.set(term, list)
  return list
}

/** Reads postings up to the end of the line and answers where that is. Digit by digit, since there are millions. */
function readList(text: string, from: number, list: Posting[]): number {
  let [unit, value] = [0, 0]
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) value = value * 10 + code - 48
    else if (code === 120) [unit, value] = [value, 0]
    else {
      list.push(unit === 0 ? { unit: value, count: 1 } : { unit, count: value })
      if (code !== 32) return at
      ;[unit, value] = [0, 0]
    }
  }
}
