import { EngraphError } from './graph/errors.ts'
import { shellWord, wording } from './graph/wording.ts'
import type { OpenedSpace } from './home-directory.ts'
import { WORD_ALIAS_GROUPS_MAX, WORD_ALIASES_PER_GROUP_MAX } from './ports/graph-store.ts'
import { readWord } from './store/sqlite/word-aliases.ts'

/** An open space, and what the caller calls it. */
type Named = OpenedSpace & { readonly name: string }

/**
 * Refuses to merge spaces whose words that mean the same do not fit together. The store would refuse too, but with half
 * of the groups put in, and without knowing of two spaces; so this puts them in as the store will, one by one.
 */
export async function refuseTooManyWords(from: Named, into: Named): Promise<void> {
  let families = (await into.store.wordAliases(into.space.id)).map(byKey)
  for (const given of await from.store.wordAliases(from.space.id)) {
    const added = byKey(given)
    const shared = families.filter((family) => [...added.keys()].some((word) => family.has(word)))
    const joined = new Map([...shared, added].flatMap((family) => [...family]))
    families = [...families.filter((family) => !shared.includes(family)), joined]
    if (joined.size > WORD_ALIASES_PER_GROUP_MAX) throw tooManyWords(from, into, [...joined.values()], given)
    if (families.length > WORD_ALIAS_GROUPS_MAX) throw tooManyGroups(from, into, given)
  }
}

function byKey(group: readonly string[]): ReadonlyMap<string, string> {
  return new Map(group.map(readWord))
}

function tooManyWords(from: Named, into: Named, words: readonly string[], given: readonly string[]): EngraphError {
  const most = WORD_ALIASES_PER_GROUP_MAX
  const joined = words.join(', ')
  return new EngraphError(
    'invalid-input',
    wording`The spaces "${from.name}" and "${into.name}" would have ${words.length} words in one group that mean the same, and ${most} is the most: ${joined}.`,
    {
      hint: wording`Nothing was merged. Take out ${words.length - most} or more first, such as with ${removing(given, from)}.`,
    },
  )
}

function tooManyGroups(from: Named, into: Named, given: readonly string[]): EngraphError {
  const most = WORD_ALIAS_GROUPS_MAX
  return new EngraphError(
    'invalid-input',
    wording`The spaces "${from.name}" and "${into.name}" would have more than ${most} groups of words that mean the same, which is the most; the first that does not fit is: ${given.join(', ')}.`,
    {
      hint: wording`Nothing was merged. ${listing(from)} shows the groups of the first; ${removing(given, from)} takes a word out, and a group goes with its last but one.`,
    },
  )
}

function listing({ name }: Named): string {
  return `\`engraph alias --space ${shellWord(name)}\``
}

function removing(given: readonly string[], { name }: Named): string {
  return `\`engraph alias remove ${shellWord(given.at(-1)!)} --space ${shellWord(name)}\``
}
