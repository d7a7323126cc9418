import { type HookPayload, type ToldCall, toldActivity } from '../../src/capture/hook-payload.ts'
import { saidKey } from '../../src/capture/said-key.ts'
import type { Activity } from '../../src/graph/activity.ts'

/** The activity that a payload tells of, with its name for what was said as the long way of a hook makes it. */
export function hookActivity(payload: HookPayload, call: Omit<ToldCall, 'saidKey'>): Activity | null {
  return toldActivity(payload, { ...call, saidKey })
}
