import type { Handle, UnitTable } from '../ports/graph-store.ts'

/**
 * The messages of a space in the order of the graph, as ranking sees them. A *slot* is a place in that order: sessions
 * one after the other, within a session by time, then by delivery. So the neighbours of a message are the slots beside
 * it, and an event or a session is a run of slots:
 *
 *   slot      0  1  2  3  4 │ 5  6  7
 *   session   0  0  0  0  0 │ 1  1  1
 *   event     0  0  1  1  1 │ 2  2  2
 */
export interface SpaceIndex {
  readonly units: UnitTable
  readonly slots: number
  /** Slot of a unit, -1 for a forgotten one. By unit. */
  readonly slotOf: Int32Array
  /** By slot, all of them: */
  readonly handle: Uint32Array
  readonly firstUnit: Uint32Array
  readonly unitCount: Uint32Array
  readonly at: Float64Array
  readonly speaker: Uint32Array
  /** Ordinal of the session, from 0. */
  readonly session: Uint32Array
  /** First slot of each session, and the end of the last: `sessions + 1` entries. */
  readonly sessionStart: Uint32Array
  /** Reference of each session into `units.sessions`. */
  readonly sessionReference: Uint32Array
  /** Ordinal of the event, from 0. */
  readonly event: Uint32Array
  readonly eventStart: Uint32Array
  /** Terms of the message. */
  readonly length: Float64Array
}

export function buildSpaceIndex(units: UnitTable): SpaceIndex {
  const { count, message, session, at } = units
  const slotOf = new Int32Array(count).fill(-1)
  const firstUnits: number[] = []
  for (let unit = 1; unit < count; unit++) {
    // The units of a message follow each other.
    if (message[unit] !== 0 && message[unit] !== message[unit - 1]) firstUnits.push(unit)
  }
  const isBefore = (a: number, b: number) => session[a]! - session[b]! || at[a]! - at[b]! || message[a]! - message[b]!
  let isSorted = true
  for (let i = 1; i < firstUnits.length && isSorted; i++) isSorted = isBefore(firstUnits[i - 1]!, firstUnits[i]!) < 0
  if (!isSorted) firstUnits.sort(isBefore)

  const slots = firstUnits.length
  const index = {
    handle: new Uint32Array(slots),
    firstUnit: Uint32Array.from(firstUnits),
    unitCount: new Uint32Array(slots),
    at: new Float64Array(slots),
    speaker: new Uint32Array(slots),
    session: new Uint32Array(slots),
    event: new Uint32Array(slots),
    length: new Float64Array(slots),
  }
  const sessionStart: number[] = []
  const sessionReference: number[] = []
  const eventStart: number[] = []
  for (let slot = 0; slot < slots; slot++) {
    const first = firstUnits[slot]!
    const before = slot === 0 ? 0 : firstUnits[slot - 1]!
    const isNewSession = slot === 0 || session[first] !== session[before]
    if (isNewSession) {
      sessionStart.push(slot)
      sessionReference.push(session[first]!)
    }
    if (isNewSession || units.event[first] !== units.event[before]) eventStart.push(slot)
    index.handle[slot] = message[first]!
    index.at[slot] = at[first]!
    index.speaker[slot] = units.speaker[first]!
    index.session[slot] = sessionStart.length - 1
    index.event[slot] = eventStart.length - 1
    let unit = first
    for (; unit < count && message[unit] === message[first]; unit++) {
      slotOf[unit] = slot
      index.length[slot]! += units.length[unit]!
    }
    index.unitCount[slot] = unit - first
  }
  return {
    units,
    slots,
    slotOf,
    ...index,
    sessionStart: Uint32Array.from([...sessionStart, slots]),
    sessionReference: Uint32Array.from(sessionReference),
    eventStart: Uint32Array.from([...eventStart, slots]),
  }
}

/** The messages at some slots, for reading them from the store. */
export function handlesAt(index: SpaceIndex, slots: readonly number[]): Handle[] {
  return slots.map((slot) => index.handle[slot]!)
}

/** The events that contain the messages at some slots; 0 where there is none. */
export function eventsAt({ firstUnit, units }: SpaceIndex, slots: readonly number[]): Handle[] {
  return slots.map((slot) => units.event[firstUnit[slot]!]!)
}
