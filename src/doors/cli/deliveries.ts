import type { Engraph } from '../../engraph.ts'
import type { JsonObject } from '../../graph/nodes.ts'
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

/** The messages of one session in a batch; `places[i]` belongs to `messages[i]`. */
export interface PlacedDelivery {
  readonly session: string
  readonly messages: GivenMessage[]
  readonly places: Place[]
}

/** Messages of a batch, and characters of their texts, at most; the last one may exceed them. */
const BATCH_MESSAGES_MAX = 500
const BATCH_CHARACTERS_MAX = 8_000_000

/** What a line says; a field of the wrong type is left for the facade to judge. */
export function readGiven(value: unknown, sessionDefault: string | undefined): SessionMessage | LineProblem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not-an-object'
  const fields = value as JsonObject
  const session = plain(fields['session']) ?? sessionDefault
  if (typeof session !== 'string' || session.trim() === '') return 'no-session'
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

/** Cuts a long input into batches, each by session. */
export class Batches {
  #deliveries = new Map<string, PlacedDelivery>()
  #messages = 0
  #characters = 0

  get isFull(): boolean {
    return this.#messages >= BATCH_MESSAGES_MAX || this.#characters >= BATCH_CHARACTERS_MAX
  }

  add({ session: given, message }: SessionMessage, place: Place): void {
    // The memory knows a session by this form of its name; two ways to write it are one session here too.
    const session = given.normalize('NFC').trim()
    let delivery = this.#deliveries.get(session)
    if (delivery === undefined) {
      delivery = { session, messages: [], places: [] }
      this.#deliveries.set(session, delivery)
    }
    delivery.messages.push(message)
    delivery.places.push(place)
    this.#messages++
    this.#characters += String(message.text).length
  }

  /** The batch, by session in the order of their first messages; the next one begins empty. */
  take(): readonly PlacedDelivery[] {
    const taken = [...this.#deliveries.values()]
    this.#deliveries = new Map()
    this.#messages = 0
    this.#characters = 0
    return taken
  }
}
