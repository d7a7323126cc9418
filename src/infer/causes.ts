import type { ObservationType } from '../graph/observation.ts'
import { DAY_MS } from '../graph/spans.ts'
import { type Rarity, type Subject, shared } from './subjects.ts'

/** After so long, a repair has other causes. */
export const SOON_MS = 3 * DAY_MS
const WEIGHT_MIN = 0.2
/** What the same file says beside the same subject. */
const SAME_FILE = 0.3

const CHANGES: ReadonlySet<ObservationType> = new Set(['feature', 'refactor', 'change', 'security', 'bugfix'])
const REPAIRS: ReadonlySet<ObservationType> = new Set(['bugfix', 'failure'])

/**
 * How likely a change led to a repair soon after, `null` where nothing speaks for it: both are about the same, and the
 * sooner the likelier.
 */
export function causeOf(earlier: Subject, later: Subject, rarity: Rarity): number | null {
  const [before, after] = [earlier.stored, later.stored]
  const distance = after.at - before.until
  if (distance < 0 || distance > SOON_MS) return null
  if (!CHANGES.has(before.observation.type) || earlier.modified.size === 0) return null
  if (!REPAIRS.has(after.observation.type)) return null
  // Kinds and time say much already, so that a subject need not be rare.
  const about = Math.sqrt(Math.max(0, ...shared(earlier.concepts, later.concepts).map(rarity)))
  if (about === 0) return null
  const isSameFile = shared(earlier.modified, later.touched).length > 0
  const weight = (0.6 * about + (isSameFile ? SAME_FILE : 0)) * 0.5 ** (distance / DAY_MS)
  return weight < WEIGHT_MIN ? null : rounded(weight)
}

function rounded(weight: number): number {
  return Math.round(Math.min(0.95, weight) * 1_000) / 1_000
}
