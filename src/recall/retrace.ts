import type { NodeId } from '../graph/nodes.ts'
import { certaintyOf } from '../graph/provenance.ts'
import type { Handle } from '../ports/graph-store.ts'
import type { Step, StructuralScores } from './reach.ts'
import type { SpaceIndex } from './space-index.ts'
import type { WalkStep } from './walked.ts'

/** The nodes that the walks to some slots went over, for reading them from the store. */
export function passedBy(index: SpaceIndex, structural: StructuralScores | null, slots: readonly number[]): Handle[] {
  if (!structural) return []
  return slots.flatMap((slot) =>
    stepsTo(slot, structural.cameFrom).flatMap(([at, step]) => placesOf(step, index, at).map(({ handle }) => handle)),
  )
}

/** Tells the walks that ended at some slots, as steps between nodes. `idOf` knows the nodes that were passed by. */
export function retrace(
  index: SpaceIndex,
  structural: StructuralScores | null,
  idOf: (handle: Handle) => NodeId | undefined,
): (slot: number) => readonly WalkStep[] {
  if (!structural) return () => []
  return (slot) =>
    stepsTo(slot, structural.cameFrom).flatMap(([at, step]) => {
      const places = placesOf(step, index, at)
      const ids = places.map(({ handle }) => idOf(handle))
      // What was forgotten meanwhile tells of no way.
      if (ids.includes(undefined)) return []
      return places.slice(1).map(({ kind, isReverse, provenance }, i): WalkStep => {
        return { kind, from: ids[i]!, to: ids[i + 1]!, isReverse, provenance, certainty: certaintyOf(provenance) }
      })
    })
}

interface Place extends Pick<Step, 'kind' | 'isReverse' | 'provenance'> {
  readonly handle: Handle
}

/** The nodes that one step goes over, each with the edge that leads there; the first has none, so its edge is not read. */
function placesOf(step: Step, { handle }: SpaceIndex, at: number): Place[] {
  const { kind, isReverse, provenance, head, thing, toThing, fromEvent, toEvent } = step
  const last = { kind, isReverse, provenance }
  const contained = { kind: 'CONTAINS', provenance: 'recorded' } as const
  const places: Place[] = []
  if (head !== null) places.push({ handle: handle[head]!, ...last })
  if (fromEvent !== undefined) places.push({ handle: fromEvent, ...contained, isReverse: true })
  if (thing !== null) places.push({ handle: thing, ...(toThing ?? last), isReverse: false })
  if (toEvent !== undefined) places.push({ handle: toEvent, ...last })
  const isInside = toEvent !== undefined
  places.push({ handle: handle[at]!, ...(isInside ? { ...contained, isReverse: false } : last) })
  return places
}

/** A step to a neighbour goes on from what the neighbour itself was reached by. */
function stepsTo(slot: number, cameFrom: StructuralScores['cameFrom']): (readonly [slot: number, step: Step])[] {
  const step = cameFrom.get(slot)
  if (!step) return []
  const before = step.kind === 'NEXT' && step.head !== null ? cameFrom.get(step.head) : undefined
  return before && before.kind !== 'NEXT'
    ? [
        [step.head!, before],
        [slot, step],
      ]
    : [[slot, step]]
}
