import { isPlaceholder } from './redact-values.ts'

/** What was found in a text, and its place: UTF-16 code units, `end` excluded. */
export interface SecretSpan {
  readonly start: number
  readonly end: number
  readonly kind: string
}

/** Longer than any private key; an end further away belongs to another block. */
const PEM_LENGTH_MAX = 40_000
const PEM_BEGIN = /-----BEGIN (?:[A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:/g
const PEM_END = '-----END '
/** The lines of a key whose end was cut off, as they stand in files, in JSON, in differences, behind line numbers. */
const PEM_REST = /[A-Za-z0-9+/=\s\\→|:,-]{0,40000}/y

/** Private keys with all lines between their marks, or with what follows where the end is missing. */
export function privateKeys(text: string): readonly SecretSpan[] {
  if (!text.includes('PRIVATE KEY') && !text.includes('PuTTY-User-Key-File')) return []
  const spans: SecretSpan[] = []
  let nextEnd = 0
  let from = 0
  for (const match of text.matchAll(PEM_BEGIN)) {
    if (match.index < from) continue
    const start = match.index
    const body = start + match[0].length
    // The mark of the next end is looked for only when the last one lies behind, so that many beginnings cost one pass.
    if (nextEnd >= 0 && nextEnd < body) nextEnd = text.indexOf(PEM_END, body)
    from = nextEnd >= 0 && nextEnd - start <= PEM_LENGTH_MAX ? endOfLineMark(text, nextEnd) : endOfRest(text, body)
    spans.push({ start, end: from, kind: 'private-key' })
  }
  return spans
}

function endOfLineMark(text: string, end: number): number {
  const close = text.indexOf('-----', end + PEM_END.length)
  return close >= 0 && close - end < 100 ? close + 5 : end + PEM_END.length
}

function endOfRest(text: string, body: number): number {
  PEM_REST.lastIndex = body
  PEM_REST.test(text)
  return Math.max(body, PEM_REST.lastIndex)
}

/** After `scheme://`: a user and a password, or a token in place of the user. */
const AUTHORITY = /([^\s:@/"'`<>\\[\]]{0,120})(?::([^\s/?#"'`<>\\]{1,300}))?@(?=[^\s/@]|$)/y

/** Passwords in addresses. The user stays, unless it is a token itself. */
export function addressPasswords(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    AUTHORITY.lastIndex = at + 3
    const match = AUTHORITY.exec(text)
    if (match === null) continue
    const [, user = '', password] = match
    const start = at + 3
    if (password !== undefined && !isPlaceholder(password)) {
      const from = start + user.length + 1
      spans.push({ start: from, end: from + password.length, kind: 'url-password' })
    } else if (password === undefined && user.length >= 16 && /\d/.test(user) && !isPlaceholder(user)) {
      spans.push({ start, end: start + user.length, kind: 'url-token' })
    }
  }
  return spans
}

const SCHEMES = 'Bearer|Basic|Token|Digest|Negotiate|NTLM|ApiKey|Api-Key|AWS4-HMAC-SHA256|Key'
const HEADER = new RegExp(
  `\\b(?:authorization|proxy-authorization)\\\\{0,4}["'\`]?\\s{0,4}[:=,]\\s{0,4}\\\\{0,4}["'\`]?(?:(${SCHEMES})[ \\t]{1,4})?`,
  'gi',
)
/** With a scheme, all of the line to its quote: some have several parts. */
const CREDENTIALS = /[^\s"'`\\<>][^\r\n"'`\\<>]{0,4000}/y
const BARE = /[^\s"'`,;\\<>(){}[\]]{8,4000}/y

/** Headers that carry a right, in HTTP, in commands and in code. The scheme stays. */
export function authorizationHeaders(text: string): readonly SecretSpan[] {
  if (!/authorization/i.test(text)) return []
  const spans: SecretSpan[] = []
  for (const match of text.matchAll(HEADER)) {
    const start = match.index + match[0].length
    const scheme = match[1]
    const value = readAt(scheme === undefined ? BARE : CREDENTIALS, text, start)
    if (value === null || isPlaceholder(value)) continue
    const word = /^\S*/.exec(value)![0]
    const holdsSecret = /[\d+/=_~]/.test(word) || (scheme !== undefined && word.length >= 8 && word === value)
    if (!holdsSecret || /^[\w$.]+\(|^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$/.test(word)) continue
    const end = scheme !== undefined && /^(?:Bearer|Basic|Token)$/i.test(scheme) ? word.length : value.trimEnd().length
    spans.push({ start, end: start + end, kind: 'authorization' })
  }
  return spans
}

/** `curl -u user:password`. */
const USER_FLAG = /(?<=\s)(?:-u|--user|--proxy-user)(?:[ \t=]{1,4})?["']?([^\s:"'$<]{1,100}):([^\s"']{1,200})/g

export function userFlags(text: string): readonly SecretSpan[] {
  if (!text.includes('curl') && !text.includes('wget')) return []
  return [...text.matchAll(USER_FLAG)].flatMap((match) => {
    const password = match[2]!
    if (isPlaceholder(password)) return []
    const end = match.index + match[0].length
    return [{ start: end - password.length, end, kind: 'password' }]
  })
}

function readAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
