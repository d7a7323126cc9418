import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from './graph/errors.ts'
import type { SpaceId } from './graph/space.ts'
import type { Clock } from './ports/clock.ts'
import { type Embedder, identityKey } from './ports/embedder.ts'
import type { GraphStore } from './ports/graph-store.ts'
import type { Meaning, MeaningReport, MeaningSource } from './ports/meaning.ts'
import type { Reranker } from './ports/reranker.ts'
import type { Task } from './ports/task-queue.ts'
import type { VectorIndex } from './ports/vector-index.ts'
import type { UnitText, VectorProgress } from './ports/vector-store.ts'
import type { OpenedEmbedder } from './providers/open-embedder.ts'
import { openVectorIndex } from './providers/vectors/vector-index.ts'
import { quantiseInto } from './vectors/quantise.ts'
import { isTimeout, within } from './within.ts'

export interface EmbeddingParts {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly clock: Clock
  /** Loads the model; asked once. `null` when nobody wants one. */
  readonly open: ((signal?: AbortSignal) => Promise<OpenedEmbedder>) | null
}

/** How far the vectors of a space are. */
export interface EmbeddingState extends VectorProgress, MeaningReport {}

/** Units that are embedded between two writes. */
const BATCH_UNITS = 128
const LEASE_MS = 15_000
/** How long whoever asks for the state waits for a service to answer. */
const OPEN_MS_MAX = 3000
/** How long a question waits for an embedder to be opened. */
const QUESTION_OPEN_MS_MAX = 50
/** What was remembered is embedded after a moment, so that several deliveries are taken together. */
const BEGIN_AFTER_MS = 30
/** Identities whose vectors a space keeps: of what is used now, and of what was used before. */
const IDENTITIES_KEPT = 2
const PAUSE_MS = 50
/** An embedder that answers not at all is waited for so long: by a question without a deadline, and by what goes on behind. */
const QUESTION_MS_MAX = 30_000
const BATCH_MS_MAX = 600_000
const WARM_MS_MAX = 600_000
/** When it is tried again: where another process is at it, and where it failed too often to be tried at once. */
const AGAIN_MS = 5_000
const AGAIN_MS_MAX = 60_000
/** How a unit is written out for the embedder; part of the identity. */
const UNIT_FORM = 'speaker: text'

/**
 * The vectors of one space: makes those that are missing behind everybody's back, and compares questions with them. The
 * queue of the store tells processes whose turn it is; what a process leaves undone, the next one does.
 */
export class Embedding implements MeaningSource {
  readonly #parts: EmbeddingParts
  readonly #worker = crypto.randomUUID()
  #opening: Promise<OpenedEmbedder> | null = null
  #opened: OpenedEmbedder | null = null
  #index: VectorIndex | null = null
  #indexed = 0
  #reading: Promise<void> = Promise.resolve()
  #run: Promise<void> | null = null
  #probing: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined
  #failure: string | null = null
  readonly #ending = new AbortController()

  constructor(parts: EmbeddingParts) {
    this.#parts = parts
  }

