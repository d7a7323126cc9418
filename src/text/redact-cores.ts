/** Plain texts of which one stands in every name that announces a secret. */
export const CORES =
  'pass pw psw secret token key credential auth signing 密码 口令 通行码 令牌 授权码 密钥 秘钥 私钥'.split(' ')

/** A name that may announce a secret, and where it stands: UTF-16 code units, `end` excluded. */
export interface Name {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Where a core stands. */
export interface Core {
  readonly start: number
  readonly end: number
}

/** Where the cores of such names stand in a text of small letters, in their order. */
export function coresIn(lower: string): readonly Core[] {
  const found: Core[] = []
  for (const core of CORES) {
    for (let at = lower.indexOf(core); at >= 0; at = lower.indexOf(core, at + core.length)) {
      found.push({ start: at, end: at + core.length })
    }
  }
  return found.sort((one, other) => one.start - other.start)
}

const WIDE = /[\uff0d\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]/

/** Whether letters and digits of the width of Chinese stand in a text. */
export function isWide(text: string): boolean {
  return WIDE.test(text)
}

/** Letters of the width of Chinese as plain ones, each in its place. */
export function narrowed(text: string): string {
  if (!WIDE.test(text)) return text
  return text.replace(new RegExp(`${WIDE.source}+`, 'g'), (letters) => letters.normalize('NFKC'))
}

/** Small letters, each in its place: some capitals become two letters, and are none of ours. */
export function lowered(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** What goes on the name itself. */
const MORE = /(?:phrase|passe)\b/iy
const VERB = /(?:is|was|to|as|will|must|should|has|now) /iy
/** The same to the end of its line, in which neither a quote nor a value begins: a value has a sign or a digit. */
const PLAIN_PROSE = /(?:is|was|to|as|will|must|should|has|now) [A-Za-z \t.,;:-]{0,200}(?:[\r\n]|$)/iy

/**
 * Most names are words of a sentence, behind which nothing can be a secret. A character or two tell, so that a text that
 * only talks of tokens costs little; the name itself need not be known for it.
 */
export function mayBeFollowed(text: string, core: Core): boolean {
  const end = endOfName(text, core.end)
  let at = end
  while (at - end < 8 && isBlank(text.charCodeAt(at))) at++
  const next = text.charCodeAt(at)
  if (Number.isNaN(next) || next === 10 || next === 13) return false
  if (!isNameUnit(next)) return !(next === 44 || next === 59 || next === 41 || next === 125)
  if (at === end) return false
  if (text.charCodeAt(end - 1) > 127) return true
  // A flag and its value, or a login with its password, have no sign between them.
  const word = text.lastIndexOf(' ', end - 1) + 1
  if (text.startsWith('--', word)) return true
  if (end - word <= 8 && isP(text.charCodeAt(word)) && /^(?:pass(?:word)?|pwd)$/i.test(text.slice(word, end))) {
    return true
  }
  // One look is enough for most verbs, and another for what is none.
  if (isP(next)) return matchesAt(MORE, text, at)
  if (!matchesAt(PLAIN_PROSE, text, at)) return matchesAt(VERB, text, at)
  const start = startOfName(text, core.start)
  // Of a flag, and behind a login, any word may be the value.
  return text.charCodeAt(start) === 45 || text.slice(Math.max(0, start - LOGIN_REACH), start).includes('login')
}

function isP(unit: number): boolean {
  return unit === 112 || unit === 80
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** How far before a name `login x` may stand, as in .netrc. */
const LOGIN_REACH = 120

/** Space, tab, the space of Chinese, those of French before a colon. */
function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 0x3000 || unit === 0xa0 || unit === 0x202f
}

const NAME_REACH = 64

function startOfName(text: string, start: number): number {
  let from = start
  while (from > 0 && start - from < NAME_REACH && isNameUnit(text.charCodeAt(from - 1))) from--
  return from
}

function endOfName(text: string, end: number): number {
  let to = end
  while (to < text.length && to - end < NAME_REACH && isNameUnit(text.charCodeAt(to))) to++
  // A full stop ends a sentence, and what is left of a name.
  while (to > end && (text[to - 1] === '.' || text[to - 1] === '-')) to--
  return to
}

/** The name that a core stands in; of some names, the words before and behind are a part. */
export function nameAround(text: string, { start, end }: Core): Name {
  const from = startOfName(text, start)
  let to = endOfName(text, end)
  if (to - from === 4 && /^[ \t]phrase\b/i.test(text.slice(to, to + 8)) && /^pass$/i.test(text.slice(from, to))) to += 7
  const own = text.slice(from, to)
  if (own.length === 5 && /^passe$/i.test(own) && /\bmot de $/i.test(text.slice(Math.max(0, from - 8), from))) {
    return { start: from - 7, end: to, text: `mot_de_${own}` }
  }
  if (own.length > 10 || text[from - 1] !== ' ' || !/^(?:key|pass(?:word|phrase)?)$/i.test(own)) {
    return { start: from, end: to, text: own }
  }
  // `api key`, `secret access key`, `private key`: the word before tells which key.
  const before = /([A-Za-z]{2,12}) $/.exec(text.slice(Math.max(0, from - 14), from))?.[1]
  return { start: from, end: to, text: before === undefined ? own : `${before}_${own}` }
}

/** Letters, digits, `_`, `.`, `-`. */
export function isNameUnit(unit: number): boolean {
  if (unit >= 97) return unit <= 122
  if (unit >= 65) return unit <= 90 || unit === 95
  return (unit >= 48 && unit <= 57) || unit === 45 || unit === 46
}
