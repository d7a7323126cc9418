import type { Instant } from './spans.ts'

/** Files that changed together: a commit, or what an agent did in one session. */
export interface Change {
  /** The hash of the commit, or the session. */
  readonly id: string
  readonly by: 'commit' | 'session'
  readonly at: Instant
  /** How much its files say of each other, 0..1: less for what a machine did, or what only moved white space. */
  readonly weight: number
  readonly files: readonly ChangedFile[]
}

export interface ChangedFile {
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed'
  /** Relative to the top of the work tree, with `/`; of a renamed one the new name. */
  readonly path: string
  /** Where a renamed one was before; `null` for every other kind. */
  readonly from: string | null
}
