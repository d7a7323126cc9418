import type { SecretSpan } from './redact-carriers.ts'
import { coresIn, isNameUnit, lowered, mayBeFollowed, type Name, nameAround, narrowed } from './redact-cores.ts'
import { secretKind } from './redact-names.ts'
import { isPlaceholder, isUnquotedSecret, looksSecret, type UnquotedContext } from './redact-values.ts'

/**
 * Secrets that only their name gives away: `DB_PASSWORD=…`, `"client_secret": "…"`, `--token …`, `密码：…`.
 *
 * The cores of such names are looked for as plain texts; what stands around each is read by code that looks a bounded
 * way back and forth, so that a text of 100,000 such words costs 100,000 small looks and never one of another order.
 */
export function namedSecrets(given: string): readonly SecretSpan[] {
  const text = narrowed(given)
  const spans: SecretSpan[] = []
  let from = 0
  for (const core of coresIn(lowered(text))) {
    if (core.start < from) continue
    const name = nameAround(text, core)
    from = Math.max(core.end, name.end)
    if (!mayBeFollowed(text, core)) continue
    const kind = secretKind(name.text)
    if (kind === null) continue
    const span = valueAfter(text, name, kind)
    if (span === null || span.end <= span.start) continue
    spans.push({ ...span, kind })
    from = Math.max(from, span.end)
  }
  return spans
}

const VALUE_MAX = 4000

