import { createHash } from 'node:crypto'
import type { Engraph } from '../../engraph.ts'
import type { JsonObject } from '../../graph/nodes.ts'
import { parseInstant } from '../../graph/times.ts'
import type { LineProblem } from './phrases.ts'

export type Delivery = Parameters<Engraph['remember']>[0]
export type GivenMessage = Delivery['messages'][number]

/** Where a message stood in the input. */
export interface Place {
  readonly number: number
  readonly unit: 'line' | 'item'
}

export interface SessionMessage {
  readonly session: string
  readonly message: GivenMessage
}

/** The messages of one session in a batch; `places[i]` belongs to `messages[i]` and is `null` for an echo. */
export interface PlacedDelivery {
  readonly session: string
  readonly messages: GivenMessage[]
  readonly places: (Place | null)[]
}

/** Messages of a batch, and characters of their texts, at most; the last one may exceed them. */
const BATCH_MESSAGES_MAX = 500
const BATCH_CHARACTERS_MAX = 8_000_000
/** Different messages whose repetition is noticed over batches, at most; about 100 bytes each. */
const KEYS_MAX = 2_000_000

/** What a line says; a field of the wrong type is left for the facade to judge. */
export function readGiven(value: unknown, sessionDefault: string | undefined): SessionMessage | LineProblem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not-an-object'
  const fields = value as JsonObject
  const session = plain(fields['session']) ?? sessionDefault
  if (typeof session !== 'string' || session === '') return 'no-session'
  const message: Record<string, unknown> = { text: fields['text'] }
  for (const field of ['id', 'speaker', 'branch'] as const) {
    const content = plain(fields[field])
    if (content !== undefined) message[field] = content
  }
  if (fields['at'] !== undefined && fields['at'] !== null) message['at'] = fields['at']
  return { session, message: message as unknown as GivenMessage }
}

function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return value === null ? undefined : value
}

/**
 * Cuts a long input into batches, and keeps what a message is in the whole of it: giving the same file again, or the
 * same with more lines, adds nothing twice and loses no second "yes".
 *
 * A message without a time would be a new one at each delivery, since the moment of receipt tells it from others. It
 * gets an id here, from its text and how many equal ones stand before it, and the time of the one before it.
 *
 * A message with a time is told from an equal one of the same moment by counting, within one delivery. One that
 * follows in a later batch is therefore preceded by echoes of the earlier ones, which the store knows already:
 *
 *     batch 1   yes⁰ … yes¹ …
 *     batch 2   (yes⁰ yes¹) yes²
 */
export class Batches {
  #deliveries = new Map<string, PlacedDelivery>()
  #messages = 0
  #characters = 0
  /** How often a message stood in the input, and how often it was delivered in this batch, echoes included. */
  readonly #seen = new Map<string, number>()
  #here = new Map<string, number>()
  readonly #timeBefore = new Map<string, GivenMessage['at']>()

  get isFull(): boolean {
    return this.#messages >= BATCH_MESSAGES_MAX || this.#characters >= BATCH_CHARACTERS_MAX
  }

  add({ session, message }: SessionMessage, place: Place): void {
    let delivery = this.#deliveries.get(session)
    if (delivery === undefined) {
      delivery = { session, messages: [], places: [] }
      this.#deliveries.set(session, delivery)
    }
    const isTimed = parseInstant(message.at) !== null
    if (isTimed && message.id === undefined) this.#echo(delivery, message)
    delivery.messages.push(isTimed ? message : this.#timeless(session, message))
    delivery.places.push(place)
    if (isTimed) this.#timeBefore.set(session, message.at)
    this.#messages++
    this.#characters += String(message.text).length
  }

  /** The batch, by session in the order of their first messages; the next one begins empty. */
  take(): readonly PlacedDelivery[] {
    const taken = [...this.#deliveries.values()]
    this.#deliveries = new Map()
    this.#here = new Map()
    this.#messages = 0
    this.#characters = 0
    return taken
  }

  #echo(delivery: PlacedDelivery, message: GivenMessage): void {
    const key = digest(delivery.session, message.at, message.speaker, message.text)
    const before = this.#countBefore(key)
    let here = this.#here.get(key) ?? 0
    for (; here < before; here++) {
      delivery.messages.push(message)
      delivery.places.push(null)
    }
    this.#here.set(key, here + 1)
  }

  #timeless(session: string, message: GivenMessage): GivenMessage {
    // A time that cannot be read stays, so that it is listed as a problem.
    const at = message.at ?? this.#timeBefore.get(session)
    const timed = at === undefined ? message : { ...message, at }
    if (message.id !== undefined) return timed
    const key = digest(session, message.speaker, message.text)
    return { ...timed, id: `line~${key}~${this.#countBefore(key)}` }
  }

  #countBefore(key: string): number {
    const before = this.#seen.get(key) ?? 0
    if (before > 0 || this.#seen.size < KEYS_MAX) this.#seen.set(key, before + 1)
    return before
  }
}

/** Over length-prefixed parts, so that no two lists of parts read alike. */
function digest(...parts: readonly unknown[]): string {
  const hash = createHash('sha256')
  for (const part of parts.map(String)) hash.update(`${part.length}:${part}`)
  return hash.digest('base64url').slice(0, 22)
}
