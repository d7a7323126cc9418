/** Speakers that are a role and no name; the one who asks is never "named" by the word "user". */
const ROLES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'human',
  'ai',
  'bot',
  'agent',
  'tool',
  'model',
])

/** Words of the first person: the question is about the one who asks. */
const FIRST_PERSON = /\b(?:i|me|my|mine|myself|we|us|our|ours)\b|[我俺咱]/iu
/** Words that address the other side: the question may be about what it said. */
const SECOND_PERSON = /\b(?:you|your|yours|yourself)\b|[你您]/iu

const POLITE_OPENING = /^\s*(?:can|could|would|will) you\b|^\s*(?:你|您)?(?:能|可以|能否|可否)(?:你|您)?/iu

/**
 * References of the speakers whom a question names. A role, such as "assistant", is a common word; it names a speaker
 * where the question says that it spoke.
 */
export function namedSpeakers(
  question: string,
  speakers: ReadonlyMap<number, string>,
  said: readonly string[],
): number[] {
  const asked = question.toLowerCase()
  const spoke = new Set(said.map((name) => name.toLowerCase()))
  const named: number[] = []
  for (const [reference, name] of speakers) {
    const folded = name.toLowerCase()
    if (ROLES.has(folded) && !spoke.has(folded)) continue
    if (isNamed(asked, folded) || isNamed(asked, folded.split(/\s+/u)[0]!)) named.push(reference)
  }
  return named
}

export function isFirstPerson(question: string): boolean {
  return FIRST_PERSON.test(question)
}

/** "Can you tell me" is manners; "what did you tell me" is about the other side, if not about both. */
export function isAboutAsker(question: string): boolean {
  return FIRST_PERSON.test(question) || !SECOND_PERSON.test(question.replace(POLITE_OPENING, ''))
}

/** References of the speakers in some roles. */
export function inRole(speakers: ReadonlyMap<number, string>, roles: readonly string[]): number[] {
  return [...speakers].filter(([, name]) => roles.includes(name.trim().toLowerCase())).map(([reference]) => reference)
}

/** Whether a name stands in the question by itself; Chinese has no spaces, so there a name may touch other words. */
function isNamed(asked: string, name: string): boolean {
  if (name.length < 2) return false
  for (let at = asked.indexOf(name); at >= 0; at = asked.indexOf(name, at + 1)) {
    if (!isLetter(asked[at - 1]) && !isLetter(asked[at + name.length])) return true
    if (/\p{Script=Han}/u.test(name)) return true
  }
  return false
}

/** A letter that would make a longer word of a Latin name; Han characters do not. */
function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character) && !/\p{Script=Han}/u.test(character)
}
