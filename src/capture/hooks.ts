import type { Activity } from '../graph/activity.ts'
import { type HookPayload, type ToldCall, toldActivity } from './hook-payload.ts'
import { saidKey } from './said-key.ts'

export { type HookHost, type HookPayload, readHookPayload } from './hook-payload.ts'

/** What is known of a call of a hook besides its payload. */
export type HookCall = Omit<ToldCall, 'saidKey'>

/** The activity that a payload tells of, with its own name for what was said. */
export function hookActivity(payload: HookPayload, call: HookCall): Activity | null {
  return toldActivity(payload, { ...call, saidKey })
}
