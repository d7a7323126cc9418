import { type Delivery, startReading } from './capture/delivery.ts'
import { type Forgotten, forgetMessages } from './capture/forget.ts'
import { type Remembered, rememberMessages } from './capture/messages.ts'
import { EngraphError } from './graph/errors.ts'
import { type GraphNode, NODE_KINDS, type NodeId, type NodeKind } from './graph/nodes.ts'
import { PURPOSES, type Purpose, type Space } from './graph/space.ts'
import type { TimeSpan } from './graph/spans.ts'
import { type GivenTime, requireInstant } from './graph/times.ts'
import { EngraphHome, type HomeOptions } from './home.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { GraphStore, Neighbour, SpaceStats } from './ports/graph-store.ts'
import { Recaller } from './recall/recall.ts'
import type { Recalled, RecallOptions, TimelineEntry } from './recall/recalled.ts'
import { cleanText } from './text/clean.ts'

export { EngraphHome } from './home.ts'
export { recallConfigHash } from './recall/config.ts'

export interface OpenOptions extends HomeOptions {
  /** The name of the space, or its id. */
  readonly space: string
  /** What a new space is for. Default `companion`; a space that exists keeps its own. */
  readonly purpose?: Purpose
  /** Whether a space that does not exist is made. Default true; else `space-unknown`. */
  readonly create?: boolean
}

export interface TimelineQuery {
  readonly since?: GivenTime
  readonly until?: GivenTime
  readonly session?: string
  /** Shows what happened around this node: half before, half after. */
  readonly around?: NodeId
  /** Default `['message']`. */
  readonly kinds?: readonly NodeKind[]
  /** Default 50, at most 10,000. */
  readonly limit?: number
  /** Which end is shown when there is more than the limit; entries always come oldest first. Default the newest. */
  readonly keep?: 'oldest' | 'newest'
}

export interface Shown {
  readonly node: GraphNode
  /** The event that contains a message. */
  readonly event: GraphNode | null
  /** The messages that an event contains. */
  readonly messages: readonly GraphNode[]
  readonly neighbours: readonly Neighbour[]
}

/** What to forget; several conditions must all hold. */
export interface ForgetSelector {
  readonly session?: string
  readonly ids?: readonly NodeId[]
  /** Messages that hold every one of its words. */
  readonly query?: string
  readonly since?: GivenTime
  readonly until?: GivenTime
}

const TIMELINE_DEFAULT = 50
const TIMELINE_MAX = 10_000
const NEIGHBOURS_SHOWN = 50

/** One open space: remember, recall, forget. Close it, or declare it with `await using`. */
export class Engraph {
  readonly space: Space
  readonly #store: GraphStore
  readonly #clock: Clock
  readonly #recaller: Recaller

  private constructor(store: GraphStore, space: Space, clock: Clock) {
    this.space = space
    this.#store = store
    this.#clock = clock
    this.#recaller = new Recaller({ store, space: space.id, clock })
  }

  /**
   * Opens a space, and makes it on first use. Errors: `space-unknown`, `store-damaged`, `store-newer`,
   * `store-foreign`, `store-unreadable`, `store-locked`, `invalid-options`.
   */
  static async open(options: OpenOptions): Promise<Engraph> {
    const { space: alias, purpose = 'companion', create = true, ...where } = options
    if (typeof alias !== 'string' || alias.trim() === '') {
      throw new EngraphError('invalid-options', 'Name the space to open, such as { space: "alice" }.')
    }
    if (!PURPOSES.includes(purpose)) {
      throw new EngraphError('invalid-options', `"${purpose}" is no purpose; there are ${PURPOSES.join(', ')}.`)
    }
    const home = await EngraphHome.open(where)
    try {
      const { store, space } = create ? await home.ensureSpace(alias, purpose) : await home.openSpace(alias)
      return new Engraph(store, space, where.clock ?? systemClock)
    } finally {
      await home.close()
    }
  }

  /** The file that holds the space. */
  get location(): string {
    return this.#store.location
  }

