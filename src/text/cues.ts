import { late } from './late.ts'

/**
 * A pattern, and what a text holds that it fits: at least one of the cues. A runtime compiles a pattern when it is first
 * used, some for milliseconds, and most of ours fit few questions. Cues are sought in the same text, as they are written.
 */
export interface CuedPattern {
  readonly cues: readonly string[]
  readonly pattern: () => RegExp
}

/** Cues stand between bars: spaces count. */
export function cued(cues: string, pattern: () => RegExp): CuedPattern {
  return { cues: cues.split('|'), pattern: late(pattern) }
}

export function fits({ cues, pattern }: CuedPattern, text: string): boolean {
  return hasCue(cues, text) && pattern().test(text)
}

export function findCued({ cues, pattern }: CuedPattern, text: string): RegExpExecArray | null {
  return hasCue(cues, text) ? pattern().exec(text) : null
}

export function hasCue(cues: readonly string[], text: string): boolean {
  for (const cue of cues) if (text.includes(cue)) return true
  return false
}

/** Whether a text holds one of the cues, which stand between bars. */
export function holds(cues: string): (text: string) => boolean {
  const list = cues.split('|')
  return (text) => hasCue(list, text)
}

/** Part of a pattern, and whether a text may hold it. */
export interface Alternative {
  readonly mayStandIn: (text: string) => boolean
  readonly source: string
}

/** Matches nothing, and stands for an alternative that a text does not hold. */
const NOTHING = '[]'

/**
 * A pattern of alternatives, of which those are compiled that may stand in a text: all together take longer than most
 * questions do. What it matches is the same. One pattern is kept for each set of alternatives that was met.
 */
export function patternOf(
  alternatives: readonly Alternative[],
  join: (sources: readonly string[]) => RegExp,
): (text: string) => RegExp | null {
  const made = new Map<number, RegExp>()
  return (text) => {
    let [present, bit] = [0, 1]
    for (const { mayStandIn } of alternatives) {
      if (mayStandIn(text)) present += bit
      bit *= 2
    }
    if (present === 0) return null
    let pattern = made.get(present)
    if (!pattern) {
      pattern = join(alternatives.map(({ source }, i) => (Math.floor(present / 2 ** i) % 2 === 1 ? source : NOTHING)))
      made.set(present, pattern)
    }
    return pattern
  }
}
