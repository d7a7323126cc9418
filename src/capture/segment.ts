import type { NodeId } from '../graph/nodes.ts'
import { opensByKind } from '../graph/records.ts'
import type { Instant } from '../graph/spans.ts'

/*
 * Consecutive messages of a session as events. A message opens a new one when
 *
 *   - its id says so: a prompt to an agent always does, and what the agent did never by its words,
 *   - it comes after a long pause,
 *   - the event is full, or long enough and the message happens to be a cut (its id decides), or
 *   - the subject changes: the message says enough to have one, and shares next to no word with the last few.
 *
 * The decision looks only at what came before, so that messages given one by one make the same events as all at once.
 * Cuts by id are those of content-defined chunking: a message that comes late moves the boundaries near it, and not, as
 * counting to a fixed length would, all that follow. After TextTiling (Hearst 1997), whose two-sided comparison needs the future, with its block comparison one-sided.
 */

export const PAUSE_MS = 30 * 60_000
export const EVENT_MESSAGES_MAX = 60
/** From this length on, one message in `CUT_EVERY` ends the event before it. */
export const EVENT_MESSAGES_LONG = 20
export const CUT_EVERY = 16
/** Messages before a message that its words are compared with. */
export const COHESION_WINDOW = 6
/** An event takes at least so many messages before a change of subject can end it. */
const EVENT_MESSAGES_MIN = 4
/** A message with fewer different terms ("yes, let's do that") never opens an event. */
const SUBJECT_TERMS_MIN = 6
/** Share of a message's terms that must be found in the window for the subject to go on. */
const COHESION_MIN = 0.08

export interface SegmentMessage {
  readonly id: NodeId
  readonly at: Instant
  readonly terms: ReadonlySet<string>
}

/** What the last event knows of itself: its length, when it was last added to, and its newest messages' terms. */
export interface OpenEvent {
  readonly length: number
  readonly lastAt: Instant
  /** Oldest first, at most `COHESION_WINDOW`. */
  readonly recent: readonly ReadonlySet<string>[]
}

export function opensEvent(open: OpenEvent | null, message: SegmentMessage): boolean {
  if (open === null) return true
  const byKind = opensByKind(message.id)
  if (byKind) return true
  if (message.at - open.lastAt > PAUSE_MS) return true
  if (open.length >= EVENT_MESSAGES_MAX) return true
  if (open.length >= EVENT_MESSAGES_LONG && isCut(message.id)) return true
  if (byKind === false || open.length < EVENT_MESSAGES_MIN || message.terms.size < SUBJECT_TERMS_MIN) return false
  return cohesion(open.recent, message.terms) < COHESION_MIN
}

export function extendEvent(open: OpenEvent | null, message: SegmentMessage): OpenEvent {
  return {
    length: (open?.length ?? 0) + 1,
    lastAt: message.at,
    recent: [...(open?.recent ?? []), message.terms].slice(-COHESION_WINDOW),
  }
}

/** Decided by a hash of the id (FNV-1a, 32 bits), so that it is the same whatever stands around the message. */
export function isCut(id: NodeId): boolean {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return (hash >>> 8) % CUT_EVERY === 0
}

function cohesion(recent: readonly ReadonlySet<string>[], terms: ReadonlySet<string>): number {
  let shared = 0
  for (const term of terms) if (recent.some((known) => known.has(term))) shared++
  return shared / terms.size
}
