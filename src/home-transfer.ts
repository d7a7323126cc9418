import { copyRecords, type SpaceOf } from './capture/copy.ts'
import { forgetMessages } from './capture/forget.ts'
import { EngraphError } from './graph/errors.ts'
import type { Instant } from './graph/spans.ts'
import { wording } from './graph/wording.ts'

/** Times that a space is copied again because it was written to meanwhile; each round finds less that is new. */
export const ROUNDS_MAX = 5

export interface Copied {
  readonly remembered: number
  /** The version of the source that was copied whole. */
  readonly version: number
}

/**
 * Copies a space until nothing was written to it meanwhile. A copy takes many transactions, and other processes go on
 * remembering and forgetting; who then removes the source gives `version` along, so that nothing is lost in between.
 */
export async function copyUntilStill(from: SpaceOf, into: SpaceOf, at: Instant): Promise<Copied> {
  const buriedBefore = new Set(await from.store.tombstones(from.space))
  let remembered = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = await from.store.units(from.space, null)
    remembered += (await copyRecords(from, into, at)).remembered
    const buried = (await from.store.tombstones(from.space)).filter((id) => !buriedBefore.has(id))
    if (buried.length > 0) await forgetToo(into, buried, at)
    const after = await from.store.units(from.space, before)
    if (after.version === before.version) return { remembered, version: after.version }
  }
  throw stillWritten(from)
}

/** What was forgotten in the source after it had been copied. */
async function forgetToo({ store, space }: SpaceOf, ids: readonly string[], at: Instant): Promise<void> {
  const request = { session: null, ids, query: null, span: { from: null, to: null } }
  await forgetMessages(store, space, request, { at, isDryRun: false })
}

export function stillWritten(
  { store }: SpaceOf,
  hint = wording`The space stayed, and nothing is lost. Try again when the other process is done.`,
): EngraphError {
  return new EngraphError('store-locked', wording`Another process keeps writing to the space in ${store.location}.`, {
    hint,
  })
}
