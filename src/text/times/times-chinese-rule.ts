import type { Instant } from '../../graph/spans.ts'
import type { Dated } from './joined-times.ts'

/** A pattern of Chinese in simplified characters, and what its match means. */
export interface ChineseRule {
  /** What every match holds; a text without it is not searched. */
  readonly anchor: RegExp
  readonly pattern: RegExp
  /** `null` when it is no time after all. */
  readonly read: (groups: Groups, saidAt: Instant) => Dated | null
}

export type Groups = Readonly<Record<string, string | undefined>>
