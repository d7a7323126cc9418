import { CORES, coresIn, isWide, lowered, mayBeFollowed, nameAround } from './redact-cores.ts'
import { secretKind } from './redact-names.ts'
import { mayHaveShape } from './shape-hints.ts'

/**
 * Whether `redact` may change a text: `false` only where it surely changes nothing. Most texts hold nothing that looks
 * like a secret, and to know that takes a small part of what it takes to find one: a hook must do it in a millisecond,
 * with code that ran never before.
 *
 * **Contract:** what is true of a text stays true of every text that holds it between line breaks with a space behind.
 */
export function mayHoldSecrets(text: string): boolean {
  const lower = lowered(text)
  for (const { hints, pattern } of SIGNS) {
    for (const hint of hints) if (lower.includes(hint) && (pattern === undefined || pattern.test(lower))) return true
  }
  return mayBeNamed(text, lower) || mayHaveShape(text, lower)
}

interface Sign {
  /** Small letters. */
  readonly hints: readonly string[]
  /** Looked for in the text in small letters, only where a hint is. */
  readonly pattern?: RegExp
}

/** What stands in every text in which a finder of secrets finds something by where it stands; each is wider than that. */
const SIGNS: readonly Sign[] = [
  { hints: ['private'], pattern: /[<＜][\s\\/]{0,24}private/ },
  { hints: ['private key', 'putty-user-key-file'] },
  { hints: ['://'], pattern: /:\/\/[^\s/"'`<>\\]{1,422}@/ },
  { hints: ['authorization'], pattern: /authorization\\{0,4}["'`]?\s{0,4}[:=,]/ },
  { hints: ['curl', 'wget'], pattern: /\s-(?:u|-user|-proxy-user)/ },
  { hints: ['mysql', 'mariadb'], pattern: /[ \t]-p/ },
  { hints: ['sshpass', 'redis-cli', '--password-stdin', '--from-literal'] },
  { hints: [' login'], pattern: /docker|podman|nerdctl/ },
  { hints: ['openssl'], pattern: /[ \t]-(?:k|pass)/ },
  { hints: ['cookie'], pattern: /cookie\\{0,4}["'`]?[ \t]{0,4}[:=,]/ },
  { hints: ['.env'], pattern: /\.env(?:rc|\.\w{1,40}){0,3}[:-]/ },
]

/** The beginning of what `pairedSecrets` looks for. */
const NAME_AND_VALUE =
  /(?:name|key)\\{0,4}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,4}["']?[\w.-]{1,64}\\{0,4}["']?[,\s]{1,100}\\{0,4}["']?value/

const VERBS = '(?:is|was|to|as|will|must|should|has|now)'
/** A word of prose, and what of prose follows it: not a verb with a value behind it. */
const IN_PROSE =
  '(?<= )(?:secret|token|key|credential|auth|signing)[a-z]{0,16} ' +
  `(?:(?!phrase|passe|${VERBS} )[a-z]|${VERBS} [a-z \\t.,;:-]{0,200}(?:[\\r\\n]|$))`
const AT_END = '[a-z]{0,16}(?:[\\r\\n,;)}]|\\.(?:\\s|$)|$)'
/** A core that does not plainly stand in prose: one look at a text instead of one at each of its words. */
const OPEN_CORE = `(?!${IN_PROSE})(?:${CORES.join('|')})(?!${AT_END})`

let openCore: RegExp | undefined

/** Whether a name of a secret stands where something may follow it. */
function mayBeNamed(text: string, lower: string): boolean {
  if (isWide(text)) return true
  if (!CORES.some((core) => lower.includes(core))) return false
  if (lower.includes('value') && NAME_AND_VALUE.test(lower)) return true
  openCore ??= new RegExp(OPEN_CORE)
  if (!openCore.test(lower)) return false
  return coresIn(lower).some((core) => {
    return mayBeFollowed(text, core) && secretKind(nameAround(text, core).text) !== null
  })
}
