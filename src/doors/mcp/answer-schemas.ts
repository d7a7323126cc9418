import * as z from 'zod'
import { OBSERVATION_TYPES } from '../../graph/observation.ts'

/** Shapes that several tools take or give. */
export const ids = z.array(z.string().min(1).max(200)).min(1).max(50)
export const type = z.enum(OBSERVATION_TYPES)
export const notice = z.string()
/** ISO 8601 in UTC. */
export const time = z.string()
/** Tokens of an answer at most. */
export const budgetTokens = z.int().min(500).max(20_000)
export const BUDGET_TOKENS_DEFAULT = 4_000

/** One line of an index. */
export const indexEntry = z.object({
  id: z.string(),
  at: time,
  type: z.string(),
  title: z.string(),
  session: z.string(),
  branch: z.string().nullable(),
  tokens: z.number().describe('of the whole, as `get` gives it'),
  isUnfinished: z.boolean(),
  fact: z.object({ id: z.string(), text: z.string() }).nullable(),
})
