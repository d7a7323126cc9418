/**
 * The parser is native and bounds nothing: text that nests a few thousand levels ends the process, and every error is
 * described with the whole line that it is in, which fills the memory when a line of data has as many errors as
 * characters. Nobody writes such code by hand, but there are fixtures, and data under a name of code.
 */
const DEPTH_MAX = 1_000
/** Longer lines than people write. */
const LONG_LINE = 300
const CHAINS_MAX = 1_000
const RUN_MAX = 3_000
const BRANCHES_MAX = 4_000
const ERROR_BYTES_MAX = 300_000_000

/** Whether a text can be given to the parser. Brackets in strings count as well: they are seldom that unbalanced. */
export function isWithinParserLimits(text: string): boolean {
  return depthOf(text) <= DEPTH_MAX && chainsAreBearable(text) && linesAreBearable(text)
}

/** How deep brackets go, those of tags and types by themselves. */
function depthOf(text: string): number {
  let brackets = 0
  let angles = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '(' || character === '[' || character === '{') brackets++
    else if (character === ')' || character === ']' || character === '}') brackets = Math.max(0, brackets - 1)
    else if (character === '<' && text[at + 1] !== ' ' && text[at + 1] !== '=') angles++
    else if (character === '>' && text[at - 1] !== '=') angles = Math.max(0, angles - 1)
    if (brackets > deepest || angles > deepest) deepest = Math.max(brackets, angles)
  }
  return deepest
}

/** Operators that nest to the right, and statements in statements: each is a level, though no bracket says so. */
function chainsAreBearable(text: string): boolean {
  let run = 0
  let branches = 0
  for (const [token] of text.matchAll(
    /[;,{}]|\b(?:if|for|while|else|new|typeof|await|void|delete|extends|with|yield|async)\b|<[A-Za-z]|=|\?|!|~|\*\*|[-+](?=\s{0,20}[-+])|\b\w:/gu,
  )) {
    if (token === 'else' || token === 'for') branches++
    run = /[;,{}]/u.test(token) ? 0 : run + 1
    if (run > RUN_MAX || branches > BRANCHES_MAX) return false
  }
  return true
}

function linesAreBearable(text: string): boolean {
  let errorBytes = 0
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next === -1 ? text.length : next
    if (end - start > LONG_LINE) {
      const line = text.slice(start, end)
      if (
        count(
          line,
          /\b(?:if|for|while|else|new|typeof|await|void|delete|extends|with|yield|async)\b|<[A-Za-z]|=|\?|!|~|[-+](?=\s{0,20}[-+])|\b\w:/gu,
        ) > CHAINS_MAX
      )
        return false
      // Most errors need one of these.
      errorBytes += line.length * count(line, /[\\;{}()?*]/gu)
    }
    start = end + 1
  }
  return errorBytes <= ERROR_BYTES_MAX
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}
