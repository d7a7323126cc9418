import type { Direction, Edge, EdgeKind } from '../graph/edges.ts'
import type { GraphNode, NodeId, NodeKind } from '../graph/nodes.ts'
import type { Provenance } from '../graph/provenance.ts'
import type { MessageRecord } from '../graph/records.ts'
import type { Purpose, Space, SpaceId } from '../graph/space.ts'
import type { Instant, TextSpan, TimeSpan } from '../graph/spans.ts'
import type { TaskQueue } from './task-queue.ts'

/**
 * What the store calls a message inside one file: a small integer that fits the columns of the index. It never leaves
 * the program; people and applications see node ids.
 */
export type Handle = number

/** A passage as it is indexed: a short message is one, a long one several. */
export interface IndexedUnit {
  readonly span: TextSpan
  /** How often each term occurs. */
  readonly terms: ReadonlyMap<string, number>
  /** The share of it, 0..1, that asks instead of telling. */
  readonly asking: number
}

export interface IndexedMessage {
  readonly record: MessageRecord
  readonly units: readonly IndexedUnit[]
}

/** Where one term occurs. `units` ascends; `counts[i]` belongs to `units[i]`. */
export interface PostingList {
  readonly units: Uint32Array
  readonly counts: Uint16Array
}

/**
 * Every unit of a space in columns, by unit number. The arrays may be longer than `count`. A unit whose `message` is 0
 * was forgotten.
 */
export interface UnitTable {
  readonly version: number
  readonly count: number
  readonly message: Uint32Array
  /** Reference into `sessions`. */
  readonly session: Uint32Array
  /** Handle of the event, 0 where there is none yet. */
  readonly event: Uint32Array
  /** Reference into `speakers`, 0 for none. */
  readonly speaker: Uint32Array
  /** Terms, repeats included. */
  readonly length: Uint32Array
  readonly at: Float64Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** 0..1 */
  readonly asking: Float32Array
  readonly speakers: ReadonlyMap<number, string>
  readonly sessions: ReadonlyMap<number, string>
}

/** A message in its place: sessions are ordered by time, then by delivery (which handles follow). */
export interface PlacedMessage {
  readonly handle: Handle
  readonly id: NodeId
  readonly at: Instant
  /** Id of its event, `null` before it was woven in. */
  readonly event: NodeId | null
}

export interface NeighbourQuery {
  readonly direction: Direction
  /** All kinds when absent. */
  readonly kinds?: readonly EdgeKind[]
  readonly provenances?: readonly Provenance[]
  /** The heaviest first, then by id of the other end. */
  readonly limit: number
}

export interface Neighbour {
  readonly edge: Edge
  readonly node: GraphNode
}

export interface TimeQuery {
  readonly kinds: readonly NodeKind[]
  readonly span: TimeSpan
  readonly session?: string
  /** Only what stands before a node, or from it on; nodes of one moment stand in order of delivery. */
  readonly anchor?: { readonly node: NodeId; readonly side: 'before' | 'from' }
  readonly order: 'oldest-first' | 'newest-first'
  readonly limit: number
}

export interface SpaceStats {
  readonly nodes: Readonly<Partial<Record<NodeKind, number>>>
  readonly edges: Readonly<Partial<Record<EdgeKind, number>>>
  readonly sessions: number
  readonly units: number
  readonly terms: number
  readonly forgotten: number
  readonly firstAt: Instant | null
  readonly lastAt: Instant | null
}

export interface NewSpace {
  readonly alias: string
  readonly purpose: Purpose
  readonly at: Instant
  /** Made when absent. */
  readonly id?: SpaceId
}

/** What is known of a record id. */
export type Known =
  | ({ readonly kind: 'present' } & Pick<GraphNode, 'text' | 'session' | 'speaker' | 'at'>)
  | { readonly kind: 'forgotten' }

