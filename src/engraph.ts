import { join } from 'node:path'
import { AuditLog, type AuditSelector, type AuditStats, auditStatsOf, readAuditSelector } from './audit-log.ts'
import { type Delivery, type ReadState, startReading } from './capture/delivery.ts'
import { type Forgotten, forgetMessages } from './capture/forget.ts'
import { type Remembered, rememberMessages } from './capture/messages.ts'
import type { EmbeddingState } from './embedding.ts'
import {
  FORGET_CHECKS,
  type ForgetOptions,
  type ForgetSelector,
  listOfIds,
  OPEN_CHECKS,
  type OpenOptions,
  TIMELINE_CHECKS,
  TIMELINE_DEFAULT,
  type TimelineQuery,
} from './engraph-options.ts'
import { EngraphError } from './graph/errors.ts'
import { readGiven, requireGiven, text, texts, yesOrNo } from './graph/given.ts'
import type { GraphNode, NodeId } from './graph/nodes.ts'
import type { Space } from './graph/space.ts'
import type { TimeSpan } from './graph/spans.ts'
import { type GivenTime, parseInstant, requireInstant } from './graph/times.ts'
import { wording } from './graph/wording.ts'
import { EngraphHome, type OpenedSpace } from './home.ts'
import { homeDirectory } from './home-options.ts'
import { chooseModels, type Models } from './models.ts'
import { OpenCalls } from './open-calls.ts'
import { AUDIT_ENTRIES_MAX, type AuditEntry } from './ports/audit.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { GraphStore, SpaceStats, TimeQuery } from './ports/graph-store.ts'
import { type AuditMode, auditEntryOf } from './recall/audit.ts'
import { type RecallConfig, recallConfig } from './recall/config.ts'
import { type Found, find, findStarts } from './recall/find.ts'
import type { Recalled, RecallOptions, TimelineEntry } from './recall/recalled.ts'
import { type Shown, show } from './recall/shown.ts'
import { walk } from './recall/walk.ts'
import { readWalkOptions, type Walked, type WalkOptions } from './recall/walked.ts'
import { Recalling } from './recalling.ts'
import { cleanName, cleanText } from './text/clean.ts'

export type { ForgetOptions, ForgetSelector, OpenOptions, TimelineQuery } from './engraph-options.ts'
export { EngraphHome } from './home.ts'
export type { AuditMode } from './recall/audit.ts'
export { recallConfigHash } from './recall/config.ts'
export type { Shown } from './recall/shown.ts'
export { formatPath } from './recall/walked.ts'

/** One open space: remember, recall, forget. Close it, or declare it with `await using`. */
export class Engraph {
  readonly space: Space
  readonly #store: GraphStore
  readonly #clock: Clock
  readonly #recalling: Recalling
  readonly #audit: { readonly log: AuditLog; readonly mode: AuditMode }
  readonly #calls = new OpenCalls()

  private constructor({ store, space }: OpenedSpace, { clock, config, audit, models }: EngraphParts) {
    this.space = space
    this.#store = store
    this.#clock = clock
    this.#recalling = new Recalling({ store, space, clock, config, models })
    this.#audit = { log: new AuditLog(store, space.id), mode: audit }
  }

