import { CORES } from './redact-cores.ts'

/** What a name says at its end, after which nothing can be meant but the secret itself. */
const ENDS: Readonly<Record<string, string>> = {
  password: 'password',
  passwd: 'password',
  passphrase: 'password',
  passcode: 'password',
  pwd: 'password',
  secret: 'secret',
  token: 'token',
  apikey: 'key',
  secretkey: 'key',
  accesskey: 'key',
  privatekey: 'key',
  accountkey: 'key',
  credential: 'credential',
  authorization: 'authorization',
}
/** Only behind another word: a test passes, a key opens an object. */
const ENDS_BEHIND_A_WORD: Readonly<Record<string, string>> = { pass: 'password', pw: 'password', psw: 'password' }
const KEY_KINDS = new Set(
  (
    'api access secret private auth encryption encrypt decryption signing sign account master license service client ' +
    'session storage shared webhook ssh jwt hmac deploy app aes rsa cipher crypto project subscription management admin'
  ).split(' '),
)
/** What is signed with a secret, which some settings call after the signing. */
const SIGNED = new Set('jwt token cookie session webhook hmac'.split(' '))
/** Tokens of text, of pages and of programs. */
const OTHER_TOKENS = new Set(
  'next page continuation cursor cancellation cancel abort max min num stop eos bos pad unk sep cls mask special first last current syntax'.split(
    ' ',
  ),
)
/** What may stand behind without making it something else. */
const TRAILERS = new Set(
  'hash value text plain plaintext new old confirm confirmation base base64 b64 dev prod production test staging live main primary secondary backup root raw default 1 2'.split(
    ' ',
  ),
)

/** Names in the plural hold secrets in all of their values. */
const HOLDERS = new Set(['secrets', 'passwords', 'credentials', 'apikeys'])

/** What kind of secret a name announces: `DB_PASSWORD`, `clientSecret`, `x-api-key`, `accesstoken`; `null`: none. */
export function secretKind(name: string): string | null {
  // A text has few names, each many times.
  const known = kinds.get(name)
  if (known !== undefined) return known
  if (kinds.size >= KINDS_MAX) kinds.clear()
  const kind = readKind(name)
  kinds.set(name, kind)
  return kind
}

const kinds = new Map<string, string | null>()
const KINDS_MAX = 1000

function readKind(name: string): string | null {
  // Most names are of something else.
  const lower = name.toLowerCase()
  if (!CORES.some((core) => lower.includes(core))) return null
  if (name.length > 120 || name === 'PWD' || name === 'OLDPWD') return null
  if (name === '_auth') return 'authorization'
  if (/[^\x20-\x7e]/.test(name)) return chineseKind(name)
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  while (words.length > 1 && TRAILERS.has(words.at(-1)!)) words.pop()
  const last = words.at(-1)?.replace(/\d+$/, '') ?? ''
  const before = words.at(-2) ?? ''
  if (last === 'key') return KEY_KINDS.has(before) ? 'key' : null
  if (last === 'signing' && SIGNED.has(before)) return 'secret'
  // `mot de passe`
  if (last === 'passe' && before === 'de') return 'password'
  if (last === 'word' && before === 'pass') return 'password'
  if (last === 'phrase' && before === 'pass') return 'password'
  if (last === 'token' && OTHER_TOKENS.has(before)) return null
  if (words.length > 1 && ENDS_BEHIND_A_WORD[last] !== undefined) return ENDS_BEHIND_A_WORD[last]
  for (const [end, kind] of Object.entries(ENDS)) if (last.endsWith(end)) return kind
  return /(?:^|[a-z])(?:auth|access|private|secret)key$/.test(last) ? 'key' : null
}

const CHINESE: readonly (readonly [RegExp, string])[] = [
  [/(?:密码|口令|通行码)$/, 'password'],
  [/(?:令牌|授权码)$/, 'token'],
  [/(?:密钥|秘钥|私钥)$/, 'key'],
]

function chineseKind(name: string): string | null {
  return CHINESE.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** Whether all values under a name are secrets. */
export function holdsSecrets(name: string): boolean {
  return HOLDERS.has(name.toLowerCase().replace(/[^a-z]/g, ''))
}
