/** Lets so many pieces of work run at once; the others wait in their order, unless they are called off. */
export type Lane = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

export function lane(atOnceMax: number): Lane {
  let running = 0
  const waiting = new Set<() => void>()
  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(go)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      waiting.add(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  return async (signal, work) => {
    signal.throwIfAborted()
    if (running < atOnceMax) running++
    else await enter(signal)
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody slips in between.
      const [next] = waiting
      if (next === undefined) running--
      else {
        waiting.delete(next)
        next()
      }
    }
  }
}
