export interface Random {
  /** 0 included, 1 excluded. */
  fraction(): number
  /** A whole number from 0 to before `bound`. */
  below(bound: number): number
  pick<T>(items: readonly T[]): T
}

/** The same numbers from the same seed on every machine: mulberry32, public domain. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(fraction() * bound)
  return { fraction, below, pick: (items) => items[below(items.length)]! }
}
