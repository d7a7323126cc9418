import type { Instant } from '../../graph/spans.ts'
import type { Dated } from './joined-times.ts'

/** A pattern of Chinese in simplified characters, and what its match means. */
export interface ChineseRule {
  /** What every match holds; a text without it is not searched. */
  readonly anchor: RegExp
  readonly pattern: RegExp
  /** `null` when it is no time after all; `NO_SUCH_DAY` when it is none, and nothing within it is one either. */
  readonly read: (groups: Groups, saidAt: Instant) => Dated | typeof NO_SUCH_DAY | null
}

/** A date that the calendar does not have: 2月30日, 13月. */
export const NO_SUCH_DAY = 'no such day'

export type Groups = Readonly<Record<string, string | undefined>>
