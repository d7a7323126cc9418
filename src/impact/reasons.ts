import type { Instant } from '../graph/spans.ts'
import type { CoChanges } from './co-change.ts'
import { AT, type Candidate } from './features.ts'

/** Why a file may have to change with another one, in figures that somebody can check. */
export type Reason =
  | {
      readonly kind: 'cochange'
      /** Commits that touched both. */
      readonly commits: number
      /** Commits that touched the changed file and at least one other. */
      readonly of: number
      /** Sessions that touched both. */
      readonly sessions: number
      readonly lastAt: Instant
    }
  /** The changed file imports it, or it imports the changed file; with the number of names between them. */
  | { readonly kind: 'imports' | 'imported-by'; readonly names: number }
  /** One is the other's test, by name. */
  | { readonly kind: 'test' }
  /** Called alike in another place. */
  | { readonly kind: 'name' }
  /** Rare names that one of the two defines and the other uses. */
  | { readonly kind: 'uses' }
  /** The same identifiers; the cosine of their weights. */
  | { readonly kind: 'text'; readonly similarity: number }
  /** It changes with what changes with the file, or with what stands beside it. */
  | { readonly kind: 'indirect' }

const SIMILARITY_MIN = 0.3

/** The strongest first. Never empty for a file that is worth showing. */
export function reasonsOf({ features, coChange, link }: Candidate, past: CoChanges | null): readonly Reason[] {
  const value = (at: number) => features[at]!
  const reasons: Reason[] = []
  if (coChange !== null && past !== null) {
    const { commits, sessions, lastAt } = coChange
    reasons.push({ kind: 'cochange', commits, of: past.jointCommits, sessions, lastAt })
  }
  if (value(AT.testPair) > 0) reasons.push({ kind: 'test' })
  if (link?.importedBy === 1) reasons.push({ kind: 'imported-by', names: link.names })
  if (link?.imports === 1) reasons.push({ kind: 'imports', names: link.names })
  if (value(AT.sameStem) > 0 && value(AT.testPair) === 0) reasons.push({ kind: 'name' })
  if (value(AT.uses) + value(AT.usedBy) > 0) reasons.push({ kind: 'uses' })
  if (value(AT.identifiers) >= SIMILARITY_MIN) {
    reasons.push({ kind: 'text', similarity: Number(value(AT.identifiers).toFixed(2)) })
  }
  if (reasons.length === 0) reasons.push({ kind: 'indirect' })
  return reasons
}
