import { EDGE_KINDS, type EdgeKind } from '../graph/edges.ts'
import { PROVENANCES } from '../graph/provenance.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import type { Adjacency, GraphStore, Handle } from '../ports/graph-store.ts'
import type { StructuralConfig } from './config.ts'
import { inverseFrequency } from './grains.ts'
import { type Reach, type Step, type StructuralScores, startReach } from './reach.ts'
import { eventsOfHandles, type SpaceIndex, slotsOfHandles } from './space-index.ts'
import { WALK_WEIGHTS } from './walk.ts'

/*
 * The structural route. It starts from what the question names and from the head of the semantic route, goes along the
 * edges of both, and ends at messages:
 *
 *   question ──names──▶ thing ─┐
 *                              ├─◀─MENTIONS── message ──NEXT── its neighbours
 *   head ──MENTIONS──▶ thing ──┘
 *   head ──REFERENCES, CAUSES──▶ message, event
 *
 * A walk is worth the product of its steps: how well its start fits, the weight of each edge and its kind, and for a
 * thing how few others mention it. What several walks reach adds up. Depth is three at most: head, thing, message,
 * neighbour. A thing that very many mention is a hub: nothing is read of it but that, since all its messages would come
 * in equally.
 */

/** Where walks begin. */
export interface Start {
  readonly handle: Handle
  /** 0..1 */
  readonly worth: number
}

export interface StructuralRequest {
  /** Things that the question names. */
  readonly named: readonly Start[]
  /** Slots at the head of the semantic route. */
  readonly head: readonly { readonly slot: number; readonly worth: number }[]
  /** Things that no walk goes over. */
  readonly without: ReadonlySet<Handle>
  /** Kinds that the question hints at; walks along them count more. */
  readonly relations: readonly EdgeKind[]
  /** By slot, how near a message is to the time that the question names, 0..1. */
  readonly near: Float64Array | null
  readonly at: Instant
}

/** Slots that a walk may end at through one thing, and edges of one kind of a message: the newest. */
const PER_NODE_MAX = 128
/** Things between head and messages, at most: the worthiest. */
const THINGS_MAX = 24
/** A thing that more mention is a hub. */
export const HUB_DEGREE_MAX = 128
/** Edges that lead from a record straight to what it is about, or to another record. */
const DISCOURSE_KINDS: readonly EdgeKind[] = ['REFERENCES', 'CAUSES']
/** Kinds that lead from a record to what it is about. */
const ABOUT_KINDS: readonly EdgeKind[] = ['MENTIONS', 'TOUCHES']

/** Walks from the starts: two reads of the store, whatever the size of the graph. */
export async function scoreStructural(
  { store, space, index }: { readonly store: GraphStore; readonly space: SpaceId; readonly index: SpaceIndex },
  request: StructuralRequest,
  config: StructuralConfig,
): Promise<StructuralScores> {
  const reach = startReach(index, config)
  const things = new Map<Handle, ThingOnTheWay>()
  for (const { handle, worth } of request.named.filter(({ handle }) => !request.without.has(handle)))
    things.set(handle, { worth: worth * config.named, head: null, first: {} })
  if (request.near) startAtTime(request.near, config.dated, reach)
  await stepFromHead({ store, space, index, request, config, things, reach })
  const between = [...things].sort(([a, x], [b, y]) => y.worth - x.worth || a - b).slice(0, THINGS_MAX)
  const edges = await store.adjacency(
    space,
    between.map(([handle]) => handle),
    { directions: 'in', kinds: ABOUT_KINDS, at: request.at, perNodeMax: PER_NODE_MAX, hubDegreeMax: HUB_DEGREE_MAX },
  )
  stepToMessages({ index, edges, things, reach })
  reach.spreadToNeighbours()
  return reach.finish()
}

/** Messages of one time, at most: the question names no time that tells more of them apart. */
const DATED_MAX = 256

/** What was said at the time that the question names, or tells of it, is found whatever its words. */
function startAtTime(near: Float64Array, dated: number, reach: Reach): void {
  const slots: number[] = []
  for (let slot = 0; slot < near.length && slots.length <= DATED_MAX; slot++) if (near[slot] === 1) slots.push(slot)
  if (slots.length > DATED_MAX) return
  for (const slot of slots) reach.add(slot, dated, null)
}

interface ThingOnTheWay {
  worth: number
  /** The message of the head that leads here best, and how; `null` when the question names the thing. */
  head: number | null
  first: Pick<Step, 'toThing' | 'fromEvent'>
}

interface Walk {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly index: SpaceIndex
  readonly request: StructuralRequest
  readonly config: StructuralConfig
  readonly things: Map<Handle, ThingOnTheWay>
  readonly reach: Reach
}

