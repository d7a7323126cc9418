/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** A stretch of time, `from` included, `to` excluded; `null` is open. `from === to` is empty. */
export interface TimeSpan {
  readonly from: Instant | null
  readonly to: Instant | null
}

/** A stretch of a text in UTF-16 code units, `start` included, `end` excluded. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

export const ALWAYS: TimeSpan = { from: null, to: null }

export function isEmptySpan({ from, to }: TimeSpan): boolean {
  return from !== null && to !== null && from >= to
}

export function spanContains({ from, to }: TimeSpan, at: Instant): boolean {
  return (from === null || from <= at) && (to === null || at < to)
}

export function spansOverlap(a: TimeSpan, b: TimeSpan): boolean {
  return !isEmptySpan(intersectSpans(a, b))
}

/** The part that both cover; empty when they are disjoint. */
export function intersectSpans(a: TimeSpan, b: TimeSpan): TimeSpan {
  return {
    from: a.from === null ? b.from : b.from === null ? a.from : Math.max(a.from, b.from),
    to: a.to === null ? b.to : b.to === null ? a.to : Math.min(a.to, b.to),
  }
}

/** What is left of a fact's span once it is superseded at `at`: it held until then. */
export function endSpan(span: TimeSpan, at: Instant): TimeSpan {
  return intersectSpans(span, { from: null, to: at })
}
