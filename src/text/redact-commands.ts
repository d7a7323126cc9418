import type { SecretSpan } from './redact-carriers.ts'
import { secretKind } from './redact-names.ts'
import { isPlaceholder } from './redact-values.ts'

interface CommandSecret {
  /** Plain texts of which one stands in each such command. */
  readonly hints: readonly string[]
  readonly command: RegExp
  /** What stands right before the value, within the rest of the command. */
  readonly flag: RegExp
  readonly kind: string
}

/** Programs whose flags say nothing to whoever does not know the program. */
const COMMANDS: readonly CommandSecret[] = [
  {
    hints: ['mysql', 'mariadb'],
    command: /(?<![\w.-])(?:mysql|mariadb|mysqldump)(?:\.exe)?(?=[ \t])/g,
    flag: /[ \t]-p(?=[^\s:])/g,
    kind: 'password',
  },
  { hints: ['sshpass'], command: /(?<![\w.-])sshpass(?=[ \t])/g, flag: /[ \t]-p[ \t]{0,4}(?=\S)/g, kind: 'password' },
  {
    hints: ['redis-cli'],
    command: /(?<![\w.-])redis-cli(?:\.exe)?(?=[ \t])/g,
    flag: /[ \t](?:-a|--pass)[ \t=]{1,4}/g,
    kind: 'password',
  },
  {
    hints: [' login'],
    command: /(?<![\w.-])(?:docker|podman|nerdctl)[ \t]{1,4}login(?=[ \t])/g,
    flag: /[ \t]-p[ \t=]{0,4}(?=\S)/g,
    kind: 'password',
  },
  {
    hints: ['openssl'],
    command: /(?<![\w.-])openssl(?:\.exe)?(?=[ \t])/g,
    flag: /[ \t](?:-[kK][ \t]{1,4}|-pass(?:in|out)?[ \t]{1,4}["']?pass:)/g,
    kind: 'password',
  },
]

/** The rest of a command, with what its quotes hold. */
const REST = /(?:[^\r\n;|&"']|"[^"\r\n]{0,300}"|'[^'\r\n]{0,300}'|["']){0,400}/y
const BARE = /[^\s"'`|;&<>]{1,300}/y
const LITERAL_BREAK = /\\[nrt](?![A-Za-z0-9])|\\n/
/** Ports, where the flag of another program was meant. */
const PORTS = /^\d{1,5}(?:[:-]\d{1,5}){0,3}$/

/** Passwords in the arguments of programs that everybody has. Spans may overlap, and come in no order. */
export function commandSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { hints, command, flag, kind } of COMMANDS) {
    if (!hints.some((hint) => text.includes(hint))) continue
    for (const { index, 0: name } of text.matchAll(command)) {
      const from = index + name.length
      const rest = restAt(text, from)
      for (const match of rest.matchAll(flag)) {
        const span = valueAt(text, from + match.index + match[0].length)
        const isPorts = span !== null && match[0].endsWith('-p') && PORTS.test(text.slice(span.start, span.end))
        if (span !== null && !isPorts) spans.push({ ...span, kind })
      }
    }
  }
  return [...spans, ...pipedPasswords(text), ...literalSecrets(text)]
}

function restAt(text: string, from: number): string {
  REST.lastIndex = from
  return REST.exec(text)?.[0] ?? ''
}

function valueAt(text: string, at: number): { readonly start: number; readonly end: number } | null {
  const quote = /^\\{0,4}["']/.exec(text.slice(at, at + 6))?.[0]
  const start = at + (quote?.length ?? 0)
  let end: number
  if (quote === undefined) {
    BARE.lastIndex = at
    const run = BARE.exec(text)?.[0] ?? ''
    end = at + (LITERAL_BREAK.exec(run)?.index ?? run.length)
  } else {
    const close = text.slice(start, start + 300).search(/["'\r\n]/)
    if (close < 0) return null
    end = start + close
    while (end > start && text[end - 1] === '\\') end--
  }
  return end <= start || isPlaceholder(text.slice(start, end)) ? null : { start, end }
}

const PIPED =
  /(?<![\w.-])(?:echo|printf)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4})?(?:["']%s(?:\\n)?["'][ \t]{1,4})?(?=\S)([^\r\n|]{1,300})\|[^\r\n|]{0,300}--password-stdin/g

/** `echo … | docker login --password-stdin` */
function pipedPasswords(text: string): readonly SecretSpan[] {
  if (!text.includes('--password-stdin')) return []
  return [...text.matchAll(PIPED)].flatMap((match) => {
    const span = valueAt(text, match.index + match[0].indexOf(match[1]!, 5))
    return span === null ? [] : [{ ...span, kind: 'password' }]
  })
}

const LITERAL = /--from-literal[ \t=]{1,4}\\{0,4}["']?([\w.-]{1,100})=/g
const SECRET_REACH = 400

/** `kubectl create secret … --from-literal=name=value`: all of a secret is one, of other settings what is called so. */
function literalSecrets(text: string): readonly SecretSpan[] {
  if (!text.includes('--from-literal')) return []
  return [...text.matchAll(LITERAL)].flatMap((match) => {
    const isOfSecret = /\bsecret\b/.test(text.slice(Math.max(0, match.index - SECRET_REACH), match.index))
    const kind = secretKind(match[1]!) ?? (isOfSecret || /^(?:pass|pw|key)$/i.test(match[1]!) ? 'secret' : null)
    const span = kind === null ? null : valueAt(text, match.index + match[0].length)
    return span === null || kind === null ? [] : [{ ...span, kind }]
  })
}

const COOKIE = /(?<![\w-])(set-)?cookie\\{0,4}["'`]?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,4}["'`]?(?=[\w.-]{1,80}=)/gi
const PAIR = /[ \t]{0,4}([\w.-]{1,80})=([^\s;,"'`\\<>]{0,4000})(;?)/y
const PAIRS_MAX = 50
const SESSION = /sess|sid|auth|token|jwt|csrf|xsrf|remember|login|user|secret|key/i

/** The values of cookies, of which those that a server sets have attributes behind them. */
export function cookieValues(text: string): readonly SecretSpan[] {
  if (!/cookie/i.test(text)) return []
  const spans: SecretSpan[] = []
  let from = 0
  for (const match of text.matchAll(COOKIE)) {
    if (match.index < from) continue
    PAIR.lastIndex = match.index + match[0].length
    for (let count = 0; count < (match[1] === undefined ? PAIRS_MAX : 1); count++) {
      const pair = PAIR.exec(text)
      if (pair === null) break
      from = PAIR.lastIndex
      const value = pair[2]!
      const end = from - pair[3]!.length
      if (isCookieSecret(pair[1]!, value)) spans.push({ start: end - value.length, end, kind: 'cookie' })
      if (pair[3] === '') break
    }
  }
  return spans
}

function isCookieSecret(name: string, value: string): boolean {
  if (isPlaceholder(value) || /^[\w$.]+\(|\$\{|\{\{/.test(value)) return false
  if (value.length < (SESSION.test(name) ? 4 : 8)) return false
  return /\d/.test(value) || (SESSION.test(name) && value.length >= 16 && !value.includes('.'))
}
