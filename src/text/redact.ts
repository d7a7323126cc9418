import { isJsonList, type Json, type JsonObject } from '../graph/nodes.ts'
import { addressPasswords, authorizationHeaders, privateKeys, type SecretSpan, userFlags } from './redact-carriers.ts'
import { commandSecrets, cookieValues } from './redact-commands.ts'
import { foundSettings } from './redact-files.ts'
import { type Literals, noteLiteral, withoutLiterals } from './redact-literals.ts'
import { namedSecrets, pairedSecrets } from './redact-named.ts'
import { holdsSecrets, secretKind } from './redact-names.ts'
import { redactPrivate } from './redact-private.ts'
import { shapedSecrets } from './redact-shapes.ts'
import { isPlaceholder } from './redact-values.ts'

export interface Redacted<Value> {
  readonly text: Value
  /** How many places were redacted. */
  readonly count: number
}

/**
 * A text without its secrets: each is `[redacted:kind]` now. What a user marked as private goes first and whole; then
 * what has the shape of a secret, what stands where secrets stand, and last what is called one. Doing it twice changes
 * nothing more. Time grows with the length of the text.
 */
export function redact(text: string): Redacted<string> {
  return redactNoting(text, new Map())
}

/** Notes what it redacts, and redacts what was noted. */
function redactNoting(text: string, literals: Literals): Redacted<string> {
  if (text.length < SECRET_LENGTH_MIN) return { text, count: 0 }
  const open = redactPrivate(text)
  let { text: kept, count } = open
  // What stood right behind one secret may be told as another only now.
  for (let pass = 0, before = -1; before !== count && pass < PASSES_MAX; pass++) {
    before = count
    for (const find of FINDERS) {
      const spans = find(kept)
      for (const { start, end, kind } of spans) noteLiteral(literals, kept.slice(start, end), kind)
      kept = without(kept, spans)
      count += spans.length
    }
    const rest = withoutLiterals(kept, literals)
    kept = rest.text
    count += rest.count
  }
  return { text: kept, count }
}

/** `密码:abc` is the shortest text that says a secret. */
const SECRET_LENGTH_MIN = 6

const PASSES_MAX = 8

const FINDERS: readonly ((text: string) => readonly SecretSpan[])[] = [
  privateKeys,
  addressPasswords,
  (text) => apart(shapedSecrets(text)),
  authorizationHeaders,
  userFlags,
  (text) => apart(commandSecrets(text)),
  cookieValues,
  foundSettings,
  pairedSecrets,
  namedSecrets,
]

/** Spans in their order, of those that overlap only the first and longest. */
function apart(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const kept: SecretSpan[] = []
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1)
    if (last === undefined || span.start >= last.end) kept.push(span)
    else if (span.end > last.end) kept[kept.length - 1] = { ...last, end: span.end }
  }
  return kept
}

function without(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { start, end, kind } of spans) {
    parts.push(text.slice(from, start), `[redacted:${kind}]`)
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** Deeper than any host nests; what lies below is left out, since nobody looked at it. */
const DEPTH_MAX = 64

/**
 * The same of every text in a JSON value. A field that bears the name of a secret loses its text as a whole, and what was
 * a secret in one field is one in all others.
 */
export function redactJson(json: Json): { readonly json: Json; readonly count: number } {
  let count = 0
  const literals: Literals = new Map()
  const redacted = (value: Json, { kind, hasLabels }: Under, depth: number): Json => {
    if (typeof value === 'string') {
      if (kind !== null && !isPlaceholder(value)) {
        count++
        noteLiteral(literals, value, kind)
        return `[redacted:${kind}]`
      }
      const { text, count: found } = redactNoting(value, literals)
      count += found
      return text
    }
    if (typeof value === 'number' && kind === 'password') {
      count++
      return '[redacted:password]'
    }
    if (value === null || typeof value !== 'object') return value
    if (depth >= DEPTH_MAX) return null
    if (isJsonList(value)) return value.map((item) => redacted(item, { kind, hasLabels }, depth + 1))
    // What is kept as { name, value } has its name in a value.
    const named = [value['name'], value['key']].find((name) => typeof name === 'string' && secretKind(name) !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const own = key === 'value' && named !== undefined ? secretKind(String(named)) : kindUnder(key, inner)
        const isLabel = hasLabels && own === null && typeof inner === 'string' && LABELS.has(key.toLowerCase())
        const under =
          own === null ? { kind: isLabel ? null : kind, hasLabels } : { kind: own, hasLabels: !holdsSecrets(key) }
        return [redact(key).text, redacted(inner, under, depth + 1)]
      }),
    )
  }
  const swept = (value: Json): Json => {
    if (typeof value === 'string') {
      const { text, count: found } = withoutLiterals(value, literals)
      count += found
      return text
    }
    if (value === null || typeof value !== 'object') return value
    if (isJsonList(value)) return value.map(swept)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, swept(inner)]))
  }
  const result = redacted(json, { kind: null, hasLabels: false }, 0)
  // A field may come before the one that tells.
  return { json: literals.size === 0 ? result : swept(result), count }
}

/** What the names above a value say of it. */
interface Under {
  readonly kind: string | null
  /** Beside the secret stands what it is called; under a name in the plural, every name is one of a secret. */
  readonly hasLabels: boolean
}

function kindUnder(key: string, value: Json): string | null {
  if (typeof value === 'object' && value !== null) {
    return holdsSecrets(key) || (secretKind(key) !== null && !isSchema(value)) ? 'secret' : null
  }
  return secretKind(key)
}

/** What a schema, a form or a syntax tree says of a secret is none. */
function isSchema(value: JsonObject | readonly Json[]): boolean {
  return !isJsonList(value) && ['type', '$ref', 'kind', 'anyOf', 'oneOf', 'validate'].some((field) => field in value)
}

/** Below the name of a secret, these fields say what it is called and what it is for. */
const LABELS = new Set('name description title label format scope help hint placeholder'.split(' '))