  /**
   * Opens a space, and makes it on first use. Errors: `space-unknown`, `store-damaged`, `store-newer`,
   * `store-foreign`, `store-unreadable`, `store-locked`, `invalid-options`.
   */
  static async open(options: OpenOptions): Promise<Engraph> {
    const read = readGiven<OpenOptions>(options, 'The options of open', OPEN_CHECKS, 'invalid-options')
    const {
      space: alias,
      purpose = 'companion',
      create = true,
      ranking,
      audit = 'hash',
      embedder,
      reranker,
      ...where
    } = read
    if (alias === undefined) throw new EngraphError('invalid-options', 'Name the space to open: { space: "alice" }.')
    const config = recallConfig(ranking)
    // Before anything is made: a choice that is not known must leave no space behind.
    const models = chooseModels({ embedder, reranker, cacheFolder: join(homeDirectory(where.home), 'models') })
    const home = await EngraphHome.open(where)
    try {
      const opened = create ? await home.ensureSpace(alias, purpose) : await home.openSpace(alias)
      return new Engraph(opened, {
        clock: steady(where.clock ?? systemClock),
        config,
        audit,
        models,
      })
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
    return this.#calls.begin(() => this.#remember(delivery, startReading('by-receipt', this.#clock.now())))
  }

  /**
   * Remembers a long input in parts, such as a file. What tells equal messages apart is counted over the whole of it:
   * giving the same input again, or the same with more at its end, adds nothing twice, also where messages have no
   * time; such a message is given the time of the one before it in its session.
   */
  startImport(): { remember(delivery: Delivery): Promise<Remembered> } {
    const state = startReading('by-place', this.#clock.now())
    return { remember: (delivery) => this.#calls.begin(() => this.#remember(delivery, state)) }
  }

  /** Finds the messages that answer a question, each with the reason why. It is logged a moment later; see `audit`. */
  async recall(question: string, options?: RecallOptions): Promise<Recalled> {
    return this.#calls.begin(async () => {
      const recalled = await this.#recalling.recaller.recall(question, options)
      const { log, mode } = this.#audit
      if (mode === 'off') return recalled
      log.add(auditEntryOf(recalled, { space: this.space.id, question, options, at: this.#clock.now(), mode }))
      return recalled
    })
  }

  /** The recalls that were logged in this space, newest first. */
  async auditTrail(selector?: AuditSelector): Promise<readonly AuditEntry[]> {
    const query = readAuditSelector(selector)
    return this.#calls.begin(() => this.#audit.log.read(query))
  }

  /** Counts the recalls that were logged, of the newest 10,000 unless `limit` says fewer. */
  async auditStats(selector?: AuditSelector): Promise<AuditStats> {
    const query = readAuditSelector(selector, { limit: AUDIT_ENTRIES_MAX })
    return this.#calls.begin(async () => auditStatsOf(await this.#audit.log.read({ ...query, withItems: false })))
  }

  /** Recalls of this object that could not be logged: the store stayed busy, or `failure` says why. */
  get auditLost(): { readonly count: number; readonly failure: unknown } {
    return this.#audit.log.lost
  }

  /** The words that mean the same in this space, in groups, as `alias` put them. */
  async aliases(): Promise<readonly (readonly string[])[]> {
    return this.#calls.begin(() => this.#store.wordAliases(this.space.id))
  }

  /**
   * Says that words mean the same in this space, such as `auth` and `登录`; groups that share one of them become one.
   * Answers the group. Another name of the space itself is a matter of `EngraphHome.alias`.
   */
  async alias(words: readonly string[]): Promise<readonly string[]> {
    requireGiven(words, wording`The words`, texts)
    return this.#calls.begin(() => this.#store.putWordAliases(this.space.id, words))
  }

  /** Takes a word out of its group. Answers false when it was in none. */
  async unalias(word: string): Promise<boolean> {
    requireGiven(word, wording`A word`, text())
    return this.#calls.begin(() => this.#store.removeWordAlias(this.space.id, word))
  }

  /** What happened, oldest first. */
  async timeline(query?: TimelineQuery): Promise<readonly TimelineEntry[]> {
    const read = readGiven<TimelineQuery>(query, 'A timeline query', TIMELINE_CHECKS)
    return this.#calls.begin(async () => {
      const { session, around, kinds = ['message'], limit = TIMELINE_DEFAULT, keep = 'newest' } = read
      const base = { kinds, span: readSpan(read), ...(session === undefined ? {} : { session: cleanName(session) }) }
      const nodes =
        around === undefined ? await this.#range(base, keep, limit) : await this.#around(cleanText(around), base, limit)
      const containers = await this.#store.containers(
        this.space.id,
        nodes.map(({ id }) => id),
      )
      return nodes.map((node) => ({ node, event: containers.get(node.id) ?? null }))
    })
  }

  /**
   * Goes from nodes along typed edges to what is connected with them, each node by its best path. Deterministic; over
   * `hard` edges also complete within the bounds, and `cut` says where one was met. `not-found` when no start exists.
   */
  async walk(options: WalkOptions): Promise<Walked> {
    const request = readWalkOptions(options, this.#clock)
    return this.#calls.begin(async () => {
      const from = await findStarts(this.#source, request.from)
      return walk(this.#store, this.space.id, { ...request, from })
    })
  }

  /** What bears a name: the node of an id, else the things that are called so, in any spelling that is known. */
  async find(idOrName: string): Promise<Found> {
    requireGiven(idOrName, wording`A name`, text())
    return this.#calls.begin(() => find(this.#source, idOrName))
  }

  /** One node, by its id or by the name of a thing, with what it is linked with; `null` when there is none. */
  async show(idOrName: NodeId | string): Promise<Shown | null> {
    requireGiven(idOrName, wording`An id`, text())
    return this.#calls.begin(() => show(this.#source, idOrName))
  }

  /** Nodes by their ids, in that order; what does not exist is left out. */
  async nodes(ids: readonly NodeId[]): Promise<readonly GraphNode[]> {
    requireGiven(ids, wording`The ids`, listOfIds)
    return this.#calls.begin(() => this.#store.nodes(this.space.id, ids.map(cleanText)))
  }

  /**
   * Removes messages with everything derived from them and leaves content-free tombstones; afterwards their text
   * stands in no file, unless `isPurged` says that another process was still reading. `invalid-input` when nothing is
   * selected by.
   */
  async forget(selector: ForgetSelector, options?: ForgetOptions): Promise<Forgotten> {
    const { session, ids, query = null, ...times } = readGiven<ForgetSelector>(selector, 'A selector', FORGET_CHECKS)
    const { dryRun = false } = readGiven<ForgetOptions>(options, 'The options of forget', { dryRun: yesOrNo })
    const request = {
      session: session === undefined ? null : cleanName(session),
      ids: ids === undefined ? null : ids.map(cleanText),
      query,
      span: readSpan(times),
    }
    const how = { at: this.#clock.now(), isDryRun: dryRun }
    return this.#calls.begin(() => forgetMessages(this.#store, this.space.id, request, how))
  }

  /** Waits until everything that was remembered has its vector. */
  async settle(signal?: AbortSignal): Promise<EmbeddingState> {
    return this.#calls.begin(() => this.#recalling.embedding.settle(signal))
  }

  /** Which embedder serves, and how far the vectors of this space are. */
  async embedding(): Promise<EmbeddingState> {
    return this.#calls.begin(() => this.#recalling.embedding.state())
  }

  /** Loads the embedder, and waits for that so many ms at most: a question that comes before is answered without it. */
  async warm(ms: number): Promise<void> {
    return this.#calls.begin(() => this.#recalling.embedding.warm(ms))
  }

  async stats(): Promise<SpaceStats> {
    return this.#calls.begin(() => this.#store.stats(this.space.id))
  }

  /** Waits for what was begun, and refuses what comes after with `store-closed`. */
  async close(): Promise<void> {
    this.#calls.refuse()
    this.#recalling.end()
    await this.#calls.ended()
    await this.#recalling.close()
    await this.#audit.log.close()
    await this.#store.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  get #source() {
    return { store: this.#store, space: this.space.id }
  }

  async #remember(delivery: Delivery, state: ReadState): Promise<Remembered> {
    const remembered = await rememberMessages(this.#store, this.space.id, delivery, state)
    this.#recalling.embedding.catchUp()
    return remembered
  }

  async #range(base: RangeBase, keep: 'oldest' | 'newest', limit: number): Promise<readonly GraphNode[]> {
    const order = keep === 'newest' ? 'newest-first' : 'oldest-first'
    const found = await this.#store.timeRange(this.space.id, { ...base, order, limit })
    return keep === 'newest' ? [...found].reverse() : found
  }

  /** The node with what stands before and after it: half of the limit before, the rest from it on. */
  async #around(node: NodeId, base: RangeBase, limit: number): Promise<readonly GraphNode[]> {
    if ((await this.#store.nodes(this.space.id, [node])).length === 0) {
      throw new EngraphError('not-found', wording`There is no node ${node} in this space.`)
    }
    const half = Math.floor(limit / 2)
    const side = (which: 'before' | 'from', order: 'oldest-first' | 'newest-first', most: number) =>
      this.#store.timeRange(this.space.id, { ...base, anchor: { node, side: which }, order, limit: most })
    const before = half > 0 ? await side('before', 'newest-first', half) : []
    return [...[...before].reverse(), ...(await side('from', 'oldest-first', limit - half))]
  }
}

interface EngraphParts {
  readonly clock: Clock
  readonly config: RecallConfig
  readonly audit: AuditMode
  readonly models: Models
}

type RangeBase = Pick<TimeQuery, 'kinds' | 'span' | 'session'>

/** A clock that went wrong gives the last good moment; what is remembered needs one that a `Date` can hold. */
function steady(clock: Clock): Clock {
  let last = 0
  return {
    now: () => {
      last = parseInstant(clock.now()) ?? last
      return last
    },
  }
}

function readSpan({ since, until }: { readonly since?: GivenTime; readonly until?: GivenTime }): TimeSpan {
  return {
    from: since === undefined ? null : requireInstant(since, 'since'),
    to: until === undefined ? null : requireInstant(until, 'until'),
  }
}
