import type { Redacted } from './redact.ts'
import { isPlaceholder } from './redact-values.ts'

/** What a file is by its name: settings with a secret in any line, or a secret as a whole. */
export type SecretFile = 'settings' | 'whole'

/** Examples of settings hold no secrets, and are worth remembering. */
const EXAMPLE = /(?:example|sample|template|dist|defaults?|schema)$/i
const SETTINGS = /^(?:\.env(?:[.-].*)?|.*\.env|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.flaskenv|.*\.tfvars)$/i
const WHOLE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx)|\.pgpass|\.git-credentials|\.htpasswd|credentials|\.?vault[-_]?pass(?:word)?(?:\.txt)?|shadow|secrets?\.(?:ya?ml|json|toml|txt|env))$/i

/** Some of these stands in each; few paths and commands hold one, and the longer patterns cost more to compile. */
const HINT = /env|rc|[._]key|secret|cred|pass|id_|shadow|pem|p12|pfx|jks|ppk|kdbx|tfvars|export -p|declare|set/i

/** Whether the file at a path holds secrets, by its name alone. */
export function secretFile(path: string): SecretFile | null {
  if (path.length > 4096 || !HINT.test(path)) return null
  const parts = path.split(/[/\\]/)
  const name = parts.at(-1) ?? ''
  if (EXAMPLE.test(name) || /\.pub$/i.test(name)) return null
  if (SETTINGS.test(name)) return 'settings'
  if (!WHOLE.test(name)) return null
  // A page or a component may be called so; the files of clouds lie in folders of their own.
  if (/^credentials$/i.test(name) && !parts.some((part) => part.startsWith('.'))) return null
  return 'whole'
}

/** Names of files in a command, and what prints the environment. */
const COMMAND_FILE = /[^\s"'`;|&<>()=]{1,400}/g
const COMMAND_LENGTH_MAX = 20_000
const ENVIRONMENT = /(?:^|[;&|(]\s*|\bsudo\s+)(?:printenv|env|export -p|declare -x|set)\s*(?:$|[;&|)>])/m

/** Whether what a command prints or writes may be settings. */
export function touchesSecretFile(command: string): SecretFile | null {
  const looked = command.slice(0, COMMAND_LENGTH_MAX)
  if (!HINT.test(looked)) return null
  if (ENVIRONMENT.test(looked)) return 'settings'
  let found: SecretFile | null = null
  for (const [word] of looked.matchAll(COMMAND_FILE)) {
    const kind = secretFile(word)
    if (kind === 'whole') return 'whole'
    found ??= kind
  }
  return found
}

/** `NAME=value` and `NAME: value`, with what stands before it: an indentation, a number of a line, a sign of a change. */
const SETTING =
  /^((?:.{0,200}?(?:\.env[\w.-]*|\.npmrc):(?:\d+[:-])?)?[ \t]*(?:\d+[ \t]*[→\t:|-][ \t]?)?[-+ ]?[ \t]*(?:#[ \t]*)?(?:export[ \t]+|declare -x |set[ \t]+|SetEnv[ \t]+)?(?:["']|\/\/)?[\w.:/@-]{1,200}["']?[ \t]*[=:][ \t]*)(\S[^\r\n]*)$/gm
/** Three letters or fewer say nothing that is worth stealing: `true`, `dev`, a port stay readable. */
const HARMLESS =
  /^(?:true|false|yes|no|on|off|dev|development|prod|production|test|staging|info|debug|warn|error|utf-8|localhost|\d{1,5})[,;]?$/i

/** The text of a file of settings: every name stays, every value goes. */
export function redactSettings(text: string): Redacted<string> {
  let count = 0
  const kept = text.replace(SETTING, (line: string, name: string, value: string) => {
    const bare = value.trim().replace(/^["'](.*)["']$/, '$1')
    if (isPlaceholder(bare) || HARMLESS.test(bare)) return line
    count++
    return `${name}[redacted:env]`
  })
  return { text: redactContinued(kept), count }
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
  const kept = text.replace(ASSIGNED, (whole: string, name: string, value: string) => {
    const bare = value.replace(/^(["'])(.*)\1$/s, '$2')
    if (isPlaceholder(bare) || HARMLESS.test(bare)) return whole
    count++
    return `${name}[redacted:env]`
  })
  return { text: kept, count }
}