  /** Begins, a moment later, to embed what has no vector yet. */
  catchUp(): void {
    if (!this.#parts.open || this.#run || this.#ending.signal.aborted) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#start()
    }, BEGIN_AFTER_MS).unref()
  }

  /** Loads the model, and waits for that `ms` at most, so that the next question can be compared. */
  async warm(ms: number): Promise<void> {
    if (!this.#parts.open) return
    const { signal } = this.#ending
    // What is wrong with it is told by the answers.
    await within(() => this.#probe(), { msMax: Math.min(ms, WARM_MS_MAX), signal }).catch(() => undefined)
  }

  /** Has the model loaded by asking it something. */
  #probe(): Promise<void> {
    this.#probing ??= this.#load()
      .then(({ embedder }) => embedder?.embed(['memory'], { purpose: 'question' }))
      .then(
        () => undefined,
        (error) => {
          this.#failure = messageOf(error)
        },
      )
      .finally(() => {
        this.#probing = null
      })
    return this.#probing
  }

  /** What compares token by token with the model that is there. */
  async late(): Promise<Reranker | null> {
    return this.#parts.open ? (await this.#load()).late : null
  }

  /** Embeds everything that has no vector yet, or waits until another process has; `signal` ends that. */
  async settle(signal?: AbortSignal): Promise<EmbeddingState> {
    const ended = signal && new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    for (;;) {
      if (!signal?.aborted) await Promise.race([this.#start(), ...(ended ? [ended] : [])])
      const state = await this.state()
      if (state.done >= state.last || state.state === 'unavailable' || state.state === 'off') return state
      if (this.#failure !== null || signal?.aborted || this.#ending.signal.aborted) return state
      await sleep(PAUSE_MS)
    }
  }

  async state(): Promise<EmbeddingState> {
    const opened = this.#parts.open ? await this.#loadSoon() : null
    const progress = await this.#progress(opened?.embedder ?? null)
    if (this.#parts.open && !opened) return { ...progress, state: 'loading', embedder: null, problem: this.#failure }
    return { ...progress, ...this.#report(opened, progress) }
  }

  async compare(question: string, signal?: AbortSignal): Promise<Meaning> {
    if (!this.#parts.open) return { ...this.#report(null, null), likeness: null }
    const opened = this.#opened ?? (await this.#openNow(signal))
    if (!opened) return { state: 'loading', embedder: null, problem: null, likeness: null }
    const { embedder } = opened
    if (!embedder) return { ...this.#report(opened, null), likeness: null }
    if (embedder.isLoaded === false) {
      void this.#probe().then(() => this.catchUp())
      const state = this.#failure === null ? 'loading' : 'unavailable'
      return { ...this.#report(opened, null), state, likeness: null }
    }
    try {
      const { likeness, progress } = await within(
        async (ending) => {
          const [vectors, progress] = await Promise.all([
            embedder.embed([question], { purpose: 'question', signal: ending }),
            this.#readNew(embedder),
          ])
          const likeness = this.#index && progress.done > 0 ? await this.#index.scores(vectors[0]!) : null
          return { likeness, progress }
        },
        { signal, msMax: QUESTION_MS_MAX },
      )
      if (progress.done < progress.last) this.catchUp()
      return { ...this.#report(opened, progress), likeness }
    } catch (error) {
      const state = signal?.aborted || isTimeout(error) ? 'late' : 'unavailable'
      return { ...this.#report(opened, null), state, problem: messageOf(error), likeness: null }
    }
  }

  /** Ends what goes on behind, and those who wait for it; questions that were begun are still answered. */
  end(): void {
    this.#ending.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#again)
  }

  async close(): Promise<void> {
    this.end()
    // One that is still being loaded closes itself as soon as it is there.
    const embedder = this.#opened?.embedder
    await this.#run
    await this.#reading.catch(() => undefined)
    await this.#index?.close()
    await embedder?.close()
  }

  #report(opened: OpenedEmbedder | null, progress: VectorProgress | null): MeaningReport {
    if (!this.#parts.open) return { state: 'off', embedder: null, problem: null }
    const isWhole = progress !== null && progress.done >= progress.last
    const problem = opened?.problem ?? (isWhole && opened?.embedder ? null : this.#failure)
    if (!opened?.embedder) return { state: 'unavailable', embedder: null, problem }
    return {
      state: isWhole ? 'ready' : 'partial',
      embedder: `${opened.tier} ${opened.embedder.identity.model}`,
      problem,
    }
  }

  /** What is there, or soon is: a service that does not answer is not waited for. `null` where it still is not. */
  async #loadSoon(): Promise<OpenedEmbedder | null> {
    if (this.#opened) return this.#opened
    try {
      return await within(() => this.#load(), { signal: this.#ending.signal, msMax: OPEN_MS_MAX })
    } catch (error) {
      if (!isTimeout(error) && !this.#ending.signal.aborted) this.#failure = messageOf(error)
      return null
    }
  }

  /**
   * Opening what lies on this machine takes less than a moment, and tells whether there is a model at all; what takes
   * longer is not waited for. Loading it is another thing.
   */
  async #openNow(signal: AbortSignal | undefined): Promise<OpenedEmbedder | null> {
    const opening = this.#load()
    void opening.then(
      () => this.catchUp(),
      (error) => {
        this.#failure = messageOf(error)
      },
    )
    return within(() => opening, { signal, msMax: QUESTION_OPEN_MS_MAX }).catch(() => null)
  }

  #load(): Promise<OpenedEmbedder> {
    this.#opening ??= this.#parts.open!(this.#ending.signal).then((opened) => {
      this.#opened = opened
      if (this.#ending.signal.aborted) void opened.embedder?.close()
      return opened
    })
    return this.#opening
  }

  async #progress(embedder: Embedder | null): Promise<VectorProgress> {
    return this.#parts.store.vectors.progress(this.#parts.space, embedder ? keyOf(embedder) : '')
  }

  /** Takes vectors that were made since into the index, those of other processes too. */
  async #readNew(embedder: Embedder): Promise<VectorProgress> {
    const progress = await this.#progress(embedder)
    if (progress.done === this.#indexed) return progress
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readInto(embedder, progress))
    await this.#reading
    return progress
  }

  async #readInto(embedder: Embedder, { done }: VectorProgress): Promise<void> {
    if (done <= this.#indexed) return
    const { store, space } = this.#parts
    this.#index ??= openVectorIndex({ dimensions: embedder.identity.dimensions })
    for (const { after, numbers, scales } of await store.vectors.read(space, keyOf(embedder), this.#indexed)) {
      // Unit 0 does not exist; a block may begin with it.
      this.#index.setBlock(after + 1, { numbers, scales })
    }
    this.#indexed = done
  }

  #start(): Promise<void> {
    this.#run ??= this.#embedAll().finally(() => {
      this.#run = null
    })
    return this.#run
  }

  async #embedAll(): Promise<void> {
    const { signal } = this.#ending
    if (!this.#parts.open || signal.aborted) return
    try {
      const { embedder } = await within(() => this.#load(), { signal, msMax: BATCH_MS_MAX, isBehind: true })
      if (!embedder) return
      const progress = await this.#progress(embedder)
      if (progress.done < progress.last) await this.#inTurn(embedder)
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#failure = messageOf(error)
    }
  }

  /** Does the work that is queued for this embedder, unless another process is at it. */
  async #inTurn(embedder: Embedder): Promise<void> {
    const { store, space, clock } = this.#parts
    const kind = `embed ${keyOf(embedder)}`
    await store.tasks.enqueue({ space, kind, key: 'units', payload: {} })
    for (;;) {
      const lease = { kinds: [kind], worker: this.#worker, now: clock.now(), leaseMs: LEASE_MS }
      const task = await store.tasks.lease(lease)
      if (!task) {
        // Whoever has it may die, or be done just before something was added.
        const { done, last } = await this.#progress(embedder)
        if (done < last) this.#tryAgain(AGAIN_MS)
        return
      }
      try {
        const isDone = await this.#embedUnits(embedder, task)
        if (isDone) await this.#tidy(task.space, embedder)
        // Also where the program ends: what is left is told by the progress, and whoever comes next asks for it.
        await store.tasks.complete(task, this.#worker)
        if (!isDone) return
        this.#failure = null
      } catch (error) {
        this.#failure = messageOf(error)
        const failed = await store.tasks.fail(task, this.#worker, this.#failure, clock.now())
        this.#tryAgain(failed?.kind === 'retry' ? failed.at - clock.now() : AGAIN_MS_MAX)
        return
      }
    }
  }

  #tryAgain(ms: number): void {
    if (this.#ending.signal.aborted) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.catchUp(), Math.min(Math.max(ms, 0), AGAIN_MS_MAX)).unref()
  }

  /** Answers false when the program ended meanwhile, or somebody else took the work over. */
  async #embedUnits(embedder: Embedder, task: Task): Promise<boolean> {
    const { store, clock } = this.#parts
    const { signal } = this.#ending
    const key = keyOf(embedder)
    const renew = () => store.tasks.renew(task, this.#worker, clock.now() + LEASE_MS)
    for (;;) {
      if (signal.aborted) return false
      const { done, last } = await store.vectors.progress(task.space, key)
      if (done >= last) return true
      const texts = await store.vectors.texts(task.space, done, BATCH_UNITS)
      if (texts.length === 0) throw new Error(`The text of unit ${done + 1} is not there.`)
      // A slow service may need longer for some texts than a lease lasts.
      const renewing = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 3).unref()
      const rows = await this.#rowsOf(embedder, texts).finally(() => clearInterval(renewing))
      if (rows === null) return false
      await store.vectors.append(task.space, key, embedder.identity.dimensions, { after: done, ...rows })
      if (!(await renew())) return false
      await setImmediate()
    }
  }

  async #rowsOf(embedder: Embedder, texts: readonly (UnitText | null)[]) {
    const { signal } = this.#ending
    const { dimensions } = embedder.identity
    const numbers = new Int8Array(texts.length * dimensions)
    const scales = new Float32Array(texts.length)
    // What was forgotten is nobody's to read, and what has no letter is like anything: both have zeros.
    const rows = texts.flatMap((unit, row) =>
      unit && SAYS_SOMETHING.test(unit.text) ? [{ row, text: written(unit) }] : [],
    )
    if (rows.length === 0) return { numbers, scales }
    try {
      const vectors = await within(
        (ending) =>
          embedder.embed(
            rows.map(({ text }) => text),
            { purpose: 'passage', signal: ending },
          ),
        { signal, msMax: BATCH_MS_MAX, isBehind: true },
      )
      for (const [i, { row }] of rows.entries()) {
        scales[row] = quantiseInto(numbers.subarray(row * dimensions, (row + 1) * dimensions), vectors[i]!)
      }
    } catch (error) {
      if (signal.aborted) return null
      throw error
    }
    return { numbers, scales }
  }

  /** Vectors of embedders that are used no more. */
  async #tidy(space: SpaceId, embedder: Embedder): Promise<void> {
    const { vectors } = this.#parts.store
    const others = (await vectors.embedders(space)).filter(({ identity }) => identity !== keyOf(embedder))
    for (const { identity } of others.slice(0, Math.max(0, others.length - IDENTITIES_KEPT + 1))) {
      await vectors.drop(space, identity)
    }
  }
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u

function written(unit: UnitText): string {
  return unit.speaker === null ? unit.text : `${unit.speaker}: ${unit.text}`
}

/** The identity with how units are written out. */
function keyOf({ identity }: Embedder): string {
  return identityKey({ ...identity, preprocessing: `${identity.preprocessing}; ${UNIT_FORM}` })
}
