import { DAY_MS, type Instant } from '../graph/spans.ts'
import type { ChangeHistory, PastChange } from './change-history.ts'

/** What the past says of one other file, given that a file changes. */
export interface CoChange {
  /** Changes that touched both, each by its weight. */
  together: number
  commits: number
  sessions: number
  /** Each change by its weight / (its files - 1), halved with every year of age. The best single predictor measured. */
  shared: number
  /** The same, halved with every 150 changes that came after. */
  sharedNearby: number
  /** Changes by weight, halved with every year, as a share of the file's own. */
  confidence: number
  /** Share of the last three, and of the last ten changes of the file that touched the other. */
  lastThree: number
  lastTen: number
  lastAt: Instant
  /** Both appeared in the same change. */
  bornTogether: number
}

export interface CoChanges {
  readonly of: ReadonlyMap<string, Readonly<CoChange>>
  /** Changes of the file itself that were looked at. */
  readonly changes: number
  /** Those of at least two files. */
  readonly joint: number
  /** Those of them that are commits. */
  readonly jointCommits: number
  /** Sums of the same decay, for shares. */
  readonly total: number
  /** Mean of 1 / (files - 1) of the joint changes, the latest 20: 1 for a file that changes with one other. */
  readonly meanSize: number
}

const YEAR_MS = 365 * DAY_MS
const NEARBY_CHANGES = 150
/** Changes of one file that are looked at, latest first; older ones have faded anyway. */
export const CHANGES_MAX = 1_000

/** What changed together with a file, as of `now`. */
export function coChanges(history: ChangeHistory, file: string, now: Instant): CoChanges {
  const past = history.changesOf(file, CHANGES_MAX)
  const of = new Map<string, CoChange>()
  let total = 0
  past.forEach((change, at) => {
    total += change.weight * decay(change, now, YEAR_MS)
    if (change.size < 2) return
    const first = at === past.length - 1 && past.length < CHANGES_MAX
    for (const other of change.files) if (other !== file) put(of, other, change, { at, now, first })
  })
  if (total > 0) for (const pair of of.values()) pair.confidence /= total
  const seen = Math.max(1, Math.min(3, past.length))
  const seenTen = Math.max(1, Math.min(10, past.length))
  for (const pair of of.values()) {
    pair.lastThree /= seen
    pair.lastTen /= seenTen
  }
  const sizes = past.slice(0, 20).flatMap(({ size }) => (size > 1 ? [1 / (size - 1)] : []))
  return {
    of,
    changes: past.length,
    joint: past.filter(({ size }) => size > 1).length,
    jointCommits: past.filter(({ by, size }) => by === 'commit' && size > 1).length,
    total,
    meanSize: sizes.length === 0 ? 0 : sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
  }
}

function put(
  of: Map<string, CoChange>,
  other: string,
  change: PastChange,
  { at, now, first }: { readonly at: number; readonly now: Instant; readonly first: boolean },
): void {
  let pair = of.get(other)
  if (pair === undefined) {
    pair = {
      ...{ together: 0, commits: 0, sessions: 0, shared: 0, sharedNearby: 0, confidence: 0 },
      ...{ lastThree: 0, lastTen: 0, lastAt: change.at, bornTogether: 0 },
    }
    of.set(other, pair)
  }
  const share = change.weight / (change.size - 1)
  const faded = decay(change, now, YEAR_MS)
  pair.together += change.weight
  if (change.by === 'commit') pair.commits++
  else pair.sessions++
  pair.shared += share * faded
  pair.sharedNearby += share * 0.5 ** (change.ago / NEARBY_CHANGES)
  pair.confidence += change.weight * faded
  if (at < 3) pair.lastThree++
  if (at < 10) pair.lastTen++
  pair.lastAt = Math.max(pair.lastAt, change.at)
  if (first) pair.bornTogether = 1
}

/** What a change is still worth. Clocks of committers may be ahead. */
function decay({ at }: PastChange, now: Instant, halfLifeMs: number): number {
  return 0.5 ** (Math.max(0, now - at) / halfLifeMs)
}

/** Partners whose partners are looked at, and the changes of each. */
const STEPS_MAX = 12
const STEP_CHANGES_MAX = 60

/**
 * What changes with what changes with the file: reached through its strongest partners, each step by its share. Helps
 * where a file has changed a few times only.
 */
export function twoSteps(
  history: ChangeHistory,
  { of }: CoChanges,
  now: Instant,
  filesMax: number,
): ReadonlyMap<string, number> {
  const partners = [...of].sort(([a, one], [b, two]) => two.shared - one.shared || (a < b ? -1 : 1)).slice(0, STEPS_MAX)
  const all = partners.reduce((sum, [, { shared }]) => sum + shared, 0)
  const reached = new Map<string, number>()
  // Nothing but changes that say nothing.
  if (all === 0) return reached
  for (const [partner, { shared }] of partners) addSteps(reached, history, partner, { now, worth: shared / all })
  return new Map([...reached].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1)).slice(0, filesMax))
}

/** What changes with any of some files, on average over them. */
export function stepsFrom(history: ChangeHistory, files: readonly string[], now: Instant): ReadonlyMap<string, number> {
  const reached = new Map<string, number>()
  for (const file of files) addSteps(reached, history, file, { now, worth: 1 / files.length })
  return reached
}

function addSteps(
  reached: Map<string, number>,
  history: ChangeHistory,
  from: string,
  { now, worth }: { readonly now: Instant; readonly worth: number },
): void {
  const sums = new Map<string, number>()
  let total = 0
  for (const change of history.changesOf(from, STEP_CHANGES_MAX)) {
    const faded = change.weight * decay(change, now, YEAR_MS)
    total += faded
    if (change.size < 2) continue
    for (const other of change.files) {
      if (other !== from) sums.set(other, (sums.get(other) ?? 0) + faded / (change.size - 1))
    }
  }
  if (total === 0) return
  for (const [other, sum] of sums) reached.set(other, (reached.get(other) ?? 0) + (worth * sum) / total)
}
