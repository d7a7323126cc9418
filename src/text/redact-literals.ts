/** What was redacted somewhere, and as what. */
export type Literals = Map<string, string>

const LENGTH_MIN = 8
const LENGTH_MAX = 4000
/** Each is looked for in all of a payload. */
const LITERALS_MAX = 64
/** A word of a language may be a password, and stands elsewhere as a word; a longer one hardly does. */
const WORD_LENGTH_MAX = 11
const OWN_WORD = /redact|pass|secret|token|key|cred|auth|private|webhook/i

/** Remembers a secret, so that it goes wherever else it stands; what is short, or a word, is left where it is. */
export function noteLiteral(literals: Literals, value: string, kind: string): void {
  const literal = value.trim()
  if (literal.length < LENGTH_MIN || literal.length > LENGTH_MAX || literals.size >= LITERALS_MAX) return
  if (literal.includes('[redacted:')) return
  if (/^[\p{L}_.-]+$/u.test(literal)) {
    if (OWN_WORD.test(literal)) return
    if (literal.length <= WORD_LENGTH_MAX && !/[a-z][A-Z]/.test(literal)) return
  }
  if (!literals.has(literal)) literals.set(literal, kind)
}

/** A text without the secrets that were told by something beside them elsewhere. */
export function withoutLiterals(text: string, literals: Literals): { readonly text: string; readonly count: number } {
  let kept = text
  let count = 0
  for (const [literal, kind] of literals) {
    if (!kept.includes(literal)) continue
    const parts = kept.split(literal)
    // Within a longer run of letters and digits it is another word, by chance.
    const joined: string[] = [parts[0]!]
    for (let at = 1; at < parts.length; at++) {
      const isWithin = isWordUnit(parts[at - 1]!.at(-1)) && isWordUnit(literal[0])
      const goesOn = isWordUnit(parts[at]![0]) && isWordUnit(literal.at(-1))
      const isSecret = !isWithin && !goesOn
      if (isSecret) count++
      joined.push(isSecret ? `[redacted:${kind}]` : literal, parts[at]!)
    }
    kept = joined.join('')
  }
  return { text: kept, count }
}

function isWordUnit(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9]/.test(character)
}
