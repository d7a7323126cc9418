import { EngraphError } from './graph/errors.ts'

/** The calls on something that can be closed: what was begun is waited for, what comes after is refused. */
export class OpenCalls {
  readonly #begun = new Set<Promise<unknown>>()
  #isClosed = false

  /** Runs a call that `end` waits for. `store-closed` once the end has begun. */
  async begin<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new EngraphError('store-closed', 'The space was closed; open it again to use it.')
    const running = call()
    this.#begun.add(running)
    try {
      return await running
    } finally {
      this.#begun.delete(running)
    }
  }

  /** Refuses new calls. */
  refuse(): void {
    this.#isClosed = true
  }

  /** Waits for what was begun, however it ends. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#begun)
  }
}
