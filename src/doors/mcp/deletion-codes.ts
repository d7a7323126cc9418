import { randomBytes } from 'node:crypto'
import type { NodeId } from '../../graph/nodes.ts'

/** Codes that a dry run gives out: each deletes what that dry run listed, once, and not for long. */
export interface DeletionCodes {
  give(ids: readonly NodeId[]): { readonly code: string; readonly expiresAt: number }
  /** The ids that the code stands for; `null` where it is unknown, used or too old. */
  take(code: string): readonly NodeId[] | null
}

const MINUTES_VALID = 10
/** Dry runs that wait for their confirmation at once; the oldest goes first. */
const CODES_MAX = 20

export function deletionCodes(now: () => number = Date.now): DeletionCodes {
  const given = new Map<string, { readonly ids: readonly NodeId[]; readonly expiresAt: number }>()
  return {
    give(ids) {
      const code = randomBytes(4).toString('hex')
      const expiresAt = now() + MINUTES_VALID * 60_000
      if (given.size >= CODES_MAX) given.delete(given.keys().next().value!)
      given.set(code, { ids: [...ids], expiresAt })
      return { code, expiresAt }
    },
    take(code) {
      const listed = given.get(code)
      given.delete(code)
      return listed === undefined || listed.expiresAt < now() ? null : listed.ids
    },
  }
}
