import { EngraphError } from '../graph/errors.ts'
import { type GraphNode, NAMED_KINDS, type NodeId } from '../graph/nodes.ts'
import { thingId } from '../graph/records.ts'
import type { SpaceId } from '../graph/space.ts'
import { wording } from '../graph/wording.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { cleanText } from '../text/clean.ts'
import { type AliasTable, BUILT_IN_ALIASES, withAliases } from '../text/entities/aliases.ts'
import { entityKey } from '../text/entities/entity-key.ts'

/** What bears a name. */
export interface Found {
  /** The node whose id it is; else the things that are called so, in any spelling: the one that most mention first. */
  readonly nodes: readonly GraphNode[]
  /** Where there is none, things that are called alike. */
  readonly similar: readonly GraphNode[]
}

export interface SpaceOf {
  readonly store: GraphStore
  readonly space: SpaceId
}

/** Things of one name, at most: each of its spellings may have been remembered as one. */
const NAMESAKES_MAX = 20
const SIMILAR_MAX = 5
/** A shorter name is part of very many. */
const SIMILAR_LENGTH_MIN = 2
/** UTF-16 code units of a name; a longer one is no name. */
const NAME_LENGTH_MAX = 2_000

/** Finds what bears a name: an id, or what people call a thing, whatever its case, script or spelling. */
export async function find(source: SpaceOf, name: string): Promise<Found> {
  const nodes = await nodesNamed(source, name)
  return { nodes, similar: nodes.length > 0 ? [] : await similarTo(source, name) }
}

/**
 * Ids for names and ids; what bears several things gives them all, what leads nowhere stays as it is. `not-found` when
 * none leads anywhere.
 */
export async function findStarts(source: SpaceOf, names: readonly string[]): Promise<readonly NodeId[]> {
  const handles = await source.store.handles(source.space, names)
  const starts = new Set<NodeId>()
  let isFound = false
  for (const [i, name] of names.entries()) {
    const ids = handles[i] === null ? (await nodesNamed(source, name)).map(({ id }) => id) : [name]
    if (ids.length > 0) isFound = true
    for (const id of ids.length > 0 ? ids : [name]) starts.add(id)
  }
  if (!isFound) throw await notFound(source, names)
  return [...starts]
}

async function notFound(source: SpaceOf, names: readonly string[]): Promise<EngraphError> {
  const similar = names.length === 1 ? await similarTo(source, names[0]!) : []
  const hint =
    similar.length === 0 ? {} : { hint: wording`Similar names: ${similar.map(({ text }) => text).join(', ')}` }
  return new EngraphError('not-found', wording`There is no node ${names.join(', ')} in this space.`, hint)
}

async function nodesNamed({ store, space }: SpaceOf, given: string): Promise<readonly GraphNode[]> {
  const name = cleanText(given)
  const known = await store.nodes(space, [name])
  if (known.length > 0 || name.length > NAME_LENGTH_MAX) return known
  const aliases = withAliases(BUILT_IN_ALIASES, await store.wordAliases(space))
  const things = (await store.nodes(space, thingIds(name, aliases))).slice(0, NAMESAKES_MAX)
  if (things.length < 2) return things
  const counts = new Map<NodeId, number>()
  for (const { id } of things) counts.set(id, (await store.mentionsOf(space, id, 0)).count)
  // Sorting is stable: of equals, the spelling that was asked for comes first.
  return things.toSorted((a, b) => counts.get(b.id)! - counts.get(a.id)!)
}

/**
 * Ids that a thing of this name would have. Records are read with the table that comes along, so each spelling of a
 * group that a space has of its own may lead to a thing of its own.
 */
function thingIds(name: string, aliases: AliasTable): NodeId[] {
  const key = entityKey(name)
  if (key === '') return []
  const ids = new Set<NodeId>()
  for (const spelling of [key, ...aliases.spellings(key).map(entityKey)]) {
    ids.add(thingId('entity', BUILT_IN_ALIASES.canonical(spelling)))
    for (const kind of NAMED_KINDS) ids.add(thingId(kind, spelling))
  }
  return [...ids]
}

async function similarTo({ store, space }: SpaceOf, name: string): Promise<readonly GraphNode[]> {
  const key = entityKey(name.slice(0, NAME_LENGTH_MAX))
  return key.length < SIMILAR_LENGTH_MIN ? [] : store.thingsLike(space, key, SIMILAR_MAX)
}
