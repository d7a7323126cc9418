import type { EdgeKind } from '../graph/edges.ts'
import type { Provenance } from '../graph/provenance.ts'
import type { Handle } from '../ports/graph-store.ts'
import type { StructuralConfig } from './config.ts'
import type { SpaceIndex } from './space-index.ts'

export interface StructuralScores {
  /** By slot. */
  readonly scores: Float64Array
  /** Slots with a score, in the order in which walks reached them. */
  readonly reached: readonly number[]
  /** By slot, the best walk that reached it. */
  readonly cameFrom: ReadonlyMap<number, Step>
}

/** The last step of a walk: over a thing, along an edge between messages, or to a neighbour. */
export interface Step {
  readonly kind: EdgeKind
  /** The start: a message of the head, or `null` for a thing that the question names. */
  readonly head: number | null
  /** The thing between, where there is one. */
  readonly thing: Handle | null
  /** How the head leads to the thing. */
  readonly toThing?: Pick<Step, 'kind' | 'provenance'>
  /** The event of the head, where the walk leaves from that. */
  readonly fromEvent?: Handle
  /** The event of the message that is reached, where the edge leads to that. */
  readonly toEvent?: Handle
  readonly provenance: Provenance
  readonly isReverse: boolean
}

export interface Reach {
  /** Without a step, the question itself leads there. */
  add(slot: number, amount: number, step: Step | null): void
  spreadToNeighbours(): void
  finish(): StructuralScores
}

/** Adds up what walks bring to each slot, and keeps the best of them to explain it by. */
export function startReach(index: SpaceIndex, config: StructuralConfig): Reach {
  const scores = new Float64Array(index.slots)
  const reached: number[] = []
  const best = new Map<number, { readonly amount: number; readonly step: Step | null }>()
  const add = (slot: number, amount: number, step: Step | null) => {
    if (!(amount > 0)) return
    if (scores[slot] === 0) reached.push(slot)
    scores[slot]! += amount
    const known = best.get(slot)
    if (!known || amount > known.amount) best.set(slot, { amount, step })
  }
  return {
    add,
    spreadToNeighbours() {
      // What was reached before the spread, and from where, so that nothing spreads twice.
      const sources = reached.map((slot) => [slot, scores[slot]!, best.get(slot)?.step?.head] as const)
      for (const [slot, score, head] of sources) {
        for (const neighbour of [slot - 1, slot + 1]) {
          // A walk does not come back to where it began.
          if (head === neighbour) continue
          if (neighbour < 0 || neighbour >= index.slots || index.session[neighbour] !== index.session[slot]) continue
          add(neighbour, score * config.next, {
            kind: 'NEXT',
            head: slot,
            thing: null,
            provenance: 'recorded',
            isReverse: neighbour < slot,
          })
        }
      }
    },
    finish: () => ({
      scores,
      reached,
      cameFrom: new Map([...best].flatMap(([slot, { step }]) => (step ? [[slot, step]] : []))),
    }),
  }
}
