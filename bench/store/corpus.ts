import type { IndexedMessage, UnitTable } from '../../src/ports/graph-store.ts'
import { splitPassages } from '../../src/text/passages.ts'
import { countTerms, tokenise, tokeniseQuestion } from '../../src/text/tokenise.ts'
import { type SyntheticSession, syntheticConversation, syntheticQuestions } from '../scale/conversation.ts'

/** The sessions of a made-up conversation with the terms that Engraph would index, one at a time. */
export function* indexedSessions(messageCount: number): Generator<readonly IndexedMessage[]> {
  for (const session of syntheticConversation(messageCount)) yield indexed(session)
}

function indexed({ session, messages }: SyntheticSession): IndexedMessage[] {
  return messages.map((message) => ({
    record: { ...message, session, branch: null },
    units: splitPassages(message.text).map((span) => ({
      span,
      terms: countTerms(tokenise(message.text.slice(span.start, span.end))),
      keys: [],
      asking: 0,
      telling: 0,
      held: 0,
    })),
    times: [],
  }))
}

/** Questions as the distinct terms that they search for. */
export function questionTerms(count: number): readonly (readonly string[])[] {
  return syntheticQuestions(count).map((question) => [...new Set(tokeniseQuestion(question))])
}

/** Gathers what ranking needs to know of every unit; numbers begin at 1, as the store's do. */
export class UnitColumns {
  readonly #length: number[] = [0]
  readonly #message: number[] = [0]
  readonly #session: number[] = [0]
  readonly #sessions = new Map<string, number>()
  #messages = 0

  get nextUnit(): number {
    return this.#length.length
  }

  add(messages: readonly IndexedMessage[]): void {
    for (const { record, units } of messages) {
      const session = this.#sessions.get(record.session) ?? this.#sessions.size + 1
      this.#sessions.set(record.session, session)
      this.#messages += 1
      for (const { terms } of units) {
        let length = 0
        for (const count of terms.values()) length += count
        this.#length.push(length)
        this.#message.push(this.#messages)
        this.#session.push(session)
      }
    }
  }

  table(): UnitTable {
    const count = this.#length.length
    const none = new Uint32Array(count)
    return {
      version: 1,
      count,
      message: Uint32Array.from(this.#message),
      session: Uint32Array.from(this.#session),
      event: none,
      speaker: none,
      length: Uint32Array.from(this.#length),
      at: Float64Array.from(this.#message),
      start: none,
      end: none,
      asking: new Float32Array(count),
      telling: new Float32Array(count),
      held: none,
      speakers: new Map(),
      sessions: new Map(),
    }
  }
}
