import { graphemeBoundary } from './clean.ts'

/** How many tokens a text has; counting may stop once there are more than `enough`. */
export type CountTokens = (text: string, enough: number) => number

/** How far back the end of a word is looked for (UTF-16 code units). */
const WORD_REACH = 32
/** Cuts are tried at so many units per token first; there is hardly a token with more characters in the mean. */
const UNITS_PER_TOKEN = 8

/**
 * The longest beginning of a text that has at most so many tokens, cut between graphemes, and between words where one
 * ends nearby. The work grows with what is kept, not with the text.
 */
export function cutToTokens(text: string, tokensMax: number, count: CountTokens): string {
  if (!(tokensMax > 0)) return ''
  let fits = 0
  let fails = text.length + 1
  // Doubling first: the text may be a thousand times as long as what is kept of it.
  for (let length = Math.max(64, tokensMax * UNITS_PER_TOKEN); fails - fits > 1; length *= 2) {
    const end = Math.min(text.length, length)
    if (count(text.slice(0, end), tokensMax) > tokensMax) {
      fails = end
      break
    }
    if (end === text.length) return text
    fits = end
  }
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1
    if (count(text.slice(0, middle), tokensMax) <= tokensMax) fits = middle
    else fails = middle
  }
  let cut = wordBoundary(text, graphemeBoundary(text, fits))
  // Counts do not grow evenly: half a word may have more tokens than the whole, so a shorter text may not fit.
  while (cut > 0 && count(text.slice(0, cut), tokensMax) > tokensMax) cut = graphemeBoundary(text, cut - 1)
  return text.slice(0, cut)
}

let words: Intl.Segmenter | undefined

/** The end of the last word at or before `cut`, a grapheme boundary, if that leaves most of the text; else `cut`. */
function wordBoundary(text: string, cut: number): number {
  if (cut <= 0 || cut >= text.length) return cut
  const least = Math.max(cut * 0.8, cut - WORD_REACH)
  const space = text.lastIndexOf(' ', cut)
  if (space > least) return space
  // A script without spaces has its words in a dictionary.
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const from = graphemeBoundary(text, Math.max(0, cut - WORD_REACH))
  let end = cut
  for (const { index, segment } of words.segment(text.slice(from, cut + WORD_REACH))) {
    if (from + index > cut) break
    end = from + index
    if (from + index + segment.length === cut) end = cut
  }
  return end > least ? graphemeBoundary(text, end) : cut
}
