import { sha256 } from '@noble/hashes/sha2.js'
import type { Activity } from './activity.ts'
import type { JsonObject, NodeId, ThingKind } from './nodes.ts'
import type { Instant } from './spans.ts'

/** One captured message, verbatim, ready to become a node. */
export interface MessageRecord {
  readonly id: NodeId
  readonly session: string
  readonly speaker: string | null
  readonly text: string
  readonly at: Instant
  readonly branch: string | null
  /** What else is kept of it, in the body of its node. */
  readonly body?: JsonObject
}

/** Ids that Engraph gives to what it derives begin so; a caller's id may not. */
export const RESERVED_ID = /^(?:m|e|t|p|n|q|u|o|f|s)~/u
export const ID_LENGTH_MAX = 200

export interface RecordIdentity {
  readonly session: string
  readonly at: Instant | null
  readonly speaker: string | null
  readonly text: string
  /** Tells a live message without a time from an equal one that is received at the same moment. */
  readonly nonce?: string | null
  /** Which of the equal ones in its delivery it is: two "yes" are two records, the same delivery twice is one. */
  readonly ordinal: number
}

export function recordId({ session, at, speaker, text, nonce, ordinal }: RecordIdentity): NodeId {
  const moment = at === null ? '' : String(at)
  return `m~${digest(session, moment, speaker ?? '', text, String(ordinal), ...(nonce ? [nonce] : []))}`
}

/**
 * What an agent was asked is `q~`, and opens an event; what it did and said is `u~`, and does not. `nonce` tells steps
 * apart to which the host gave no name of their own.
 */
export function activityId({ kind, session, agent, key }: Activity, nonce: string): NodeId {
  const letter = kind === 'prompt' || kind === 'note' ? 'q' : 'u'
  return `${letter}~${digest(kind, session, agent?.id ?? '', key === null ? nonce : key)}`
}

/** The indexed text of an observation (`o~`), of one of its facts (`f~`), of the summary of a session (`s~`). */
export function derivedId(letter: 'o' | 'f' | 's', ...parts: readonly string[]): NodeId {
  return `${letter}~${digest(...parts)}`
}

/** Whether a record of that id opens an event, or never does; `null` where its words decide. */
export function opensByKind(id: NodeId): boolean | null {
  if (/^[qos]~/u.test(id)) return true
  return /^[uf]~/u.test(id) ? false : null
}

/** An event is named after the message that opens it, so that the same records give the same graph. */
export function eventId(session: string, firstMessage: NodeId): NodeId {
  return `e~${digest(session, firstMessage)}`
}

/** A thing is named after its kind of node and what it is merged by, so that all who mention it lead to one node. */
export function thingId(kind: ThingKind, key: string): NodeId {
  return `n~${digest(kind, key)}`
}

/** 128 bits of SHA-256 over length-prefixed parts, so that no two lists of parts read alike. */
function digest(...parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}:${part}`).join('')
  const bytes = sha256(new TextEncoder().encode(text)).subarray(0, 16)
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}
