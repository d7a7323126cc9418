import type { Observation, StoredObservation } from '../../src/graph/observation.ts'

export const T0 = Date.UTC(2026, 4, 3, 10)
export const HOUR_MS = 3_600_000
export const DAY = 24 * HOUR_MS

/** An observation with what matters to a test; the rest says nothing. */
export function observed(
  event: string,
  given: Partial<StoredObservation> & Partial<Observation> = {},
): StoredObservation {
  const { at = T0, until = at + 60_000, session = 's1', agent = null } = given
  const observation: Observation = {
    type: given.type ?? 'change',
    title: given.title ?? '',
    narrative: given.narrative ?? '',
    facts: [],
    concepts: given.concepts ?? [],
    knowledge: [],
    filesRead: given.filesRead ?? [],
    filesModified: given.filesModified ?? [],
    records: [],
    isUnfinished: false,
    language: given.language ?? 'en',
  }
  const step = { branch: null, host: 'claude-code', factIds: [], tokens: 10 }
  return { event: `e~${event}`, session, at, until, agent, ...step, observation }
}
