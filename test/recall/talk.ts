import { type Delivery, startReading } from '../../src/capture/delivery.ts'
import { rememberMessages } from '../../src/capture/messages.ts'
import { Embedding } from '../../src/embedding.ts'
import type { Edge, EdgeKind, NewEdge } from '../../src/graph/edges.ts'
import { makeEdge } from '../../src/graph/edges.ts'
import { type RankingOverrides, recallConfig } from '../../src/recall/config.ts'
import { Recaller } from '../../src/recall/recall.ts'
import type { Recalled, RecallOptions } from '../../src/recall/recalled.ts'
import type { DriverName } from '../../src/store/sqlite/driver.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { Vocabulary } from '../../src/vocabulary.ts'
import { testEmbedder, testWords } from '../embedders.ts'

export const DAY = 86_400_000
export const MINUTE = 60_000
/** A Monday. */
export const START = Date.UTC(2026, 2, 2, 9)

/** Talk that has nothing to do with what is asked; days 20 and on. */
export const FILLER = `
  f1 20 Eva: The heron stands in the pond again.
  f2 20 Eva: Bring bread for the ducks.
  f3 21 Eva: My bicycle has a flat tyre.
  f4 21 Eva: Buy a new tube on the way.
`

const LINE = /^\s*(\S+) (\d+) (\S+): (.+)$/u

/** A conversation in lines `id day speaker: text`; each day is a session, its messages a minute apart. */
export function talkOf(lines: string): Delivery[] {
  const read = lines
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => LINE.exec(line)!)
  return [...new Set(read.map(([, , day]) => day))].map((day) => ({
    session: `day ${day}`,
    messages: read
      .filter((line) => line[2] === day)
      .map(([, id, , speaker, text], i) => ({
        id: id!,
        speaker: speaker!,
        text: text!,
        at: START + Number(day) * DAY + i * MINUTE,
      })),
  }))
}

export interface TalkOptions {
  readonly ranking?: RankingOverrides
  readonly driver?: DriverName
  /** When it is asked. Default a hundred days after the first. */
  readonly now?: number
  /** Whether vectors and words of like meaning count, those of the tests. Default false. */
  readonly withMeaning?: boolean
}

/** A talk that is remembered, in memory, and can be asked. */
export async function rememberTalk(talk: string | readonly Delivery[], options: TalkOptions = {}) {
  const { ranking, driver, now = START + 100 * DAY, withMeaning = false } = options
  const store = openSqliteStore(':memory:', driver === undefined ? {} : { driver })
  const made = await store.ensureSpace({ alias: 'alice', purpose: 'companion', at: START })
  const space = made.id
  const clock = { now: () => now }
  const open = async () => ({ embedder: testEmbedder(), tier: 'own', problem: null, late: null })
  const meaning = withMeaning ? new Embedding({ store, space, clock, open }) : null
  const words = withMeaning ? new Vocabulary({ store, space, words: () => testWords }) : null
  const recaller = (numbers: RankingOverrides = {}) =>
    new Recaller({
      store,
      space: made,
      clock,
      config: recallConfig(numbers),
      meaning,
      words,
      reranker: null,
    })
  const own = recaller(ranking)
  const remember = (delivery: Delivery) => rememberMessages(store, space, delivery, startReading('by-receipt', now))
  for (const delivery of typeof talk === 'string' ? talkOf(talk) : talk) await remember(delivery)
  return {
    store,
    space,
    remember,
    async recall(question: string, given?: RecallOptions): Promise<Recalled> {
      await meaning?.settle()
      return own.recall(question, given)
    },
    /** Ids of what is found, best first; with other numbers of the ranking where they are given. */
    async ask(
      question: string,
      given: RecallOptions & { readonly ranking?: RankingOverrides } = {},
    ): Promise<string[]> {
      const { ranking: numbers, ...rest } = given
      return idsOf(await (numbers === undefined ? own : recaller(numbers)).recall(question, rest))
    },
    /** Puts an edge by hand, written as `a CAUSES b`. */
    async link(edge: string, given: Partial<Edge> = {}): Promise<void> {
      const [from, kind, to] = edge.split(' ') as [string, EdgeKind, string]
      const made: NewEdge = { kind, from, to, provenance: 'declared', seenAt: START, ...given }
      await store.transact(space, (writer) => writer.link([makeEdge(made)]))
    },
    async [Symbol.asyncDispose]() {
      await meaning?.close()
      await words?.close()
      await store.close()
    },
  }
}

export const idsOf = ({ items }: Pick<Recalled, 'items'>): string[] => items.map(({ node }) => node)