/** What one transaction may do. **Contract:** reads see what the same transaction wrote. */
export interface GraphWriter {
  known(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, Known>>
  /**
   * Puts messages that are not known, with their postings, and answers where they stand, in the same order.
   * **Contract:** the caller asked `known` in this transaction.
   */
  putMessages(messages: readonly IndexedMessage[]): Promise<readonly PlacedMessage[]>
  /** Puts or replaces nodes that are not messages. */
  putNodes(nodes: readonly GraphNode[]): Promise<void>
  /** Removes nodes with their edges. Messages go by `forget`. */
  removeNodes(ids: readonly NodeId[]): Promise<void>
  /** Puts edges; one that exists is merged (`mergeEdges`). Both ends must exist. */
  link(edges: readonly Edge[]): Promise<void>
  unlink(edges: readonly Pick<Edge, 'kind' | 'from' | 'to'>[]): Promise<void>
  /** The messages of a session that stand before `place`, in order, the last `limit` of them. */
  messagesBefore(session: string, place: PlacedMessage, limit: number): Promise<readonly PlacedMessage[]>
  /** The messages of a session from `place` on, in order, `limit` at most. */
  messagesFrom(session: string, place: PlacedMessage, limit: number): Promise<readonly PlacedMessage[]>
  /** `null` for an id that is not a message. */
  place(ids: readonly NodeId[]): Promise<readonly (PlacedMessage | null)[]>
  texts(handles: readonly Handle[]): Promise<ReadonlyMap<Handle, string>>
  /** Puts messages into their events in the columns of the index; `CONTAINS` edges are linked apart. */
  assignEvents(assignments: readonly { readonly message: NodeId; readonly event: NodeId }[]): Promise<void>
  /** Removes messages with their edges and postings, and leaves a tombstone for each id, known or not. */
  forget(ids: readonly NodeId[], at: Instant): Promise<void>
}

/**
 * Where the graph lives. Ids are unique per space; a node of one space is never seen through another.
 *
 * **Contract:** what `transact` acknowledged survives the death of the process. Writers in several processes wait for
 * each other and lose nothing. A transaction that throws leaves no trace. Reads see only whole transactions.
 */
export interface GraphStore {
  /** Where it is, for messages to people. */
  readonly location: string
  readonly driver: string
  readonly tasks: TaskQueue

  /** The space that an alias or id leads to. */
  findSpace(aliasOrId: string): Promise<Space | null>
  /** The space that the alias leads to, made if there is none; an existing one keeps its purpose. */
  ensureSpace(wanted: NewSpace): Promise<Space>
  spaces(): Promise<readonly Space[]>
  /** `space-conflict` when the alias leads elsewhere. */
  addAlias(space: SpaceId, alias: string): Promise<void>
  /**
   * Removes a space with everything in it. Answers false, and removes nothing, when it was written to since `ifVersion`,
   * a version of its units. An `heir`, another space of this store, takes over its aliases.
   */
  removeSpace(space: SpaceId, options?: { readonly ifVersion?: number; readonly heir?: SpaceId }): Promise<boolean>

  transact<T>(space: SpaceId, work: (writer: GraphWriter) => Promise<T>): Promise<T>

  /** In the order asked for; what does not exist is left out. */
  nodes(space: SpaceId, ids: readonly NodeId[]): Promise<readonly GraphNode[]>
  /** In the order asked for, as `nodes`. */
  nodesByHandle(space: SpaceId, handles: readonly Handle[]): Promise<readonly (GraphNode | null)[]>
  neighbours(space: SpaceId, node: NodeId, query: NeighbourQuery): Promise<readonly Neighbour[]>
  timeRange(space: SpaceId, query: TimeQuery): Promise<readonly GraphNode[]>
  /** By node, what contains it. */
  containers(space: SpaceId, nodes: readonly NodeId[]): Promise<ReadonlyMap<NodeId, NodeId>>
  /** What a node contains, by time and delivery. */
  contents(space: SpaceId, node: NodeId, limit: number): Promise<readonly GraphNode[]>
  /** Ids of the messages of a session, in order. */
  sessionMessages(space: SpaceId, session: string): Promise<readonly NodeId[]>
  /** Ids of what was forgotten. */
  tombstones(space: SpaceId): Promise<readonly NodeId[]>
  /** One list per term that occurs. */
  postings(space: SpaceId, terms: readonly string[]): Promise<ReadonlyMap<string, PostingList>>
  /** The columns of the index; gives `known` itself back when nothing changed, and reads only what did. */
  units(space: SpaceId, known: UnitTable | null): Promise<UnitTable>
  stats(space: SpaceId): Promise<SpaceStats>
  /** Sentences about what is damaged; none when all is well. Reads the whole file. */
  integrity(): Promise<readonly string[]>
  /**
   * Makes what was forgotten unreadable in the files, not merely unreachable. May take seconds. Answers false when
   * another process is reading and traces stay until the next time.
   */
  purge(): Promise<boolean>
  close(): Promise<void>
}
