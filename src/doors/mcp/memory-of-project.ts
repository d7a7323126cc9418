import { setTimeout as sleep } from 'node:timers/promises'
import { EngraphError } from '../../graph/errors.ts'
import type { CaughtUp } from '../../project/answers.ts'
import type { ProjectMemory } from '../../project/project-memory.ts'

export interface MemoryOfProjectOptions {
  /** Opens the memory; `null` where there is none, and none may be made. */
  open(how: { readonly mayCreate: boolean }): Promise<ProjectMemory | null>
  /** Told of what goes wrong behind the answers. */
  onProblem(problem: unknown): void
}

export interface Use {
  readonly signal: AbortSignal
  readonly mayCreate: boolean
  readonly onProgress: ((done: number, total: number, message: string) => void) | null
}

/** How long an answer waits for the journal; longer where the client wants to be told how far it is. */
const CATCH_UP_MS_MAX = 2_000
const CATCH_UP_MS_MAX_TOLD = 20_000
/** One step, between which a call can be cancelled. */
const STEP_MS = 500
/** Steps behind an answer at most; the next call goes on. */
const STEPS_BEHIND_MAX = 240
const STEP_PAUSE_MS = 50

/**
 * The memory of the project that the host works in: opened when it is first asked, since most sessions of a host ask
 * nothing, and brought up to what the hooks wrote before each answer.
 */
export class MemoryOfProject {
  readonly #options: MemoryOfProjectOptions
  readonly #ending = new AbortController()
  #memory: ProjectMemory | null = null
  #opening: Promise<unknown> = Promise.resolve()
  #stepping: Promise<CaughtUp> | null = null
  #behind: Promise<void> | null = null

  constructor(options: MemoryOfProjectOptions) {
    this.#options = options
  }

  /** Does some work with the memory, after it has caught up. */
  async use<T>(use: Use, work: (memory: ProjectMemory | null) => Promise<T>): Promise<T> {
    use.signal.throwIfAborted()
    const memory = await this.#open(use)
    if (memory !== null) await this.#catchUp(memory, use)
    use.signal.throwIfAborted()
    return work(memory)
  }

  /** Ends what runs behind, and closes the memory. */
  async close(): Promise<void> {
    this.#ending.abort(new EngraphError('store-closed', 'The server is ending.'))
    await this.#behind
    await this.#opening
    await this.#memory?.close()
    this.#memory = null
  }

  /** One after the other, so that two calls at once open it once. What is missing now may be there at the next call. */
  #open({ mayCreate }: Use): Promise<ProjectMemory | null> {
    const opened = this.#opening.then(async () => {
      this.#ending.signal.throwIfAborted()
      this.#memory ??= await this.#options.open({ mayCreate })
      return this.#memory
    })
    this.#opening = opened.catch(() => null)
    return opened
  }

  /** Calls that come at once share a step. */
  #step(memory: ProjectMemory): Promise<CaughtUp> {
    const running = this.#stepping
    if (running !== null) return running
    const step = memory.catchUp({ deadlineMs: STEP_MS }).finally(() => {
      this.#stepping = null
    })
    this.#stepping = step
    return step
  }

  /** Reads the journal, for a bounded time; what is left is read behind the answer. */
  async #catchUp(memory: ProjectMemory, { signal, onProgress }: Use): Promise<void> {
    const until = Date.now() + (onProgress === null ? CATCH_UP_MS_MAX : CATCH_UP_MS_MAX_TOLD)
    let done = 0
    let told = -1
    for (;;) {
      signal.throwIfAborted()
      const { records, waiting } = await this.#step(memory)
      done += records
      if (waiting === 0) return
      // A client takes a number that does not grow for a fault.
      if (done > told) onProgress?.(done, done + waiting, `Lines of the journal still to be read: ${waiting}`)
      told = Math.max(told, done)
      if (Date.now() >= until) break
      // A step in which nothing moved waits for another process that reads them.
      await sleep(records > 0 ? 0 : STEP_PAUSE_MS)
    }
    this.#behind ??= this.#goOn(memory).finally(() => {
      this.#behind = null
    })
  }

  async #goOn(memory: ProjectMemory): Promise<void> {
    try {
      for (let step = 0; step < STEPS_BEHIND_MAX && !this.#ending.signal.aborted; step++) {
        // Answers come first.
        await sleep(STEP_PAUSE_MS)
        const { waiting } = await this.#step(memory)
        if (waiting === 0) return
      }
    } catch (error) {
      this.#options.onProblem(error)
    }
  }
}
