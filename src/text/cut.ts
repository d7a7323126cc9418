import { estimateTokenCount } from 'tokenx'
import { graphemeBoundary } from './clean.ts'

/**
 * Tokens of a text, estimated from its scripts without a vocabulary: a language model's own count differs by about a
 * tenth, and none of them agrees with another.
 */
export function countTokens(text: string): number {
  return estimateTokenCount(text)
}

/** The longest beginning of a text that has at most so many tokens, cut at a word where one ends nearby. */
export function cutToTokens(text: string, tokensMax: number): string {
  if (countTokens(text) <= tokensMax) return text
  let [fits, fails] = [0, text.length]
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1
    if (countTokens(text.slice(0, middle)) <= tokensMax) fits = middle
    else fails = middle
  }
  let cut = graphemeBoundary(text, fits)
  const space = text.lastIndexOf(' ', cut)
  if (space > cut * 0.8) cut = space
  // The estimate does not grow evenly: half an emoji may cost less than none of it.
  while (cut > 0 && countTokens(text.slice(0, cut)) > tokensMax) cut = graphemeBoundary(text, cut - 1)
  return text.slice(0, cut)
}
