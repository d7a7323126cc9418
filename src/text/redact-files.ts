import type { Redacted } from './redact.ts'
import type { SecretSpan } from './redact-carriers.ts'
import { type Literals, noteLiteral, withoutLiterals } from './redact-literals.ts'
import { isPlaceholder, looksSecret } from './redact-values.ts'
import { secretFile } from './secret-files.ts'

/** `NAME=value` and `NAME: value`, with what stands before it: an indentation, a number of a line, a sign of a change. */
const SETTING =
  /^((?:.{0,200}?(?:\.env[\w.-]*|\.npmrc):(?:\d+[:-])?)?[ \t]*(?:\d+[ \t]*[→\t:|-][ \t]?)?[-+ ]?[ \t]*(?:#+[ \t]*)?(?:export[ \t]+|declare -x |set[ \t]+|SetEnv[ \t]+)?(?:["']|\/\/)?[\w.:/@-]{1,200}["']?[ \t]*[=:][ \t]*)(\S[^\r\n]*)$/gm
/** Three letters or fewer say nothing that is worth stealing: `true`, `dev`, a port stay readable. */
const HARMLESS =
  /^(?:true|false|yes|no|on|off|dev|development|prod|production|test|staging|info|debug|warn|error|utf-8|localhost|\d{1,5})[,;]?$/i

/** A quoted value ends within so many lines, or was cut. */
const QUOTED_LINES_MAX = 200

/** The text of a file of settings: every name stays, every value goes. */
export function redactSettings(text: string): Redacted<string> {
  const lines = text.split('\n')
  const kept: string[] = []
  let count = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const { text: first, count: found } = redactSetting(line)
    count += found
    kept.push(first)
    const quote = openQuote(line)
    if (quote === null) continue
    const last = closingLine(lines, at, quote)
    for (; at < last; at++) kept.push(VALUE_MARK)
  }
  return { text: redactContinued(kept.join('\n')), count }
}

const VALUE_MARK = '[redacted:env]'

function redactSetting(line: string): Redacted<string> {
  let count = 0
  const text = line.replace(SETTING, (whole: string, name: string, given: string) => {
    const comment = /[ \t]#.*$/.exec(given)?.[0] ?? ''
    const value = given.slice(0, given.length - comment.length)
    const bare = value.trim().replace(/^["'](.*)["']$/, '$1')
    if (isPlaceholder(bare) || HARMLESS.test(bare)) {
      const said = redactComment(comment)
      count += said.count
      return said.count === 0 ? whole : `${name}${value}${said.text}`
    }
    count++
    return `${name}${VALUE_MARK}`
  })
  if (count > 0 || !/^[^\w]{0,20}(?:\d+[ \t]*[→\t:|-])?[ \t]*#/.test(line)) return { text, count }
  return redactComment(text)
}

const COMMENT_WORD = /[^\s"'`,;()<>]{8,400}/g

/** What was a value once is often kept as a comment. */
function redactComment(comment: string): Redacted<string> {
  let count = 0
  const text = comment.replace(COMMENT_WORD, (word) => {
    const value = word.slice(word.search(/[=:]/) + 1)
    if (!looksSecret(value)) return word
    count++
    return word.slice(0, word.length - value.length) + VALUE_MARK
  })
  return { text, count }
}

/** The quote that a value begins with and does not end with; `null`: none. */
function openQuote(line: string): string | null {
  const value = /[=:][ \t]*(["'`])([^\r\n]*)$/.exec(line.slice(0, 4000).replace(SETTING_VALUE, '='))
  return value === null || value[2]!.replace(/\\./g, '').includes(value[1]!) ? null : value[1]!
}

/** Up to the first sign of a value, so that a sign within the value is none. */
const SETTING_VALUE = /^[^=:"'`]{0,400}[=:]/

/** The line in which a quoted value ends; where none does, the one before the next setting. */
function closingLine(lines: readonly string[], start: number, quote: string): number {
  const end = Math.min(lines.length, start + QUOTED_LINES_MAX)
  for (let at = start + 1; at < end; at++) if (lines[at]!.includes(quote)) return at
  for (let at = start + 1; at < end; at++)
    if (/^\s*(?:export )?[A-Za-z_]\w{0,100}=|^\s*$/.test(lines[at]!)) return at - 1
  return end - 1
}

/** A line that a search found in a file of settings: `.env:FOO=…`, `.env:3:FOO=…`, `.env-3-BAR=…`. */
const FOUND_LINE =
  /^((?:[^\s:="'`]{0,300}[/\\])?[\w.]{0,60}?\.env(?:rc|\.\w{1,40}){0,3})[:-](?:\d{1,7}[:-])?(?:#+[ \t]*)?(?:export[ \t]+)?[A-Za-z_]\w{0,100}[ \t]*=[ \t]*(?=\S)([^\r\n]+)$/gm

/** The values in what a search printed, whichever command it was. */
export function foundSettings(text: string): readonly SecretSpan[] {
  if (!text.includes('.env')) return []
  return [...text.matchAll(FOUND_LINE)].flatMap((match) => {
    const value = match[2]!.trimEnd()
    const bare = value.replace(/^["'](.*)["']$/, '$1')
    if (secretFile(match[1]!) === null || isPlaceholder(bare) || HARMLESS.test(bare)) return []
    const start = match.index + match[0].length - match[2]!.length
    return [{ start, end: start + value.length, kind: 'env' }]
  })
}

/** A quoted value that goes on over several lines was marked at its first one; the others follow it. */
function redactContinued(text: string): string {
  const lines = text.split('\n')
  let isSetting = false
  return lines
    .map((line) => {
      if (line.includes('[redacted:env]')) isSetting = true
      else if (/^[ \t]*(?:\d+[ \t]*[→\t:|-])?[ \t]*(?:#.*)?$/.test(line) || /[=:]/.test(line)) isSetting = false
      else if (isSetting && line.length >= 16 && !/\s\S+\s/.test(line.trim())) return '[redacted:env]'
      return line
    })
    .join('\n')
}

/** Assignments to names in capitals anywhere in a command that writes settings: `echo "KEY=…" >> .env`. */
const ASSIGNED = /(?<![A-Za-z0-9_$])([A-Z][A-Z0-9_]{2,60}=)("[^"\n]{0,2000}"|'[^'\n]{0,2000}'|[^\s"';|&]{1,2000})/g

export function redactAssignments(text: string): Redacted<string> {
  let count = 0
  const literals: Literals = new Map()
  const kept = text.replace(ASSIGNED, (whole: string, name: string, value: string) => {
    const bare = value.replace(/^(["'])(.*)\1$/s, '$2')
    if (isPlaceholder(bare) || HARMLESS.test(bare)) return whole
    count++
    noteLiteral(literals, bare, 'env')
    return `${name}[redacted:env]`
  })
  const rest = withoutLiterals(kept, literals)
  return { text: rest.text, count: count + rest.count }
}
