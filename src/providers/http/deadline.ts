/** Until when an answer is worth having. */
export interface Deadline {
  readonly limitMs: number
  readonly signal: AbortSignal
  /** What is left of it. */
  leftMs(): number
  /** Must be called at the end: a timer would keep the process alive. */
  clear(): void
}

export function startDeadline(limitMs: number): Deadline {
  const controller = new AbortController()
  const endsAt = performance.now() + limitMs
  const timer = setTimeout(() => controller.abort(), limitMs)
  return {
    limitMs,
    signal: controller.signal,
    leftMs: () => Math.max(0, endsAt - performance.now()),
    clear: () => clearTimeout(timer),
  }
}

/** Waits, unless it is called off. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
