import * as z from 'zod'
import { loadTokenCounter } from '../../../token-counter.ts'
import { BUDGET_TOKENS_DEFAULT, budgetTokens, ids, notice } from '../answer-schemas.ts'
import { fitToBudget, jsonTokens } from '../budget.ts'
import { cutView, linesOfView, observationView, summaryView, type View, viewOf } from '../observation-view.ts'
import { tool } from '../tool.ts'
import { NO_MEMORY } from './search.ts'

export const getTool = tool({
  name: 'get',
  title: 'Read observations',
  description:
    'Reads what search and timeline list: narrative, literal facts, files. Each fact names the records it came from.',
  input: z.strictObject({ ids, budgetTokens: budgetTokens.optional().describe('Default 4000.') }),
  output: z.object({
    notice,
    items: z.array(z.discriminatedUnion('kind', [observationView, summaryView])),
    unknown: z.array(z.string()),
    rest: z.array(z.string()).describe('ids that did not fit'),
    tokens: z.number(),
    hint: z.string(),
  }),
  effect: 'read',
  async run({ ids, budgetTokens = BUDGET_TOKENS_DEFAULT }, memory) {
    const asked = [...new Set(ids)]
    const got = memory === null ? asked.map(() => null) : await memory.get(asked)
    const unknown = asked.filter((_, index) => (got[index] ?? null) === null)
    const views = distinct(got.flatMap((item) => (item === null ? [] : [viewOf(item)])))
    const counter = await loadTokenCounter()
    const { shown, rest, tokens } = fitToBudget(views, budgetTokens, {
      costOf: (view) => jsonTokens(counter, view),
      cut: (view, tokensMax) => cutView(view, tokensMax, counter),
    })
    const restIds = rest.map(({ id }) => id)
    const hint = memory === null ? NO_MEMORY : hintOf(shown, restIds, unknown)
    return {
      structured: { items: [...shown], unknown, rest: restIds, tokens, hint },
      text: [...shown.flatMap((view) => [...linesOfView(view), '']), hint].join('\n'),
    }
  },
})

/** A fact and its observation, both asked for, are one. */
function distinct(views: readonly View[]): readonly View[] {
  return [...new Map(views.map((view) => [view.id, view])).values()]
}

function hintOf(shown: readonly View[], rest: readonly string[], unknown: readonly string[]): string {
  const cut = shown.find((view) => view.kind === 'observation' && view.moreFacts > 0)
  const parts = [
    ...(cut === undefined ? [] : [`All facts of ${cut.id}: get it alone with a larger budgetTokens.`]),
    ...(rest.length === 0 ? [] : [`Left out for the budget: get(${JSON.stringify({ ids: rest })}).`]),
    ...(unknown.length === 0 ? [] : [`Unknown: ${unknown.join(', ')}. Use ids as search gives them.`]),
  ]
  return parts.length > 0 ? parts.join(' ') : 'The raw tool calls: records with ids of records.'
}
