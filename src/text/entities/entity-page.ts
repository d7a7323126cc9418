import type { EntityKind } from '../../graph/nodes.ts'
import type { TextSpan } from '../../graph/spans.ts'
import { foldHan } from '../han.ts'

/*
 * The text that the readers of entities share, in forms of the same length, with what the readers before have taken: a later
 * reader never takes again what an earlier one, which knew more, took.
 */

export interface EntityPage {
  readonly text: string
  /** Traditional characters as simplified, full-width letters and digits as plain ones. */
  readonly folded: string
  readonly lower: string
  /** Or characters that may be Han, outside the basic plane. */
  readonly hasHan: boolean
  readonly hasKana: boolean
  readonly hasUpper: boolean
  readonly hasDigit: boolean
  readonly hasQuote: boolean
  readonly taken: Uint8Array
  readonly found: FoundEntity[]
  /** Whether something says that the text is about software. */
  isTechnical: boolean
  /** How many more stretches of Chinese may be cut into words. */
  cutsLeft: number
  /** Technical words of daily talk that were passed over; enough of them make a text technical. */
  readonly everyday: Set<string>
}

export interface FoundEntity extends TextSpan {
  readonly node: 'entity' | 'file' | 'endpoint'
  readonly kind: EntityKind
}

export function makePage(text: string): EntityPage {
  const has = signsOf(text)
  const plain = has & FULL_WIDTH ? text.replace(FULL_WIDTH_ALL, narrow) : text
  const folded = has & TRADITIONAL ? foldHan(plain) : plain
  let lower = folded.toLowerCase()
  // İ grows when it is made small; positions must stay.
  if (lower.length !== folded.length) lower = folded.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase())
  return {
    text,
    folded,
    lower,
    hasHan: (has & HAN) !== 0,
    hasKana: (has & KANA) !== 0,
    hasUpper: lower !== folded,
    hasDigit: (has & (DIGIT | FULL_WIDTH)) !== 0,
    hasQuote: (has & QUOTE) !== 0,
    taken: new Uint8Array(text.length),
    found: [],
    isTechnical: false,
    cutsLeft: CUTS_MAX,
    everyday: new Set(),
  }
}

/** A text of ordinary words needs a few; one that is made of ends of names (区区区) would need one for each character. */
const CUTS_MAX = 400

const HAN = 1
const KANA = 2
const DIGIT = 4
const QUOTE = 8
const FULL_WIDTH = 16
const TRADITIONAL = 32
/** By code unit, what the presence of a character says; 0 for most letters, filled as characters are met. */
const SIGNS = new Uint8Array(0x10000)
const KNOWN = 64

/** One look at each character spares most texts most patterns. */
function signsOf(text: string): number {
  let has = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    let sign = SIGNS[code]!
    if (sign === 0) {
      sign = KNOWN | signOf(code)
      SIGNS[code] = sign
    }
    has |= sign
  }
  return has
}

function signOf(code: number): number {
  const character = String.fromCharCode(code)
  // Halves of pairs: rare characters of Chinese, which are looked at one by one, or emoji.
  if (code >= 0xd800 && code <= 0xdfff) return HAN | TRADITIONAL
  if (/\p{Script=Han}/u.test(character)) return foldHan(character) === character ? HAN : HAN | TRADITIONAL
  if (/[\u3041-\u3096\u30a1-\u30fa]/u.test(character)) return KANA
  if (/[\d]/u.test(character)) return DIGIT
  if (/["“'‘「『《]/u.test(character)) return QUOTE
  return character.match(FULL_WIDTH_ALL) ? FULL_WIDTH : 0
}

export function isFree(page: EntityPage, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (page.taken[i] !== FREE) return false
  return true
}

/** Notes an entity unless part of it is taken. */
export function claim(page: EntityPage, start: number, end: number, kind: EntityKind): boolean {
  return claimNode(page, { start, end, node: 'entity', kind })
}

export function claimNode(page: EntityPage, found: FoundEntity): boolean {
  if (found.end <= found.start || !isFree(page, found.start, found.end)) return false
  page.taken.fill(TAKEN, found.start, found.end)
  page.found.push(found)
  return true
}

/** Keeps every later reader out of a stretch in which nothing is to be found. */
export function block(page: EntityPage, start: number, end: number): void {
  page.taken.fill(TAKEN, start, end)
}

const FREE = 0
const TAKEN = 1
const FULL_WIDTH_ALL = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uffe5\uff05]/gu

function narrow(character: string): string {
  return character === '￥' ? '¥' : String.fromCharCode(character.charCodeAt(0) - 0xfee0)
}
