/** Words that stand where a value will be, in examples, types and schemas. */
const STAND_INS = new Set(
  (
    'null nil none undefined true false string str text number int integer boolean bool any unknown never object bytes ' +
    'buffer empty required optional hidden masked redacted changeme change-me change_me placeholder example dummy todo ' +
    'tbd n/a void secretstr include same-origin omit'
  ).split(' '),
)

const READS_ENVIRONMENT =
  /^(?:process\.env|import\.meta|os\.environ|os\.getenv|getenv|ENV\[|env[.(]|Deno\.env|Bun\.env|System\.getenv|secrets\.|vars?\.|\$env:)/i
/** A variable of a shell, of a template, of a workflow, of a format; marks of something left out. */
const VARIABLE =
  /^(?:\$[A-Z_][A-Z0-9_]*|\$[A-Za-z_]+(?:->\w+)?|\$\{[^}]*\}.*|\$\(.*|%[A-Za-z_]+%|%[sdv]|<[^<>]*>|\{\{.*|\{[\w.]*\}|#\{.*|:[a-z_]+|\?)$/s
/** That of a package whose name ends like a secret: `"jsonwebtoken": "9.0.2"`. */
const PACKAGE_VERSION = /^[v^~]?\d{1,4}\.\d{1,4}\.\d{1,4}(?:-(?:alpha|beta|rc|next|canary)[.\d]{0,12})?$/
/** Names of algorithms, behind a name of what they sign: `JWT_SIGNING=RS256`. */
const ALGORITHM = /^(?:[HREP]S(?:256|384|512)|EdDSA)$/i
const LEFT_OUT = /^(?:[*•●·.…_?#-]+|[xX]{3,}|0+)$/

/** Whether a value only stands for a secret: `$TOKEN`, `${X}`, `process.env.X`, `<your-token>`, `xxxx`, `***`. */
export function isPlaceholder(value: string): boolean {
  const bare = value.trim()
  if (bare === '' || /^(?:[A-Za-z0-9-]{1,20} )?\[redacted:/.test(bare)) return true
  const lower = bare.toLowerCase()
  if (STAND_INS.has(lower) || LEFT_OUT.test(bare) || READS_ENVIRONMENT.test(bare) || VARIABLE.test(bare)) return true
  if (PACKAGE_VERSION.test(bare) || ALGORITHM.test(bare)) return true
  if (/^(?:your|insert|enter|add|put|replace)[-_ ]/.test(lower)) return true
  if (/^(?:x{3,}|\*{3,})[-_x*]*$/.test(lower) || /^[a-z]{1,6}[-_]x{4,}$/.test(lower)) return true
  return isOnlyVariables(bare)
}

/** A template that is put together from variables alone: `Bearer ${token}`, `${user}:${password}`. */
function isOnlyVariables(value: string): boolean {
  if (value.length > 400 || !/[$%{]/.test(value)) return false
  const rest = value
    .replace(/\$?\{{1,2}[^{}]{0,200}\}{1,2}|\$\([^()]{0,200}\)|\$[A-Za-z_]+/g, '')
    .replace(/\b(?:Bearer|Basic|Token)\b/gi, '')
  return rest !== value && !/[A-Za-z0-9\u0080-\uffff]/.test(rest)
}

const CORE = /pass|pwd|secret|token|key|cred|auth|密码|口令|密钥|令牌/i
/** A name, a member of something, a type: what code has there, and no secret. */
const NAME_PATH = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$#][\w$]*)*[!?]?$/

export interface UnquotedContext {
  /** What follows the value. */
  readonly next: string
  /** `env`: `NAME=value`; `line`: all that stands on its line; `flag`: after `--name`; `prose`: after a verb. */
  readonly style: 'env' | 'line' | 'flag' | 'prose' | 'code'
  readonly isPassword: boolean
}

/** Whether a value that nothing announces but a name before it looks like a secret: letters and digits, no path, no call. */
export function looksSecret(value: string): boolean {
  if (value.length < 8 || value.length > 400 || isPlaceholder(value)) return false
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || !/^[\w+=~!@#%^&*-]+$/.test(value)) return false
  // A date, a version, a word with a number behind it.
  return !/^\d{4}-\d|^v?\d+(?:[.-]\d+)|^[A-Za-z_-]+-?\d{1,3}$/.test(value) || /[a-z][A-Z]{2}|[!@#%^&*]/.test(value)
}

/** Whether a value without quotes is a secret, and not a name or call of a program's text. */
export function isUnquotedSecret(value: string, { next, style, isPassword }: UnquotedContext): boolean {
  if (isPlaceholder(value) || !/[A-Za-z0-9\u0080-\uffff]/.test(value)) return false
  if (/^[A-Za-z_$][\w$.]*[([]/.test(value) || (NAME_PATH.test(value) && /^[ \t]?[([]/.test(next))) return false
  if (style === 'env') return true
  if (value.length < 3 || /^[([{<!&|]/.test(value)) return false
  if (/^\d+$/.test(value)) return isPassword ? value.length >= 4 && style !== 'prose' : value.length >= 9
  const isMixed = /[A-Za-z\u0080-\uffff]/.test(value) && /\d/.test(value)
  if (style === 'prose') {
    return value.length >= 6 && (isMixed || (/[^A-Za-z0-9\u0080-\uffff'_./-]/.test(value) && !NAME_PATH.test(value)))
  }
  if (!NAME_PATH.test(value)) return true
  if (/[.]|->|::/.test(value)) return false
  // `token2` in a program is a variable, `Passw0rd` hardly.
  if (isMixed) return style !== 'code' || !CORE.test(value.replace(/\d+$/, '')) || /[a-z]\d[a-z]/i.test(value)
  return (style === 'line' || style === 'flag') && !/^[A-Z]/.test(value) && !CORE.test(value)
}
