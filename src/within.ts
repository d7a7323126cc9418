import { setMaxListeners } from 'node:events'

export interface WithinOptions {
  /** Ends the waiting as well. */
  readonly signal?: AbortSignal | undefined
  readonly msMax: number
  /** Whether a program that has nothing else to do ends instead of waiting. */
  readonly isBehind?: boolean
}

/**
 * What some work gives, or a `TimeoutError`, or the reason of the signal, whichever comes first. The work is given a
 * signal of its own; whoever does not listen to it is waited for no longer.
 */
export async function within<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, msMax, isBehind = false }: WithinOptions,
): Promise<T> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  // A batch of a hundred texts listens a hundred times, which is no leak to warn of.
  setMaxListeners(0, ending.signal)
  const end = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', end, { once: true })
  // The timer of a signal alone would not keep a program that waits for its answer.
  const timer = setTimeout(
    () => ending.abort(new DOMException(`It took more than ${msMax} ms.`, 'TimeoutError')),
    msMax,
  )
  if (isBehind) timer.unref()
  try {
    return await Promise.race([work(ending.signal), aborted(ending.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Whether what was thrown says that the time was over. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
