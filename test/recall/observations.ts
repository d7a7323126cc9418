import type { Observation, StoredObservation, StoredSummary } from '../../src/graph/observation.ts'

export const NOW = Date.UTC(2026, 10, 30, 12)
const HOUR_MS = 3_600_000

export interface ObservationGiven extends Partial<Observation> {
  /** Its event is `e~<name>`. */
  readonly name: string
  readonly session?: string
  readonly branch?: string | null
  readonly hoursAgo?: number
  readonly tokens?: number
}

/** An observation of which only what matters is said. */
export function observed(given: ObservationGiven): StoredObservation {
  const { name, session = 's1', branch = 'main', hoursAgo = 24, tokens = 100, ...said } = given
  const at = NOW - hoursAgo * HOUR_MS
  return {
    event: `e~${name}`,
    session,
    at,
    until: at,
    branch,
    agent: null,
    host: 'claude-code',
    factIds: (said.facts ?? []).map((_, i) => `f~${name}${i}`),
    tokens,
    observation: {
      type: 'change',
      title: name,
      narrative: '',
      facts: [],
      concepts: [],
      knowledge: [],
      filesRead: [],
      filesModified: [],
      records: [`u~${name}`],
      isUnfinished: false,
      language: 'en',
      ...said,
    },
  }
}

export interface SummaryGiven extends Partial<StoredSummary['summary']> {
  readonly session: string
  readonly branch?: string | null
  readonly hoursAgo?: number
  readonly isEnded?: boolean
}

export function summarised(given: SummaryGiven): StoredSummary {
  const { session, branch = 'main', hoursAgo = 24, isEnded = true, ...said } = given
  const at = NOW - hoursAgo * HOUR_MS
  return {
    id: `s~${session}`,
    session,
    at,
    until: at,
    branch,
    isEnded,
    summary: { request: session, investigated: [], learned: [], completed: [], nextSteps: [], language: 'en', ...said },
  }
}
