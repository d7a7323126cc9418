import { type BytePairs, readBytePairs } from './byte-pairs.ts'
import { cutToTokens } from './cut.ts'
import { latePattern } from './late.ts'

/**
 * Counts tokens as the encoding o200k_base has them, exactly, with two bounds for the sake of time: a word of more
 * than 256 UTF-16 code units counts in parts, and a text without spaces and marks in parts of some thousands.
 * Marks such as `<|endoftext|>` are text like any other.
 */
export interface TokenCounter {
  /** With `enough`, counting may stop as soon as it is exceeded; what is given then is larger than `enough`. */
  count(text: string, enough?: number): number
  /** The longest beginning that has at most so many tokens, between graphemes, and between words where one ends nearby. */
  cutTo(text: string, tokensMax: number): string
}

/** Lines whose count is remembered, and their length (UTF-16 code units) at most: some megabytes if all are the longest. */
const REMEMBERED_MAX = 2048
const REMEMBERED_LENGTH_MAX = 1200
/** A text is split into pieces by so much at once: a pattern over megabytes could run out of stack. */
const WINDOW_LENGTH = 4096

let counter: Promise<TokenCounter> | undefined

/**
 * The counter, and its vocabulary, which is megabytes: only who counts should load it.
 * [What that costs](../../docs/decisions/0004-token-counts.md).
 */
export function loadTokenCounter(): Promise<TokenCounter> {
  counter ??= import('js-tiktoken/ranks/o200k_base?table').then(({ pattern, table }) =>
    tokenCounter(readBytePairs(table), new RegExp(pattern, 'gu')),
  )
  return counter
}

function tokenCounter(pairs: BytePairs, pieces: RegExp): TokenCounter {
  const known = new Map<string, number>()

  const countWindow = (window: string): number => {
    let tokens = 0
    for (const piece of window.match(pieces) ?? []) tokens += pairs.count(piece)
    return tokens
  }

  const countRemembered = (window: string): number => {
    if (window.length > REMEMBERED_LENGTH_MAX) return countWindow(window)
    const tokens = known.get(window) ?? countWindow(window)
    // A map keeps the order in which it was filled: its first key is the one that was not needed for longest.
    if (!known.delete(window) && known.size >= REMEMBERED_MAX) known.delete(known.keys().next().value!)
    known.set(window, tokens)
    return tokens
  }

  const countBy = (text: string, enough: number, countOf: (window: string) => number): number => {
    let tokens = 0
    for (let from = 0; from < text.length && tokens <= enough; ) {
      const to = windowEnd(text, from)
      tokens += countOf(text.slice(from, to))
      from = to
    }
    return tokens
  }

  return {
    count: (text, enough = Number.POSITIVE_INFINITY) => countBy(text, enough, countRemembered),
    // Trials of cutting are not remembered: they would push out what is asked for again.
    cutTo: (text, tokensMax) =>
      cutToTokens(text, tokensMax, (beginning, enough) => countBy(beginning, enough, countWindow)),
  }
}

/**
 * The end of a window, where a piece always ends: after a line, so that what is counted line by line adds up, or else
 * between words or before a Chinese mark. A window without any of these ends between code points.
 */
function windowEnd(text: string, from: number): number {
  const window = text.slice(from, from + WINDOW_LENGTH)
  const line = LINE_END.exec(window)
  if (line) return from + line.index + 1
  if (from + window.length === text.length) return text.length
  for (let at = window.length - 1; at > WINDOW_LENGTH / 2; at--) {
    const pair = window.slice(at - 1, at + 1)
    if (WORD_END().test(pair)) return from + at
  }
  const isPair = /[\udc00-\udfff]/.test(text[from + WINDOW_LENGTH]!)
  return from + WINDOW_LENGTH - (isPair ? 1 : 0)
}

/** What follows may neither be white space nor a slash: a piece goes on with those. */
const LINE_END = /\n(?![\s/]|$)/u
const WORD_END = latePattern(String.raw`^(?:\S |[\p{L}\p{N}][，。！？；：、])$`, 'u')