const CLOSE = /(?:\\{0,4}["'`])?\]?/y
/** `password: string = "…"` */
const TYPE = /[?!]?[ \t]{0,4}:[ \t]{0,4}[A-Za-z][\w.<>[\]| ]{0,40}?[ \t]{0,4}=[ \t]{0,4}(?=["'`])/y
const SEPARATOR =
  /[ \t\u3000\u00a0\u202f]{0,8}(?:={2,3}|!={1,2}|=>|:=|\?\?=|\|\|=|\?=|[:=：＝])[ \t\u3000\u00a0]{0,40}/y
const VERB =
  /[ \t]{1,4}(?:is now|is|was|to|as|will be|must be|should be|has been (?:set|changed) to|now is|=)[ \t]{1,4}:?[ \t]{0,4}/iy
const CHINESE_VERB =
  /[ \t]{0,4}(?:已?(?:改|设|设置|重置|修改|更新|换)(?:为|成|是)|就?是|为|叫)了?[ \t]{0,4}[:：]?[ \t]{0,4}/y
const SPACES = /[ \t]{1,8}/y
const CALL = /\([ \t]{0,4}(?=["'`])/y
const BLOCK = /[|>][+-]?[ \t]{0,8}\r?\n/y
const BLOCK_LINES = /(?:[ \t]{1,40}[^\r\n]{1,500}(?:\r?\n|$)){1,50}/y
/** Only beginnings of texts that programs understand as texts. */
const QUOTE = /(?:[bfruBFRU@$]{0,2})(\\{0,4})(["'`]|“|「|『|‘)/y
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '「': '」', '『': '』', '‘': '’' }

type Span = Omit<SecretSpan, 'kind'>

function valueAfter(text: string, name: Name, kind: string): Span | null {
  const isPassword = kind === 'password'
  if (text[name.start - 1] === '<' && text[name.end] === '>') return elementValue(text, name.end + 1)
  if (
    text[name.end] === ' ' &&
    isNameUnit(text.charCodeAt(name.end + 1)) &&
    !name.text.startsWith('-') &&
    !isPassword
  ) {
    return saidValue(text, name, isPassword) ?? shownValue(text, name.end + 1, name)
  }
  const closed = endOf(CLOSE, text, name.end) ?? name.end
  const typed = endOf(TYPE, text, closed)
  if (typed !== null) return quotedValue(text, typed)
  const separated = endOf(SEPARATOR, text, closed)
  if (separated !== null) {
    const block = endOf(BLOCK, text, separated)
    if (block !== null) return blockValue(text, block)
    return quotedValue(text, separated) ?? unquotedValue(text, { name, closed, at: separated, isPassword })
  }
  const isFlag = /^--?[A-Za-z]/.test(name.text)
  const spaced = endOf(SPACES, text, closed)
  if (isFlag && closed === name.end && spaced !== null) {
    return quotedValue(text, spaced) ?? bareValue(text, spaced, { style: 'flag', isPassword })
  }
  const called = endOf(CALL, text, closed)
  if (called !== null && (isPassword || /^(?:set|with)/i.test(name.text))) return quotedValue(text, called)
  const said = saidValue(text, { ...name, end: closed }, isPassword)
  if (said !== null) return said
  const shown = spaced === null ? null : shownValue(text, spaced, name)
  if (shown !== null) return shown
  if (!isPassword || spaced === null) return null
  // `IDENTIFIED BY`, `WITH PASSWORD '…'`; `login x password y` of .netrc.
  const isNetrc = /\blogin\s{1,4}\S{1,100}\s{1,4}$/.test(text.slice(Math.max(0, name.start - 120), name.start))
  return quotedValue(text, spaced) ?? (isNetrc ? bareValue(text, spaced, { style: 'flag', isPassword }) : null)
}

/** `the password is …`, `密码改成…` */
function saidValue(text: string, name: Name, isPassword: boolean): Span | null {
  const said = endOf(/[^\x20-\x7e]/.test(name.text) ? CHINESE_VERB : VERB, text, name.end)
  if (said === null) return null
  return quotedValue(text, said) ?? bareValue(text, said, { style: 'prose', isPassword })
}

/** ``token `…` `` and `密钥 …`: with no sign and no word between them, only what looks like a secret is one. */
function shownValue(text: string, at: number, name: Name): Span | null {
  const isQuoted = text[at] === '`'
  const isChinese = /[^\x20-\x7e]/.test(name.text)
  if (!isQuoted && !isChinese) return null
  const start = isQuoted ? at + 1 : at
  RUN.lastIndex = start
  const run = RUN.exec(text)?.[0] ?? ''
  const value = isQuoted ? run.slice(0, Math.max(0, run.indexOf('`'))) : run.replace(TRAILING, '')
  return looksSecret(value) ? { start, end: start + value.length } : null
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Between the tags of XML. */
function elementValue(text: string, start: number): Span | null {
  const end = text.indexOf('<', start)
  if (end < 0 || end - start > 500) return null
  return isPlaceholder(text.slice(start, end)) ? null : { start, end }
}

/** Lines of YAML under `name: |`. */
function blockValue(text: string, start: number): Span | null {
  const end = endOf(BLOCK_LINES, text, start)
  if (end === null || isPlaceholder(text.slice(start, end))) return null
  const from = start + /^[ \t]*/.exec(text.slice(start, start + 40))![0].length
  return { start: from, end: text[end - 1] === '\n' ? end - 1 : end }
}

/** What stands between quotes, which may be escaped themselves; `null` where none begins. */
function quotedValue(text: string, at: number): Span | null {
  QUOTE.lastIndex = at
  const match = QUOTE.exec(text)
  if (match === null) return null
  const [whole, escapes = '', quote = ''] = match
  let start = at + whole.length
  let close = escapes + (CLOSING[quote] ?? quote)
  if (escapes === '' && text.startsWith(quote.repeat(2), start) && /["'`]/.test(quote)) {
    start += 2
    close = quote.repeat(3)
  }
  const end = closingAt(text, start, close)
  const value = text.slice(start, end)
  return isPlaceholder(value) || isLabel(value) ? { start, end: start } : { start, end }
}

function closingAt(text: string, start: number, close: string): number {
  const bound = Math.min(text.length, start + VALUE_MAX)
  for (let at = text.indexOf(close, start); at >= 0 && at <= bound; at = text.indexOf(close, at + 1)) {
    let escapes = 0
    while (at - escapes > start && text[at - escapes - 1] === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
  // Nothing closes it: the text was cut, or the quote is none. The line is what can be meant.
  const line = /[\r\n]/.exec(text.slice(start, bound))
  return line === null ? bound : start + line.index
}

/** What an interface writes above a field. */
function isLabel(value: string): boolean {
  if (/\d/.test(value)) return false
  return /密码|口令|密钥|令牌/.test(value) || (/\s/.test(value) && /password|token|secret|\bkey\b/i.test(value))
}

interface Unquoted {
  readonly name: Name
  readonly closed: number
  readonly at: number
  readonly isPassword: boolean
}

function unquotedValue(text: string, { name, closed, at, isPassword }: Unquoted): Span | null {
  const separator = text.slice(closed, at)
  const isCapital = /^-{0,2}D?[A-Z][A-Z0-9_.]*$/.test(name.text)
  // A value of a setting may begin with the sign itself.
  if (isCapital && /^==/.test(separator)) return bareValue(text, closed + 1, { style: 'env', isPassword })
  if (/^\s*[=!]={1,2}|=>/.test(separator)) return null
  const isTight = separator === '='
  const before = text[name.start - 1] ?? '\n'
  const isEnvironment = isTight && isCapital
  if (isTight && /[?&]/.test(before)) return bareValue(text, at, { style: 'env', isPassword }, /[&#]/)
  if (isEnvironment) return bareValue(text, at, { style: 'env', isPassword })
  if (/^--/.test(name.text)) return bareValue(text, at, { style: 'flag', isPassword })
  const isChinese = /[^\x20-\x7e]/.test(name.text)
  const isWholeLine = isChinese || standsAlone(text, name.start, at)
  return bareValue(text, at, { style: isWholeLine ? 'line' : 'code', isPassword })
}

/** A line of settings: nothing before the name but its indentation, nothing behind the first word of the value. */
function standsAlone(text: string, start: number, at: number): boolean {
  const head = text.slice(Math.max(0, start - 240), start)
  return (
    /(?:^|[\r\n])[ \t]*(?:\d+[→\t:|][ \t]*)?(?:\/\/\S{1,200}:|[-+][ \t]?|export |set |\$env:|#[ \t]?)?[ \t]*$/.test(
      head,
    ) && /^\S{1,500}[ \t]*(?:$|[\r\n]|#)/.test(text.slice(at, at + 520))
  )
}

/** Chinese goes on after a value without a space. */
const RUN = /[^\s\u2e80-\u9fff\uf900-\ufaff，。；、：！？]{1,4000}/y
const WHOLE_RUN = /\S{1,4000}/y
const LITERAL_BREAK = /\\[nrt](?![A-Za-z0-9])|\\n/u
const TERMINATOR = /[,;，。；、<>()[\]{}|&"'`”」』]/u
const TRAILING = /[,;.，。；、)\]}>"'`”」』\\]+$/u

type Style = Omit<UnquotedContext, 'next'>

/** A run without spaces. In prose and code it ends at punctuation; of an environment's value only the end loses some. */
function bareValue(text: string, at: number, style: Style, terminator?: RegExp): Span | null {
  const pattern = style.style === 'env' ? WHOLE_RUN : RUN
  pattern.lastIndex = at
  let run = pattern.exec(text)?.[0]
  if (run === undefined || (style.style === 'prose' && !/[^A-Za-z.,;:'’-]/.test(run)) || isPlaceholder(run)) return null
  const broken = LITERAL_BREAK.exec(run)
  if (broken !== null) run = run.slice(0, broken.index)
  const stop = terminator?.exec(run)
  if (stop) run = run.slice(0, stop.index)
  const stripped = run.replace(TRAILING, '')
  const cut = TERMINATOR.exec(run)?.index ?? run.length
  const core = run.slice(0, cut)
  const judged = style.style === 'env' ? stripped : core.replace(/[.:?]+$/, '')
  const next = text.slice(at + judged.length, at + judged.length + 4)
  if (!isUnquotedSecret(judged, { ...style, next })) return null
  // A bracket within it belongs to it; a quote, a comma, a pipe does not.
  const goesOn = style.style !== 'env' && /^[()[\]{}]/.test(run.slice(cut)) && stripped.length > cut
  const end = style.style === 'env' || goesOn ? stripped.length : judged.length
  return { start: at, end: at + Math.max(end, judged.length) }
}

const NAME_AND_VALUE =
  /\b(?:name|key)\\{0,4}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,4}["']?([\w.-]{1,64})\\{0,4}["']?[,\s]{1,100}\\{0,4}["']?value\\{0,4}["']?[ \t]{0,4}[:=][ \t]{0,4}/giu

/** Settings that keep name and value apart: `- name: DB_PASSWORD`, and on the next line `value: …`. */
export function pairedSecrets(text: string): readonly SecretSpan[] {
  if (!text.includes('value')) return []
  return [...text.matchAll(NAME_AND_VALUE)].flatMap((match) => {
    const kind = secretKind(match[1]!)
    if (kind === null) return []
    const at = match.index + match[0].length
    const isPassword = kind === 'password'
    const span = quotedValue(text, at) ?? bareValue(text, at, { style: 'line', isPassword })
    return span === null || span.end <= span.start ? [] : [{ ...span, kind }]
  })
}
