import * as z from 'zod'
import type { GotRecord } from '../../../project/answers.ts'
import { loadTokenCounter, type TokenCounter } from '../../../token-counter.ts'
import { minuteOf } from '../../cli/terminal-text.ts'
import { BUDGET_TOKENS_DEFAULT, budgetTokens, ids, notice, time } from '../answer-schemas.ts'
import { fitToBudget, jsonTokens } from '../budget.ts'
import { rawText } from '../raw-text.ts'
import { recordsBehind } from '../records-behind.ts'
import { tool } from '../tool.ts'
import { NO_MEMORY } from './search.ts'

const record = z.object({
  id: z.string(),
  kind: z.string(),
  at: time,
  session: z.string(),
  agent: z.string().nullable(),
  tool: z.string().nullable(),
  outcome: z.string().nullable(),
  event: z.string().nullable(),
  text: z.string(),
  from: z.number().describe('where text begins'),
  charactersLeft: z.number(),
})
type RecordView = z.output<typeof record>

export const recordsTool = tool({
  name: 'records',
  title: 'Read raw tool calls',
  description: 'The raw prompts, tool calls and replies behind facts, verbatim. Long ones are cut; read on with from.',
  input: z.strictObject({
    ids: ids.describe('Of records; those of an observation or fact give its records.'),
    from: z.int().min(0).optional().describe('Character of the first record to begin at.'),
    budgetTokens: budgetTokens.optional(),
  }),
  output: z.object({
    notice,
    records: z.array(record),
    unknown: z.array(z.string()),
    rest: z.array(z.string()).describe('ids that did not fit'),
    tokens: z.number(),
    hint: z.string(),
  }),
  effect: 'read',
  async run({ ids, from = 0, budgetTokens = BUDGET_TOKENS_DEFAULT }, memory) {
    const { records, unknown } = await recordsBehind(memory, [...new Set(ids)])
    const views = records.map((item, index) => viewOf(item, index === 0 ? from : 0))
    const counter = await loadTokenCounter()
    const { shown, rest, tokens } = fitToBudget(views, budgetTokens, {
      costOf: (view) => jsonTokens(counter, view),
      cut: (view, tokensMax) => cutRecord(view, tokensMax, counter),
    })
    const restIds = rest.map(({ id }) => id)
    const hint = memory === null ? NO_MEMORY : hintOf(shown, restIds, unknown)
    return {
      structured: { records: [...shown], unknown: [...unknown], rest: restIds, tokens, hint },
      text: [...shown.flatMap((view) => [headingOf(view), view.text, '']), hint].join('\n'),
    }
  },
})

function viewOf({ id, activity, event }: GotRecord, from: number): RecordView {
  const isTool = activity.kind === 'tool'
  return {
    id,
    kind: activity.kind,
    at: new Date(activity.at).toISOString(),
    session: activity.session,
    agent: activity.agent === null ? null : (activity.agent.type ?? activity.agent.id),
    tool: isTool ? activity.tool : null,
    outcome: isTool ? activity.outcome : null,
    event,
    text: rawText(activity).slice(from),
    from,
    charactersLeft: 0,
  }
}

/** Below that, a part of a record is not worth its heading. */
const TEXT_TOKENS_MIN = 40
/** What escaping adds is not known before; cutting again is enough. */
const CUTS_MAX = 4

function cutRecord(view: RecordView, tokensMax: number, counter: TokenCounter): RecordView | null {
  let textTokens = tokensMax - jsonTokens(counter, { ...view, text: '', charactersLeft: view.text.length })
  for (let cut = 0; cut < CUTS_MAX && textTokens >= TEXT_TOKENS_MIN; cut++) {
    const text = counter.cutTo(view.text, textTokens)
    const part = { ...view, text, charactersLeft: view.text.length - text.length }
    const over = jsonTokens(counter, part) - tokensMax
    if (over <= 0) return part
    textTokens -= over + Math.ceil(textTokens / 10)
  }
  return null
}

function headingOf({ id, at, kind, tool: name, outcome, agent }: RecordView): string {
  return [id, minuteOf(Date.parse(at)), name ?? kind, outcome, agent].filter((part) => part !== null).join(' · ')
}

function hintOf(shown: readonly RecordView[], rest: readonly string[], unknown: readonly string[]): string {
  const cut = shown.find(({ charactersLeft }) => charactersLeft > 0)
  const parts = [
    ...(cut === undefined
      ? []
      : [`Read on: records(${JSON.stringify({ ids: [cut.id], from: cut.from + cut.text.length })}).`]),
    ...(rest.length === 0 ? [] : [`Left out for the budget: records(${JSON.stringify({ ids: rest })}).`]),
    ...(unknown.length === 0 ? [] : [`Unknown: ${unknown.join(', ')}. get names the records of each fact.`]),
  ]
  return parts.join(' ') || 'That is all of it.'
}