  /**
   * Makes records of messages. What was acknowledged survives the death of the process. The same delivery twice is
   * one. What is wrong with a single message is listed in `problems`; `invalid-input` means that the delivery is none.
   */
  async remember(delivery: Delivery): Promise<Remembered> {
    return rememberMessages(this.#store, this.space.id, delivery, startReading('by-receipt', this.#clock.now()))
  }

  /**
   * Remembers a long input in parts, such as a file. What tells equal messages apart is counted over the whole of it:
   * giving the same input again, or the same with more at its end, adds nothing twice, also where messages have no
   * time; such a message is given the time of the one before it in its session.
   */
  startImport(): { remember(delivery: Delivery): Promise<Remembered> } {
    const state = startReading('by-place', this.#clock.now())
    return { remember: (delivery) => rememberMessages(this.#store, this.space.id, delivery, state) }
  }

  /** Finds the messages that answer a question, each with the reason why. */
  async recall(question: string, options: RecallOptions = {}): Promise<Recalled> {
    return this.#recaller.recall(question, options)
  }

  /** What happened, oldest first. */
  async timeline(query: TimelineQuery = {}): Promise<readonly TimelineEntry[]> {
    const { session, around, kinds = ['message'], limit = TIMELINE_DEFAULT, keep = 'newest' } = query
    if (!Number.isInteger(limit) || limit < 1 || limit > TIMELINE_MAX) {
      throw new EngraphError('invalid-input', `limit is a whole number from 1 to ${TIMELINE_MAX}.`)
    }
    const unknown = kinds.find((kind) => !NODE_KINDS.includes(kind))
    if (unknown) throw new EngraphError('invalid-input', `"${unknown}" is no kind of node.`)
    const span = readSpan(query)
    const base = { kinds, ...(session === undefined ? {} : { session: cleanText(session) }) }
    if (around !== undefined) return this.#entries(await this.#around(around, base, limit))
    const order = keep === 'newest' ? 'newest-first' : 'oldest-first'
    const found = await this.#store.timeRange(this.space.id, { ...base, span, order, limit })
    return this.#entries(keep === 'newest' ? [...found].reverse() : found)
  }

  /** One node with what it belongs to and what it is linked with; `null` when there is none. */
  async show(id: NodeId): Promise<Shown | null> {
    const [node] = await this.#store.nodes(this.space.id, [cleanText(id)])
    if (!node) return null
    const limit = NEIGHBOURS_SHOWN
    const outgoing = await this.#store.neighbours(this.space.id, node.id, { direction: 'out', limit })
    const incoming = await this.#store.neighbours(this.space.id, node.id, { direction: 'in', limit })
    const contains = ({ edge }: Neighbour) => edge.kind === 'CONTAINS'
    return {
      node,
      event: incoming.find(contains)?.node ?? null,
      messages: await this.#inOrder(outgoing.filter(contains).map((neighbour) => neighbour.node)),
      neighbours: [...incoming, ...outgoing],
    }
  }

  /**
   * Removes messages with everything derived from them and leaves content-free tombstones; afterwards their text
   * stands in no file. With `dryRun` it only says what would go. `invalid-input` when nothing is selected by.
   */
  async forget(selector: ForgetSelector, { dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<Forgotten> {
    const { session, ids, query = null } = selector
    const request = {
      session: session === undefined ? null : cleanText(session),
      ids: ids === undefined ? null : ids.map(cleanText),
      query,
      span: readSpan(selector),
    }
    return forgetMessages(this.#store, this.space.id, request, { at: this.#clock.now(), isDryRun: dryRun })
  }

  async stats(): Promise<SpaceStats> {
    return this.#store.stats(this.space.id)
  }

  async close(): Promise<void> {
    await this.#store.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #around(
    id: NodeId,
    base: { readonly kinds: readonly NodeKind[]; readonly session?: string },
    limit: number,
  ): Promise<readonly GraphNode[]> {
    const [node] = await this.#store.nodes(this.space.id, [id])
    if (!node) throw new EngraphError('not-found', `There is no node ${id} in this space.`)
    const at = node.at ?? this.#clock.now()
    const half = Math.max(1, Math.ceil(limit / 2))
    const [until, from] = [
      { from: null, to: at + 1 },
      { from: at, to: null },
    ]
    const range = (span: TimeSpan, order: 'oldest-first' | 'newest-first') =>
      this.#store.timeRange(this.space.id, { ...base, span, order, limit: half })
    const nodes = [...(await range(until, 'newest-first')).toReversed(), ...(await range(from, 'oldest-first'))]
    return [...new Map(nodes.map((one) => [one.id, one])).values()].slice(0, limit)
  }

  /** Messages of one session as they followed each other; those of the same moment in order of delivery. */
  async #inOrder(messages: readonly GraphNode[]): Promise<readonly GraphNode[]> {
    const session = messages[0]?.session
    if (!session) return messages
    const order = await this.#store.sessionMessages(this.space.id, session)
    const places = new Map(order.map((id, place) => [id, place]))
    return [...messages].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  }

  async #entries(nodes: readonly GraphNode[]): Promise<readonly TimelineEntry[]> {
    const entries: TimelineEntry[] = []
    for (const node of nodes) {
      const [event] = await this.#store.neighbours(this.space.id, node.id, {
        direction: 'in',
        kinds: ['CONTAINS'],
        limit: 1,
      })
      entries.push({ node, event: event?.node.id ?? null })
    }
    return entries
  }
}

function readSpan({ since, until }: { readonly since?: GivenTime; readonly until?: GivenTime }): TimeSpan {
  return {
    from: since === undefined ? null : requireInstant(since, 'since'),
    to: until === undefined ? null : requireInstant(until, 'until'),
  }
}