/**
 * From messages at the head, and their events, to the things that they are about, and to the messages and events that
 * they refer to or cause.
 */
async function stepFromHead({ store, space, index, request, config, things, reach }: Walk): Promise<void> {
  const starts = startsAt(index, request.head)
  if (starts.size === 0) return
  const kinds = [...new Set<EdgeKind>(['MENTIONS', ...DISCOURSE_KINDS, ...request.relations])]
  const edges = await store.adjacency(space, [...starts.keys()], {
    directions: 'both',
    kinds,
    at: request.at,
    perNodeMax: PER_NODE_MAX,
  })
  const [slots, events] = [slotsOfHandles(index), eventsOfHandles(index)]
  const best = new Map<Handle, number>()
  for (let edge = 0; edge < edges.count; edge++) {
    const { slot, worth, event: fromEvent } = starts.get(edges.from[edge]!)!
    const to = edges.to[edge]!
    const kind = EDGE_KINDS[edges.kind[edge]!]!
    const hint = request.relations.includes(kind) ? config.hinted : 1
    const amount = worth * edges.weight[edge]! * hint * (kind === 'MENTIONS' ? config.mention : WALK_WEIGHTS[kind])
    const isReverse = edges.isReverse[edge] === 1
    const provenance = PROVENANCES[edges.provenance[edge]!]!
    const left = fromEvent === null ? {} : { fromEvent }
    const step: Step = { kind, head: slot, thing: null, provenance, isReverse, ...left }
    const end = slots[to] ?? -1
    const event = events.get(to)
    if (end >= 0) reach.add(end, amount, step)
    else if (event !== undefined) stepIntoEvent(index, event, { amount, step: { ...step, toEvent: to }, reach })
    else if (!request.without.has(to) && !isReverse) {
      const known = things.get(to)
      const first = { toThing: { kind, provenance }, ...left }
      if (!known) things.set(to, { worth: amount, head: slot, first })
      else {
        known.worth += amount
        if (known.head !== null && amount > (best.get(to) ?? 0)) Object.assign(known, { head: slot, first })
      }
      best.set(to, Math.max(best.get(to) ?? 0, amount))
    }
  }
}

/** The handles of the head and of the events that contain it, each by its best message. */
function startsAt(index: SpaceIndex, head: StructuralRequest['head']) {
  const starts = new Map<Handle, { readonly slot: number; readonly worth: number; readonly event: Handle | null }>()
  for (const { slot, worth } of head) {
    starts.set(index.handle[slot]!, { slot, worth, event: null })
    const event = index.units.event[index.firstUnit[slot]!]!
    if (event !== 0 && !starts.has(event)) starts.set(event, { slot, worth: worth * WALK_WEIGHTS.CONTAINS, event })
  }
  return starts
}

/** What leads to an event leads to all its messages alike. */
function stepIntoEvent(
  { eventStart }: SpaceIndex,
  event: number,
  { amount, step, reach }: { readonly amount: number; readonly step: Step; readonly reach: Reach },
): void {
  const end = Math.min(eventStart[event + 1]!, eventStart[event]! + PER_NODE_MAX)
  for (let slot = eventStart[event]!; slot < end; slot++) reach.add(slot, amount * WALK_WEIGHTS.CONTAINS, step)
}

interface ThingEdges {
  readonly index: SpaceIndex
  readonly edges: Adjacency
  readonly things: ReadonlyMap<Handle, ThingOnTheWay>
  readonly reach: Reach
}

/** From things to the messages that mention them: the fewer those are, the more it says. */
function stepToMessages({ index, edges, things, reach }: ThingEdges): void {
  const degree = new Map<Handle, number>()
  for (let edge = 0; edge < edges.count; edge++) {
    const thing = edges.from[edge]!
    degree.set(thing, (degree.get(thing) ?? 0) + 1)
  }
  const slots = slotsOfHandles(index)
  const rarest = inverseFrequency(1, index.slots)
  for (let edge = 0; edge < edges.count; edge++) {
    const thing = edges.from[edge]!
    const { worth, head, first } = things.get(thing)!
    const slot = slots[edges.to[edge]!] ?? -1
    // A walk does not come back to where it began.
    if (slot < 0 || slot === head) continue
    const rarity = inverseFrequency(degree.get(thing)!, index.slots) / rarest
    reach.add(slot, worth * edges.weight[edge]! * rarity, {
      kind: EDGE_KINDS[edges.kind[edge]!]!,
      head,
      thing,
      ...first,
      provenance: PROVENANCES[edges.provenance[edge]!]!,
      isReverse: true,
    })
  }
}
