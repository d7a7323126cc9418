import { block, claim, claimNode, type EntityPage, isFree } from './entity-page.ts'
import { LITERAL_LENGTH_MAX, literalOf, nodeOfPath } from './literal-forms.ts'
import { findQuantities } from './quantities.ts'

/*
 * What is written for machines and means itself in every language: addresses, paths, endpoints, identifiers, versions, ids,
 * telephone numbers, and numbers with units. The text is cut into runs of ASCII; what a run holds (a slash, an underscore, a
 * digit) says which pattern is tried on it, so that an ordinary word costs one look at each of its characters.
 */

/** Reads literals; `isKnown` tells names ("node.js", "gpt-4") that a later reader knows better. */
export function readLiterals(page: EntityPage, isKnown: (lower: string) => boolean): void {
  const { folded } = page
  if (folded.includes('`')) readCode(page)
  if (folded.includes('/')) {
    readMatches(page, METHOD_ENDPOINT, 'endpoint')
    readMatches(page, WEB, 'identifier')
  }
  if (page.hasDigit && /\d{3}/u.test(folded)) {
    readMatches(page, PHONE, 'phone')
    readMatches(page, STATUS, 'identifier')
  }
  if (page.hasDigit || page.hasHan)
    for (const { start, end } of findQuantities(folded)) claim(page, start, end, 'quantity')
  readRuns(page, isKnown)
}

const CODE_LENGTH_MAX = 60
const CODE_WORDS_MAX = 4

const METHOD_ENDPOINT = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) {1,3}(?:https?:\/\/|\/)[\w\-./:{}<>*~%@]{0,300}/gu
const WEB =
  /\b(?:https?|ftp|wss?):\/\/[\w\-./:{}~%@?&=#+!$*,;()]{2,1000}|\bwww\.[a-z\d-]{1,63}\.[\w\-./?&=#%]{2,500}/giu
const PHONE =
  /(?<![\w.+-])(?:\+\d{1,3}[ -]?(?:\(\d{1,4}\)[ -]?)?\d{2,4}(?:[ -]?\d{2,4}){1,3}|1[3-9]\d(?:[ -]?\d{4}){2}|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4}|0\d{2,3}-\d{7,8}|09\d\d-\d{3}-\d{3})(?![\w-]|\.\d)/gu
const STATUS = /\bHTTP[ /][1-5]\d\d\b/gu
const TAIL = /[.,:;!?*)}>'"~-]/u

function readMatches(page: EntityPage, pattern: RegExp, as: 'endpoint' | 'identifier' | 'phone'): void {
  for (const match of page.folded.matchAll(pattern)) {
    const start = match.index
    let end = start + match[0].length
    while (end > start && TAIL.test(page.folded[end - 1]!) && !isClosing(page.folded, start, end)) end--
    if (as === 'endpoint') claimNode(page, { start, end, node: 'endpoint', kind: 'service' })
    else claim(page, start, end, 'identifier')
    if (as !== 'phone' && !(as === 'identifier' && pattern === WEB)) page.isTechnical = true
  }
}

/** A bracket that was opened within belongs to it: `/users/{id}`. */
function isClosing(text: string, start: number, end: number): boolean {
  const open = { '}': '{', ')': '(', '>': '<' }[text[end - 1]!]
  return open !== undefined && text.slice(start, end - 1).includes(open)
}

const FENCE = /^[ \t]{0,3}(?:```|~~~)[^\n]{0,80}\n/gmu
const CODE_SPAN = /(?<!`)`([^`\n]{1,120})`(?!`)/gu
const CODE_NOISE = /^(?:true|false|null|undefined|none|nil|\d+|.)$/iu

