import { NAME_GROUPS, SYNONYM_GROUPS } from './alias-groups.ts'
import { entityKey } from './entity-key.ts'

/*
 * Names that are merged though they are written differently: the table that comes along and a user's groups above it. A
 * group is named by the key of its first spelling. Groups that share a spelling are one group, and the earlier one names it,
 * so that keys that nodes already have stay.
 */

export interface AliasTable {
  /** The key that stands for the group of a key; the key itself where it has none. */
  canonical(key: string): string
  /** All spellings, as written, of the group of a key; empty where it has none. */
  spellings(key: string): readonly string[]
  /** The keys of these spellings, in the same order. */
  keys(key: string): readonly string[]
  /** The groups, each with its first spelling first. */
  readonly groups: readonly (readonly string[])[]
  /** Keys of spellings that a user added: they count in every text, also in plain ones. */
  readonly added: ReadonlySet<string>
}

/** More groups, more spellings in one, and longer spellings are left out. */
export const ALIAS_GROUPS_MAX = 2_000
export const ALIAS_SPELLINGS_MAX = 64
export const ALIAS_LENGTH_MAX = 80

const BUILT_IN: readonly (readonly string[])[] = [...SYNONYM_GROUPS, ...NAME_GROUPS]

/** Ours are written as keys are, but for hyphens and these: reading each would take longer than a question. */
const BUILT_IN_KEYS: ReadonlyMap<string, string> = new Map([
  ["xi'an", 'xian'],
  ['u.s.', 'u s'],
  ['u.k.', 'u k'],
])

export const BUILT_IN_ALIASES: AliasTable = tableOf(BUILT_IN, new Set())

/** The base with a user's groups, each merged with those that it shares a spelling with. */
export function withAliases(base: AliasTable, groups: readonly (readonly string[])[]): AliasTable {
  const own = groups
    .slice(0, ALIAS_GROUPS_MAX)
    .map((group) => group.map((spelling) => spelling.trim()).filter(isSpelling))
    .filter((group) => group.length > 1)
  if (own.length === 0) return base
  const added = new Set([...base.added, ...own.flat().map(entityKey)])
  return tableOf([...base.groups, ...own], added)
}

function isSpelling(spelling: string): boolean {
  return spelling.length <= ALIAS_LENGTH_MAX && entityKey(spelling) !== ''
}

interface Group {
  readonly place: number
  readonly key: string
  spellings: string[]
}

interface Grouped {
  readonly groupOf: ReadonlyMap<string, Group>
  readonly groups: readonly (readonly string[])[]
  /** By spelling. */
  readonly keys: ReadonlyMap<string, string>
}

/** A table whose groups are formed when they are first asked for. */
function tableOf(given: readonly (readonly string[])[], added: ReadonlySet<string>): AliasTable {
  let formed: Grouped | undefined
  const form = (): Grouped => {
    formed ??= groupsOf(given)
    return formed
  }
  const find = (key: string): Group | undefined => {
    const { groupOf } = form()
    return groupOf.get(key) ?? (isPlural(key) ? groupOf.get(key.slice(0, -1)) : undefined)
  }
  return {
    canonical: (key) => find(key)?.key ?? key,
    spellings: (key) => find(key)?.spellings ?? [],
    keys: (key) => find(key)?.spellings.map((spelling) => form().keys.get(spelling)!) ?? [],
    get groups() {
      return form().groups
    },
    added,
  }
}

function groupsOf(given: readonly (readonly string[])[]): Grouped {
  const groupOf = new Map<string, Group>()
  const keys = new Map<string, string>()
  const alive = new Set<Group>()
  const keyOf = given === BUILT_IN ? builtInKey : keyReader()
  for (const [place, spellings] of given.entries()) {
    const merged: Group[] = []
    for (const spelling of spellings) {
      const key = keyOf(spelling)
      keys.set(spelling, key)
      const known = groupOf.get(key)
      if (known && !merged.includes(known)) merged.push(known)
    }
    merged.sort((a, b) => a.place - b.place)
    const group = merged[0] ?? { place, key: keys.get(spellings[0]!)!, spellings: [] }
    alive.add(group)
    for (const other of merged.slice(1)) alive.delete(other)
    const all = [...merged.flatMap((other) => other.spellings), ...spellings]
    group.spellings = [...new Set(all)].slice(0, ALIAS_SPELLINGS_MAX)
    for (const spelling of group.spellings) groupOf.set(keys.get(spelling)!, group)
  }
  return { groupOf, groups: [...alive].map((group) => group.spellings), keys }
}

function builtInKey(spelling: string): string {
  return BUILT_IN_KEYS.get(spelling) ?? spelling.replaceAll('-', ' ')
}

/** Of spellings that may come along or be a user's. */
function keyReader(): (spelling: string) => string {
  const builtIn = new Set(BUILT_IN.flat())
  return (spelling) => (builtIn.has(spelling) ? builtInKey(spelling) : entityKey(spelling))
}

/** "bugs" as "bug"; short keys are more often names of their own. */
function isPlural(key: string): boolean {
  return key.length > 3 && key.endsWith('s') && !key.endsWith('ss')
}
