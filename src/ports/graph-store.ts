import type { Direction, Edge, EdgeKind, EdgeState } from '../graph/edges.ts'
import type { GraphNode, NodeId, NodeKind } from '../graph/nodes.ts'
import type { Provenance } from '../graph/provenance.ts'
import type { MessageRecord } from '../graph/records.ts'
import type { Purpose, Space, SpaceId } from '../graph/space.ts'
import type { Instant, TextSpan, TimeSpan } from '../graph/spans.ts'
import type { AuditEntry, AuditQuery } from './audit.ts'
import type { CodeStore, CodeWriter } from './code-store.ts'
import type { ObservationStore, ObservationWriter } from './observation-store.ts'
import type { TaskQueue } from './task-queue.ts'
import type { VectorStore } from './vector-store.ts'

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
  /** What else it is found by, beside its terms; such keys count nothing towards its length. */
  readonly keys: readonly string[]
  /** The share of it, 0..1, that asks instead of telling. */
  readonly asking: number
  /** The share of it, 0..1, in which who speaks tells of themselves. */
  readonly telling: number
  /** What it holds that a question can ask for: flags of `HELD`. */
  readonly held: number
}

/** A time that a message names: where it says so, and the stretch of time that it means. */
export interface NamedTime {
  readonly span: TextSpan
  readonly time: TimeSpan
}

export interface IndexedMessage {
  readonly record: MessageRecord
  readonly units: readonly IndexedUnit[]
  /** Kept in the node's body as `times`. */
  readonly times: readonly NamedTime[]
}

/** How a message named a thing first. */
export interface FirstMention {
  readonly at: Instant
  readonly text: string
}

/** The messages that mention a thing. */
export interface MentionsOf {
  readonly count: number
  /** The newest by time first. */
  readonly newest: readonly GraphNode[]
}

/** Where one term occurs. `units` ascends; `counts[i]` belongs to `units[i]`. */
export interface PostingList {
  readonly units: Uint32Array
  readonly counts: Uint16Array
}

/** How much of the vocabulary was read. */
export interface VocabularyMark {
  readonly folded: number
  /** The term of that number: once it was forgotten, another may have it. */
  readonly term: string | null
  /** The last unit that was read. */
  readonly fresh: number
}

