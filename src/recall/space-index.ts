import { ALWAYS, type TimeSpan } from '../graph/spans.ts'
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
  /** Units that were not forgotten. */
  readonly liveUnits: number
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
  /** How many sessions began after each, by its ordinal. */
  readonly sessionAge: Uint32Array
  /** Ordinal of the event, from 0. */
  readonly event: Uint32Array
  readonly eventStart: Uint32Array
  /** Terms of all messages before a slot: `slots + 1` entries. */
  readonly lengthUpTo: Float64Array
  /** From the first message to the last. */
  readonly span: TimeSpan
}

export function buildSpaceIndex(units: UnitTable): SpaceIndex {
  const firstUnits = orderMessages(units)
  const { count, message } = units
  const slots = firstUnits.length
  const slotOf = new Int32Array(count).fill(-1)
  const index = {
    handle: new Uint32Array(slots),
    firstUnit: firstUnits,
    unitCount: new Uint32Array(slots),
    at: new Float64Array(slots),
    speaker: new Uint32Array(slots),
    session: new Uint32Array(slots),
    event: new Uint32Array(slots),
  }
  const lengthUpTo = new Float64Array(slots + 1)
  const sessionStart: number[] = []
  const eventStart: number[] = []
  const sessionReference: number[] = []
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [session, event] = [0, -1]
  let liveUnits = 0
  for (let slot = 0; slot < slots; slot++) {
    const first = firstUnits[slot]!
    const handle = message[first]!
    const at = units.at[first]!
    const isNewSession = slot === 0 || units.session[first] !== session
    if (isNewSession) {
      session = units.session[first]!
      sessionStart.push(slot)
      sessionReference.push(session)
    }
    if (isNewSession || units.event[first] !== event) {
      event = units.event[first]!
      eventStart.push(slot)
    }
    index.handle[slot] = handle
    index.at[slot] = at
    if (at < from) from = at
    if (at > to) to = at
    index.speaker[slot] = units.speaker[first]!
    index.session[slot] = sessionStart.length - 1
    index.event[slot] = eventStart.length - 1
    let unit = first
    let length = 0
    for (; unit < count && message[unit] === handle; unit++) {
      slotOf[unit] = slot
      length += units.length[unit]!
    }
    lengthUpTo[slot + 1] = lengthUpTo[slot]! + length
    index.unitCount[slot] = unit - first
    liveUnits += unit - first
  }
  return {
    units,
    slots,
    liveUnits,
    slotOf,
    ...index,
    lengthUpTo,
    sessionStart: Uint32Array.from([...sessionStart, slots]),
    sessionReference: Uint32Array.from(sessionReference),
    sessionAge: agesOf(sessionStart.map((slot) => index.at[slot]!)),
    eventStart: Uint32Array.from([...eventStart, slots]),
    span: slots === 0 ? ALWAYS : { from, to },
  }
}

/** How many begin after each, of equal ones those that come later in the list. */
function agesOf(starts: readonly number[]): Uint32Array {
  const order = Uint32Array.from(starts, (_, place) => place).sort((a, b) => starts[b]! - starts[a]! || b - a)
  const ages = new Uint32Array(starts.length)
  for (let age = 0; age < order.length; age++) ages[order[age]!] = age
  return ages
}

/** The first unit of each message, in order; those of one message follow each other. */
function orderMessages({ count, message, session, at }: UnitTable): Uint32Array {
  const firstUnits = new Uint32Array(count)
  let messages = 0
  let isOrdered = true
  for (let unit = 1; unit < count; unit++) {
    if (message[unit] === 0 || message[unit] === message[unit - 1]) continue
    if (isOrdered && messages > 0) {
      const last = firstUnits[messages - 1]!
      const [lastSession, ownSession] = [session[last]!, session[unit]!]
      isOrdered = lastSession < ownSession || (lastSession === ownSession && at[last]! <= at[unit]!)
    }
    firstUnits[messages++] = unit
  }
  const ordered = firstUnits.subarray(0, messages)
  // Handles follow delivery, so units do too, and break ties of time.
  return isOrdered ? ordered : ordered.sort((a, b) => session[a]! - session[b]! || at[a]! - at[b]! || a - b)
}

const slotsByHandle = new WeakMap<SpaceIndex, Int32Array>()

/** Slot by handle of a message, -1 for what is none; made when it is first asked for. */
export function slotsOfHandles(index: SpaceIndex): Int32Array {
  const known = slotsByHandle.get(index)
  if (known) return known
  let last = 0
  for (let slot = 0; slot < index.slots; slot++) last = Math.max(last, index.handle[slot]!)
  const slots = new Int32Array(last + 1).fill(-1)
  for (let slot = 0; slot < index.slots; slot++) slots[index.handle[slot]!] = slot
  slotsByHandle.set(index, slots)
  return slots
}

const eventsByHandle = new WeakMap<SpaceIndex, ReadonlyMap<Handle, number>>()

/** Ordinal by handle of an event; made when it is first asked for. */
export function eventsOfHandles(index: SpaceIndex): ReadonlyMap<Handle, number> {
  const known = eventsByHandle.get(index)
  if (known) return known
  const { eventStart, firstUnit, units } = index
  const events = new Map<Handle, number>()
  for (let event = 0; event + 1 < eventStart.length; event++) {
    const handle = units.event[firstUnit[eventStart[event]!]!]!
    if (handle !== 0) events.set(handle, event)
  }
  eventsByHandle.set(index, events)
  return events
}

/** The messages at some slots, for reading them from the store. */
export function handlesAt(index: SpaceIndex, slots: readonly number[]): Handle[] {
  return slots.map((slot) => index.handle[slot]!)
}

/** The events that contain the messages at some slots; 0 where there is none. */
export function eventsAt({ firstUnit, units }: SpaceIndex, slots: readonly number[]): Handle[] {
  return slots.map((slot) => units.event[firstUnit[slot]!]!)
}