/** Code spans that are short; a fenced block only says that the text is technical. */
function readCode(page: EntityPage): void {
  if (page.folded.includes('```')) page.isTechnical = true
  for (const match of page.folded.matchAll(CODE_SPAN)) {
    page.isTechnical = true
    const code = match[1]!.trim()
    const start = match.index + 1 + match[1]!.indexOf(code)
    const end = start + code.length
    if (CODE_NOISE.test(code) || !/[\p{L}\d]/u.test(code)) block(page, start, end)
    else if (METHOD_ENDPOINT.test(code) || code.includes('://')) METHOD_ENDPOINT.lastIndex = 0
    else if (code.length <= CODE_LENGTH_MAX && code.split(' ').length <= CODE_WORDS_MAX) {
      const node = nodeOfPath(code)
      if (node && !code.includes(' ')) claimNode(page, { start, end, node, kind: 'concept' })
      else claim(page, start, end, 'identifier')
    }
  }
}

/** The stretches between fences; names in code are those of identifiers only. */
export function fencedStretches(text: string): { readonly start: number; readonly end: number }[] {
  if (!text.includes('```') && !text.includes('~~~')) return []
  const fences = [...text.matchAll(FENCE)].map((match) => match.index)
  const stretches: { start: number; end: number }[] = []
  for (let i = 0; i < fences.length; i += 2) stretches.push({ start: fences[i]!, end: fences[i + 1] ?? text.length })
  return stretches
}

const UPPER = 1
const LOWER = 2
const DIGIT = 4
const MARK = 8
const HUMP = 16

function readRuns(page: EntityPage, isKnown: (lower: string) => boolean): void {
  const { folded } = page
  let start = 0
  while (start < folded.length) {
    let flags = 0
    let before = 0
    let end = start
    for (; end < folded.length; end++) {
      const flag = FLAGS[folded.charCodeAt(end)]
      if (!flag) break
      if (flag === UPPER && before === LOWER) flags |= HUMP
      flags |= flag
      before = flag
    }
    if (flags & (DIGIT | MARK | HUMP) || (flags & UPPER && end - start > 4)) {
      if (flags & (LOWER | UPPER | DIGIT)) readRun(page, start, end, isKnown)
    }
    start = end + 1
  }
}

const FLAGS = new Uint8Array(128)
for (const mark of '#$%&*+-./:?@\\_{}~') FLAGS[mark.charCodeAt(0)] = MARK
for (let code = 48; code < 58; code++) FLAGS[code] = DIGIT
for (let code = 65; code < 91; code++) FLAGS[code] = UPPER
for (let code = 97; code < 123; code++) FLAGS[code] = LOWER

function readRun(page: EntityPage, from: number, to: number, isKnown: (lower: string) => boolean): void {
  const { folded } = page
  let [start, end] = [from, to]
  while (start < end && /[*:&?+%{}-]/u.test(folded[start]!)) start++
  while (end > start && /[.:?*&$@%~{}#+-]/u.test(folded[end - 1]!) && !isClosing(folded, start, end)) end--
  if (start >= end || end - start > LITERAL_LENGTH_MAX || !isFree(page, start, end)) {
    if (to - from > LITERAL_LENGTH_MAX) block(page, from, to)
    else if (end > start) readPieces(page, start, end, isKnown)
    return
  }
  // "Müller" is no run of ASCII; its pieces are not words.
  if (isLatinLetter(folded, start - 1) || isLatinLetter(folded, end)) return
  const run = folded.slice(start, end)
  if (isKnown(run.toLowerCase())) return
  const literal = literalOf(run, folded[end] ?? '')
  if (literal === 'none') block(page, start, end)
  else if (literal) {
    const length = literal.length ?? run.length
    if (literal.node === 'entity') claim(page, start, start + length, literal.kind)
    else claimNode(page, { start, end: start + length, node: literal.node, kind: 'concept' })
    if (literal.isTechnical) page.isTechnical = true
  } else readPieces(page, start, end, isKnown)
}

/** `level:tokenStore`, `a&b`: what a colon or sign joins may be literals on both sides. */
function readPieces(page: EntityPage, start: number, end: number, isKnown: (lower: string) => boolean): void {
  let from = start
  for (let i = start; i <= end; i++) {
    if (i < end && page.taken[i] === 0 && !/[:&?%$*]/u.test(page.folded[i]!)) continue
    if (i > from && (from > start || i < end)) readRun(page, from, i, isKnown)
    from = i + 1
  }
}

function isLatinLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xc0 && code < 0x370
}