export interface Vocabulary {
  readonly terms: readonly string[]
  readonly mark: VocabularyMark
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
  /** 0..1 */
  readonly telling: Float32Array
  /** Flags. */
  readonly held: Uint32Array
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

/** Which soft edges; every part that is given must fit. */
export interface EdgeQuery {
  readonly kinds?: readonly EdgeKind[]
  readonly states?: readonly EdgeState[]
  readonly provenances?: readonly Provenance[]
  /** Only those that lead to it or from it. */
  readonly node?: NodeId
  /** Only those that were seen last before then. */
  readonly seenBefore?: Instant
  /** Default: the heaviest first. The oldest are those that were seen last longest ago. */
  readonly order?: 'heaviest-first' | 'oldest-first'
  readonly limit: number
}

export interface Neighbour {
  readonly edge: Edge
  readonly node: GraphNode
}

export interface AdjacencyQuery {
  /** Symmetric kinds are read from both ends, whatever is asked. */
  readonly directions: Direction | 'both'
  /** All kinds when absent. */
  readonly kinds?: readonly EdgeKind[]
  readonly provenances?: readonly Provenance[]
  /** Only edges that may be walked at this moment (`isWalkable`). */
  readonly at: Instant
  /** Edges of one kind and direction of a node, at most: those whose other ends were delivered last. */
  readonly perNodeMax: number
  /**
   * A node, other than a message or an event, with more edges than this in a direction, of the wanted kinds and in
   * whatever state, is named and not read.
   */
  readonly hubDegreeMax?: number
}

/**
 * The edges of several nodes in columns, for walks: no evidence, no texts. They come in no order that means anything;
 * the same graph gives the same edges.
 */
export interface Adjacency {
  readonly count: number
  /** The node that was asked for. */
  readonly from: Uint32Array
  /** The other end. */
  readonly to: Uint32Array
  /** Index into `EDGE_KINDS`. */
  readonly kind: Uint8Array
  /** 1: it leads from the other end to the node. */
  readonly isReverse: Uint8Array
  readonly weight: Float64Array
  /** Index into `PROVENANCES`. */
  readonly provenance: Uint8Array
  readonly isHard: Uint8Array
  /** By place of the nodes asked for. 1: it has more edges of a kind, which were left out. */
  readonly isCut: Uint8Array
  /** By place of the nodes asked for. 1: it has more than `hubDegreeMax`, and none was read. */
  readonly isHub: Uint8Array
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

/** Groups of words that mean the same in a space, at most. */
export const WORD_ALIAS_GROUPS_MAX = 200
export const WORD_ALIASES_PER_GROUP_MAX = 20
/** UTF-16 code units of a word, at most. */
export const WORD_ALIAS_LENGTH_MAX = 100

/** What is known of a record id. */
export type Known =
  | ({ readonly kind: 'present' } & Pick<GraphNode, 'text' | 'session' | 'speaker' | 'at'>)
  | { readonly kind: 'forgotten' }

/** What one transaction may do. **Contract:** reads see what the same transaction wrote. */
export interface GraphWriter extends ObservationWriter {
  readonly code: CodeWriter
  /** What the same transaction may do in the space where the observations of this one are indexed; made on first use. */
  index(): Promise<GraphWriter>
  known(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, Known>>
  /**
   * Puts messages that are not known, with their postings, and answers where they stand, in the same order.
   * **Contract:** the caller asked `known` in this transaction.
   */
  putMessages(messages: readonly IndexedMessage[]): Promise<readonly PlacedMessage[]>
  /** Puts or replaces nodes that are not messages. */
  putNodes(nodes: readonly GraphNode[]): Promise<void>
  /**
   * Puts things that records mention; one that is known keeps the label of whoever named it first. Of equal times the
   * smaller label wins, then the smaller body, both as UTF-8: the order in which they are put makes no difference.
   */
  putThings(things: readonly GraphNode[]): Promise<void>
  /** Ids of the things that messages mention. */
  mentionedBy(messages: readonly NodeId[]): Promise<readonly NodeId[]>
  /** By thing, the messages that named it first: those of the earliest moment, `limit` at most. */
  firstMentions(things: readonly NodeId[], limit: number): Promise<ReadonlyMap<NodeId, readonly FirstMention[]>>
  /** Gives things another label and time. */
  renameThings(things: readonly GraphNode[]): Promise<void>
  /** Removes those of the things that no edge leads to or from any more. */
  removeLoneThings(things: readonly NodeId[]): Promise<void>
  /** Removes nodes with their edges, and an event with what was distilled from it. Messages go by `forget`. */
  removeNodes(ids: readonly NodeId[]): Promise<void>
  /** Puts edges; one that exists is merged (`mergeEdges`). Both ends must exist. */
  link(edges: readonly Edge[]): Promise<void>
  unlink(edges: readonly Pick<Edge, 'kind' | 'from' | 'to'>[]): Promise<void>
  /** Retires those of the edges that nobody decided on, or saw, since they were read. Answers how many. */
  retire(edges: readonly Edge[]): Promise<number>
  /** The messages of a session that stand before `place`, in order, the last `limit` of them. */
  messagesBefore(session: string, place: PlacedMessage, limit: number): Promise<readonly PlacedMessage[]>
  /** The messages of a session from `place` on, in order, `limit` at most. */
  messagesFrom(session: string, place: PlacedMessage, limit: number): Promise<readonly PlacedMessage[]>
  /** `null` for an id that is not a message. */
  place(ids: readonly NodeId[]): Promise<readonly (PlacedMessage | null)[]>
  texts(handles: readonly Handle[]): Promise<ReadonlyMap<Handle, string>>
  /** Puts messages into their events in the columns of the index; `CONTAINS` edges are linked apart. */
  assignEvents(assignments: readonly { readonly message: NodeId; readonly event: NodeId }[]): Promise<void>
  /**
   * Removes messages with their edges and postings, and leaves a tombstone for each id, known or not. What was distilled
   * from their sessions goes too, with its indexed texts, and waits to be derived anew from what is left.
   */
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
  readonly vectors: VectorStore
  readonly observations: ObservationStore
  readonly code: CodeStore

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
  /** Soft edges, and those that somebody accepted. */
  edges(space: SpaceId, query: EdgeQuery): Promise<readonly Edge[]>
  neighbours(space: SpaceId, node: NodeId, query: NeighbourQuery): Promise<readonly Neighbour[]>
  /** **Contract:** a node costs no more than its bounds however many edges it has; one of another space has none. */
  adjacency(space: SpaceId, nodes: readonly Handle[], query: AdjacencyQuery): Promise<Adjacency>
  /** In the order asked for, `null` for what does not exist. */
  handles(space: SpaceId, ids: readonly NodeId[]): Promise<readonly (Handle | null)[]>
  timeRange(space: SpaceId, query: TimeQuery): Promise<readonly GraphNode[]>
  /** By node, what contains it. */
  containers(space: SpaceId, nodes: readonly NodeId[]): Promise<ReadonlyMap<NodeId, NodeId>>
  /** What a node contains, by time and delivery. */
  contents(space: SpaceId, node: NodeId, limit: number): Promise<readonly GraphNode[]>
  /** How many messages mention a thing, and the newest of them by time, `limit` at most. */
  mentionsOf(space: SpaceId, thing: NodeId, limit: number): Promise<MentionsOf>
  /**
   * Things that records call by name, whose key holds the given one or is held by it, the nearest in length first. For
   * a hint: it may look at every thing of the space.
   */
  thingsLike(space: SpaceId, key: string, limit: number): Promise<readonly GraphNode[]>
  /** Ids of the messages of a session, in order. */
  sessionMessages(space: SpaceId, session: string): Promise<readonly NodeId[]>
  /** Ids of what was forgotten. */
  tombstones(space: SpaceId): Promise<readonly NodeId[]>
  /** One list per term that occurs. */
  postings(space: SpaceId, terms: readonly string[]): Promise<ReadonlyMap<string, PostingList>>
  /** The terms of the index that came since a mark, all without one; a term may come twice. */
  vocabulary(space: SpaceId, since: VocabularyMark | null): Promise<Vocabulary>
  /** The columns of the index; gives `known` itself back when nothing changed, and reads only what did. */
  units(space: SpaceId, known: UnitTable | null): Promise<UnitTable>
  /**
   * The words that people said mean the same in this space, in groups of two or more; other names of the space itself
   * are its `aliases`. **Contract:** what changes them raises the version of the units.
   */
  wordAliases(space: SpaceId): Promise<readonly (readonly string[])[]>
  /** Puts words into one group, with the groups that hold some of them already, and answers it. `invalid-input` beyond the bounds. */
  putWordAliases(space: SpaceId, words: readonly string[]): Promise<readonly string[]>
  /** Answers false when the word was in no group. */
  removeWordAlias(space: SpaceId, word: string): Promise<boolean>
  /**
   * Logs recalls; the newest `AUDIT_ENTRIES_MAX` are kept. **Contract:** it waits for nobody. While others write, it
   * answers false and logs nothing. The version of the space stays. Ids that are not there are left out.
   */
  audit(space: SpaceId, entries: readonly AuditEntry[]): Promise<boolean>
  /** What was logged, newest first. */
  auditTrail(space: SpaceId, query: AuditQuery): Promise<readonly AuditEntry[]>
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
