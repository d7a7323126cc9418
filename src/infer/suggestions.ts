import { type Edge, type EdgeKind, makeEdge } from '../graph/edges.ts'
import type { StoredObservation } from '../graph/observation.ts'
import { causeOf } from './causes.ts'
import { likenessOf, referenceOf } from './likeness.ts'
import { rarityOf, type Subject, subjectOf } from './subjects.ts'

/** What is compared, at most: of one session, and of what stands around it in time. */
export const FRESH_MAX = 200
export const AROUND_MAX = 400

/** Suggestions of one kind for one event, at most: the strongest. */
const PER_EVENT_MAX: Readonly<Partial<Record<EdgeKind, number>>> = { CAUSES: 2, REFERENCES: 2, SIMILAR: 3 }

/**
 * What the events of a session may have to do with each other and with those around them: that one caused another, names
 * its subject, or is like it. All of it is suggested, with both events as its evidence, until somebody decides.
 */
export function suggestionsOf(
  fresh: readonly StoredObservation[],
  around: readonly StoredObservation[],
): readonly Edge[] {
  const own = inOrder(fresh).slice(-FRESH_MAX).map(subjectOf)
  const ids = new Set(own.map(({ stored }) => stored.event))
  const others = inOrder(around.filter(({ event }) => !ids.has(event)))
    .slice(-AROUND_MAX)
    .map(subjectOf)
  const rarity = rarityOf([...own, ...others])
  const found: Edge[] = []
  for (const [i, subject] of own.entries()) {
    for (const other of [...own.slice(i + 1), ...others]) {
      const [earlier, later] = order(subject, other)
      const cause = causeOf(earlier, later, rarity)
      const likeness = likenessOf(earlier, later, rarity)
      // What is like it need not also be said to name it.
      const reference = likeness === null ? referenceOf(earlier, later, rarity) : null
      if (cause !== null) found.push(suggested('CAUSES', earlier, later, cause))
      if (likeness !== null) found.push(suggested('SIMILAR', earlier, later, likeness))
      if (reference !== null) found.push(suggested('REFERENCES', later, earlier, reference))
    }
  }
  return strongest(found)
}

function suggested(kind: EdgeKind, { stored: from }: Subject, { stored: to }: Subject, weight: number): Edge {
  const seenAt = Math.max(from.until, to.until)
  const edge = { kind, from: from.event, to: to.event, provenance: 'inferred', state: 'suggested' } as const
  return makeEdge({ ...edge, weight, evidence: [from.event, to.event], seenAt })
}

/** The strongest of each kind for each event that it leads from, of equals by the other end. */
function strongest(edges: readonly Edge[]): readonly Edge[] {
  const sorted = [...edges].sort((a, b) => b.weight - a.weight || compare(a.from, b.from) || compare(a.to, b.to))
  const taken = new Map<string, number>()
  return sorted.filter(({ kind, from, to }) => {
    const max = PER_EVENT_MAX[kind] ?? 1
    // Causes are counted by what they caused: each repair has few.
    const key = `${kind} ${kind === 'CAUSES' ? to : from}`
    const count = taken.get(key) ?? 0
    taken.set(key, count + 1)
    return count < max
  })
}

function inOrder(observations: readonly StoredObservation[]): readonly StoredObservation[] {
  return [...observations].sort((a, b) => a.at - b.at || compare(a.event, b.event))
}

function order(one: Subject, other: Subject): readonly [Subject, Subject] {
  const isEarlier = one.stored.at - other.stored.at || compare(one.stored.event, other.stored.event)
  return isEarlier <= 0 ? [one, other] : [other, one]
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
