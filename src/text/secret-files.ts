/** What a file is by its name: settings with a secret in any line, or a secret as a whole. */
export type SecretFile = 'settings' | 'whole'

/** Examples of settings hold no secrets, and are worth remembering. */
const EXAMPLE = /(?:example|sample|template|dist|defaults?|schema)$/i
const SETTINGS = /^(?:\.env(?:[.-].*)?|.*\.env|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.flaskenv|.*\.tfvars)$/i
const WHOLE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx)|\.pgpass|\.git-credentials|\.htpasswd|credentials|\.?vault[-_]?pass(?:word)?(?:\.txt)?|shadow|secrets?\.(?:ya?ml|json|toml|txt|env))$/i

/** One of these stands in each name above. Few paths and commands hold one, and the patterns are slow to compile. */
const HINTS = (
  '.env netrc .npmrc .pypirc .flaskenv .tfvars id_rsa id_dsa id_ecdsa id_ed25519 .pem .key .p12 .pfx .jks .ppk .kdbx ' +
  '.pgpass credentials .htpasswd vault shadow secret'
).split(' ')

function mayBeNamed(text: string): boolean {
  const lower = text.toLowerCase()
  return HINTS.some((hint) => lower.includes(hint))
}

/** Whether the file at a path holds secrets, by its name alone. */
export function secretFile(path: string): SecretFile | null {
  if (path.length > 4096 || !mayBeNamed(path)) return null
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
const ENVIRONMENT_HINTS = ['env', 'set', 'export -p', 'declare -x']
const ENVIRONMENT = /(?:^|[;&|(]\s*|\bsudo\s+)(?:printenv|env|export -p|declare -x|set)\s*(?:$|[;&|)>])/m

/** Whether what a command prints or writes may be settings. */
export function touchesSecretFile(command: string): SecretFile | null {
  const looked = command.slice(0, COMMAND_LENGTH_MAX)
  if (ENVIRONMENT_HINTS.some((hint) => looked.includes(hint)) && ENVIRONMENT.test(looked)) return 'settings'
  if (!mayBeNamed(looked)) return null
  let found: SecretFile | null = null
  for (const [word] of looked.matchAll(COMMAND_FILE)) {
    const kind = secretFile(word)
    if (kind === 'whole') return 'whole'
    found ??= kind
  }
  return found
}
